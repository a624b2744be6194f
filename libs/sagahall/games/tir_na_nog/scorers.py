"""The terms that the score of a geis is made of (specification, section 7).

A ``table`` gives points by a number, from 0; beyond its end the last entry counts. An empty space parts neighbours.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise
from typing import Annotated, TypeAlias

from sagahall.games.tir_na_nog.relations import Attribute, Condition, Relation
from sagahall.games.tir_na_nog.saga import Line, filled, neighbours

Positive: TypeAlias = Annotated[int, "from 1"]
Table: TypeAlias = tuple[int, ...]


def entry(table: Table, number: int) -> int:
    """The entry of the table for the number."""
    return table[min(number, len(table) - 1)]


class Term(ABC):
    """Something that a row scores for."""

    __slots__ = ()

    @abstractmethod
    def score(self, line: Line, upper: Line) -> int:
        """What it is worth in a row under another row."""


@dataclass(frozen=True, slots=True)
class Cards(Term):
    """``cards: where, points``: points for each card that meets all conditions."""

    where: tuple[Condition, ...]
    points: int

    def score(self, line: Line, upper: Line) -> int:
        """Holes do not matter."""
        return self.points * sum(all(condition.met_by(card) for condition in self.where) for card in filled(line))


@dataclass(frozen=True, slots=True)
class Pairs(Term):
    """``pairs: rel, points``: points for each two neighbours of which the left one is so to the right one."""

    rel: Relation
    points: int

    def score(self, line: Line, upper: Line) -> int:
        """A hole parts a pair."""
        return self.points * sum(self.rel.holds(left, right) for left, right in neighbours(line))


@dataclass(frozen=True, slots=True)
class Run(Term):
    """``run: rel, table``: by the length of the longest chain of neighbours in which each two meet the relation. A lone
    card is a chain of 1."""

    rel: Relation
    table: Table

    def score(self, line: Line, upper: Line) -> int:
        """A hole ends a chain."""
        longest = length = 0
        for left, card in pairwise(line):
            goes_on = left is not None and card is not None and self.rel.holds(left, card)
            length = length + 1 if goes_on else int(card is not None)
            longest = max(longest, length)
        return entry(self.table, longest)


@dataclass(frozen=True, slots=True)
class Distinct(Term):
    """``distinct: attr, table``: by the number of different values or colours."""

    attr: Attribute
    table: Table

    def score(self, line: Line, upper: Line) -> int:
        """Holes do not matter."""
        return entry(self.table, len({self.attr.of(card) for card in filled(line)}))


@dataclass(frozen=True, slots=True)
class Groups(Term):
    """``groups: attr, table``: for each value or colour of the row, by the number of cards that have it."""

    attr: Attribute
    table: Table

    def score(self, line: Line, upper: Line) -> int:
        """Holes do not matter."""
        sizes = Counter(self.attr.of(card) for card in filled(line)).values()
        return sum(entry(self.table, size) for size in sizes)


@dataclass(frozen=True, slots=True)
class Band:
    """Points for a number from ``min`` to ``max``; None is no limit."""

    min: int | None
    max: int | None
    points: int

    def fits(self, number: int) -> bool:
        """Whether the number lies in the band."""
        return (self.min is None or number >= self.min) and (self.max is None or number <= self.max)


@dataclass(frozen=True, slots=True)
class Sum(Term):
    """``sum: min_cards, bands``: with so many cards at least, the points of the first band that fits their values."""

    min_cards: int
    bands: tuple[Band, ...]

    def score(self, line: Line, upper: Line) -> int:
        """Holes do not matter."""
        values = [card.value for card in filled(line)]
        if len(values) < self.min_cards:
            return 0
        return next((band.points for band in self.bands if band.fits(sum(values))), 0)


@dataclass(frozen=True, slots=True)
class Spaces:
    """Two spaces of a row."""

    first: int
    second: int


@dataclass(frozen=True, slots=True)
class Mirror(Term):
    """``mirror: rel, pairs, points``: points for each pair of spaces, both filled, whose cards meet the relation."""

    rel: Relation
    pairs: tuple[Spaces, ...]
    points: int

    def score(self, line: Line, upper: Line) -> int:
        """Only the spaces that are named are looked at."""
        return self.points * sum(self._meet(line, pair) for pair in self.pairs)

    def _meet(self, line: Line, pair: Spaces) -> bool:
        first, second = line[pair.first], line[pair.second]
        return first is not None and second is not None and self.rel.holds(first, second)


@dataclass(frozen=True, slots=True)
class Ends(Term):
    """``ends: positions, divisor``: the values in two spaces added and divided, rounded down, if both are filled."""

    positions: Spaces
    divisor: Positive

    def score(self, line: Line, upper: Line) -> int:
        """Only the spaces that are named are looked at."""
        first, second = line[self.positions.first], line[self.positions.second]
        return 0 if first is None or second is None else (first.value + second.value) // self.divisor


@dataclass(frozen=True, slots=True)
class Above(Term):
    """``above: rel, points``: points for each card to which the card directly above is so."""

    rel: Relation
    points: int

    def score(self, line: Line, upper: Line) -> int:
        """A card under an empty space is worth nothing."""
        over = [(upper[card.space], card) for card in filled(line)]
        return self.points * sum(high is not None and self.rel.holds(high, card) for high, card in over)


@dataclass(frozen=True, slots=True)
class Count(Term):
    """``count: at_least, points``: points if the row has so many cards."""

    at_least: int
    points: int

    def score(self, line: Line, upper: Line) -> int:
        """Holes do not matter."""
        return self.points if len(filled(line)) >= self.at_least else 0


TERMS: Mapping[str, type[Term]] = {
    "cards": Cards,
    "pairs": Pairs,
    "run": Run,
    "distinct": Distinct,
    "groups": Groups,
    "sum": Sum,
    "mirror": Mirror,
    "ends": Ends,
    "above": Above,
    "count": Count,
}
"""The terms by their names in the data file."""


def row_points(terms: tuple[Term, ...], line: Line, upper: Line) -> int:
    """The points of a row under another, never less than 0."""
    return max(0, sum(term.score(line, upper) for term in terms))
