"""The moves and events of Elfenroads. Cards and items are named by their kind, towns and roads by their id."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.moves import (
    CardsDealt,
    CardsDiscarded,
    Discard,
    HomeDealt,
    HomeRevealed,
    MatchEnded,
    MatchStarted,
    Pass,
    Passed,
    RoundEnded,
    RoundStarted,
    SeatLeft,
    Step,
)
from sagahall.games.elfenroads.state import Item, Phase, Reward
from sagahall.games.kernel import Only, Public, Seat

# Moves


@dataclass(frozen=True, slots=True)
class DrawCard:
    """Take the top card of the deck. A gold card goes to the gold stack, and the choice is made again."""


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take one of the open cards."""

    card: Transport


@dataclass(frozen=True, slots=True)
class TakeGold:
    """Take the gold of all cards on the gold stack."""


@dataclass(frozen=True, slots=True)
class ShowItem:
    """Lay this one of the two items just drawn face up, the other face down."""

    item: Item


@dataclass(frozen=True, slots=True)
class Bid:
    """Offer so much gold for the item that is sold now."""

    amount: int


@dataclass(frozen=True, slots=True)
class PlaceItem:
    """Place one of one's hidden or open items on a road."""

    item: Item
    hidden: bool
    road: str


@dataclass(frozen=True, slots=True)
class EndMove:
    """Travel no further this round, and take the gold of the move or two cards."""

    reward: Reward


@dataclass(frozen=True, slots=True)
class KeepItems:
    """Keep these items for the next round and give all others back."""

    open_items: tuple[Item, ...]
    hidden_items: tuple[Item, ...]


Move: TypeAlias = (
    DrawCard | TakeCard | TakeGold | ShowItem | Bid | PlaceItem | Pass | Step | EndMove | Discard | KeepItems
)


# Events


@dataclass(frozen=True, slots=True)
class CardTurnedUp:
    """A card of the deck was turned up into the open row."""

    card: Public[Transport]


@dataclass(frozen=True, slots=True)
class GoldCardTurnedUp:
    """A gold card was turned up; it went to the gold stack."""


@dataclass(frozen=True, slots=True)
class DeckReshuffled:
    """The deck was empty: the discard was shuffled to be the new one."""


@dataclass(frozen=True, slots=True)
class PhaseStarted:
    """A phase of the round begins."""

    phase: Public[Phase]


@dataclass(frozen=True, slots=True)
class CardTaken:
    """A seat took an open card."""

    seat: Public[Seat]
    card: Public[Transport]


@dataclass(frozen=True, slots=True)
class CardDrawn:
    """A seat took a travel card from the deck."""

    seat: Public[Seat]
    card: Annotated[Transport, Only("seat")]


@dataclass(frozen=True, slots=True)
class GoldCardDrawn:
    """A seat drew a gold card from the deck; it went to the gold stack, and the seat chooses again."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class GoldTaken:
    """A seat took the gold of so many gold cards, which went to the discard."""

    seat: Public[Seat]
    cards: Public[int]
    gold: Public[int]


@dataclass(frozen=True, slots=True)
class DrawLost:
    """A seat could not take a card, as there was none anywhere."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class IncomePaid:
    """Every seat that still plays got so much gold."""

    gold: Public[int]


@dataclass(frozen=True, slots=True)
class ItemsDrawn:
    """A seat drew face-down items for itself."""

    seat: Public[Seat]
    count: Public[int]
    items: Annotated[tuple[Item, ...], Only("seat")]


@dataclass(frozen=True, slots=True)
class ItemShown:
    """A seat laid one of the items just drawn face up, the other face down."""

    seat: Public[Seat]
    item: Public[Item]


@dataclass(frozen=True, slots=True)
class ItemsOffered:
    """Face-down items were turned up to be sold, the last one first."""

    items: Public[tuple[Item, ...]]


@dataclass(frozen=True, slots=True)
class BidMade:
    """A seat made a bid, the highest so far."""

    seat: Public[Seat]
    amount: Public[int]


@dataclass(frozen=True, slots=True)
class ItemSold:
    """A seat bought the item for its bid, and laid it face up."""

    seat: Public[Seat]
    item: Public[Item]
    gold: Public[int]


@dataclass(frozen=True, slots=True)
class ItemUnsold:
    """Nobody bid for the item: it went back face down."""

    item: Public[Item]


@dataclass(frozen=True, slots=True)
class ItemPlaced:
    """An item, until then hidden or open, was placed on a road."""

    seat: Public[Seat]
    item: Public[Item]
    hidden: Public[bool]
    road: Public[str]


@dataclass(frozen=True, slots=True)
class Travelled:
    """A boot went along a road to a town, collecting the seat's marker if it was still there, and earning gold that is
    paid when the move ends."""

    seat: Public[Seat]
    road: Public[str]
    town: Public[str]
    cards: Public[tuple[Transport, ...]]
    collected: Public[bool]
    gold: Public[int]


@dataclass(frozen=True, slots=True)
class MoveEnded:
    """A seat travels no further this round. It got the gold of its move, or draws cards."""

    seat: Public[Seat]
    reward: Public[Reward]
    gold: Public[int]


@dataclass(frozen=True, slots=True)
class ItemsKept:
    """A seat kept some items, open and hidden ones, and gave all others back."""

    seat: Public[Seat]
    open_items: Public[tuple[Item, ...]]
    hidden_count: Public[int]
    hidden_items: Annotated[tuple[Item, ...], Only("seat")]


Event: TypeAlias = (
    MatchStarted
    | HomeDealt
    | CardsDealt
    | CardTurnedUp
    | GoldCardTurnedUp
    | DeckReshuffled
    | RoundStarted
    | PhaseStarted
    | CardTaken
    | CardDrawn
    | GoldCardDrawn
    | GoldTaken
    | DrawLost
    | IncomePaid
    | ItemsDrawn
    | ItemShown
    | ItemsOffered
    | BidMade
    | Passed
    | ItemSold
    | ItemUnsold
    | ItemPlaced
    | Travelled
    | MoveEnded
    | CardsDiscarded
    | RoundEnded
    | ItemsKept
    | SeatLeft
    | HomeRevealed
    | MatchEnded
)
