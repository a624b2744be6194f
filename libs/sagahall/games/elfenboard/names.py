"""How towns, roads and cards are called when people read of them."""

from __future__ import annotations

from collections.abc import Iterable

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import ROADS, TOWNS


def town_name(town: str) -> str:
    """The town as it is spelled on the board."""
    return TOWNS[town].name


def road_name(road: str) -> str:
    """The ends and the terrain of a road."""
    first, second = ROADS[road].ends
    return f"{town_name(first)} - {town_name(second)} ({ROADS[road].terrain.value})"


def kind_name(kind: Transport) -> str:
    """A card or counter of the kind."""
    return kind.value.replace("_", " ")


def counted(kinds: Iterable[Transport]) -> str:
    """How many there are of each kind, in the order of the chart; a dash for none."""
    held = tuple(kinds)
    numbers = ((kind, held.count(kind)) for kind in Transport)
    return ", ".join(f"{number} {kind_name(kind)}" for kind, number in numbers if number) or "-"
