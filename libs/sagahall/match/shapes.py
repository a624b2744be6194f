"""The shapes of values that games are built from, read once from their type annotations.

Everything that treats values of games alike (the wire codec, the canonical encoding, generated test data) works on
these shapes. Refused, with UnsupportedType: dicts, ``tuple[A, B]``, nested tuples, None inside a tuple, an optional
tuple, and anything else that is not listed here.
"""

from __future__ import annotations

import re
import types
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from functools import cache
from typing import Annotated, Any, TypeAlias, Union, get_args, get_origin, get_type_hints


class UnsupportedType(TypeError):
    """A type that the codec cannot carry. ``path`` leads to it, from the class that holds it."""

    def __init__(self, path: str, detail: str) -> None:
        super().__init__(f"{path}: {detail}")
        self.path = path
        self.detail = detail


@dataclass(frozen=True, slots=True)
class Scalar:
    """A bool, int or str."""

    type: type[bool | int | str]


@dataclass(frozen=True, slots=True)
class Enumeration:
    """A member of an enum, carried by name."""

    type: type[Enum]


@dataclass(frozen=True, slots=True)
class Struct:
    """A frozen dataclass, field by field."""

    type: type[Any]
    fields: tuple[tuple[str, Shape], ...]


@dataclass(frozen=True, slots=True)
class OneOf:
    """One of several dataclasses, told apart by the snake-case name of the class."""

    members: tuple[tuple[str, Struct], ...]


@dataclass(frozen=True, slots=True)
class Optional:
    """Something that may be None."""

    item: Single


@dataclass(frozen=True, slots=True)
class Sequence:
    """A ``tuple[X, ...]``."""

    item: Single


Single: TypeAlias = Scalar | Enumeration | Struct | OneOf
Shape: TypeAlias = Single | Optional | Sequence


def snake_case(name: str) -> str:
    """The snake-case form of a class name: ``PlaceObstacle`` becomes ``place_obstacle``."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", name).lower()


@cache
def shape_of(annotation: Any) -> Shape:
    """The shape of a type. Raises UnsupportedType."""
    return _shape(annotation, getattr(annotation, "__name__", str(annotation)))


def _shape(annotation: Any, path: str) -> Shape:
    if get_origin(annotation) is Annotated:
        return _shape(get_args(annotation)[0], path)
    if get_origin(annotation) is tuple:
        return Sequence(_item(annotation, path))
    if get_origin(annotation) in (Union, types.UnionType):
        return _union(get_args(annotation), path)
    return _single(annotation, path)


def _item(annotation: Any, path: str) -> Single:
    arguments = get_args(annotation)
    if len(arguments) != 2 or arguments[1] is not Ellipsis:
        raise UnsupportedType(path, "a tuple must be tuple[X, ...]")
    item = _shape(arguments[0], f"{path}[]")
    if isinstance(item, Optional | Sequence):
        raise UnsupportedType(path, "a tuple may not hold None or tuples")
    return item


def _union(arguments: tuple[Any, ...], path: str) -> Shape:
    present = tuple(argument for argument in arguments if argument is not type(None))
    if len(present) < len(arguments):
        item = _shape(present[0], path) if len(present) == 1 else _union(present, path)
        if isinstance(item, Optional | Sequence):
            raise UnsupportedType(path, "a tuple may not be optional")
        return Optional(item)
    structs = [member for member in (_single(argument, path) for argument in present) if isinstance(member, Struct)]
    if len(structs) < len(present):
        raise UnsupportedType(path, "a union may only join dataclasses")
    members = {snake_case(struct.type.__name__): struct for struct in structs}
    if len(members) < len(structs):
        raise UnsupportedType(path, "the classes of a union must have different names")
    return OneOf(tuple(members.items()))


def _single(annotation: Any, path: str) -> Single:
    if annotation in (bool, int, str):
        return Scalar(annotation)
    if isinstance(annotation, type) and issubclass(annotation, Enum):
        return Enumeration(annotation)
    if isinstance(annotation, type) and is_dataclass(annotation):
        return _struct(annotation)
    raise UnsupportedType(path, f"{annotation!r} is no type that can be carried")


def _struct(cls: type[Any]) -> Struct:
    if not cls.__dataclass_params__.frozen:
        raise UnsupportedType(cls.__name__, "a dataclass must be frozen")
    hints = get_type_hints(cls, include_extras=True)
    return Struct(cls, tuple((f.name, _shape(hints[f.name], f"{cls.__name__}.{f.name}")) for f in fields(cls)))
