"""The table of parley: who holds what, and whose word is awaited."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import Enum
from typing import TypeAlias

from sagahall.games.kernel import Seat

HAND = 2
"""Cards in a hand when a round begins."""

POT = 2
"""Coins for the best sealed card of a round."""


class Suit(Enum):
    """What a card is about."""

    CROWN = "crown"
    SWORD = "sword"
    QUILL = "quill"
    SHIP = "ship"


@dataclass(frozen=True, slots=True)
class Card:
    """A card, ranked from 1 to 10; there is one of each."""

    suit: Suit
    rank: int


DECK = tuple(Card(suit, rank) for suit in Suit for rank in range(1, 11))
"""Forty cards: enough for three rounds of four seats, however many cards change hands."""


@dataclass(frozen=True, slots=True)
class AnyCard:
    """Any card will do."""


@dataclass(frozen=True, slots=True)
class OfSuit:
    """A card of one suit is wanted."""

    suit: Suit


Wish: TypeAlias = AnyCard | OfSuit


def meets(card: Card, wish: Wish) -> bool:
    """Whether the card is one that is wanted."""
    return isinstance(wish, AnyCard) or card.suit is wish.suit


@dataclass(frozen=True, slots=True)
class Proposal:
    """A standing offer of coins for a card. The note is whispered: None for those who may not read it."""

    seat: Seat
    to: Seat
    coins: int
    wish: Wish
    note: str | None


@dataclass(frozen=True, slots=True)
class Claim:
    """A demand that its target has not answered yet."""

    target: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Sealing:
    """Every envoy chooses a card at the same time, face down."""


@dataclass(frozen=True, slots=True)
class Talking:
    """The envoys act one after the other, the first of the queue now; a claim interrupts until it is answered."""

    queue: tuple[Seat, ...]
    claim: Claim | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """The match has ended in the named way."""

    ending: str


Stage: TypeAlias = Sealing | Talking | Over


@dataclass(frozen=True, slots=True)
class Envoy:
    """What one seat has. Hand and sealed card are its own secret; all the rest is public."""

    coins: int
    hand: tuple[Card, ...] = ()
    sealed: Card | None = None
    gains: tuple[Card, ...] = ()
    left: bool = False

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hidden cards: the hand and the sealed one."""
        return self.hand if self.sealed is None else (*self.hand, self.sealed)

    def without(self, card: Card) -> Envoy:
        """The envoy after a card has gone from the hand."""
        return replace(self, hand=tuple(held for held in self.hand if held != card))


@dataclass(frozen=True, slots=True)
class State:
    """One match of parley. Nobody knows the buried card before the end."""

    rounds: int
    demands: bool
    envoys: tuple[Envoy, ...]
    round: int = 1
    stage: Stage = Sealing()
    buried: Card | None = None
    discards: tuple[Card, ...] = ()
    proposals: tuple[Proposal, ...] = ()

    @property
    def present(self) -> tuple[Seat, ...]:
        """The seats that have not left."""
        return tuple(seat for seat, envoy in enumerate(self.envoys) if not envoy.left)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The cards that lie nowhere else, in the order of the deck: a draw takes any of them."""
        elsewhere = {self.buried, *self.discards}.union(*(envoy.cards + envoy.gains for envoy in self.envoys))
        return tuple(card for card in DECK if card not in elsewhere)

    def proposal(self, seat: Seat) -> Proposal | None:
        """What the seat offers at present."""
        return next((proposal for proposal in self.proposals if proposal.seat == seat), None)

    def place(self, seat: Seat, envoy: Envoy) -> State:
        """The table with one envoy changed."""
        return replace(self, envoys=(*self.envoys[:seat], envoy, *self.envoys[seat + 1 :]))
