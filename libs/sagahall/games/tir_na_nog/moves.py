"""The moves and events of Tír na nÓg. Cards are named by their id; an event without a seat is Balor's."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sagahall.games.kernel import Only, Public, Seat
from sagahall.games.tir_na_nog.cards import Colour, Row
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.saga import Place
from sagahall.games.tir_na_nog.state import CellCard, Score

# Moves


@dataclass(frozen=True, slots=True)
class PlaceBard:
    """Send a bard to a spot of the Otherworld; to other spots than free gaps with the permit of a card of the saga."""

    spot: str
    permit: str | None = None


@dataclass(frozen=True, slots=True)
class TakeCard:
    """Take a card that the bard at the spot touches; the bard goes home."""

    spot: str
    cell: Cell


@dataclass(frozen=True, slots=True)
class TakeStray:
    """Take any card of the Otherworld with a stray bard, which goes home."""

    cell: Cell


@dataclass(frozen=True, slots=True)
class PlayCard:
    """Add a card of the hand to the saga."""

    card: str
    place: Place


@dataclass(frozen=True, slots=True)
class DiscardCard:
    """Discard a card of the hand because none can be played."""

    card: str


@dataclass(frozen=True, slots=True)
class MoveOwn:
    """Move another card of the saga to the first free space of another row (`move_card`)."""

    place: Place
    row: Row


@dataclass(frozen=True, slots=True)
class SwapOwn:
    """Let two cards of the saga change places (`swap_cards`)."""

    first: Place
    second: Place


@dataclass(frozen=True, slots=True)
class Recolour:
    """Give a card of the saga another colour (`recolour`)."""

    place: Place
    colour: Colour


@dataclass(frozen=True, slots=True)
class Revalue:
    """Give a card of the saga another value (`revalue`)."""

    place: Place
    value: int


@dataclass(frozen=True, slots=True)
class DrawCards:
    """Draw cards (`draw_discard`)."""


@dataclass(frozen=True, slots=True)
class DiscardTwo:
    """Discard as many cards of the hand as were drawn."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class DeclineEffect:
    """Make no use of the effect of the card just played."""


@dataclass(frozen=True, slots=True)
class UpkeepDiscard:
    """Choose the card of the hand to discard in the upkeep."""

    card: str


@dataclass(frozen=True, slots=True)
class ChooseColour:
    """Choose the colour of a card before the scoring (`choose_colour`)."""

    place: Place
    colour: Colour


Move: TypeAlias = (
    PlaceBard
    | TakeCard
    | TakeStray
    | PlayCard
    | DiscardCard
    | MoveOwn
    | SwapOwn
    | Recolour
    | Revalue
    | DrawCards
    | DiscardTwo
    | DeclineEffect
    | UpkeepDiscard
    | ChooseColour
)


# Events


@dataclass(frozen=True, slots=True)
class MatchSetUp:
    """The geis faces, from the top row to the bottom one, and the first player are known."""

    faces: Public[tuple[str, ...]]
    first: Public[Seat]


@dataclass(frozen=True, slots=True)
class HandDealt:
    """A seat was dealt its first hand."""

    seat: Public[Seat]
    count: Public[int]
    cards: Annotated[tuple[str, ...], Only("seat")]


@dataclass(frozen=True, slots=True)
class OtherworldDealt:
    """The grid was filled; ``reshuffled`` if the discard pile had to be shuffled in."""

    cards: Public[tuple[CellCard, ...]]
    reshuffled: Public[bool]


@dataclass(frozen=True, slots=True)
class GazeTurned:
    """A card was turned up and discarded: its colour is Balor's gaze in this round."""

    card: Public[str]
    reshuffled: Public[bool]


@dataclass(frozen=True, slots=True)
class BardPlaced:
    """A bard went to a spot, if need be by the permit of a card."""

    seat: Public[Seat | None]
    spot: Public[str]
    permit: Public[str | None]


@dataclass(frozen=True, slots=True)
class CardTaken:
    """The bard at the spot went home, with a card for its owner's hand."""

    seat: Public[Seat | None]
    spot: Public[str]
    cell: Public[Cell]
    card: Public[str]


@dataclass(frozen=True, slots=True)
class CardPlayed:
    """A card was added to a saga; ``offers`` if its effect can be used now."""

    seat: Public[Seat | None]
    card: Public[str]
    place: Public[Place]
    offers: Public[bool]


@dataclass(frozen=True, slots=True)
class CardDiscarded:
    """A seat that could play no card discarded one."""

    seat: Public[Seat]
    card: Public[str]


@dataclass(frozen=True, slots=True)
class OwnCardMoved:
    """A card of a saga moved to another row."""

    seat: Public[Seat]
    card: Public[str]
    place: Public[Place]


@dataclass(frozen=True, slots=True)
class OwnCardsSwapped:
    """Two cards of a saga changed places."""

    seat: Public[Seat]
    first: Public[Place]
    second: Public[Place]


@dataclass(frozen=True, slots=True)
class CardRecoloured:
    """A card of a saga got another colour: by a token, or by taking one off."""

    seat: Public[Seat]
    place: Public[Place]
    colour: Public[Colour]


@dataclass(frozen=True, slots=True)
class CardRevalued:
    """A card of a saga got another value: by a token, or by taking one off."""

    seat: Public[Seat]
    place: Public[Place]
    value: Public[int]


@dataclass(frozen=True, slots=True)
class CardsDrawn:
    """A seat drew cards, and has to discard as many."""

    seat: Public[Seat]
    count: Public[int]
    reshuffled: Public[bool]
    cards: Annotated[tuple[str, ...], Only("seat")]


@dataclass(frozen=True, slots=True)
class CardsDiscarded:
    """A seat discarded as many cards as it had drawn."""

    seat: Public[Seat]
    cards: Public[tuple[str, ...]]


@dataclass(frozen=True, slots=True)
class EffectDeclined:
    """A seat made no use of an effect."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class EchtraBegan:
    """Only stray bards are left: their owners help them home."""


@dataclass(frozen=True, slots=True)
class DiscardChosen:
    """A seat chose what it discards in the upkeep."""

    seat: Public[Seat]
    card: Annotated[str, Only("seat")]


@dataclass(frozen=True, slots=True)
class Discard:
    """What a seat discarded."""

    seat: Seat
    card: str


@dataclass(frozen=True, slots=True)
class HandsTrimmed:
    """Everybody discarded a card."""

    discards: Public[tuple[Discard, ...]]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over, and the first-player marker passed on; to Balor, if to no seat."""

    round: Public[int]
    first: Public[Seat | None]


@dataclass(frozen=True, slots=True)
class ColourChosen:
    """A seat chose the colour of a card for the scoring."""

    seat: Public[Seat]
    place: Public[Place]
    colour: Public[Colour]


@dataclass(frozen=True, slots=True)
class MatchScored:
    """The match is over."""

    ending: Public[str]
    scores: Public[tuple[Score, ...]]


@dataclass(frozen=True, slots=True)
class SeatLeft:
    """A seat left for good: its bards went home, its hand went back to the deck unseen."""

    seat: Public[Seat]


Event: TypeAlias = (
    MatchSetUp
    | HandDealt
    | OtherworldDealt
    | GazeTurned
    | BardPlaced
    | CardTaken
    | CardPlayed
    | CardDiscarded
    | OwnCardMoved
    | OwnCardsSwapped
    | CardRecoloured
    | CardRevalued
    | CardsDrawn
    | CardsDiscarded
    | EffectDeclined
    | EchtraBegan
    | DiscardChosen
    | HandsTrimmed
    | RoundEnded
    | ColourChosen
    | MatchScored
    | SeatLeft
)
