"""Values of games <-> protobuf, by field name, for every game alike.

A dataclass is a message with the same field names, an enum member ``Card.DRAGON`` is ``CARD_DRAGON``, ``X | None`` is a
field with presence, a tuple is a repeated field, and a union is a message with one oneof whose fields are the
snake-case names of the classes. Where class and message do not fit, the codec is refused when it is built.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor as Types
from google.protobuf.message import Message

from sagahall.match.redaction import NONE_HIDDEN
from sagahall.match.shapes import (
    Enumeration,
    OneOf,
    Optional,
    Scalar,
    Sequence,
    Shape,
    Single,
    Struct,
    UnsupportedType,
    shape_of,
    snake_case,
)

Descriptor: TypeAlias = Any
Field: TypeAlias = Any
"""Descriptors: their classes differ between the implementations of protobuf."""
Fill = Callable[[Any, Any], None]
"""Writes a value into a message."""
Read = Callable[[Any], Any]
"""Reads a value from a message."""


class Malformed(ValueError):
    """A message that is no value of its type. ``path`` leads to the wrong field, from the outermost message."""

    def __init__(self, path: str, detail: str) -> None:
        super().__init__(f"{path}: {detail}" if path else detail)
        self.path = path
        self.detail = detail

    def under(self, name: str) -> Malformed:
        """The same error, seen from the message that holds it in field ``name``."""
        return Malformed(f"{name}.{self.path}" if self.path else name, self.detail)


class Codec:
    """Carries the values of one type in one kind of message.

    Raises UnsupportedType if the type cannot be carried or the message does not fit it.
    """

    def __init__(self, annotation: Any, message: type[Message]) -> None:
        self._new = message
        shape = shape_of(annotation)
        if not isinstance(shape, Struct | OneOf):
            raise UnsupportedType(str(annotation), "only dataclasses and unions of them are messages")
        self._fill = _filler(shape, message.DESCRIPTOR)
        self._read = _reader(shape, message.DESCRIPTOR)

    def encode(self, value: Any, omit: frozenset[str] = NONE_HIDDEN) -> Any:
        """The message that carries the value, without the fields of the outermost dataclass named in ``omit``."""
        message = self._new()
        self.fill(message, value, omit)
        return message

    def fill(self, message: Any, value: Any, omit: frozenset[str] = NONE_HIDDEN) -> None:
        """Writes the value into an empty message, without the fields named in ``omit``."""
        self._fill(message, value)
        if omit:
            holder = message
            if (oneof := _oneof_name(message.DESCRIPTOR)) is not None:
                holder = getattr(message, message.WhichOneof(oneof))
            for name in omit:
                holder.ClearField(name)

    def decode(self, message: Any) -> Any:
        """The value that the message carries. Raises Malformed."""
        return self._read(message)


def _oneof_name(descriptor: Descriptor) -> str | None:
    names = [oneof.name for oneof in descriptor.oneofs if not oneof.name.startswith("_")]
    return names[0] if len(names) == 1 and len(descriptor.oneofs) == 1 else None


def _misfit(descriptor: Descriptor, detail: str) -> UnsupportedType:
    return UnsupportedType(descriptor.full_name, detail)


def _check_names(descriptor: Descriptor, names: set[str]) -> None:
    if difference := names ^ {field.name for field in descriptor.fields}:
        raise _misfit(descriptor, f"class and message do not share {', '.join(sorted(difference))}")


# Writing


def _filler(shape: Single, descriptor: Descriptor) -> Fill:
    return _union_filler(shape, descriptor) if isinstance(shape, OneOf) else _struct_filler(shape, descriptor)


def _struct_filler(shape: Single, descriptor: Descriptor) -> Fill:
    assert isinstance(shape, Struct)
    _check_names(descriptor, {name for name, _ in shape.fields})
    puts = tuple((name, _putter(field, descriptor.fields_by_name[name])) for name, field in shape.fields)

    def fill(message: Any, value: Any) -> None:
        for name, put in puts:
            put(message, getattr(value, name))

    return fill


def _union_filler(shape: OneOf, descriptor: Descriptor) -> Fill:
    _check_names(descriptor, {name for name, _ in shape.members})
    if _oneof_name(descriptor) is None:
        raise _misfit(descriptor, "a union needs a message with one oneof")
    members = {
        struct.type: (name, _filler(struct, descriptor.fields_by_name[name].message_type))
        for name, struct in shape.members
    }

    def fill(message: Any, value: Any) -> None:
        name, fill_member = members[type(value)]
        member = getattr(message, name)
        member.SetInParent()
        fill_member(member, value)

    return fill


def _putter(shape: Shape, field: Field) -> Fill:
    _check_field(shape, field)
    match shape:
        case Sequence():
            return _sequence_putter(shape.item, field)
        case Optional():
            put = _single_putter(shape.item, field)
            return lambda message, value: None if value is None else put(message, value)
        case _:
            return _single_putter(shape, field)


def _single_putter(shape: Single, field: Field) -> Fill:
    name = field.name
    match shape:
        case Scalar():
            return lambda message, value: setattr(message, name, value)
        case Enumeration():
            numbers = {member: number for number, member in _members(shape, field).items()}
            return lambda message, value: setattr(message, name, numbers[value])
        case _:
            return _message_putter(name, _filler(shape, field.message_type))


def _message_putter(name: str, fill: Fill) -> Fill:
    def put(message: Any, value: Any) -> None:
        inner = getattr(message, name)
        inner.SetInParent()
        fill(inner, value)

    return put


def _sequence_putter(shape: Single, field: Field) -> Fill:
    name = field.name
    match shape:
        case Scalar():
            return lambda message, values: getattr(message, name).extend(values)
        case Enumeration():
            numbers = {member: number for number, member in _members(shape, field).items()}
            return lambda message, values: getattr(message, name).extend([numbers[value] for value in values])
        case _:
            return _messages_putter(name, _filler(shape, field.message_type))


def _messages_putter(name: str, fill: Fill) -> Fill:
    def put(message: Any, values: Any) -> None:
        add = getattr(message, name).add
        for value in values:
            fill(add(), value)

    return put


# Reading


def _reader(shape: Single, descriptor: Descriptor) -> Read:
    return _union_reader(shape, descriptor) if isinstance(shape, OneOf) else _struct_reader(shape, descriptor)


def _struct_reader(shape: Single, descriptor: Descriptor) -> Read:
    assert isinstance(shape, Struct)
    cls = shape.type
    gets = tuple((name, _getter(field, descriptor.fields_by_name[name])) for name, field in shape.fields)

    def read(message: Any) -> Any:
        values = {}
        for name, get in gets:
            try:
                values[name] = get(message)
            except Malformed as error:
                raise error.under(name) from None
        return cls(**values)

    return read


def _union_reader(shape: OneOf, descriptor: Descriptor) -> Read:
    members = {name: _reader(struct, descriptor.fields_by_name[name].message_type) for name, struct in shape.members}
    oneof = _oneof_name(descriptor)

    def read(message: Any) -> Any:
        name = message.WhichOneof(oneof)
        if name is None:
            raise Malformed("", f"one of {', '.join(members)} is required")
        try:
            return members[name](getattr(message, name))
        except Malformed as error:
            raise error.under(name) from None

    return read


def _getter(shape: Shape, field: Field) -> Read:
    name = field.name
    match shape:
        case Sequence():
            read = _item_reader(shape.item, field)
            return lambda message: tuple([read(item) for item in getattr(message, name)])
        case Optional():
            read = _item_reader(shape.item, field)
            return lambda message: read(getattr(message, name)) if message.HasField(name) else None
        case Struct() | OneOf():
            return _required(name, _reader(shape, field.message_type))
        case _:
            read = _item_reader(shape, field)
            return lambda message: read(getattr(message, name))


def _required(name: str, read: Read) -> Read:
    def get(message: Any) -> Any:
        if not message.HasField(name):
            raise Malformed("", "is required")
        return read(getattr(message, name))

    return get


def _item_reader(shape: Single, field: Field) -> Read:
    match shape:
        case Scalar():
            return lambda value: value
        case Enumeration():
            return _enum_reader(_members(shape, field))
        case _:
            return _reader(shape, field.message_type)


def _enum_reader(members: dict[int, Any]) -> Read:
    def read(number: int) -> Any:
        try:
            return members[number]
        except KeyError:
            detail = f"{number} is no value that is known here" if number else "is required"
            raise Malformed("", detail) from None

    return read


# Fitting

_SCALARS = {
    bool: {Types.TYPE_BOOL},
    int: {Types.TYPE_INT32, Types.TYPE_INT64, Types.TYPE_SINT32},
    str: {Types.TYPE_STRING},
}


def _members(shape: Enumeration, field: Field) -> dict[int, Any]:
    prefix = snake_case(shape.type.__name__).upper()
    values = field.enum_type.values_by_name
    names = {f"{prefix}_{member.name}": member for member in shape.type}
    if difference := (set(names) | {f"{prefix}_UNSPECIFIED"}) ^ set(values):
        raise UnsupportedType(field.full_name, f"enum and class do not share {', '.join(sorted(difference))}")
    return {values[name].number: member for name, member in names.items()}


def _check_field(shape: Shape, field: Field) -> None:
    if isinstance(shape, Sequence) != field.is_repeated:
        raise UnsupportedType(field.full_name, "a tuple, and only a tuple, is a repeated field")
    item = shape.item if isinstance(shape, Sequence | Optional) else shape
    if isinstance(item, Scalar) and field.type not in _SCALARS[item.type]:
        raise UnsupportedType(field.full_name, f"a field of another type cannot hold {item.type.__name__}")
    if isinstance(item, Enumeration) and field.type != Types.TYPE_ENUM:
        raise UnsupportedType(field.full_name, "must be an enum")
    if isinstance(item, Struct | OneOf) and field.type != Types.TYPE_MESSAGE:
        raise UnsupportedType(field.full_name, "must be a message")
    plain = isinstance(item, Scalar | Enumeration) and not field.is_repeated
    if plain and isinstance(shape, Optional) != field.has_presence:
        raise UnsupportedType(field.full_name, "X | None, and nothing else, is an optional field")
