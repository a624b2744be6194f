"""Cards of a kind are interchangeable: a hand, a deck or a pile is a sorted tuple of kinds."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from operator import attrgetter
from typing import TypeVar

K = TypeVar("K", bound=Enum)
T = TypeVar("T")

_KIND = attrgetter("_value_")
"""The value of a member; ``value`` is a property, and an order by members needs their slow hashes."""


def ordered(cards: Iterable[K]) -> tuple[K, ...]:
    """The cards in the order of the names of their kinds."""
    return tuple(sorted(cards, key=_KIND))


def without(cards: tuple[T, ...], taken: Iterable[T]) -> tuple[T, ...]:
    """The cards that are left when some are taken out. Raises ValueError if they are not all there."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def contains(cards: tuple[T, ...], wanted: tuple[T, ...]) -> bool:
    """Whether the wanted cards are all among the cards, each as often as it is wanted."""
    return all(cards.count(kind) >= wanted.count(kind) for kind in wanted)


def common(cards: tuple[T, ...], others: tuple[T, ...]) -> tuple[T, ...]:
    """Those of the cards that are among the others too, each at most as often as there."""
    rest, shared = list(others), []
    for card in cards:
        if card in rest:
            rest.remove(card)
            shared.append(card)
    return tuple(shared)


def selections(cards: tuple[K, ...], least: int, most: int) -> tuple[tuple[K, ...], ...]:
    """The different ways to take from ``least`` to ``most`` of the cards, fewest first."""
    ways: list[tuple[K, ...]] = [()]
    for kind in dict.fromkeys(cards):
        number = cards.count(kind)
        ways = [way + (kind,) * more for way in ways for more in range(min(number, most - len(way)), -1, -1)]
    return tuple(sorted((way for way in ways if len(way) >= least), key=len))
