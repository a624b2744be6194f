"""The canonical encoding of values of games: for state hashes and golden files, never for the wire.

The text is JSON with sorted keys. A dataclass is an object; one of a union is wrapped in another object, under its
snake-case class name. An enum member is its name, a tuple a list. ``FORMAT`` is part of every hash, so that a change of
this encoding can never pass for a change of a state, and neither protobuf nor the order of a dict has a say in it.
"""

from __future__ import annotations

import hashlib
import json
from typing import Any

from sagahall.match.shapes import Enumeration, OneOf, Optional, Scalar, Sequence, Shape, Struct, shape_of

FORMAT = "sagahall-canonical-1"

_TEXT = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def canonical(annotation: Any, value: Any) -> str:
    """The canonical text of a value of that type."""
    return _TEXT.encode(_to_plain(shape_of(annotation), value))


def from_canonical(annotation: Any, text: str) -> Any:
    """The value of that type whose canonical text this is. Raises ValueError or KeyError for any other text."""
    return _from_plain(shape_of(annotation), json.loads(text))


def state_hash(annotation: Any, value: Any) -> str:
    """SHA-256 of format and canonical text, as lower-case hexadecimal."""
    return hashlib.sha256(f"{FORMAT}\n{canonical(annotation, value)}".encode()).hexdigest()


def _to_plain(shape: Shape, value: Any) -> Any:
    match shape:
        case Scalar():
            return value
        case Enumeration():
            return value.name
        case Optional():
            return None if value is None else _to_plain(shape.item, value)
        case Sequence():
            return [_to_plain(shape.item, item) for item in value]
        case Struct():
            return {name: _to_plain(field, getattr(value, name)) for name, field in shape.fields}
        case OneOf():
            kind, struct = next(member for member in shape.members if member[1].type is type(value))
            return {kind: _to_plain(struct, value)}


def _from_plain(shape: Shape, plain: Any) -> Any:
    match shape:
        case Scalar():
            if type(plain) is not shape.type:
                raise ValueError(f"{plain!r} is no {shape.type.__name__}")
            return plain
        case Enumeration():
            return shape.type[plain]
        case Optional():
            return None if plain is None else _from_plain(shape.item, plain)
        case Sequence():
            return tuple(_from_plain(shape.item, item) for item in plain)
        case Struct():
            return shape.type(**{name: _from_plain(field, plain[name]) for name, field in shape.fields})
        case OneOf():
            ((kind, value),) = plain.items()
            return _from_plain(dict(shape.members)[kind], value)
