"""What the states of both games hold, and how turns pass on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import chain
from typing import Any, Generic, TypeVar

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import CAPITAL
from sagahall.games.kernel import Seat


@dataclass(frozen=True, slots=True)
class Placed:
    """A counter on a road."""

    road: str
    counter: Transport
    obstacle: bool


@dataclass(frozen=True, slots=True)
class Traveller:
    """What one seat has in both games. ``visited`` are the towns whose markers it collected, in that order."""

    boot: str = CAPITAL
    visited: tuple[str, ...] = ()
    hand: tuple[Transport, ...] = ()
    home: str | None = None
    todo: int = 0
    """Actions that the seat still has in this phase. While counters are placed: 0 once the seat has passed and nobody
    has placed anything since."""
    left: bool = False

    @property
    def hand_count(self) -> int:
        """How many cards the seat holds."""
        return len(self.hand)


T = TypeVar("T", bound=Traveller)
P = TypeVar("P", bound=Placed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Table(Generic[T]):
    """What a match has in both games. Cards are sorted tuples of kinds: the draw pile has no order."""

    seats: tuple[T, ...]
    round: int = 0
    first: Seat = 0
    turn: Seat = 0
    board: tuple[Placed, ...] = ()
    deck: tuple[Transport, ...] = ()
    discard: tuple[Transport, ...] = ()
    homes: tuple[str, ...] = ()
    """The town cards that nobody was dealt."""
    ending: str | None = None

    def in_turn_order(self) -> tuple[Seat, ...]:
        """The seats still playing, from the first player on."""
        order = (*range(self.first, len(self.seats)), *range(self.first))
        return tuple(seat for seat in order if not self.seats[seat].left)

    def next_first(self) -> Seat:
        """The first player of the next round: the next to the left that still plays."""
        order = self.in_turn_order()
        return order[1] if order[0] == self.first else order[0]

    def all_done(self) -> bool:
        """Whether nobody has anything left to do in this phase."""
        return not any(traveller.todo for traveller in self.seats)

    def is_deserted(self) -> bool:
        """Whether at most one seat still plays."""
        return sum(not traveller.left for traveller in self.seats) < 2


S = TypeVar("S", bound=Table[Any])


def placed_on(board: tuple[P, ...], road: str) -> P | None:
    """The counter on the road."""
    return next((placed for placed in board if placed.road == road), None)


def with_seat(state: Table[T], seat: Seat, **changes: Any) -> tuple[T, ...]:
    """The seats after a change to one of them."""
    seats = state.seats
    return (*seats[:seat], replace(seats[seat], **changes), *seats[seat + 1 :])


def next_turn(seats: Sequence[Traveller], seat: Seat) -> Seat:
    """The next seat with something to do; the given one if there is no other."""
    for other in chain(range(seat + 1, len(seats)), range(seat)):
        if seats[other].todo and not seats[other].left:
            return other
    return seat


def first_turn(seats: Sequence[Traveller], first: Seat) -> Seat:
    """The first seat with something to do, from the first player on."""
    return next_turn(seats, (first - 1) % len(seats))


def acted(state: S, seat: Seat, seats: tuple[Any, ...], **changes: Any) -> S:
    """The state after an action of the seat: the turn passes on."""
    return replace(state, seats=seats, turn=next_turn(seats, seat), **changes)


def placement(state: S, seat: Seat, board: tuple[Placed, ...], **changes: Any) -> S:
    """The state after the seat has placed something: all that had passed are asked again (C16)."""
    seats = tuple(
        traveller if traveller.todo or traveller.left else replace(traveller, todo=1)
        for traveller in with_seat(state, seat, **changes)
    )
    return acted(state, seat, seats, board=board)
