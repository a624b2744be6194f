"""What moves do, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sagahall.games.tir_na_nog.cards import Card
from sagahall.games.tir_na_nog.facts import CARDS, GRIDS
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
from sagahall.games.tir_na_nog.otherworld import Cell, SpotKind
from sagahall.games.tir_na_nog.saga import Place
from sagahall.games.tir_na_nog.view import View


def label(view: View, move: Move) -> str:
    """What the move does, seen by the seat that makes it."""
    return _LABELS[type(move)](view, move)


def card_name(card: Card) -> str:
    """A card for people: its colour, value and name, and its effect if it has one."""
    effect = f" ({effect_name(card)})" if card.effect else ""
    return f"{card.colour.value} {card.value} {card.name}{effect}"


def effect_name(card: Card) -> str:
    """The effect of a card for people; empty if it has none."""
    return card.effect.id.replace("_", " ") if card.effect else ""


def _card(card: str) -> str:
    return card_name(CARDS[card]) if card in CARDS else card


def _all(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last


def _at(view: View, cell: Cell) -> str:
    """The card of a cell."""
    names = [card_name(lying.card) for lying in view.otherworld if lying.cell == cell]
    return names[0] if names else f"nothing in row {cell.row}, column {cell.column}"


def _told(view: View, place: Place) -> str:
    """A card of the viewer's saga, and where it lies."""
    saga = () if view.viewer is None else view.seats[view.viewer].saga
    names = [told.card.name for told in saga if told.row is place.row and told.space == place.space]
    return f"{names[0] if names else 'no card'} ({place.row.value} {place.space})"


def _place_bard(view: View, move: PlaceBard) -> str:
    spot = GRIDS[len(view.seats)].spots.get(move.spot)
    if spot is None:
        return f"Place a bard at {move.spot}"
    cards = _all(_at(view, cell) for cell in spot.cells)
    where = {
        SpotKind.GAP: f"between {cards}",
        SpotKind.HOLE: f"beside {cards}",
        SpotKind.CROSSING: f"where {cards} meet",
        SpotKind.EDGE: f"on the edge of {cards}",
    }[spot.kind]
    permit = "" if move.permit is None else f", by {_card(move.permit)}"
    return f"Place a bard {where} ({move.spot}){permit}"


_LABELS: Mapping[type[Any], Callable[[View, Any], str]] = {
    PlaceBard: _place_bard,
    TakeCard: lambda view, move: f"Take {_at(view, move.cell)} with the bard at {move.spot}",
    TakeStray: lambda view, move: f"Take {_at(view, move.cell)} with a stray bard",
    PlayCard: lambda _view, move: f"Play {_card(move.card)} to {move.place.row.value} {move.place.space}",
    DiscardCard: lambda _view, move: f"Discard {_card(move.card)}: nothing can be played",
    MoveOwn: lambda view, move: f"Move {_told(view, move.place)} to the {move.row.value} row",
    SwapOwn: lambda view, move: f"Swap {_told(view, move.first)} and {_told(view, move.second)}",
    Recolour: lambda view, move: f"Turn {_told(view, move.place)} {move.colour.value}",
    Revalue: lambda view, move: f"Give {_told(view, move.place)} the value {move.value}",
    DrawCards: lambda _view, _move: "Draw cards, then discard as many",
    DiscardTwo: lambda _view, move: f"Discard {_all(map(_card, move.cards)) if move.cards else 'nothing'}",
    DeclineEffect: lambda _view, _move: "Decline the effect",
    UpkeepDiscard: lambda _view, move: f"Discard {_card(move.card)}",
    ChooseColour: lambda view, move: f"{_told(view, move.place)} shall be {move.colour.value}",
}
