"""What the rules service decides: commands become records in the log, or a refusal and nothing.

No gRPC here. Optimistic concurrency without locks: a move is decided on the match as this process knows it and appended
only if the log is still there; otherwise the match is read again and the move decided anew.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refused
from sagahall.chassis.validate import malformed
from sagahall.eventlog.keys import match_id
from sagahall.games.kernel import AnyGame, IllegalMove, InvalidOption, Options, Seat, Variant
from sagahall.match import change
from sagahall.match.change import Cause
from sagahall.match.clocks import TimeControl
from sagahall.match.dice import SECRET_BYTES
from sagahall.match.match import Match, SeatRefused, Step
from sagahall.rules.store import Matches

ATTEMPTS = 20
"""How often a move is decided anew because others were faster, before the caller is asked to try again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Create:
    """The wish for a new match."""

    game: str
    variant: str
    options: Options
    players: tuple[str, ...]
    time_control: TimeControl | None
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Resign:
    """The wish to leave a match for good."""

    match: str
    seat: Seat | None
    cause: Cause


@dataclass(frozen=True, slots=True, kw_only=True)
class Submit:
    """The wish to make a move, chosen at ``expected_version``."""

    match: str
    seat: Seat | None
    expected_version: int
    game: str
    move: Any
    cause: Cause


@dataclass(frozen=True, slots=True)
class Accepted:
    """A command that is in the log, now or since an earlier call with the same request id."""

    step: Step
    seat: Seat


class Rules:
    """Creates matches and moves in them."""

    def __init__(self, matches: Matches, games: Mapping[str, AnyGame], partitions: int) -> None:
        self._matches = matches
        self._games = games
        self._partitions = partitions

    async def create(self, command: Create) -> Match:
        """Starts a match, or finds the one that the same request started. Raises Refused and RedisError."""
        match = match_id(command.cause.player, command.cause.request_id, self._partitions)
        # A match that is there is found even if its game is no longer on offer.
        found = await self._matches.find(match)
        if found is None:
            made = self._create(match, command)
            if await self._matches.append(made, None):
                return made.match
            found = await self._matches.load(match)
        _check_same(found, command)
        return found

    async def submit(self, command: Submit) -> Accepted:
        """Makes a move, or finds the one that the same request made. Raises Refused and RedisError.

        After a RedisError the move may be in the log; the same request again tells.
        """
        return await self._change(command.match, command.cause.now, lambda match: _decide(match, command))

    async def resign(self, command: Resign) -> Accepted:
        """Takes a seat out of a match, or finds that the same request did. Raises as submit does."""
        return await self._change(command.match, command.cause.now, lambda match: _resign(match, command))

    async def expire(self, match: str, time: int) -> None:
        """Carries out what is due for the seats of a match whose deadlines are past. Raises Refused and RedisError."""
        found: Match | None = await self._matches.load(match)
        while found is not None and (late := overdue(found, time)) is not None:
            made = change.time_out(found, late, time)
            # Whoever was faster has seen to it: another replica, or the seat itself.
            found = made.match if await self._matches.append(made, found) else None

    async def _change(self, name: str, time: int, decide: Callable[[Match], tuple[Seat, Step | int]]) -> Accepted:
        match = self._matches.recall(name)
        for _ in range(ATTEMPTS):
            fresh = match is None
            match = match or await self._matches.load(name)
            if overdue(match, time) is not None:
                await self.expire(name, time)
                match = None
                continue
            try:
                seat, made = decide(match)
            except Refused:
                if fresh:
                    raise
                match = None
                continue
            if isinstance(made, int):
                return Accepted(await self._matches.step_at(name, made), seat)
            if await self._matches.append(made, match):
                return Accepted(made, seat)
            match = None
        raise Refused(Reason.REASON_UNAVAILABLE, "others keep moving in this match; try again")

    def _create(self, match: str, command: Create) -> Step:
        game = self._games.get(command.game)
        if game is None:
            raise malformed("game", f"there is no game {command.game!r} here")
        variant, options = _resolved(game, command)
        return change.create(
            game,
            match=match,
            variant=variant.name,
            options=options,
            players=command.players,
            secret=secrets.token_bytes(SECRET_BYTES),
            cause=command.cause,
            time_control=command.time_control,
        )


def _resolved(game: AnyGame, command: Create) -> tuple[Variant, Options]:
    try:
        variant = game.variant(command.variant)
        variant.check_seats(len(command.players))
        return variant, variant.resolve(command.options)
    except InvalidOption as error:
        field = {"variant": "variant", "seats": "players"}.get(error.name, f"options.{error.name}")
        raise malformed(field, error.detail) from None


def _check_same(found: Match, command: Create) -> None:
    """Refuses a request id that has created another match than the one that is asked for now."""
    same = command.game == found.game.name
    if same:
        variant, options = _resolved(found.game, command)
        digest = change.create_digest(found.game, variant.name, options, command.players, command.time_control)
        same = digest == found.requests[command.cause.request_id].digest
    if not same:
        raise _reused(command.cause)


def _decide(match: Match, command: Submit) -> tuple[Seat, Step | int]:
    """The seat that moves and the step that the move makes, or the version that the same request made before."""
    seat = acting_seat(match, command.cause.player, command.seat)
    if command.game != match.game.name:
        raise malformed("move", f"this is a match of {match.game.name}, not of {command.game}")
    known = _known(match, command.cause, lambda: change.move_digest(match.game, seat, command.move))
    if known is not None:
        return seat, known
    _check_open(match, seat)
    _check_version(match, seat, command.expected_version)
    try:
        return seat, change.move(match, seat, command.move, command.cause)
    except IllegalMove as error:
        raise Refused(Reason.REASON_ILLEGAL_MOVE, error.detail, rule=error.rule, version=match.version) from None


def _resign(match: Match, command: Resign) -> tuple[Seat, Step | int]:
    """The seat that leaves and the step that this makes, or the version that the same request made before."""
    seat = acting_seat(match, command.cause.player, command.seat)
    known = _known(match, command.cause, lambda: change.resign_digest(seat))
    if known is not None:
        return seat, known
    _check_open(match, seat)
    return seat, change.resign(match, seat, command.cause)


def _known(match: Match, cause: Cause, digest: Callable[[], bytes]) -> int | None:
    """The version that the same request has made before, if any. Raises Refused if it was for something else."""
    known = match.requests.get(cause.request_id)
    if known is None:
        return None
    if known.digest != digest():
        raise _reused(cause)
    return known.version


def overdue(match: Match, time: int) -> Seat | None:
    """The seat whose time ran out first, at that time or before; None if none did."""
    due = match.next_deadline
    return due[1] if due is not None and due[0] <= time else None


def acting_seat(match: Match, player: str, seat: Seat | None) -> Seat:
    """The seat that the player acts for. Raises Refused."""
    found = viewing_seat(match, player, seat)
    if found is None:
        raise Refused(Reason.REASON_NOT_YOUR_SEAT, f"{player} plays no seat of this match")
    return found


def viewing_seat(match: Match, player: str, seat: Seat | None) -> Seat | None:
    """The seat that the player looks from; None for a spectator. Raises Refused."""
    try:
        return match.viewer(player, seat)
    except SeatRefused as error:
        if error.ambiguous:
            raise malformed("seat", error.detail) from None
        raise Refused(Reason.REASON_NOT_YOUR_SEAT, error.detail) from None


def now() -> int:
    """The service's clock: milliseconds since 1970."""
    return time.time_ns() // 1_000_000


def _check_open(match: Match, seat: Seat) -> None:
    if match.parked is not None:
        raise Refused(Reason.REASON_MATCH_PARKED, "the match is parked", version=match.version)
    if match.outcome is not None:
        raise Refused(Reason.REASON_MATCH_OVER, "the match is over", version=match.version)
    if seat in match.departures:
        detail = f"seat {seat} has left the match"
        raise Refused(Reason.REASON_ILLEGAL_MOVE, detail, rule="has-left", version=match.version)


def _check_version(match: Match, seat: Seat, expected: int) -> None:
    if expected > match.version:
        detail = f"the match is at version {match.version}, not yet at {expected}"
        raise Refused(Reason.REASON_VERSION_AHEAD, detail, version=match.version)
    if expected < match.since[seat]:
        detail = f"what can be chosen changed at version {match.since[seat]}, after {expected}"
        raise Refused(Reason.REASON_STALE_VERSION, detail, version=match.version)


def _reused(cause: Cause) -> Refused:
    detail = f"the request id {cause.request_id!r} was used for another request"
    return Refused(Reason.REASON_REQUEST_ID_REUSED, detail)
