"""Matches and their changes as one viewer may see them: the only way by which they leave a service."""

from __future__ import annotations

from google.protobuf.timestamp_pb2 import Timestamp

from sagahall.api.common.v1 import common_pb2
from sagahall.api.match.v1 import match_pb2
from sagahall.games.kernel import LeaveReason, Seat
from sagahall.match.change import OUTCOMES
from sagahall.match.clocks import TimeControl
from sagahall.match.game_codec import codec_of
from sagahall.match.match import Match, Step
from sagahall.match.options import option_values
from sagahall.match.redaction import hidden_fields
from sagahall.match.time_controls import CONSEQUENCES, time_control_message

CHANGES = {
    "created": match_pb2.CHANGE_CREATED,
    "moved": match_pb2.CHANGE_MOVED,
    "left": match_pb2.CHANGE_LEFT,
    "timed_out": match_pb2.CHANGE_TIMED_OUT,
    "parked": match_pb2.CHANGE_PARKED,
}

REASONS = {
    LeaveReason.RESIGNED: match_pb2.DEPARTURE_REASON_RESIGNED,
    LeaveReason.TIMED_OUT: match_pb2.DEPARTURE_REASON_TIMED_OUT,
}


def timestamp(milliseconds: int) -> Timestamp:
    """A time given in milliseconds since 1970."""
    time = Timestamp()
    time.FromMilliseconds(milliseconds)
    return time


def players(names: tuple[str, ...]) -> list[common_pb2.Player]:
    """Who plays, in the order of the seats."""
    return [common_pb2.Player(player=name, seat=seat) for seat, name in enumerate(names)]


def match_message(match: Match, viewer: Seat | None, now: int | None = None) -> match_pb2.Match:
    """The match as the seat, or a spectator (None), may see it.

    ``now`` is the time, in milliseconds since 1970, from which the time that is left is counted: when the match last
    changed unless given.
    """
    message = match_pb2.Match(
        match=match.match,
        game=match.game.name,
        variant=match.variant,
        options=option_values(match.options),
        players=players(match.players),
        version=match.version,
        since=match.version if viewer is None else match.since[viewer],
        to_act=match.to_act,
        seat=viewer,
        view=codec_of(match.game).view(match.view(viewer)),
        create_time=timestamp(match.create_time),
        update_time=timestamp(match.update_time),
        rules_version=match.rules_version,
        dice_commitment=match.dice_commitment,
    )
    if match.time_control is not None:
        message.time_control.CopyFrom(time_control_message(match.time_control))
        message.deadlines.extend(_deadlines(match, match.time_control, match.update_time if now is None else now))
    for seat, reason in match.departures.items():
        message.departures.add(seat=seat, reason=REASONS[reason])
    if match.outcome is not None:
        OUTCOMES.fill(message.outcome, match.outcome)
        if match.reveal_after_end:
            message.dice_secret = match.dice_secret
    return message


def _deadlines(match: Match, control: TimeControl, now: int) -> list[common_pb2.Deadline]:
    consequence = CONSEQUENCES[control.consequence]
    return [
        common_pb2.Deadline(time=timestamp(time), remaining_ms=max(time - now, 0), seat=seat, consequence=consequence)
        for time, seat in match.deadlines
    ]


def frame_message(step: Step, viewer: Seat | None, *, with_match: bool = False) -> match_pb2.Frame:
    """One change as the seat, or a spectator (None), may see it, if asked for with the match after it."""
    record, codec = step.record, codec_of(step.match.game)
    actor = record.actor.seat if record.actor.HasField("seat") else None
    frame = match_pb2.Frame(
        match=record.match,
        version=record.version,
        time=record.time,
        change=CHANGES[record.WhichOneof("change") or ""],
        seat=actor,
        events=[codec.event(event, hidden_fields(event, viewer)) for event in step.events],
    )
    if step.move is not None and actor == viewer:
        frame.move.CopyFrom(codec.move(step.move))
    if record.HasField("outcome"):
        frame.outcome.CopyFrom(record.outcome)
    if with_match:
        frame.match_after.CopyFrom(match_message(step.match, viewer))
    return frame
