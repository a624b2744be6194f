"""Random values of any type that a game is built from, and values that are wrong in one place only."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import Any, TypeAlias

from hypothesis import strategies as st

from sagahall.match.shapes import Enumeration, OneOf, Optional, Scalar, Sequence, Shape, Struct, shape_of

Values: TypeAlias = st.SearchStrategy[Any]

NUMBERS = st.integers(-2, 40) | st.sampled_from([-(2**31), 2**31 - 1])
TEXTS = st.text(st.sampled_from("aZ0 -é漢😀\"<&'\\\n\x00\u200b"), max_size=70)
SCALARS: dict[type, Values] = {bool: st.booleans(), int: NUMBERS, str: TEXTS}


def values(annotation: Any) -> Values:
    """Any value of a type that the wire can carry."""
    return _values(shape_of(annotation))


def mutants(annotation: Any, value: Any) -> Values:
    """Values of the type that differ from ``value`` in one place; of a value without places, any value."""
    return _mutants(shape_of(annotation), value)


@cache
def _values(shape: Shape) -> Values:
    match shape:
        case Scalar():
            return SCALARS[shape.type]
        case Enumeration():
            return st.sampled_from(shape.type)
        case Optional():
            return st.none() | _values(shape.item)
        case Sequence():
            return st.lists(_values(shape.item), max_size=4).map(tuple)
        case Struct():
            return st.builds(shape.type, **{name: _values(field) for name, field in shape.fields})
        case OneOf():
            return st.one_of([_values(struct) for _, struct in shape.members])


def _mutants(shape: Shape, value: Any) -> Values:
    match shape:
        case Struct() if shape.fields:
            return st.one_of([_with_mutant(name, field, value) for name, field in shape.fields])
        case OneOf():
            return _mutants(next(struct for _, struct in shape.members if struct.type is type(value)), value)
        case Sequence() if value:
            return _values(shape) | _items_changed(shape, value)
        case Optional() if value is not None:
            return st.none() | _mutants(shape.item, value)
        case Scalar() if shape.type is int:
            return st.sampled_from([value - 1, value + 1]) | NUMBERS
        case _:
            return _values(shape)


def _with_mutant(name: str, shape: Shape, value: Any) -> Values:
    return _mutants(shape, getattr(value, name)).map(lambda other: replace(value, **{name: other}))


def _items_changed(shape: Sequence, items: tuple[Any, ...]) -> Values:
    """One item less, doubled or changed, or another order."""

    def changed(index: int) -> Values:
        before, item, after = items[:index], items[index], items[index + 1 :]
        mutated = _mutants(shape.item, item).map(lambda other: (*before, other, *after))
        return st.just(before + after) | st.just((*before, item, item, *after)) | mutated

    return st.permutations(items).map(tuple) | st.integers(0, len(items) - 1).flatmap(changed)
