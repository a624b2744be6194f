"""Cutting a hand that has more cards than may be kept."""

from __future__ import annotations

from typing import Any

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import contains, selections
from sagahall.games.elfenboard.moves import CardsDiscarded, Discard
from sagahall.games.kernel import Form, FormField, IllegalMove, Seat


def cards_field(hand: tuple[Transport, ...], number: int) -> FormField:
    """A blank for so many cards of the hand."""
    return FormField(
        name="cards",
        summary=f"{number} cards of the hand; each may be chosen as often as it is listed",
        choices=tuple(f"TRANSPORT_{card.name}" for card in hand),
        min_items=number,
        max_items=number,
    )


def cut_choices(hand: tuple[Transport, ...], limit: int) -> tuple[Discard, ...]:
    """Every way to cut the hand to the limit, its cards in the order of the chart."""
    return tuple(map(Discard, selections(hand, len(hand) - limit)))


def cut_forms(hand: tuple[Transport, ...], limit: int) -> tuple[Form[Any], ...]:
    """The form for the cards to be discarded."""
    surplus = len(hand) - limit
    example = Discard(hand[:surplus])
    return (Form("discard", f"Discard {surplus} cards", (cards_field(hand, surplus),), example),)


def cut(seat: Seat, hand: tuple[Transport, ...], limit: int, move: Discard) -> CardsDiscarded:
    """Cuts the hand. Raises IllegalMove unless the cards are of the hand, and exactly those that are too many."""
    surplus = len(hand) - limit
    if len(move.cards) != surplus:
        raise IllegalMove("wrong-number-of-cards", f"{surplus} cards are to be discarded, not {len(move.cards)}")
    check_held(hand, move.cards)
    return CardsDiscarded(seat, move.cards)


def check_held(hand: tuple[Transport, ...], cards: tuple[Transport, ...]) -> None:
    """Raises IllegalMove unless all cards are in the hand."""
    if not contains(hand, cards):
        raise IllegalMove("cards-missing", "the cards are not all in the hand")
