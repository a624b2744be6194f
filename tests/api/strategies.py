"""Requests of every shape, from the descriptors of the API alone, and changes to requests that were right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, TypeAlias

from google.protobuf.descriptor import FieldDescriptor as Types
from google.protobuf.message import Message
from google.protobuf.message_factory import GetMessageClass
from hypothesis import strategies as st

Descriptor: TypeAlias = Any
Field: TypeAlias = Any
"""Descriptors: their classes differ between the implementations of protobuf."""

DEEPEST = 6
"""How deep messages lie in one another."""
MOST_ITEMS = 4

INT32 = st.sampled_from([*range(-1, 8), 100, -(2**31), 2**31 - 1])
INT64 = INT32 | st.sampled_from([2**31, 2**53 + 1, -(2**63), 2**63 - 1])
TEXT = st.text(max_size=8) | st.sampled_from(["ann", "parley", "standard", "rounds", "x" * 65, "\0", "🂡", "-", "a b"])
SCALARS = {
    Types.TYPE_BOOL: st.booleans(),
    Types.TYPE_INT32: INT32,
    Types.TYPE_INT64: INT64,
    Types.TYPE_STRING: TEXT,
}
UNKNOWN = b"\x9a\x06\x01x"
"""A field with the number 99, which no message has."""


@cache
def messages(kind: Descriptor, depth: int = DEEPEST, *, whole: bool = False) -> st.SearchStrategy[Any]:
    """Messages of a kind: each field is there or not, and holds anything that its type allows.

    With ``whole``, nothing that has to be there is missing, and every enum has a value that is known.
    """
    fields = [field for field in kind.fields if depth or field.message_type is None]
    plain = {field.name: _values(field, depth, whole=whole) for field in fields if field.containing_oneof is None}
    extra = {field.name: _values(field, depth, whole=whole) for field in fields if _is_optional(field)}
    choices = [
        st.fixed_dictionaries({field.name: _values(field, depth, whole=whole)})
        for field in fields
        if field.containing_oneof is not None and not _is_optional(field)
    ]
    chosen = st.one_of(choices if choices and whole else [*choices, st.just({})])
    some = st.fixed_dictionaries(plain, optional=extra) if whole else st.fixed_dictionaries({}, optional=plain | extra)
    return st.builds(lambda some, one: GetMessageClass(kind)(**some, **one), some, chosen)


def _is_optional(field: Field) -> bool:
    return field.containing_oneof is not None and field.containing_oneof.name.startswith("_")


def _values(field: Field, depth: int, *, whole: bool) -> st.SearchStrategy[Any]:
    items = _items(field, depth, whole=whole)
    return st.lists(items, max_size=MOST_ITEMS) if field.is_repeated else items


def _items(field: Field, depth: int, *, whole: bool) -> st.SearchStrategy[Any]:
    if field.message_type is not None:
        return st.deferred(lambda: messages(field.message_type, depth - 1, whole=whole))
    if field.enum_type is not None:
        known = [value.number for value in field.enum_type.values]
        return st.sampled_from(known[1:] if whole else [*known, 77])
    return SCALARS[field.type]


@dataclass(frozen=True, slots=True)
class Change:
    """A change to one field of a request, wherever that is: the places are counted over the whole request."""

    place: int
    kind: str
    number: int
    text: str

    def apply(self, request: Message) -> None:
        """Changes the request."""
        places = list(_places(request)) or [(request, None)]
        message, field = places[self.place % len(places)]
        if self.kind == "odd" or field is None:
            message.MergeFromString(UNKNOWN)
        elif self.kind == "clear":
            message.ClearField(field.name)
        elif field.is_repeated:
            self._change_items(getattr(message, field.name), field)
        elif field.message_type is not None:
            getattr(message, field.name).SetInParent()
        else:
            setattr(message, field.name, self._value(field))

    def _change_items(self, items: Any, field: Field) -> None:
        if field.message_type is None:
            items.append(self._value(field))
        elif items:
            items.add().CopyFrom(items[self.number % len(items)])
        else:
            items.add()

    def _value(self, field: Field) -> Any:
        if field.type == Types.TYPE_STRING:
            return self.text
        if field.type == Types.TYPE_BOOL:
            return self.number % 2 == 1
        small = abs(self.number) >= 2**31 and field.type != Types.TYPE_INT64
        return self.number % 2**31 if small else self.number


def _places(message: Message) -> Iterator[tuple[Message, Field]]:
    for field in message.DESCRIPTOR.fields:
        yield message, field
        if field.message_type is None:
            continue
        if field.is_repeated:
            for item in getattr(message, field.name):
                yield from _places(item)
        elif message.HasField(field.name):
            yield from _places(getattr(message, field.name))


CHANGES = st.builds(Change, st.integers(0, 1000), st.sampled_from(["set", "set", "clear", "odd"]), INT64, TEXT)


@dataclass(frozen=True, slots=True)
class Cut:
    """Damage to the bytes of a request."""

    place: int
    byte: int

    def apply(self, raw: bytes) -> bytes:
        """The damaged bytes: one is another, or all from there on are gone."""
        place = self.place % (len(raw) + 1)
        return raw[:place] + bytes([self.byte]) + raw[place + 1 :] if self.byte < 256 else raw[:place]


CUTS = st.builds(Cut, st.integers(0, 1000), st.integers(0, 300))
