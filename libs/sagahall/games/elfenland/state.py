"""The state of a match of Elfenland."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from sagahall.games.elfenboard import table
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenland.facts import PILE


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
class Traveller(table.Traveller):
    """What one seat has."""

    open_counters: tuple[Transport, ...] = ()
    hidden_counters: tuple[Transport, ...] = ()
    drawn: Transport | None = None
    """The hidden counter just drawn, until its owner has chosen to show or to keep it (`moon`)."""
    obstacle: bool = True

    @property
    def counters(self) -> int:
        """How many transport counters the seat holds."""
        return len(self.open_counters) + len(self.hidden_counters)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(table.Table[Traveller]):
    """A match. Cards and counters are sorted tuples of kinds; the draw pile and the deck have no order."""

    rules: Rules
    seats: tuple[Traveller, ...]
    phase: Phase = Phase.SETUP
    open_counters: tuple[Transport, ...] = ()
    pile: tuple[Transport, ...] = PILE
