"""The board as a picture: roads by terrain, rivers with their current, towns, and what lies on them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from sagahall.games.drawing import element, words
from sagahall.games.elfenboard.board import Point, Road, Terrain, Transport
from sagahall.games.elfenboard.chips import SEAT_COLOURS, boot, chip, obstacle_sign
from sagahall.games.elfenboard.facts import ASPECT, CAPITAL, ROADS, TOWNS

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
    """What stands in a town: the seats whose markers are left there, and the seats whose boots are there."""

    markers: Sequence[int]
    boots: Sequence[int]
    home: bool = False


def map_svg(towns: Mapping[str, TownLook], counters: Mapping[str, tuple[Transport, bool]]) -> str:
    """The map of WIDTH by HEIGHT. ``counters`` has, by road, a counter and whether an obstacle lies with it."""
    ground = element("rect", width=WIDTH, height=HEIGHT, rx=14, fill="#f3ecd8", stroke="#b8a878")
    roads = "".join(map(_road, ROADS.values()))
    lying = "".join(_counter(ROADS[road], kind, obstacle) for road, (kind, obstacle) in counters.items())
    return ground + roads + "".join(_town(town, look) for town, look in towns.items()) + lying


def _scaled(point: Point) -> Point:
    return point[0] * WIDTH, point[1] * HEIGHT


def _control(road: Road) -> Point:
    """The control point of the curve from end to end that passes through the road's middle."""
    (ax, ay), (bx, by), (mx, my) = (_scaled(p) for p in (*(TOWNS[end].point for end in road.ends), road.mid))
    return 2 * mx - (ax + bx) / 2, 2 * my - (ay + by) / 2


def _road(road: Road) -> str:
    (ax, ay), (bx, by) = (_scaled(TOWNS[end].point) for end in road.ends)
    cx, cy = _control(road)
    path = f"M{ax:.1f} {ay:.1f}Q{cx:.1f} {cy:.1f} {bx:.1f} {by:.1f}"
    dashes = {"stroke_dasharray": "3 9"} if road.terrain is Terrain.LAKE else {}
    line = element(
        "path",
        d=path,
        fill="none",
        stroke=TERRAIN_COLOURS[road.terrain],
        stroke_width=7 if road.is_land else 6,
        stroke_linecap="round",
        **dashes,
    )
    edge = element("path", d=path, fill="none", stroke="#fffdf5", stroke_width=11)
    return edge + line + (_current(road) if road.flow else "")


def _current(road: Road) -> str:
    """Arrows along a river, at a quarter and three quarters of its way."""
    assert road.flow is not None
    return "".join(_arrow(road, part) for part in (0.3, 0.7))


def _arrow(road: Road, part: float) -> str:
    assert road.flow is not None
    (ax, ay), (bx, by) = (_scaled(TOWNS[town].point) for town in road.flow)
    cx, cy = _control(road)
    x = (1 - part) ** 2 * ax + 2 * part * (1 - part) * cx + part**2 * bx
    y = (1 - part) ** 2 * ay + 2 * part * (1 - part) * cy + part**2 * by
    dx = 2 * (1 - part) * (cx - ax) + 2 * part * (bx - cx)
    dy = 2 * (1 - part) * (cy - ay) + 2 * part * (by - cy)
    size = (dx * dx + dy * dy) ** 0.5 / 8
    ux, uy = dx / size, dy / size
    corners = f"{x + ux:.1f},{y + uy:.1f} {x - ux - uy:.1f},{y - uy + ux:.1f} {x - ux + uy:.1f},{y - uy - ux:.1f}"
    return element("polygon", points=corners, fill="#fff", stroke="#1b4f91", stroke_width=1.5)


def _counter(road: Road, kind: Transport, obstacle: bool) -> str:
    x, y = _scaled(road.mid)
    return chip(x, y, kind) + (obstacle_sign(x + 32, y - 7) if obstacle else "")


def _town(town: str, look: TownLook) -> str:
    x, y = _scaled(TOWNS[town].point)
    capital = town == CAPITAL
    disc = element(
        "circle", cx=x, cy=y, r=17 if capital else 13, fill="#ffe9a8" if capital else "#fff", stroke="#5a4a2a",
        stroke_width=4 if look.home else 2,
    )  # fmt: skip
    name = TOWNS[town].name + (" ⌂" if look.home else "")
    halo: dict[str, str | float] = {"stroke": "#fffdf5", "stroke_width": 4, "paint_order": "stroke"}
    title = words(x, y + 30, name, font_size=15, font_weight="bold", text_anchor="middle", **halo)
    boots = (boot(x + 15 * (i - (len(look.boots) - 1) / 2), y + 4, seat) for i, seat in enumerate(look.boots))
    return disc + title + _markers(x, y + 41, look.markers) + "".join(boots)


def _markers(x: float, y: float, seats: Sequence[int]) -> str:
    start = x - 12 * (len(seats) - 1) / 2
    return "".join(
        element("circle", cx=start + 12 * i, cy=y, r=5, fill=SEAT_COLOURS[seat], stroke="#fff")
        for i, seat in enumerate(seats)
    )
