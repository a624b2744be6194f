"""What an envoy can do, in the imperative, and what happened, in the past tense."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, TypeAlias

from sagahall.games.kernel import Only, Public, Seat, Secret
from sagahall.games.parley.state import Card, Suit, Wish


@dataclass(frozen=True, slots=True)
class Seal:
    """Choose a card of the hand, face down."""

    card: Card


@dataclass(frozen=True, slots=True)
class Demand:
    """On the own turn: ask another envoy for a card of a suit. It has to answer before the talks go on."""

    target: Seat
    suit: Suit


@dataclass(frozen=True, slots=True)
class Answer:
    """Answer a demand with a card of its suit, or with none: that costs a coin, of those who have one."""

    card: Card | None


@dataclass(frozen=True, slots=True)
class Pass:
    """Let the own turn go by."""


@dataclass(frozen=True, slots=True)
class Offer:
    """At any time of the talks: offer another envoy coins for a card, with a note for that envoy only."""

    to: Seat
    coins: int
    wish: Wish
    note: str


@dataclass(frozen=True, slots=True)
class Withdraw:
    """Take the own offer back."""


@dataclass(frozen=True, slots=True)
class Accept:
    """Give a card to the seat that offers coins for it."""

    seat: Seat
    card: Card


Move: TypeAlias = Seal | Demand | Answer | Pass | Offer | Withdraw | Accept


@dataclass(frozen=True, slots=True)
class Bid:
    """The card that a seat had sealed."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class Hand:
    """The cards that a seat still held."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class Buried:
    """A card was put aside unseen; its suit counts at the end."""

    card: Secret[Card]


@dataclass(frozen=True, slots=True)
class Dealt:
    """A hand was filled up."""

    seat: Public[Seat]
    cards: Annotated[tuple[Card, ...], Only("seat")]
    count: Public[int]


@dataclass(frozen=True, slots=True)
class Sealed:
    """An envoy chose a card, face down."""

    seat: Public[Seat]
    card: Annotated[Card, Only("seat")]


@dataclass(frozen=True, slots=True)
class Revealed:
    """All sealed cards were turned up; the best won the pot. A lone envoy plays against a rival from the stock."""

    bids: Public[tuple[Bid, ...]]
    rival: Public[Card | None]
    winner: Public[Seat | None]


@dataclass(frozen=True, slots=True)
class Demanded:
    """An envoy asked another for a card of a suit."""

    seat: Public[Seat]
    target: Public[Seat]
    suit: Public[Suit]


@dataclass(frozen=True, slots=True)
class Given:
    """A demand was met; the card now lies face up among the gains of the other."""

    seat: Public[Seat]
    to: Public[Seat]
    card: Public[Card]


@dataclass(frozen=True, slots=True)
class Refused:
    """A demand was refused, for a coin if there was one."""

    seat: Public[Seat]
    to: Public[Seat]
    coins: Public[int]


@dataclass(frozen=True, slots=True)
class Passed:
    """An envoy let its turn go by."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class Offered:
    """An envoy offered coins for a card; the parties are the two who may read the note."""

    seat: Public[Seat]
    to: Public[Seat]
    coins: Public[int]
    wish: Public[Wish]
    parties: Public[tuple[Seat, ...]]
    note: Annotated[str, Only("parties")]


@dataclass(frozen=True, slots=True)
class Withdrawn:
    """An envoy took its offer back."""

    seat: Public[Seat]
    to: Public[Seat]


@dataclass(frozen=True, slots=True)
class Traded:
    """An offer was accepted: the seat gave the card, face up, to the one who had offered the coins."""

    seat: Public[Seat]
    to: Public[Seat]
    card: Public[Card]
    coins: Public[int]


@dataclass(frozen=True, slots=True)
class Left:
    """An envoy left for good; its hidden cards went back to the stock unseen."""

    seat: Public[Seat]


@dataclass(frozen=True, slots=True)
class RoundEnded:
    """A round is over and its offers have lapsed; another follows."""

    round: Public[int]


@dataclass(frozen=True, slots=True)
class Finished:
    """The match is over: hands and the buried card were laid open, and the hands joined the gains."""

    ending: Public[str]
    buried: Public[Card]
    hands: Public[tuple[Hand, ...]]


Event: TypeAlias = (
    Buried
    | Dealt
    | Sealed
    | Revealed
    | Demanded
    | Given
    | Refused
    | Passed
    | Offered
    | Withdrawn
    | Traded
    | Left
    | RoundEnded
    | Finished
)
