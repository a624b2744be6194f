"""The predicates that the placement rule of a geis is made of (specification, section 6.4).

Only the card that is being placed is tested, and only then. ``card`` already knows its space, which is still empty in
``line``; ``upper`` is the row above.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass

from sagahall.games.tir_na_nog.relations import Attribute, Condition, Relation
from sagahall.games.tir_na_nog.saga import Line, SagaCard, filled


class Predicate(ABC):
    """Something that has to be true of a card in its space."""

    __slots__ = ()

    @abstractmethod
    def holds(self, card: SagaCard, line: Line, upper: Line) -> bool:
        """Whether it is true."""


@dataclass(frozen=True, slots=True)
class Neighbours(Predicate):
    """``neighbours: rel``: the left neighbour is so to the card, and the card to the right one, where there are any."""

    rel: Relation

    def holds(self, card: SagaCard, line: Line, upper: Line) -> bool:
        """True next to empty spaces."""
        left, right = line[card.space - 1], line[card.space + 1]
        return (left is None or self.rel.holds(left, card)) and (right is None or self.rel.holds(card, right))


@dataclass(frozen=True, slots=True)
class Unique(Predicate):
    """``unique: attr``: no other card of the row has the value or colour."""

    attr: Attribute

    def holds(self, card: SagaCard, line: Line, upper: Line) -> bool:
        """True in an empty row."""
        return all(self.attr.of(other) != self.attr.of(card) for other in filled(line))


@dataclass(frozen=True, slots=True)
class Uniform(Predicate):
    """``uniform: attr``: every other card of the row has the value or colour."""

    attr: Attribute

    def holds(self, card: SagaCard, line: Line, upper: Line) -> bool:
        """True in an empty row."""
        return all(self.attr.of(other) == self.attr.of(card) for other in filled(line))


@dataclass(frozen=True, slots=True)
class CardMeets(Predicate):
    """``card: where``: the card meets all conditions."""

    where: tuple[Condition, ...]

    def holds(self, card: SagaCard, line: Line, upper: Line) -> bool:
        """Whatever lies around it."""
        return all(condition.met_by(card) for condition in self.where)


@dataclass(frozen=True, slots=True)
class Above(Predicate):
    """``above: rel``: the card directly above is so to the card, if there is one."""

    rel: Relation

    def holds(self, card: SagaCard, line: Line, upper: Line) -> bool:
        """True under an empty space."""
        over = upper[card.space]
        return over is None or self.rel.holds(over, card)


PREDICATES: Mapping[str, type[Predicate]] = {
    "neighbours": Neighbours,
    "unique": Unique,
    "uniform": Uniform,
    "card": CardMeets,
    "above": Above,
}
"""The predicates by their names in the data file."""


def allows(rule: tuple[Predicate, ...], card: SagaCard, line: Line, upper: Line) -> bool:
    """Whether the placement rule of a row lets the card be placed where it says, beside and under those cards."""
    return all(predicate.holds(card, line, upper) for predicate in rule)
