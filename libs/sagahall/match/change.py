"""Making the next record of a match: what is asked for becomes a record, or an error and nothing.

Pure: time and secrets are given, nothing is stored. The bytes to be stored come with the step that they make.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any

from sagahall.api.common.v1 import common_pb2
from sagahall.games.kernel import AnyGame, IllegalMove, Options, Outcome, Seat
from sagahall.internal.log.v1 import record_pb2
from sagahall.match.canonical import canonical
from sagahall.match.codec import Codec
from sagahall.match.dice import HmacDice, commitment
from sagahall.match.game_codec import codec_of
from sagahall.match.match import SCHEMA, Match, Step, advanced, evolved, first
from sagahall.match.options import option_values

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
) -> Step:
    """The first record of a match. ``options`` are resolved and the number of players is allowed by the variant."""
    empty = game.initial(variant, options, len(players))
    events = game.setup(empty, HmacDice(secret, match, 1))
    record = _record(game, match, 1, cause, create_digest(game, variant, options, players))
    record.created.variant = variant
    record.created.options.extend(option_values(options))
    record.created.players.extend(players)
    record.created.dice_secret = secret
    record.created.dice_commitment = commitment(secret)
    record.created.reveal_after_end = True
    record.created.events.extend(map(codec_of(game).event, events))
    stored = record.SerializeToString(deterministic=True)
    return first(game, record, stored, events)


def move(before: Match, seat: Seat, chosen: Any, cause: Cause) -> Step:
    """The record of a move. Raises IllegalMove."""
    version = before.version + 1
    events = before.game.decide(before.state, seat, chosen, HmacDice(before.dice_secret, before.match, version))
    if not events:
        raise IllegalMove("no-effect", "this move changes nothing")
    codec = codec_of(before.game)
    record = _following(before, cause, move_digest(before.game, seat, chosen))
    record.actor.seat = seat
    record.moved.move.CopyFrom(codec.move(chosen))
    record.moved.events.extend(map(codec.event, events))
    return _finish(before, record, chosen, events)


def park(before: Match, reason: str, now: int) -> Step:
    """The record that takes a match out of play."""
    record = _following(before, Cause(player="", request_id="", now=now), b"")
    record.parked.reason = reason
    return _finish(before, record, None, ())


def create_digest(game: AnyGame, variant: str, options: Options, players: tuple[str, ...]) -> bytes:
    """SHA-256 of what a CreateMatch asks for; its request id and caller make up the match's id already."""
    return _digest("create", game.name, variant, *(f"{name}={options[name]!r}" for name in sorted(options)), *players)


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
    """Adds the outcome, if the change brings one, and makes the bytes to be stored."""
    state = evolved(before, events)
    outcome = before.game.outcome(state)
    if outcome is not None and before.outcome is None:
        OUTCOMES.fill(record.outcome, outcome)
    stored = record.SerializeToString(deterministic=True)
    return Step(record, stored, chosen, events, advanced(before, record, stored, state, events))
