"""The sea as a picture: hexagons with their currents, floes with their edges, islands, stations, and who is there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import cos, pi, sin, sqrt

from sagahall.games.drawing import element, words
from sagahall.games.ice_flow.board import Flow
from sagahall.games.ice_flow.facts import COLUMNS, ENTRIES, ISLANDS, LANE_OF, ROWS, SEA, SPOTS
from sagahall.games.ice_flow.pieces_svg import bear, explorer, items, spread
from sagahall.games.ice_flow.state import Ground, State

_RADIUS = 54.0
_HEIGHT = _RADIUS * sqrt(3)
_STEP = _RADIUS * 1.5
_MARGIN = 14
WIDTH = round(_STEP * (COLUMNS + 1) + 2 * _RADIUS + 2 * _MARGIN)
HEIGHT = round(_HEIGHT * (ROWS + 0.5) + 2 * _MARGIN)

_SPEED_COLOURS = {1: "#2e9e52", 2: "#d99a00", 3: "#cf3a2c"}
ENTRY_COLOUR = "#a9d4ec"
_LAND = "#e6d8b5"
_ROUGH = "#9c2f1f"

Crowds = Mapping[str, Sequence[tuple[int, int]]]
"""The explorers at every space, by seat and number."""


def chart_svg(state: State) -> str:
    """The map of WIDTH by HEIGHT."""
    crowds = _crowds(state)
    moving = None if state.mover is None else (state.turn, state.mover)
    grounds = "".join(_ground(ground) + _load(ground, crowds, moving) for ground in state.grounds)
    stations = "".join(_people(at, crowds.get(at, ()), moving) for at in SPOTS if at not in SEA and at not in ISLANDS)
    return _WATER + grounds + stations + _threat(state)


def _crowds(state: State) -> Crowds:
    crowds: dict[str, list[tuple[int, int]]] = {}
    for seat, expedition in enumerate(state.expeditions):
        for number, at in enumerate(expedition.explorers, start=1):
            crowds.setdefault(at, []).append((seat, number))
    return crowds


def _centre(space: str) -> tuple[float, float]:
    column, row = SPOTS[space]
    x = _MARGIN + _RADIUS + _STEP * (column + 1)
    return x, _MARGIN + _HEIGHT * (row + 0.5 + 0.5 * (column % 2))


def _corners(x: float, y: float, radius: float) -> list[tuple[float, float]]:
    """The corners of a hexagon: those of its side in direction d are number d and d + 1."""
    return [(x + radius * cos(turn * pi / 3), y + radius * sin(turn * pi / 3)) for turn in range(4, 11)]


def hexagon(x: float, y: float, radius: float, **look: str | float) -> str:
    """A flat-topped hexagon."""
    points = " ".join(f"{px:.1f},{py:.1f}" for px, py in _corners(x, y, radius)[:6])
    return element("polygon", points=points, **look)


# What never changes


def _sea(space: str) -> str:
    x, y = _centre(space)
    name = words(x, y + 38, space, font_size=11, fill="#5b87a3", text_anchor="middle")
    fill = ENTRY_COLOUR if space in ENTRIES else "#d3e9f5"
    return hexagon(x, y, _RADIUS, fill=fill, stroke="#a9cde2") + name + _current(space, x, y - 4, 11)


def _current(space: str, x: float, y: float, size: float) -> str:
    """Chevrons along the current, one for each space that it is fast."""
    lane = LANE_OF.get(space)
    if lane is None:
        return ""
    up = -1 if lane.flow is Flow.NORTH else 1
    starts = (y + up * size * (place - lane.speed / 2) for place in range(lane.speed))
    path = "".join(
        f"M{x - size:.1f} {at:.1f}l{size} {up * size * 0.8:.1f}l{size} {-up * size * 0.8:.1f}" for at in starts
    )
    return element("path", d=path, fill="none", stroke=_SPEED_COLOURS[lane.speed], stroke_width=size / 4)


def _station(space: str) -> str:
    x, y = _centre(space)
    name = words(x, y - 28, space, font_size=15, font_weight="bold", fill="#5a4a2a", text_anchor="middle")
    return hexagon(x, y, _RADIUS - 2, fill=_LAND, stroke="#a08a55", stroke_width=2) + name


def _coast(name: str, x: float, row: float) -> str:
    y = _MARGIN + _HEIGHT * (row + 1)
    return words(x, y, name, font_size=15, font_weight="bold", fill="#a08a55", text_anchor="middle")


_WATER = (
    element("rect", width=WIDTH, height=HEIGHT, rx=14, fill="#f3eddc")
    + "".join(map(_sea, SEA))
    + "".join(_station(space) for space in SPOTS if space not in SEA and space not in ISLANDS)
    + _coast("SIBERIA", _MARGIN + 38, 3.57)
    + _coast("ALASKA", WIDTH - _MARGIN - 48, 5.07)
)


# What does


def floe(x: float, y: float, ground: Ground, radius: float = _RADIUS - 5) -> str:
    """A floe, its flat edges thin and its rough ones jagged, or an island."""
    fill = "#fdfeff" if ground.tile else _LAND
    corners = _corners(x, y, radius)
    edges = "".join(jagged(corners[side], corners[side + 1], radius / 6) for side in range(6) if ground.rough(side))
    return hexagon(x, y, radius, fill=fill, stroke="#5f8fb0" if ground.tile else "#a08a55", stroke_width=2) + edges


def jagged(start: tuple[float, float], end: tuple[float, float], depth: float) -> str:
    """A rough edge: a zigzag on the right of the line."""
    teeth = 9
    dx, dy = (end[0] - start[0]) / teeth, (end[1] - start[1]) / teeth
    length = sqrt(dx * dx + dy * dy)
    points = []
    for tooth in range(teeth + 1):
        inside = depth * (tooth % 2) / length
        points.append(f"{start[0] + dx * tooth - dy * inside:.1f},{start[1] + dy * tooth + dx * inside:.1f}")
    return element("polyline", points=" ".join(points), fill="none", stroke=_ROUGH, stroke_width=max(2, depth / 2.5),
                   stroke_linejoin="round")  # fmt: skip


def _ground(ground: Ground) -> str:
    x, y = _centre(ground.at)
    floats = ground.at in LANE_OF
    title = ISLANDS[ground.at].name if ground.at in ISLANDS else ground.at
    name = words(
        x - 8 * floats, y - 22, title, font_size=10.5, fill="#35627d", text_anchor="middle", font_weight="bold"
    )
    return floe(x, y, ground) + name + _current(ground.at, x + 15, y - 26, 4.5)


def _load(ground: Ground, crowds: Crowds, moving: tuple[int, int] | None) -> str:
    """The items below, explorers and bears side by side above them."""
    x, y = _centre(ground.at)
    crowd = crowds.get(ground.at, ())
    places = list(spread(x, 70, len(crowd) + ground.bears))
    people = "".join(explorer(at, y - 1, *one, moving=one == moving) for at, one in zip(places, crowd, strict=False))
    bears = "".join(bear(at, y) for at in places[len(crowd) :])
    return people + bears + items(x, y + 25, ground.rope, ground.fish)


def _people(station: str, crowd: Sequence[tuple[int, int]], moving: tuple[int, int] | None) -> str:
    x, y = _centre(station)
    places = zip(spread(x, 66, len(crowd)), crowd, strict=True)
    return "".join(explorer(at, y + 4, *one, moving=one == moving) for at, one in places)


def _threat(state: State) -> str:
    """A ring around the space where a bear has come upon explorers."""
    if state.bear_at is None:
        return ""
    x, y = _centre(state.bear_at)
    return hexagon(x, y, _RADIUS, fill="none", stroke="#d00000", stroke_width=5, stroke_dasharray="10 6")
