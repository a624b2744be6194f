"""Chance that can be checked afterwards.

Draw n under a label is HMAC-SHA256(secret, "match|version|label|n") read as a big-endian number; n counts from 0 and is
one up for every draw under the label. A number below a bound is that number modulo the bound, unless the number lies in
the last incomplete multiple of the bound: then the next draw is taken. A shuffle is Fisher-Yates from the end.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

SECRET_BYTES = 32
_RANGE = 1 << 256


def commitment(secret: bytes) -> bytes:
    """What is published of a secret before the first draw: its SHA-256."""
    return hashlib.sha256(secret).digest()


class HmacDice:
    """The dice of one change of a match. Implements the kernel's Dice."""

    def __init__(self, secret: bytes, match: str, version: int) -> None:
        self._secret = secret
        self._context = f"{match}|{version}"
        self._drawn: dict[str, int] = {}

    def below(self, label: str, bound: int) -> int:
        """A number from 0 to ``bound - 1``, each equally likely. Raises ValueError for a bound below 1."""
        if bound < 1:
            raise ValueError(f"nothing can be drawn below {bound}")
        limit = _RANGE - _RANGE % bound
        while (number := self._draw(label)) >= limit:
            pass
        return number % bound

    def shuffled(self, label: str, items: Sequence[T]) -> tuple[T, ...]:
        """The items in random order, each order equally likely."""
        shuffled = list(items)
        for last in range(len(shuffled) - 1, 0, -1):
            other = self.below(label, last + 1)
            shuffled[last], shuffled[other] = shuffled[other], shuffled[last]
        return tuple(shuffled)

    def choice(self, label: str, items: Sequence[T]) -> T:
        """One of the items, each equally likely. Raises ValueError if there are none."""
        return items[self.below(label, len(items))]

    def _draw(self, label: str) -> int:
        count = self._drawn.get(label, 0)
        self._drawn[label] = count + 1
        message = f"{self._context}|{label}|{count}".encode()
        return int.from_bytes(hmac.digest(self._secret, message, "sha256"), "big")
