"""A bot that weighs its saga.

A saga is worth what it scores now, and a share of what good cards would add to each row whose spaces are free
(bot_worth). A card is worth the best place for it. The bot plays the card, uses the effect and chooses the colour that
leave the saga worth most; takes the card that is worth most, with the bard that has the least to lose; sends bards
between the cards that are worth most and that fewest others want; and discards what is worth least.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from sagahall.games.tir_na_nog.bot_worth import Outlook, Saga, instant_worth, outlook, saga_of, worth
from sagahall.games.tir_na_nog.cards import Card, EffectOp
from sagahall.games.tir_na_nog.facts import CARDS, FACES, GRIDS
from sagahall.games.tir_na_nog.moves import (
    ChooseColour,
    DeclineEffect,
    DiscardCard,
    DiscardTwo,
    DrawCards,
    Move,
    MoveOwn,
    PlaceBard,
    PlayCard,
    Recolour,
    Revalue,
    SwapOwn,
    TakeCard,
    TakeStray,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.placements import allows
from sagahall.games.tir_na_nog.saga import ROWS, Place, SagaCard, above, first_free, lines_of
from sagahall.games.tir_na_nog.view import View

_OTHER_CARD = 0.35
"""How much of a bard's second card counts beside its best."""
_DRAW = 2.0
"""What it is worth to draw cards."""
_PEACE = 0.01
"""What it is worth not to change a saga for nothing."""


@dataclass(frozen=True, slots=True)
class _Mind:
    """What the bot knows when it has to choose."""

    table: Outlook
    saga: Saga
    present: float
    """What the saga is worth now."""
    cells: Mapping[Cell, float]
    """What the cards of the Otherworld are worth."""
    touched: Mapping[str, tuple[Cell, ...]]
    """The cells, not empty, that a bard touches at each spot."""
    rivals: Mapping[Cell, int]
    """How many bards of others touch the card."""


def advise(view: View, moves: tuple[Move, ...]) -> Move:
    """The move that promises most; the first listed of equals."""
    mind = _mind(view)
    return max(moves, key=lambda move: _PROMISES[type(move)](mind, move))


def _mind(view: View) -> _Mind:
    assert view.viewer is not None
    table, saga = outlook(view), saga_of(view.seats[view.viewer].saga)
    present = worth(table, saga)
    cells = {lying.cell: _card_worth(table, saga, present, lying.card) for lying in view.otherworld}
    spots = GRIDS[len(view.seats)].spots.values()
    touched = {spot.id: tuple(cell for cell in spot.cells if cell in cells) for spot in spots}
    others = [cell for bard in view.bards if bard.seat != view.viewer for cell in touched[bard.spot]]
    return _Mind(table, saga, present, cells, touched, {cell: others.count(cell) for cell in cells})


def _card_worth(table: Outlook, saga: Saga, present: float, card: Card) -> float:
    """What the card adds at the best place that is open to it, or takes away; nothing if it has none."""
    lines = lines_of(saga)
    places = []
    for face, row in zip(table.faces, ROWS, strict=True):
        space = first_free(lines[row])
        if space is not None:
            new = SagaCard(card.id, row, space, card.colour, card.value)
            free = card.has(EffectOp.IGNORE_GEIS)
            if free or allows(FACES[face].placement, new, lines[row], above(lines, row)):
                places.append(worth(table, (*saga, new)) - present)
    return max(places, default=0) + instant_worth(card)


# What moves promise


def _gap(mind: _Mind, move: PlaceBard) -> float:
    """The better card and a share of the others, each the less the more others want it."""
    worths = sorted((mind.cells[cell] / (1 + mind.rivals[cell]) for cell in mind.touched[move.spot]), reverse=True)
    return worths[0] + _OTHER_CARD * sum(worths[1:])


def _take(mind: _Mind, move: TakeCard) -> float:
    """The card, less what the bard could have brought instead."""
    others = [mind.cells[cell] for cell in mind.touched[move.spot] if cell != move.cell]
    return mind.cells[move.cell] - _OTHER_CARD * max(others, default=0)


def _play(mind: _Mind, move: PlayCard) -> float:
    card = CARDS[move.card]
    new = SagaCard(card.id, move.place.row, move.place.space, card.colour, card.value)
    return worth(mind.table, (*mind.saga, new)) + instant_worth(card)


def _loss(mind: _Mind, cards: Iterable[str]) -> float:
    return -sum(_card_worth(mind.table, mind.saga, mind.present, CARDS[card]) for card in cards)


def _changed(mind: _Mind, place: Place, **changes: Any) -> float:
    """The worth of the saga after a change of one card."""
    return worth(mind.table, tuple(replace(card, **changes) if card.place == place else card for card in mind.saga))


def _move(mind: _Mind, move: MoveOwn) -> float:
    return _changed(mind, move.place, row=move.row, space=first_free(lines_of(mind.saga)[move.row]))


def _swap(mind: _Mind, move: SwapOwn) -> float:
    to = {move.first: move.second, move.second: move.first}
    places = [(card, to.get(card.place, card.place)) for card in mind.saga]
    return worth(mind.table, tuple(replace(card, row=place.row, space=place.space) for card, place in places))


_PROMISES: Mapping[type[Any], Callable[[_Mind, Any], float]] = {
    PlaceBard: _gap,
    TakeCard: _take,
    TakeStray: lambda mind, move: mind.cells[move.cell],
    PlayCard: _play,
    DiscardCard: lambda mind, move: _loss(mind, (move.card,)),
    MoveOwn: _move,
    SwapOwn: _swap,
    Recolour: lambda mind, move: _changed(mind, move.place, colour=move.colour),
    Revalue: lambda mind, move: _changed(mind, move.place, value=move.value),
    DrawCards: lambda mind, _move: mind.present + _DRAW,
    DeclineEffect: lambda mind, _move: mind.present + _PEACE,
    DiscardTwo: lambda mind, move: _loss(mind, move.cards),
    UpkeepDiscard: lambda mind, move: _loss(mind, (move.card,)),
    ChooseColour: lambda mind, move: _changed(mind, move.place, colour=move.colour),
}
