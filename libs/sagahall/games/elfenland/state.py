"""The state of a match of Elfenland."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import CAPITAL
from sagahall.games.elfenland.facts import PILE
from sagahall.games.kernel import Seat


class Edition(Enum):
    """Whose rules are played."""

    AMIGO = "amigo"
    MOON = "moon"


class Phase(Enum):
    """What is being done (specification, section 5)."""

    SETUP = "setup"
    DEALING = "dealing"
    HIDDEN_COUNTERS = "hidden_counters"
    OPEN_COUNTERS = "open_counters"
    PLACING = "placing"
    KEEPING = "keeping"
    MOVING = "moving"
    DISCARDING = "discarding"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The variant and options of a match, resolved."""

    edition: Edition
    rounds: int
    home_town: bool
    caravan_only_if_unable: bool
    caravan_cost: int
    ferrymen_cost: int
    """Cards of any kind that cross Mare Nebulae, 0 where there are no ferrymen."""
    obstacle_counts_as_kept: bool
    keep_open_counters: bool
    draw_to_three_open: bool
    random_first_player: bool


@dataclass(frozen=True, slots=True)
class Placed:
    """A counter on a road."""

    road: str
    counter: Transport
    obstacle: bool


@dataclass(frozen=True, slots=True)
class Traveller:
    """What one seat has."""

    boot: str = CAPITAL
    visited: tuple[str, ...] = ()
    """The towns whose markers were collected, in that order."""
    hand: tuple[Transport, ...] = ()
    open_counters: tuple[Transport, ...] = ()
    hidden_counters: tuple[Transport, ...] = ()
    drawn: Transport | None = None
    """The hidden counter just drawn, until its owner has chosen to show or to keep it (`moon`)."""
    obstacle: bool = True
    home: str | None = None
    todo: int = 0
    """Actions that the seat still has in this phase. While counters are placed: 0 once the seat has passed and nobody
    has placed anything since."""
    left: bool = False

    @property
    def hand_count(self) -> int:
        """How many cards the seat holds."""
        return len(self.hand)

    @property
    def counters(self) -> int:
        """How many transport counters the seat holds."""
        return len(self.open_counters) + len(self.hidden_counters)


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A match. Cards and counters are sorted tuples of kinds; the draw pile and the deck have no order."""

    rules: Rules
    seats: tuple[Traveller, ...]
    phase: Phase = Phase.SETUP
    round: int = 0
    first: Seat = 0
    turn: Seat = 0
    board: tuple[Placed, ...] = ()
    open_counters: tuple[Transport, ...] = ()
    pile: tuple[Transport, ...] = PILE
    deck: tuple[Transport, ...] = ()
    discard: tuple[Transport, ...] = ()
    homes: tuple[str, ...] = ()
    """The town cards that nobody was dealt."""
    ending: str | None = None

    def in_turn_order(self) -> tuple[Seat, ...]:
        """The seats still playing, from the first player on."""
        order = (*range(self.first, len(self.seats)), *range(self.first))
        return tuple(seat for seat in order if not self.seats[seat].left)

    def placed_on(self, road: str) -> Placed | None:
        """The counter on the road."""
        return next((placed for placed in self.board if placed.road == road), None)
