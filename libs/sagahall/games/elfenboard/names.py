"""How towns, roads, cards and items are called when people read of them."""

from __future__ import annotations

from collections.abc import Iterable

from sagahall.games.elfenboard.facts import ROADS, TOWNS
from sagahall.games.elfenboard.hands import K, ordered


def town_name(town: str) -> str:
    """The town as it is spelled on the board."""
    return TOWNS[town].name


def road_name(road: str) -> str:
    """The ends and the terrain of a road."""
    first, second = ROADS[road].ends
    return f"{town_name(first)} - {town_name(second)} ({ROADS[road].terrain.value})"


def kind_name(kind: K) -> str:
    """A card, counter or item of the kind."""
    return str(kind.value).replace("_", " ")


def counted(kinds: Iterable[K]) -> str:
    """How many there are of each kind, in the order of the chart; a dash for none."""
    held = ordered(tuple(kinds))
    return ", ".join(f"{held.count(kind)} {kind_name(kind)}" for kind in dict.fromkeys(held)) or "-"
