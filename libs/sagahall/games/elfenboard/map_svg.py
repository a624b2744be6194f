"""The board as a picture: roads by terrain, rivers with their current, towns, and what lies on them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import atan2, degrees

from sagahall.games.drawing import element, outlined, words
from sagahall.games.elfenboard.board import Lake, Point, Road, Terrain
from sagahall.games.elfenboard.chips import boot, chip, chip_width, gold_sign, marker, obstacle_sign
from sagahall.games.elfenboard.curves import control_point, point_on
from sagahall.games.elfenboard.facts import ASPECT, CAPITAL, LAKES, ROADS, TOWNS
from sagahall.games.elfenboard.table import Placed

WIDTH = 1100
HEIGHT = round(WIDTH / ASPECT)

TERRAIN_COLOURS: Mapping[Terrain, str] = {
    Terrain.PLAIN: "#9ccc3c",
    Terrain.FOREST: "#1f6b2e",
    Terrain.DESERT: "#f0c030",
    Terrain.MOUNTAIN: "#8a8a8a",
    Terrain.RIVER: "#3f8fe0",
    Terrain.LAKE: "#3f8fe0",
}


@dataclass(frozen=True, slots=True)
class TownLook:
    """What stands in a town: the seats whose markers are left there, and the seats whose boots are there. ``wanted``
    names the colour of a town that the viewer still has to visit, ``home`` marks the viewer's home, ``value`` is a
    number written on the town."""

    markers: Sequence[int]
    boots: Sequence[int]
    wanted: str | None = None
    home: bool = False
    value: int | None = None


def map_svg(towns: Mapping[str, TownLook], board: Iterable[Placed], golden: Collection[str] = ()) -> str:
    """The map of WIDTH by HEIGHT with the counters on it; ``golden`` are the roads where gold lies with a counter."""
    ground = element("rect", width=WIDTH, height=HEIGHT, rx=14, fill="#f3ecd8", stroke="#b8a878")
    lying = "".join(_counter(placed, placed.road in golden) for placed in board)
    return ground + _ROADS + _LAKES + "".join(_town(town, look) for town, look in towns.items()) + lying


def _scaled(point: Point) -> Point:
    return point[0] * WIDTH, point[1] * HEIGHT


def _road(road: Road) -> str:
    (ax, ay), (bx, by) = (_scaled(TOWNS[end].point) for end in road.ends)
    cx, cy = _scaled(control_point(road))
    path = f"M{ax:.1f} {ay:.1f}Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"
    edge = element("path", d=path, fill="none", stroke="#fffdf5", stroke_width=11)
    look: dict[str, str | float] = {"stroke": TERRAIN_COLOURS[road.terrain], "stroke_width": 7 if road.is_land else 6}
    if road.terrain is Terrain.LAKE:
        look["stroke_dasharray"] = "3 9"
    line = element("path", d=path, fill="none", stroke_linecap="round", **look)
    return edge + line + "".join(_arrow(road, part) for part in (0.3, 0.7) if road.flow)


def _arrow(road: Road, part: float) -> str:
    """An arrow in the direction of the current, after that part of the river."""
    assert road.flow is not None
    x, y = _scaled(point_on(road, road.flow[0], part))
    ahead_x, ahead_y = _scaled(point_on(road, road.flow[0], part + 0.01))
    return arrow(x, y, degrees(atan2(ahead_y - y, ahead_x - x)))


def arrow(x: float, y: float, turn: float) -> str:
    """The sign of a current, turned by so many degrees from pointing right."""
    return element(
        "polygon", points="9,0 -7,-7 -3,0 -7,7", transform=f"translate({x:.1f} {y:.1f}) rotate({turn:.0f})",
        fill="#fff", stroke="#1b4f91", stroke_width=1.5,
    )  # fmt: skip


def _lake(lake: Lake) -> str:
    """The name of a lake, a little below the middle of its towns."""
    x, y = (sum(axis) / len(axis) for axis in zip(*(TOWNS[town].point for town in lake.towns), strict=True))
    name = lake.id.replace("_", " ").title()
    return words(
        x * WIDTH, y * HEIGHT + 24, name, font_size=13, font_style="italic", fill="#3f6fa8", text_anchor="middle"
    )


_LAKES = "".join(map(_lake, LAKES.values()))
_ROADS = "".join(map(_road, ROADS.values()))


def _counter(placed: Placed, golden: bool) -> str:
    x, y = _scaled(ROADS[placed.road].mid)
    edge = x + chip_width(placed.counter) / 2
    obstacle = obstacle_sign(edge, y - 8) if placed.obstacle else ""
    return chip(x, y, placed.counter) + obstacle + (gold_sign(edge, y - 8) if golden else "")


def _town(town: str, look: TownLook) -> str:
    x, y = _scaled(TOWNS[town].point)
    capital = town == CAPITAL
    disc = element(
        "circle", cx=x, cy=y, r=17 if capital else 13, fill="#ffe9a8" if capital else look.wanted or "#fff",
        stroke="#5a4a2a", stroke_width=4 if look.home else 2,
    )  # fmt: skip
    title = outlined(x, y + 30, TOWNS[town].name, "#fffdf5", 4, font_size=15, font_weight="bold", text_anchor="middle")
    home = outlined(x, y + 42, "(home)", "#fffdf5", 4, font_size=12, text_anchor="middle") if look.home else ""
    markers = (marker(at, y + (53 if look.home else 41), seat) for at, seat in _spread(x, 12, look.markers))
    boots = "".join(boot(at, y + (-7 if look.value else 4), seat) for at, seat in _spread(x, 21, look.boots))
    return disc + title + home + "".join(markers) + boots + (_value(x, y, look.value) if look.value else "")


def _value(x: float, y: float, value: int) -> str:
    """A town's value, readable with boots behind it too."""
    return outlined(x, y + 6, str(value), "#fff", 3, font_size=15, font_weight="bold", text_anchor="middle")


def _spread(x: float, step: float, seats: Sequence[int]) -> Iterator[tuple[float, int]]:
    """The seats with their places side by side around the middle."""
    start = x - step * (len(seats) - 1) / 2
    return ((start + step * place, seat) for place, seat in enumerate(seats))
