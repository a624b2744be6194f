from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Any

import pytest

from sagahall.api.parley.v1 import parley_pb2
from sagahall.match.canonical import canonical, from_canonical
from sagahall.match.codec import Codec
from sagahall.match.shapes import UnsupportedType, shape_of


@dataclass(frozen=True, slots=True)
class Leaf:
    kind: str


@dataclass(frozen=True, slots=True)
class Twig:
    leaf: Leaf | None


@dataclass(slots=True)
class Loose:
    number: int


@dataclass(frozen=True, slots=True)
class Holder:
    table: dict[str, int] = field(default_factory=dict)


def other_leaf() -> Any:
    @dataclass(frozen=True, slots=True)
    class Leaf:
        number: int

    return Leaf


@pytest.mark.parametrize(
    ("annotation", "detail"),
    [
        pytest.param(dict[str, int], "no type that can be carried", id="dict"),
        pytest.param(list[int], "no type that can be carried", id="list"),
        pytest.param(float, "no type that can be carried", id="float"),
        pytest.param(bytes, "no type that can be carried", id="bytes"),
        pytest.param(Any, "no type that can be carried", id="any"),
        pytest.param(tuple[int, str], r"must be tuple\[X, ...\]", id="pair"),
        pytest.param(tuple[int], r"must be tuple\[X, ...\]", id="tuple of one"),
        pytest.param(tuple[()], r"must be tuple\[X, ...\]", id="tuple of none"),
        pytest.param(tuple[tuple[int, ...], ...], "may not hold None or tuples", id="nested tuple"),
        pytest.param(tuple[int | None, ...], "may not hold None or tuples", id="None inside a tuple"),
        pytest.param(tuple[Leaf | Twig | None, ...], "may not hold None or tuples", id="None in a tuple's union"),
        pytest.param(tuple[int, ...] | None, "may not be optional", id="optional tuple"),
        pytest.param(int | str, "may only join dataclasses", id="union of scalars"),
        pytest.param(Leaf | int, "may only join dataclasses", id="union of a dataclass and a scalar"),
        pytest.param(Leaf | other_leaf(), "different names", id="union of namesakes"),
        pytest.param(Loose, "must be frozen", id="mutable dataclass"),
    ],
)
def test_a_type_that_cannot_be_carried_is_refused(annotation: Any, detail: str) -> None:
    with pytest.raises(UnsupportedType, match=detail):
        shape_of(annotation)


def test_a_refusal_names_the_field_deep_inside() -> None:
    with pytest.raises(UnsupportedType, match=r"Holder\.table"):
        shape_of(tuple[Holder, ...])


@pytest.mark.parametrize("annotation", [int, tuple[Leaf, ...], Leaf | None])
def test_only_dataclasses_and_their_unions_are_messages(annotation: Any) -> None:
    with pytest.raises(UnsupportedType, match="only dataclasses and unions"):
        Codec(annotation, parley_pb2.Card)


class Suit(Enum):
    CROWN = 1
    SWORD = 2


@dataclass(frozen=True, slots=True)
class Card:
    suit: Suit
    rank: int


@dataclass(frozen=True, slots=True)
class Pass:
    pass


@dataclass(frozen=True, slots=True)
class WrongName:
    suit: Leaf
    number: int


@dataclass(frozen=True, slots=True)
class WrongType:
    seat: str


@dataclass(frozen=True, slots=True)
class Unrepeated:
    seat: int
    cards: Card


@dataclass(frozen=True, slots=True)
class OptionalSeat:
    seat: int | None


@pytest.mark.parametrize(
    ("annotation", "message", "detail"),
    [
        pytest.param(Card, parley_pb2.Card, "do not share SUIT_QUILL, SUIT_SHIP", id="enum with other members"),
        pytest.param(WrongName, parley_pb2.Card, "do not share number, rank", id="field with another name"),
        pytest.param(WrongType, parley_pb2.Passed, "cannot hold str", id="field of another type"),
        pytest.param(Unrepeated, parley_pb2.Hand, "only a tuple, is a repeated field", id="repeated field"),
        pytest.param(OptionalSeat, parley_pb2.Passed, "is an optional field", id="field without presence"),
        pytest.param(Pass | Leaf, parley_pb2.Wish, "do not share", id="oneof of others"),
    ],
)
def test_a_message_that_does_not_fit_its_class_is_refused(annotation: Any, message: Any, detail: str) -> None:
    with pytest.raises(UnsupportedType, match=detail):
        Codec(annotation, message)


def test_a_field_may_be_called_as_it_likes_in_the_canonical_form() -> None:
    value = Twig(Leaf("oak"))

    for one in (value, Leaf("elm")):
        text = canonical(Leaf | Twig, one)
        assert from_canonical(Leaf | Twig, text) == one
    assert canonical(Leaf | Twig, value) == '{"twig":{"leaf":{"kind":"oak"}}}'
