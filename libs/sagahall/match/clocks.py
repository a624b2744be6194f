"""How long seats may think: a fold of the times at which a match changed, and of nothing else.

A seat's clock runs while the seat has to act. Its own change stops it, or starts it anew if the seat has to act again;
what others do leaves it running. All times are milliseconds, points in time since 1970.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from sagahall.games.kernel import Seat


class Consequence(Enum):
    """What happens to a seat that lets its time run out."""

    LEAVE = "leave"
    DEFAULT_MOVE = "default_move"


@dataclass(frozen=True, slots=True)
class PerMove:
    """The same time for every choice."""

    limit: int

    @property
    def initial(self) -> int:
        """The time for the first choice."""
        return self.limit

    def left(self, unused: int) -> int:
        """The time for the next choice, after one that left some unused."""
        return self.limit


@dataclass(frozen=True, slots=True)
class Fischer:
    """A stock of time for the whole match that grows with every choice."""

    initial: int
    increment: int

    def left(self, unused: int) -> int:
        """The time for the next choice, after one that left some unused."""
        return max(unused, 0) + self.increment


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How the time is given, and what happens when it has run out."""

    control: PerMove | Fischer
    consequence: Consequence


@dataclass(frozen=True, slots=True)
class Clock:
    """A seat's clock: the time that it showed when it was last started or stopped, and since when it has run."""

    left: int
    since: int | None = None

    @property
    def deadline(self) -> int | None:
        """When it runs out; None while it stands still."""
        return None if self.since is None else self.since + self.left


Clocks: TypeAlias = tuple[Clock, ...]
"""The clocks of all seats."""


def started(control: TimeControl, seats: int, to_act: tuple[Seat, ...], time: int) -> Clocks:
    """The clocks of a new match."""
    initial = control.control.initial
    return tuple(Clock(initial, time if seat in to_act else None) for seat in range(seats))


def after(control: TimeControl, clocks: Clocks, actor: Seat | None, to_act: tuple[Seat, ...], time: int) -> Clocks:
    """The clocks after a change by ``actor`` (None: by nobody) which leaves ``to_act`` to act."""
    return tuple(
        _next(control, clock, acted=seat == actor, runs=seat in to_act, time=time) for seat, clock in enumerate(clocks)
    )


def _next(control: TimeControl, clock: Clock, *, acted: bool, runs: bool, time: int) -> Clock:
    if clock.since is None:
        return Clock(clock.left, time) if runs else clock
    if runs and not acted:
        return clock
    left = control.control.left(clock.since + clock.left - time)
    return Clock(left, time if runs else None)


def deadlines(clocks: Clocks) -> list[tuple[int, Seat]]:
    """The deadlines that run, with their seats, soonest first."""
    return sorted((clock.deadline, seat) for seat, clock in enumerate(clocks) if clock.deadline is not None)
