"""What a player has told: cards in three rows, and the rows as lines that rules and scores are read from."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from sagahall.games.tir_na_nog.cards import Colour, Row

SPACES = 5
"""Spaces of a row that everybody may fill."""
LAST_SPACE = 6
"""The space that only an effect opens."""
ROWS = tuple(Row)


@dataclass(frozen=True, slots=True)
class Place:
    """A space of a saga: 1 to 5 from left to right, and 6."""

    row: Row
    space: int


@dataclass(frozen=True, slots=True)
class SagaCard:
    """A card of a saga by its id. Colour and value are those that count: of the token on it, else the printed ones."""

    card: str
    row: Row
    space: int
    colour: Colour
    value: int

    @property
    def place(self) -> Place:
        """Where it lies."""
        return Place(self.row, self.space)


Line: TypeAlias = Sequence[SagaCard | None]
"""The cards of a row by space, from 0 to 7; the outermost are always empty, so that every space has neighbours."""
Lines: TypeAlias = Mapping[Row, Line]

NO_LINE: Line = (None,) * (LAST_SPACE + 2)
ABOVE: Mapping[Row, Row] = {Row.MIDDLE: Row.TOP, Row.BOTTOM: Row.MIDDLE}


def lines_of(saga: Iterable[SagaCard]) -> Lines:
    """The rows of a saga."""
    lines: dict[Row, list[SagaCard | None]] = {row: list(NO_LINE) for row in ROWS}
    for card in saga:
        lines[card.row][card.space] = card
    return lines


def in_order(saga: Iterable[SagaCard]) -> list[SagaCard]:
    """The cards by row and space."""
    return sorted(saga, key=lambda card: (ROWS.index(card.row), card.space))


def above(lines: Lines, row: Row) -> Line:
    """The row over the row; an empty one over the top row."""
    return NO_LINE if row is Row.TOP else lines[ABOVE[row]]


def filled(line: Line) -> list[SagaCard]:
    """The cards of a row from left to right."""
    return [card for card in line if card is not None]


def neighbours(line: Line) -> list[tuple[SagaCard, SagaCard]]:
    """Every two cards in adjacent spaces of a row, from left to right."""
    return [(left, right) for left, right in pairwise(line) if left is not None and right is not None]


def first_free(line: Line) -> int | None:
    """The lowest of the spaces 1 to 5 that is empty, holes included; None if the row has five cards or more."""
    if len(filled(line)) >= SPACES:
        return None
    return next(space for space in range(1, SPACES + 1) if line[space] is None)
