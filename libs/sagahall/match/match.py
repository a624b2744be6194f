"""A match as the fold of its records."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any

from google.protobuf.message import DecodeError

from sagahall.games.kernel import AnyGame, InvalidOption, LeaveReason, Options, Outcome, Seat
from sagahall.internal.log.v1 import record_pb2
from sagahall.match import clocks
from sagahall.match.clocks import Clocks, TimeControl
from sagahall.match.codec import Malformed
from sagahall.match.game_codec import codec_of
from sagahall.match.options import read_options
from sagahall.match.time_controls import read_time_control

SCHEMA = 1
"""The version of the stored form that is written, and the newest that is read."""


class BrokenLog(Exception):
    """Records of a match that do not fit together, or that this release cannot read."""

    def __init__(self, match: str, version: int, detail: str) -> None:
        super().__init__(f"match {match}, version {version}: {detail}")
        self.match = match
        self.version = version
        self.detail = detail


class SeatRefused(Exception):
    """The player may not look from, or act for, that seat. ``ambiguous``: he has to say which of his seats he means."""

    def __init__(self, detail: str, *, ambiguous: bool = False) -> None:
        super().__init__(detail)
        self.detail = detail
        self.ambiguous = ambiguous


@dataclass(frozen=True, slots=True)
class Request:
    """A request that has been carried out: the version that it made and the SHA-256 of what it asked for."""

    version: int
    digest: bytes


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """A match at one version: everything that its records say, secrets included. Times are milliseconds since 1970."""

    match: str
    game: AnyGame
    rules_version: int
    variant: str
    options: Options
    players: tuple[str, ...]
    dice_secret: bytes
    dice_commitment: bytes
    reveal_after_end: bool
    create_time: int
    state: Any
    version: int
    update_time: int
    newest: bytes
    """The newest record as it is stored."""
    since: tuple[int, ...]
    """For each seat the version at which its present choice arose."""
    to_act: tuple[Seat, ...]
    requests: Mapping[str, Request]
    outcome: Outcome | None
    time_control: TimeControl | None
    clocks: Clocks
    """The clocks of all seats; none without a time control."""
    departures: Mapping[Seat, LeaveReason]
    """The seats that have left for good, in the order in which they left."""
    parked: str | None

    @property
    def deadlines(self) -> list[tuple[int, Seat]]:
        """When the seats in ``to_act`` have to have acted, with the seats, soonest first."""
        return [] if self.outcome or self.parked else clocks.deadlines(self.clocks)

    @property
    def next_deadline(self) -> tuple[int, Seat] | None:
        """The first of the deadlines; None if there is none."""
        return next(iter(self.deadlines), None)

    @property
    def head(self) -> bytes:
        """SHA-256 of the newest record, which the next one names as the one before it."""
        return hashlib.sha256(self.newest).digest()

    def viewer(self, player: str, seat: Seat | None) -> Seat | None:
        """The seat from which the player looks: the one he names or his only one; None for a spectator.

        Raises SeatRefused if the seat is not his, or if he has several and names none.
        """
        own = [index for index, name in enumerate(self.players) if name == player]
        if seat is None:
            if len(own) > 1:
                raise SeatRefused(f"{player} plays several seats, and has to name one", ambiguous=True)
            return own[0] if own else None
        if seat not in own:
            raise SeatRefused(f"seat {seat} is not played by {player}")
        return seat

    def view(self, viewer: Seat | None) -> Any:
        """The table as the seat, or a spectator (None), may see it."""
        return self.game.view(self.state, viewer)


@dataclass(frozen=True, slots=True)
class Step:
    """One record with what it means: its move and events as values, its stored bytes, and the match after it."""

    record: record_pb2.Record
    stored: bytes
    move: Any | None
    events: tuple[Any, ...]
    match: Match


def fold(games: Mapping[str, AnyGame], records: Iterable[bytes], match: Match | None = None) -> Match | None:
    """The match after the records, which follow on ``match`` (None: from the beginning). Raises BrokenLog."""
    for stored in records:
        match = step(games, match, stored).match
    return match


def step(games: Mapping[str, AnyGame], before: Match | None, stored: bytes) -> Step:
    """Reads one stored record on top of the match before it (None for the first). Raises BrokenLog."""
    match, version = (before.match, before.version) if before else ("", 0)
    record = read_record(stored, match, version, before.head if before else b"")
    try:
        return _next(before, record, stored) if before else _first(games, record, stored)
    except (Malformed, InvalidOption) as error:
        raise BrokenLog(record.match, record.version, f"its contents are none of this game: {error}") from error


def read_record(stored: bytes, match: str, version: int, head: bytes) -> record_pb2.Record:
    """A record that may come next in a match at that version, the stored bytes of whose newest record hash to ``head``.

    Before the first record of a match the version is 0, the head is empty, and the match may be. Whether the record
    fits the rules as well only ``step`` can tell. Raises BrokenLog.
    """
    try:
        record = record_pb2.Record.FromString(stored)
    except DecodeError:
        raise BrokenLog(match, version + 1, "it is no record") from None
    if record.match != (match or record.match) or record.version != version + 1:
        raise BrokenLog(match, version + 1, f"the record says that it is {record.match}, version {record.version}")
    if record.schema > SCHEMA:
        raise BrokenLog(record.match, record.version, f"schema {record.schema} is newer than this release reads")
    if record.prev != head:
        raise BrokenLog(record.match, record.version, "it does not follow on the record before it")
    kind = record.WhichOneof("change")
    if kind is None:
        raise BrokenLog(record.match, record.version, "it holds no change that this release knows")
    if (kind == "created") != (version == 0):
        raise BrokenLog(record.match, record.version, "the first record, and only that one, creates the match")
    return record


def _first(games: Mapping[str, AnyGame], record: record_pb2.Record, stored: bytes) -> Step:
    game = games.get(record.game)
    if game is None:
        raise BrokenLog(record.match, record.version, f"the game {record.game!r} is not known here")
    return first(game, record, stored, read_events(game, record.created.events))


def _next(before: Match, record: record_pb2.Record, stored: bytes) -> Step:
    kind = record.WhichOneof("change") or ""
    change = getattr(record, kind)
    events = () if kind == "parked" else read_events(before.game, change.events)
    moves = kind == "moved" or (kind == "timed_out" and change.HasField("move"))
    move = codec_of(before.game).read_move(change.move) if moves else None
    return Step(record, stored, move, events, advanced(before, record, stored, evolved(before, events), events))


def read_events(game: AnyGame, messages: Iterable[Any]) -> tuple[Any, ...]:
    """The events of a record as values."""
    read = codec_of(game).read_event
    return tuple([read(message) for message in messages])


def first(game: AnyGame, record: record_pb2.Record, stored: bytes, events: tuple[Any, ...]) -> Step:
    """The step that a match's first record makes."""
    created = record.created
    options = read_options(created.options)
    players = tuple(created.players)
    state = reduce(game.evolve, events, game.initial(created.variant, options, len(players)))
    time, to_act = record.time.ToMilliseconds(), game.to_act(state)
    control = read_time_control(created.time_control) if created.HasField("time_control") else None
    match = Match(
        match=record.match,
        game=game,
        rules_version=record.rules_version,
        variant=created.variant,
        options=options,
        players=players,
        dice_secret=created.dice_secret,
        dice_commitment=created.dice_commitment,
        reveal_after_end=created.reveal_after_end,
        create_time=time,
        state=state,
        version=record.version,
        update_time=time,
        newest=stored,
        since=(record.version,) * len(players),
        to_act=to_act,
        time_control=control,
        clocks=clocks.started(control, len(players), to_act, time) if control else (),
        requests={record.request_id: Request(record.version, record.request_digest)} if record.request_id else {},
        outcome=game.outcome(state),
        departures={},
        parked=None,
    )
    return Step(record, stored, None, events, match)


def evolved(before: Match, events: tuple[Any, ...]) -> Any:
    """The state of the game after the events."""
    return reduce(before.game.evolve, events, before.state)


def advanced(before: Match, record: record_pb2.Record, stored: bytes, state: Any, events: tuple[Any, ...]) -> Match:
    """The match after a later record, which left the game in ``state``."""
    to_act, time = before.game.to_act(state), record.time.ToMilliseconds()
    actor = record.actor.seat if record.actor.HasField("seat") else None
    control = before.time_control
    requests = before.requests
    if record.request_id:
        requests = {**requests, record.request_id: Request(record.version, record.request_digest)}
    return replace(
        before,
        state=state,
        version=record.version,
        update_time=time,
        newest=stored,
        since=_since(before, record.version, actor, events, to_act),
        to_act=to_act,
        clocks=clocks.after(control, before.clocks, actor, to_act, time) if control else (),
        requests=requests,
        outcome=before.game.outcome(state),
        departures=_departures(before, record),
        parked=record.parked.reason if record.HasField("parked") else before.parked,
    )


def _departures(before: Match, record: record_pb2.Record) -> Mapping[Seat, LeaveReason]:
    if record.HasField("left"):
        return {**before.departures, record.left.seat: LeaveReason.RESIGNED}
    if record.HasField("timed_out") and not record.timed_out.HasField("move"):
        return {**before.departures, record.timed_out.seat: LeaveReason.TIMED_OUT}
    return before.departures


def _since(
    before: Match, version: int, actor: Seat | None, events: tuple[Any, ...], to_act: tuple[Seat, ...]
) -> tuple[int, ...]:
    disturbs = before.game.disturbs

    def disturbed(seat: Seat) -> bool:
        if seat == actor or (seat in to_act) != (seat in before.to_act):
            return True
        return any(disturbs(event, seat) for event in events)

    return tuple([version if disturbed(seat) else since for seat, since in enumerate(before.since)])
