"""Cards of a kind are interchangeable: a hand, a deck or a pile is a sorted tuple of kinds."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from functools import lru_cache
from itertools import combinations
from typing import TypeVar

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior

K = TypeVar("K", bound=Enum)
T = TypeVar("T")

_PLACES = {kind: place for kinds in (Warrior, Action) for place, kind in enumerate(kinds)}


def ordered(cards: Iterable[K]) -> tuple[K, ...]:
    """The cards in the order of their kinds."""
    return tuple(sorted(cards, key=_PLACES.__getitem__))


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


@lru_cache(maxsize=1 << 14)
def selections(cards: tuple[K, ...], least: int, most: int) -> tuple[tuple[K, ...], ...]:
    """The different ways to take from ``least`` to ``most`` of the cards, fewest first."""
    # More copies of a kind than can be taken change nothing, and there may be dozens.
    useful = tuple(card for place, card in enumerate(cards) if cards[:place].count(card) < most)
    sizes = range(least, min(most, len(useful)) + 1)
    return tuple(taken for size in sizes for taken in dict.fromkeys(combinations(useful, size)))
