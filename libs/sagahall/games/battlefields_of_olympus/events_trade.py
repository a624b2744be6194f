"""What happened between players who trade, and who sees what of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

from sagahall.games.battlefields_of_olympus.cards import Warrior
from sagahall.games.battlefields_of_olympus.state import Bundle
from sagahall.games.kernel import Only, Public, Seat


@dataclass(frozen=True, slots=True)
class TradeProposed:
    """A trade was proposed. It lapses with the turn, when a party fights or leaves, or when the proposer no longer
    has what he gives."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]
    parties: Public[tuple[Seat, ...]]
    give: Annotated[Bundle, Only("parties")]
    want: Annotated[Bundle, Only("parties")]


@dataclass(frozen=True, slots=True)
class TradeWithdrawn:
    """A proposal was taken back."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]


@dataclass(frozen=True, slots=True)
class TradeRejected:
    """A proposal was turned down."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]


@dataclass(frozen=True, slots=True)
class Parcel:
    """What everybody sees of the cards that one party gave: how many of each deck, those that had lain open, and the
    territories."""

    actions: int
    warriors: int
    open_warriors: tuple[Warrior, ...]
    territories: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TradeAccepted:
    """A proposal was accepted: what ``seat``, who had proposed, and ``to`` gave. The territories changed hands."""

    proposal: Public[int]
    seat: Public[Seat]
    to: Public[Seat]
    given: Public[Parcel]
    returned: Public[Parcel]


@dataclass(frozen=True, slots=True)
class CardsExchanged:
    """The Actions and Warriors of an accepted trade changed hands. What a hand cannot hold went onto the reserve."""

    seat: Public[Seat]
    to: Public[Seat]
    parties: Public[tuple[Seat, ...]]
    given: Annotated[Bundle, Only("parties")]
    returned: Annotated[Bundle, Only("parties")]
