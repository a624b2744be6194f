"""The state of a match of Elfenroads."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from sagahall.games.elfenboard import table
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenroads.facts import CARDS, FACTS
from sagahall.games.kernel import Seat


class Item(Enum):
    """What is drawn, sold and placed: a transport counter, gold or an obstacle."""

    GIANT_PIG = "giant_pig"
    ELFCYCLE = "elfcycle"
    MAGIC_CLOUD = "magic_cloud"
    UNICORN = "unicorn"
    TROLL_WAGON = "troll_wagon"
    DRAGON = "dragon"
    GOLD = "gold"
    OBSTACLE = "obstacle"


ITEMS: tuple[Item, ...] = tuple(item for item in Item for _ in range(FACTS.items[item.value]))
"""All 42 items."""
SPECIAL = (Item.GOLD, Item.OBSTACLE)
"""The items that lie beside a counter."""
TRANSPORT_OF: Mapping[Item, Transport] = {item: Transport(item.value) for item in Item if item not in SPECIAL}
ITEM_OF: Mapping[Transport, Item] = {transport: item for item, transport in TRANSPORT_OF.items()}


class Phase(Enum):
    """What is being done (specification, section 9.3)."""

    SETUP = "setup"
    STARTING = "starting"
    DRAWING = "drawing"
    ITEMS = "items"
    AUCTION = "auction"
    PLACING = "placing"
    MOVING = "moving"
    REWARD = "reward"
    DISCARDING = "discarding"
    KEEPING = "keeping"
    OVER = "over"


class Reward(Enum):
    """What is taken at the end of a move."""

    GOLD = "gold"
    CARDS = "cards"


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """The options of a match, resolved. A hand limit of 0 is none."""

    rounds: int
    home_town: bool
    draw_all_three: bool
    hand_limit: int
    random_first_player: bool


@dataclass(frozen=True, slots=True)
class Placed(table.Placed):
    """A counter on a road, perhaps with an obstacle or gold beside it."""

    gold: bool


@dataclass(frozen=True, slots=True)
class Traveller(table.Traveller):
    """What one seat has."""

    gold: int = FACTS.start_gold
    shown: tuple[Transport, ...] = ()
    """Cards of the hand that all saw it take."""
    open_items: tuple[Item, ...] = ()
    hidden_items: tuple[Item, ...] = ()
    drawn: tuple[Item, ...] = ()
    """The items just drawn, until their owner has chosen the one to show."""
    earned: int = 0
    """The gold of the move so far."""

    @property
    def items(self) -> int:
        """How many items the seat holds."""
        return len(self.open_items) + len(self.hidden_items)


@dataclass(frozen=True, slots=True, kw_only=True)
class State(table.Table[Traveller]):
    """A match. Cards and items are sorted tuples of kinds; the deck and the pile have no order.

    Gold cards are never in a hand: ``deck_gold``, ``gold_stack`` and ``discard_gold`` tell where they are.
    """

    rules: Rules
    seats: tuple[Traveller, ...]
    phase: Phase = Phase.SETUP
    board: tuple[Placed, ...] = ()
    deck: tuple[Transport, ...] = CARDS
    deck_gold: int = FACTS.gold_cards
    open_cards: tuple[Transport, ...] = ()
    gold_stack: int = 0
    discard_gold: int = 0
    pile: tuple[Item, ...] = ITEMS
    lots: tuple[Item, ...] = ()
    """The items still for sale; the last one is sold now."""
    bid: int = 0
    """The highest bid, 0 if there is none."""
    bidder: Seat | None = None

    @property
    def deck_count(self) -> int:
        """How many cards are in the deck."""
        return len(self.deck) + self.deck_gold

    @property
    def drawable(self) -> bool:
        """Whether the deck, or the discard that is shuffled when it is empty, has a card."""
        return bool(self.deck_count or self.discard or self.discard_gold)
