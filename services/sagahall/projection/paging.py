"""Page tokens: a place in a list that is ordered by a number, then by a name."""

from __future__ import annotations

import base64
import hashlib
import re
from collections.abc import Sequence
from typing import NamedTuple

from sagahall.chassis.tokens import NAME

TOKEN = re.compile(rf"(?P<number>-?[0-9]{{1,18}}) (?P<name>{NAME.pattern}) (?P<filters>[0-9a-f]{{16}})", re.ASCII)
"""What a page token says, below its encoding."""


class Place(NamedTuple):
    """A place in such a list."""

    number: int
    name: str


class InvalidToken(ValueError):
    """A page token that belongs to other filters, or is none."""


def write_token(place: Place, filters: Sequence[str]) -> str:
    """A page token for going on after a place, with the same filters."""
    return base64.urlsafe_b64encode(f"{place.number} {place.name} {_digest(filters)}".encode()).decode()


def read_token(token: str, filters: Sequence[str]) -> Place:
    """The place that a page token names. Raises InvalidToken."""
    try:
        found = TOKEN.fullmatch(base64.b64decode(token, altchars=b"-_", validate=True).decode())
    except ValueError:
        found = None
    if found is None:
        raise InvalidToken("is no page token")
    if found["filters"] != _digest(filters):
        raise InvalidToken("belongs to a list with other filters")
    return Place(int(found["number"]), found["name"])


def _digest(filters: Sequence[str]) -> str:
    return hashlib.sha256("\n".join(filters).encode()).hexdigest()[:16]
