"""Random matches, played by the rules alone: no service, no log."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache, reduce
from typing import Any

from tests.contract.forms import filled
from tests.contract.tables import THOROUGH, Table

from sagahall.games.kernel import Form, IllegalMove, LeaveReason, Option, Options, Seat, Setting
from sagahall.match.dice import HmacDice

LONGEST = 3000
"""Changes after which a match that is played at random counts as endless."""

EXTRAS = 40
"""Moves of a lively match that nobody waits for, at most: open ones, and those of seats that are not to act."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One change of a match: the set-up (no seat), a move, or a seat that leaves (for a reason)."""

    version: int
    seat: Seat | None
    move: Any | None
    reason: LeaveReason | None
    events: tuple[Any, ...]
    after: Any


@dataclass(frozen=True, slots=True)
class Playing:
    """A whole match."""

    table: Table
    options: Options
    secret: bytes
    empty: Any
    turns: tuple[Turn, ...]

    @property
    def events(self) -> tuple[Any, ...]:
        """All events, oldest first."""
        return tuple(event for turn in self.turns for event in turn.events)


@dataclass(frozen=True, slots=True)
class Position:
    """A match as it stands after one of its changes."""

    table: Table
    options: Options
    secret: bytes
    version: int
    state: Any
    left: frozenset[Seat] = frozenset()

    @property
    def over(self) -> bool:
        return not self.table.game.to_act(self.state)

    @property
    def dice(self) -> HmacDice:
        """The dice of the next change."""
        return HmacDice(self.secret, str(self.table), self.version + 1)

    @property
    def remaining(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat in range(self.table.seats) if seat not in self.left)

    def after(self, events: tuple[Any, ...], leaver: Seat | None = None) -> Position:
        """The position after the next change. With a leaver, that change is the leaving."""
        state = reduce(self.table.game.evolve, events, self.state)
        left = self.left if leaver is None else self.left | {leaver}
        return replace(self, version=self.version + 1, state=state, left=left)

    def listed(self, seat: Seat) -> tuple[Any, ...]:
        """The listed moves of a seat."""
        return self.table.game.legal_moves(self.state, seat)

    def forms(self, seat: Seat) -> tuple[Form[Any], ...]:
        """The forms of a seat."""
        return self.table.game.forms(self.state, seat)

    def decide(self, seat: Seat, move: Any) -> tuple[Any, ...]:
        """What happens when the seat makes the move. Raises IllegalMove."""
        return self.table.game.decide(self.state, seat, move, self.dice)

    def refusal(self, seat: Seat, move: Any) -> IllegalMove | None:
        """Why the seat cannot make the move; None if it can."""
        try:
            self.decide(seat, move)
        except IllegalMove as refusal:
            return refusal
        return None

    def moved(self, seat: Seat, move: Any) -> Position:
        """The position after a move. Raises IllegalMove."""
        return self.after(self.decide(seat, move))

    def with_state(self, state: Any) -> Position:
        """Another state at the same point of the match."""
        return replace(self, state=state)

    def without(self, seat: Seat, reason: LeaveReason = LeaveReason.RESIGNED) -> Position:
        """The position after a seat has left."""
        return self.after(self.table.game.leave(self.state, seat, reason, self.dice), leaver=seat)


def secret(seed: object) -> bytes:
    """32 bytes for the dice."""
    return hashlib.sha256(str(seed).encode()).digest()


def start(table: Table, options: Options, dice_secret: bytes) -> tuple[Any, Turn]:
    """The empty state, and the set-up."""
    empty = table.game.initial(table.variant.name, options, table.seats)
    events = table.game.setup(empty, HmacDice(dice_secret, str(table), 1))
    return empty, Turn(1, None, None, None, events, reduce(table.game.evolve, events, empty))


@cache
def plain(table: Table, seed: int) -> Playing:
    """A match of listed moves by seats that are to act, with default options for seed 0 and random ones for others."""
    rng = random.Random(f"plain {table} {seed}")
    return _play(table, seed, rng, extras=0, leavers=0)


@cache
def lively(table: Table, seed: int, leavers: int) -> Playing:
    """A match with open moves, moves of seats that are not to act, and so many seats at most that leave."""
    rng = random.Random(f"lively {table} {seed}")
    return _play(table, seed, rng, extras=EXTRAS, leavers=leavers)


def _play(table: Table, seed: int, rng: random.Random, *, extras: int, leavers: int) -> Playing:
    options = table.variant.resolve({} if seed == 0 else _random_options(table, rng))
    dice_secret = secret(f"{table} {seed}")
    empty, setup = start(table, options, dice_secret)
    position = Position(table, options, dice_secret, 1, setup.after)
    turns = (setup, *_turns(position, rng, extras, leavers))
    return Playing(table, options, dice_secret, empty, turns)


def _turns(position: Position, rng: random.Random, extras: int, leavers: int) -> Iterator[Turn]:
    game = position.table.game
    while not position.over:
        assert position.version < LONGEST, f"{position.table} does not end"
        if len(position.left) < leavers and rng.random() < 0.02:
            leaver = rng.choice(position.remaining)
            reason = rng.choice(list(LeaveReason))
            events = game.leave(position.state, leaver, reason, position.dice)
            position = position.after(events, leaver)
            yield Turn(position.version, leaver, None, reason, events, position.state)
            continue
        choices = _extra_choices(position, rng) if extras and rng.random() < 0.25 else ()
        extras -= bool(choices)
        seat, move = rng.choice(choices or _choices(position, rng.choice(game.to_act(position.state))))
        events = position.decide(seat, move)
        position = position.after(events)
        yield Turn(position.version, seat, move, None, events, position.state)


def _choices(position: Position, seat: Seat) -> tuple[tuple[Seat, Any], ...]:
    return tuple((seat, move) for move in position.listed(seat))


def _extra_choices(position: Position, rng: random.Random) -> tuple[tuple[Seat, Any], ...]:
    seats = range(position.table.seats)
    open_moves = tuple((seat, _open_move(position, seat, form, rng)) for seat in seats for form in position.forms(seat))
    waiting = [seat for seat in seats if seat not in position.table.game.to_act(position.state)]
    return open_moves + tuple(choice for seat in waiting for choice in _choices(position, seat))


def _open_move(position: Position, seat: Seat, form: Form[Any], rng: random.Random) -> Any:
    """The form filled in at random where that is accepted, else its example."""
    move = filled(position.table.game, form, rng)
    return move if position.refusal(seat, move) is None else form.example


def _random_options(table: Table, rng: random.Random) -> dict[str, Setting]:
    return {option.name: _random_setting(option, rng) for option in table.variant.options}


def _random_setting(option: Option, rng: random.Random) -> Setting:
    if option.choices:
        return rng.choice(option.choices)
    if isinstance(option.default, bool):
        return rng.random() < 0.5
    if isinstance(option.default, int) and option.minimum is not None and option.maximum is not None:
        return rng.randint(option.minimum, option.maximum)
    return option.default


@cache
def playings(table: Table) -> tuple[Playing, ...]:
    """A handful of whole matches of every kind."""
    seeds = range(2 * THOROUGH)
    kinds = ((plain(table, seed), lively(table, seed, 0), lively(table, seed + 1, table.seats)) for seed in seeds)
    return tuple(playing for kind in kinds for playing in kind)


def walk(playing: Playing) -> Iterator[Position]:
    """The positions of a match after each change."""
    left: frozenset[Seat] = frozenset()
    for turn in playing.turns:
        if turn.seat is not None and turn.reason is not None:
            left |= {turn.seat}
        yield Position(playing.table, playing.options, playing.secret, turn.version, turn.after, left)


@cache
def positions(table: Table) -> tuple[Position, ...]:
    """Positions from all parts of those matches, some sixty of them, always with the last of each match."""
    every = [list(walk(playing)) for playing in playings(table)]
    step = max(1, sum(map(len, every)) // (60 * THOROUGH))
    return tuple(position for match in every for position in (*match[:-1:step], match[-1]))


@cache
def moves(table: Table) -> tuple[tuple[Position, Turn], ...]:
    """Moves from all parts of those matches, some sixty of them, each with the position before it."""
    pairs = [
        (before, turn)
        for playing in playings(table)
        for before, turn in zip(walk(playing), playing.turns[1:], strict=False)
        if turn.move is not None
    ]
    return tuple(pairs[:: max(1, len(pairs) // (60 * THOROUGH))])
