"""How the events that both games have change the state. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenboard.moves import CardsDealt, HomeDealt, HomeRevealed, MatchStarted, Passed
from sagahall.games.elfenboard.table import S, acted, first_turn, with_seat
from sagahall.games.kernel import Seat


def match_started(state: S, event: MatchStarted) -> S:
    """The first player is known."""
    return replace(state, first=event.first)


def home_dealt(state: S, event: HomeDealt) -> S:
    """A town card goes to its seat."""
    homes = tuple(town for town in state.homes if town != event.town)
    return replace(state, seats=with_seat(state, event.seat, home=event.town), homes=homes)


def cards_dealt(state: S, event: CardsDealt) -> S:
    """Cards go from the deck to a hand."""
    hand = ordered(state.seats[event.seat].hand, event.cards)
    return replace(state, seats=with_seat(state, event.seat, hand=hand), deck=without(state.deck, event.cards))


def phase_started(state: S, todo: Callable[[Seat], int], **changes: Any) -> S:
    """A phase begins, in which every seat has so much to do."""
    seats = tuple(
        replace(traveller, todo=0 if traveller.left else todo(seat)) for seat, traveller in enumerate(state.seats)
    )
    return replace(state, seats=seats, turn=first_turn(seats, state.first), **changes)


def passed(state: S, event: Passed) -> S:
    """A seat has nothing more to do, for now."""
    return acted(state, event.seat, with_seat(state, event.seat, todo=0))


class Journey(Protocol):
    """What is the same in every step of a journey."""

    @property
    def seat(self) -> Seat:
        """Who travelled."""

    @property
    def town(self) -> str:
        """Where to."""

    @property
    def cards(self) -> tuple[Transport, ...]:
        """What was paid."""

    @property
    def collected(self) -> bool:
        """Whether the marker there was taken."""


def travelled(state: S, event: Journey, **changes: Any) -> S:
    """A boot stands in another town; with further changes to its seat."""
    traveller = state.seats[event.seat]
    visited = (*traveller.visited, event.town) if event.collected else traveller.visited
    hand = without(traveller.hand, event.cards)
    seats = with_seat(state, event.seat, boot=event.town, visited=visited, hand=hand, **changes)
    return replace(state, seats=seats, discard=(*state.discard, *event.cards))


def home_revealed(state: S, event: HomeRevealed) -> S:
    """All know a home town."""
    return replace(state, seats=with_seat(state, event.seat, home=event.town))
