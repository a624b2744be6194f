"""Reading a data file strictly: whatever is wrong is reported with the place of the entry."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, TypeVar

T = TypeVar("T")
N = TypeVar("N", bound=Enum)


class DataError(ValueError):
    """A data file is wrong; the message names the entry."""

    def __init__(self, where: str, detail: str) -> None:
        super().__init__(f"{where}: {detail}")


class Entry:
    """A mapping of the file that knows where it stands. Everything it gives raises DataError if it is not as asked."""

    def __init__(self, where: str, value: Any) -> None:
        if not isinstance(value, dict):
            raise DataError(where, "must be a mapping")
        self.where = where
        self._values: dict[Any, Any] = value

    def names(self) -> tuple[str, ...]:
        """The keys of the mapping, in the order of the file."""
        return tuple(map(str, self._values))

    def only(self, *keys: str) -> None:
        """Refuses any other key."""
        for name in self.names():
            if name not in keys:
                raise DataError(f"{self.where}.{name}", f"is unknown; known are {', '.join(keys)}")

    def get(self, key: str, kind: type[T]) -> T:
        """The value of the key, of exactly that type."""
        value = self._values.get(key)
        if type(value) is not kind:
            raise DataError(f"{self.where}.{key}", f"must be {kind.__name__}, is {value!r}")
        return value

    def entry(self, key: str) -> Entry:
        """The mapping under the key."""
        return Entry(f"{self.where}.{key}", self._values.get(key))

    def entries(self, key: str) -> list[Entry]:
        """The mappings listed under the key, each named by its id where it has one."""
        return [
            Entry(f"{self.where}.{key}[{item.get('id', index) if isinstance(item, dict) else index}]", item)
            for index, item in enumerate(self.get(key, list))
        ]

    def items(self, key: str) -> list[tuple[str, Entry]]:
        """The mappings under the mapping of the key, by name."""
        inner = self.entry(key)
        return [(name, inner.entry(name)) for name in inner.names()]

    def numbers(self, key: str) -> Mapping[str, int]:
        """The mapping of names to numbers under the key."""
        inner = self.entry(key)
        return {name: inner.get(name, int) for name in inner.names()}

    def pair(self, key: str, check: Callable[[Any], bool], what: str) -> tuple[Any, Any]:
        """The two values listed under the key, each passing the check."""
        values = self.get(key, list)
        if len(values) != 2 or not all(map(check, values)):
            raise DataError(f"{self.where}.{key}", f"must be two {what}, is {values!r}")
        return values[0], values[1]

    def point(self, key: str) -> tuple[float, float]:
        """The point of the picture under the key."""
        return self.pair(key, lambda value: isinstance(value, float) and 0 <= value <= 1, "fractions from 0 to 1")

    def member(self, key: str, enum: type[N]) -> N:
        """The member of the enum that the key names."""
        return member(f"{self.where}.{key}", enum, self._values.get(key))

    def members(self, key: str, enum: type[N]) -> tuple[N, ...]:
        """The members of the enum that are listed under the key, in the order of the file."""
        return tuple(member(f"{self.where}.{key}", enum, value) for value in self.get(key, list))

    def optional(self, key: str, kind: type[T]) -> T | None:
        """The value of the key, or None where it is absent or null."""
        return None if self._values.get(key) is None else self.get(key, kind)


def member(where: str, enum: type[N], value: Any) -> N:
    """The member of the enum with that value. Raises DataError."""
    try:
        return enum(value)
    except ValueError:
        raise DataError(where, f"must be one of {', '.join(m.value for m in enum)}, is {value!r}") from None
