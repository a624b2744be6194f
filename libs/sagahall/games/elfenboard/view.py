"""What a viewer may see of both games."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import CAPITAL, TOWNS
from sagahall.games.elfenboard.table import Placed, Traveller
from sagahall.games.kernel import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One seat, as all see it; hand and home only where the viewer may see them."""

    seat: Seat
    boot: str
    visited: tuple[str, ...]
    hand_count: int
    hand: tuple[Transport, ...]
    home: str | None
    todo: int
    left: bool

    @property
    def missing(self) -> tuple[str, ...]:
        """The towns that it still has to visit."""
        return tuple(town for town in TOWNS if town != CAPITAL and town not in self.visited)


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The table as one seat, or a spectator, sees it."""

    viewer: Seat | None
    round: int
    first: Seat
    to_act: tuple[Seat, ...]
    seats: tuple[SeatView, ...]
    board: tuple[Placed, ...]
    deck_count: int
    discard: tuple[Transport, ...]
    ending: str | None


def seen_of(seat: Seat, traveller: Traveller, *, own: bool, over: bool) -> dict[str, Any]:
    """What is seen of a seat in both games. Home towns are shown to all when the match is over."""
    return {
        "seat": seat,
        "boot": traveller.boot,
        "visited": traveller.visited,
        "hand_count": traveller.hand_count,
        "hand": traveller.hand if own else (),
        "home": traveller.home if own or over else None,
        "todo": traveller.todo,
        "left": traveller.left,
    }
