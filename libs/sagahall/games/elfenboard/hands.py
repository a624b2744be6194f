"""Cards and counters are known by their kind only, so a hand or a pile is a sorted tuple of kinds."""

from __future__ import annotations

from functools import lru_cache

from sagahall.games.elfenboard.board import Transport

_PLACES = {transport: place for place, transport in enumerate(Transport)}


def ordered(*parts: tuple[Transport, ...]) -> tuple[Transport, ...]:
    """All parts together, in the order of the chart."""
    return tuple(sorted(sum(parts, ()), key=_PLACES.__getitem__))


def without(cards: tuple[Transport, ...], taken: tuple[Transport, ...]) -> tuple[Transport, ...]:
    """The cards that are left when some are taken out. Raises ValueError if they are not all there."""
    rest = list(cards)
    for card in taken:
        rest.remove(card)
    return tuple(rest)


def contains(cards: tuple[Transport, ...], wanted: tuple[Transport, ...]) -> bool:
    """Whether the wanted cards are all among the cards."""
    return all(cards.count(kind) >= wanted.count(kind) for kind in set(wanted))


@lru_cache(maxsize=1 << 14)
def selections(cards: tuple[Transport, ...], number: int) -> tuple[tuple[Transport, ...], ...]:
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
