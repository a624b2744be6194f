"""Making the next record of a match: what is asked for becomes a record, or an error and nothing.

Pure: time and secrets are given, nothing is stored. The bytes to be stored come with the step that they make.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from sagahall.api.common.v1 import common_pb2
from sagahall.games.kernel import AnyGame, IllegalMove, LeaveReason, Options, Outcome, Seat
from sagahall.internal.log.v1 import record_pb2
from sagahall.match.canonical import canonical
from sagahall.match.clocks import Consequence, TimeControl
from sagahall.match.codec import Codec
from sagahall.match.dice import HmacDice, commitment
from sagahall.match.game_codec import codec_of
from sagahall.match.match import SCHEMA, Match, Step, advanced, evolved, first
from sagahall.match.options import option_values
from sagahall.match.time_controls import time_control_message

OUTCOMES = Codec(Outcome, common_pb2.Outcome)


@dataclass(frozen=True, slots=True, kw_only=True)
class Cause:
    """Who asked, when and under which request id. ``now`` is milliseconds since 1970."""

    player: str
    request_id: str
    now: int
    traceparent: str = ""


def create(
    game: AnyGame,
    *,
    match: str,
    variant: str,
    options: Options,
    players: tuple[str, ...],
    secret: bytes,
    cause: Cause,
    time_control: TimeControl | None = None,
) -> Step:
    """The first record of a match. ``options`` are resolved and the number of players is allowed by the variant."""
    empty = game.initial(variant, options, len(players))
    events = game.setup(empty, HmacDice(secret, match, 1))
    record = _record(game, match, 1, cause, create_digest(game, variant, options, players, time_control))
    record.created.variant = variant
    record.created.options.extend(option_values(options))
    record.created.players.extend(players)
    record.created.dice_secret = secret
    record.created.dice_commitment = commitment(secret)
    record.created.reveal_after_end = True
    record.created.events.extend(map(codec_of(game).event, events))
    if time_control:
        record.created.time_control.CopyFrom(time_control_message(time_control))
        # The deadline is a fold of the rest of the record, and becomes part of it.
        _set_deadline(record, first(game, record, b"", events).match)
    return first(game, record, record.SerializeToString(deterministic=True), events)


def move(before: Match, seat: Seat, chosen: Any, cause: Cause) -> Step:
    """The record of a move. Raises IllegalMove."""
    events = before.game.decide(before.state, seat, chosen, _next_dice(before))
    if not events:
        raise IllegalMove("no-effect", "this move changes nothing")
    record = _following(before, cause, move_digest(before.game, seat, chosen))
    record.actor.seat = seat
    record.moved.move.CopyFrom(codec_of(before.game).move(chosen))
    return _finish(before, record, chosen, events)


def resign(before: Match, seat: Seat, cause: Cause) -> Step:
    """The record of a seat that leaves because its player wants to. The seat is still there, and the match not over."""
    record = _following(before, cause, resign_digest(seat))
    record.actor.seat = record.left.seat = seat
    return _finish(before, record, None, _leave(before, seat, LeaveReason.RESIGNED))


def time_out(before: Match, seat: Seat, now: int) -> Step:
    """The record of a seat that has let its time run out: it leaves, or the game's default move is made for it."""
    assert before.time_control is not None
    record = _following(before, Cause(player="", request_id="", now=now), b"")
    record.actor.seat = record.timed_out.seat = seat
    if before.time_control.consequence is Consequence.LEAVE:
        return _finish(before, record, None, _leave(before, seat, LeaveReason.TIMED_OUT))
    dice = _next_dice(before)
    chosen = before.game.default_move(before.state, seat, dice)
    record.timed_out.move.CopyFrom(codec_of(before.game).move(chosen))
    return _finish(before, record, chosen, before.game.decide(before.state, seat, chosen, dice))


def _leave(before: Match, seat: Seat, reason: LeaveReason) -> tuple[Any, ...]:
    return before.game.leave(before.state, seat, reason, _next_dice(before))


def _next_dice(before: Match) -> HmacDice:
    return HmacDice(before.dice_secret, before.match, before.version + 1)


def create_digest(
    game: AnyGame, variant: str, options: Options, players: tuple[str, ...], time_control: TimeControl | None
) -> bytes:
    """SHA-256 of what a CreateMatch asks for; its request id and caller make up the match's id already."""
    chosen = (f"{name}={options[name]!r}" for name in sorted(options))
    time = canonical(TimeControl, time_control) if time_control else ""
    return _digest("create", game.name, variant, *chosen, *players, time)


def resign_digest(seat: Seat) -> bytes:
    """SHA-256 of what a Resign asks for."""
    return _digest("resign", str(seat))


def move_digest(game: AnyGame, seat: Seat, chosen: Any) -> bytes:
    """SHA-256 of what a SubmitMove asks for. The expected version is no part of it."""
    return _digest("move", str(seat), canonical(game.move_type, chosen))


def _digest(*parts: str) -> bytes:
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).digest()


def _record(game: AnyGame, match: str, version: int, cause: Cause, digest: bytes) -> record_pb2.Record:
    record = record_pb2.Record(
        match=match,
        version=version,
        request_id=cause.request_id,
        request_digest=digest,
        actor=record_pb2.Actor(player=cause.player),
        schema=SCHEMA,
        game=game.name,
        rules_version=game.rules_version,
        traceparent=cause.traceparent,
    )
    record.time.FromMilliseconds(cause.now)
    return record


def _following(before: Match, cause: Cause, digest: bytes) -> record_pb2.Record:
    record = _record(before.game, before.match, before.version + 1, cause, digest)
    record.rules_version = before.rules_version
    record.prev = before.head
    record.time.FromMilliseconds(max(cause.now, before.update_time))
    return record


def _finish(before: Match, record: record_pb2.Record, chosen: Any | None, events: tuple[Any, ...]) -> Step:
    """Adds the events, the outcome and the deadline, and makes the bytes to be stored."""
    kind = record.WhichOneof("change") or ""
    getattr(record, kind).events.extend(map(codec_of(before.game).event, events))
    state = evolved(before, events)
    outcome = before.game.outcome(state)
    if outcome is not None and before.outcome is None:
        OUTCOMES.fill(record.outcome, outcome)
    if before.time_control:
        _set_deadline(record, advanced(before, record, b"", state, events))
    stored = record.SerializeToString(deterministic=True)
    return Step(record, stored, chosen, events, advanced(before, record, stored, state, events))


def _set_deadline(record: record_pb2.Record, after: Match) -> None:
    if after.next_deadline is not None:
        record.deadline.FromMilliseconds(after.next_deadline[0])
