"""Balor in solo play: what he does, without choices and without dice (specification, section 9)."""

from __future__ import annotations

from sagahall.games.tir_na_nog.cards import Card
from sagahall.games.tir_na_nog.facts import CARDS
from sagahall.games.tir_na_nog.moves import BardPlaced, CardPlayed, CardTaken, Event
from sagahall.games.tir_na_nog.otherworld import Spot, SpotKind
from sagahall.games.tir_na_nog.regions import adjacent
from sagahall.games.tir_na_nog.saga import ROWS, Place, SagaCard, filled, first_free, lines_of
from sagahall.games.tir_na_nog.state import CellCard, State


def place_bard(state: State) -> Event:
    """The free gap with most cards of the gaze's colour, then with the highest sum of values, then the first."""
    taken = {bard.spot for bard in state.bards}
    free = [spot for spot in state.grid.of_kind(SpotKind.GAP) if spot.id not in taken]
    return BardPlaced(None, max(free, key=lambda spot: _lure(state, spot)).id, None)


def _lure(state: State, spot: Spot) -> tuple[int, int]:
    cards = [CARDS[lying.card] for lying in state.touched(spot.id)]
    return sum(card.colour is state.gaze for card in cards), sum(card.value for card in cards)


def take_card(state: State) -> Event:
    """Of the cards that his bards touch, in the Echtra of all: one of the gaze's colour, then the highest, then the
    first by row and column. Of the bards that touch it the one that touches fewest goes home, then the first in the
    order of spots."""
    touched = {spot.id: state.touched(spot.id) for spot in state.spots_of(None)}
    within = state.otherworld if state.echtra else sum(touched.values(), ())
    best = max(sorted(within, key=lambda lying: lying.cell), key=lambda lying: _worth(state, lying))
    able = [spot for spot, cards in touched.items() if state.echtra or best in cards]
    return CardTaken(None, min(able, key=lambda spot: len(touched[spot])), best.cell, best.card)


def _worth(state: State, lying: CellCard) -> tuple[bool, int]:
    card = CARDS[lying.card]
    return card.colour is state.gaze, card.value


def play_card(state: State) -> Event:
    """At the first free space of a row of his lair: one where a card of its colour would be adjacent, if there is any,
    then the one with fewest cards, then the uppermost."""
    balor = state.player(None)
    (card,) = balor.hand
    lines = lines_of(balor.saga)
    free = [Place(row, space) for row in ROWS if (space := first_free(lines[row]))]
    kin = [place for place in free if _meets_kin(CARDS[card], place, balor.saga)]
    return CardPlayed(None, card, min(kin or free, key=lambda place: len(filled(lines[place.row]))), offers=False)


def _meets_kin(card: Card, place: Place, lair: tuple[SagaCard, ...]) -> bool:
    placed = SagaCard(card.id, place.row, place.space, card.colour, card.value)
    return any(other.colour is card.colour for other in adjacent(placed, lines_of(lair)))
