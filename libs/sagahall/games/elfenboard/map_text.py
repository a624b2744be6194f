"""The board as lines of text: towns and roads where they lie, so that neighbours can be read off."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from sagahall.games.elfenboard.board import Point, Road, Terrain
from sagahall.games.elfenboard.curves import point_on
from sagahall.games.elfenboard.facts import ROADS, TOWNS

WIDTH = 100
HEIGHT = 34
_STEPS = 40
_DOT = "·"
_SIGNS = {
    Terrain.PLAIN: "p", Terrain.FOREST: "f", Terrain.DESERT: "d", Terrain.MOUNTAIN: "m", Terrain.LAKE: "≈",
}  # fmt: skip


def text_map(towns: Mapping[str, str], roads: Mapping[str, str]) -> list[str]:
    """The map with a text at every town, and one at the middle of each named road; other roads show their terrain, a
    river the direction of its current. Dots lead along the roads."""
    rows = [list(row) for row in _TRACES]
    for town, text in towns.items():
        _write(rows, TOWNS[town].point, text)
    for road in ROADS.values():
        _write(rows, road.mid, roads.get(road.id, _sign(road)))
    lines = ["".join(row).rstrip() for row in rows]
    used = [number for number, line in enumerate(lines) if line]
    return lines[used[0] : used[-1] + 1]


def _sign(road: Road) -> str:
    if road.flow is None:
        return _SIGNS[road.terrain]
    (up_x, up_y), (down_x, down_y) = (TOWNS[town].point for town in road.flow)
    if abs(down_x - up_x) > abs(down_y - up_y):
        return "~>" if down_x > up_x else "<~"
    return "~v" if down_y > up_y else "~^"


def _cell(point: Point) -> tuple[int, int]:
    return min(round(point[0] * WIDTH), WIDTH - 1), min(round(point[1] * HEIGHT), HEIGHT - 1)


def _traces() -> tuple[str, ...]:
    """The map with nothing but the dots of its roads."""
    rows = [[" "] * WIDTH for _ in range(HEIGHT)]
    for road in ROADS.values():
        for step in range(_STEPS + 1):
            x, y = _cell(point_on(road, road.ends[0], step / _STEPS))
            rows[y][x] = _DOT
    return tuple(map("".join, rows))


def _gap(row: int, other: int) -> int:
    return abs(row - other)


_TRACES = _traces()
_NEAREST = tuple(tuple(sorted(range(HEIGHT), key=partial(_gap, y))) for y in range(HEIGHT))
"""The rows of the map in the order of their distance from each row."""


def _write(rows: list[list[str]], point: Point, text: str) -> None:
    """Writes the text centred on the point, in the nearest row where there is room for it."""
    middle, y = _cell(point)
    x = min(max(middle - len(text) // 2, 0), WIDTH - len(text))
    for row in _NEAREST[y]:
        if {" ", _DOT}.issuperset(rows[row][max(x - 1, 0) : x + len(text) + 1]):
            rows[row][x : x + len(text)] = text
            return
