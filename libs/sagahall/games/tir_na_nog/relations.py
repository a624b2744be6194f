"""What two cards may have to do with one another, and what one card may have to be."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from sagahall.games.tir_na_nog.saga import SagaCard


class Attribute(Enum):
    """What is looked at."""

    VALUE = "value"
    COLOUR = "colour"

    def of(self, card: SagaCard) -> Any:
        """The value or colour that counts."""
        return card.value if self is Attribute.VALUE else card.colour


class Comparison(Enum):
    """How a left or upper card is compared with a right or lower one."""

    LT = "lt"
    LE = "le"
    GT = "gt"
    GE = "ge"
    EQ = "eq"
    NE = "ne"
    NEAR = "near"
    FAR = "far"
    NEXT = "next"


NUMBERED_COMPARISONS = (Comparison.NEAR, Comparison.FAR, Comparison.NEXT)
COLOUR_COMPARISONS = (Comparison.EQ, Comparison.NE)

_COMPARE: Mapping[Comparison, Callable[[Any, Any, int], bool]] = {
    Comparison.LT: lambda a, b, _n: bool(a < b),
    Comparison.LE: lambda a, b, _n: bool(a <= b),
    Comparison.GT: lambda a, b, _n: bool(a > b),
    Comparison.GE: lambda a, b, _n: bool(a >= b),
    Comparison.EQ: lambda a, b, _n: bool(a == b),
    Comparison.NE: lambda a, b, _n: bool(a != b),
    Comparison.NEAR: lambda a, b, n: abs(a - b) <= n,
    Comparison.FAR: lambda a, b, n: abs(a - b) >= n,
    Comparison.NEXT: lambda a, b, n: bool(b == a + n),
}


@dataclass(frozen=True, slots=True)
class Relation:
    """``near``: at most n apart; ``far``: at least n apart; ``next``: the second is n higher than the first. Of colours
    only ``eq`` and ``ne``."""

    attr: Attribute
    op: Comparison
    n: int

    def holds(self, first: SagaCard, second: SagaCard) -> bool:
        """Whether the left or upper card is so to the right or lower one."""
        return _COMPARE[self.op](self.attr.of(first), self.attr.of(second), self.n)


class ValueTest(Enum):
    """What the value of a card is tested for."""

    ODD = "odd"
    EVEN = "even"
    LE = "le"
    GE = "ge"
    EQ = "eq"


NUMBERED_TESTS = (ValueTest.LE, ValueTest.GE, ValueTest.EQ)

_TEST: Mapping[ValueTest, Callable[[int, int], bool]] = {
    ValueTest.ODD: lambda value, _n: value % 2 == 1,
    ValueTest.EVEN: lambda value, _n: value % 2 == 0,
    ValueTest.LE: lambda value, n: value <= n,
    ValueTest.GE: lambda value, n: value >= n,
    ValueTest.EQ: lambda value, n: value == n,
}


@dataclass(frozen=True, slots=True)
class Condition:
    """What the value of one card has to be."""

    op: ValueTest
    n: int

    def met_by(self, card: SagaCard) -> bool:
        """Whether the card is so."""
        return _TEST[self.op](card.value, self.n)
