"""Cards, counters and items are known by their kind only, so a hand or a pile is a sorted tuple of kinds."""

from __future__ import annotations

from enum import Enum
from functools import cache, lru_cache
from typing import TypeVar

K = TypeVar("K", bound=Enum)


@cache
def _place(kind: Enum) -> int:
    return list(type(kind)).index(kind)


def ordered(*parts: tuple[K, ...]) -> tuple[K, ...]:
    """All parts together, in the order of the chart."""
    return tuple(sorted(sum(parts, ()), key=_place))


def without(cards: tuple[K, ...], taken: tuple[K, ...]) -> tuple[K, ...]:
    """The cards that are left when some are taken out. Raises ValueError if they are not all there."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def contains(cards: tuple[K, ...], wanted: tuple[K, ...]) -> bool:
    """Whether the wanted cards are all among the cards."""
    return all(cards.count(kind) >= wanted.count(kind) for kind in set(wanted))


@lru_cache(maxsize=1 << 14)
def selections(cards: tuple[K, ...], number: int) -> tuple[tuple[K, ...], ...]:
    """The different ways to take so many of the cards, each in the order of the chart."""
    if number == 0:
        return ((),)
    if number > len(cards):
        return ()
    kind = cards[0]
    alike = cards.count(kind)
    return tuple(
        (kind,) * taken + others
        for taken in range(min(alike, number), -1, -1)
        for others in selections(cards[alike:], number - taken)
    )
