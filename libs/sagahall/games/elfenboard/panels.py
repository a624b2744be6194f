"""What stands around the map in both games' pictures: headings, seats, the legend, rows of pieces, the chart."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from sagahall.games.drawing import element, picture, words
from sagahall.games.elfenboard.board import WATER, Terrain, Transport
from sagahall.games.elfenboard.chips import SEAT_COLOURS, boot, chip, marker, obstacle_sign
from sagahall.games.elfenboard.facts import CHART, COUNTERS
from sagahall.games.elfenboard.map_svg import HEIGHT, TERRAIN_COLOURS, WIDTH, TownLook, arrow
from sagahall.games.elfenboard.names import town_name
from sagahall.games.elfenboard.text import to_act
from sagahall.games.elfenboard.view import SeatView, View

PANEL = 370
"""Width of the panel beside the map."""
_CHART_X = 660
_TINTS = ("#f5b8b8", "#b5d0f5", "#f8e0a0", "#b4e2bb", "#d9bdf0", "#bdbdbd")
"""Lighter colours of the seats: a town where the viewer has not been."""


def table_svg(board: str, side: str, foot: str, foot_height: int) -> str:
    """The whole picture: the map, the panel beside it and what is below."""
    width, height = WIDTH + PANEL, HEIGHT + foot_height
    ground = element("rect", width=width, height=height, fill="#ffffff")
    beside = element("g", side, transform=f"translate({WIDTH + 16} 0)")
    below = element("g", foot, transform=f"translate(16 {HEIGHT + 10})")
    return picture(width, height, ground, board, beside, below)


def town_look(view: View, town: str, value: int | None = None) -> TownLook:
    """What stands in a town. ``value`` is written on it."""
    markers = [seat.seat for seat in view.seats if town in seat.missing]
    boots = [seat.seat for seat in view.seats if seat.boot == town]
    if view.viewer is None:
        return TownLook(markers, boots, value=value)
    wanted = _TINTS[view.viewer] if view.viewer in markers else None
    return TownLook(markers, boots, wanted, home=view.seats[view.viewer].home == town, value=value)


def heading(view: View, title: str, what: str) -> str:
    """The match, what is done in it, and who has to act."""
    return (
        words(0, 30, title, font_size=22, font_weight="bold")
        + words(0, 56, what, font_size=16)
        + words(0, 80, f"To act: {to_act(view)}", font_size=16, font_weight="bold", fill="#b3261e")
    )


def seat_box(view: View, seat: SeatView, y: float, height: float, facts: Sequence[str]) -> str:
    """A seat with a line of facts, beginning with the number of its towns."""
    acting = seat.seat in view.to_act
    box = element(
        "rect", x=0, y=y, width=PANEL - 28, height=height, rx=8, fill="#fff6d6" if acting else "#faf8f2",
        stroke=SEAT_COLOURS[seat.seat], stroke_width=4 if acting else 1.5,
    )  # fmt: skip
    you = " (you)" if seat.seat == view.viewer else " (left)" if seat.left else ""
    home = f", home {town_name(seat.home)}" if seat.home else ""
    title = words(40, y + 23, f"Seat {seat.seat}{you}{home}", font_size=14, font_weight="bold")
    towns = f"{len(seat.visited)} town{'' if len(seat.visited) == 1 else 's'}"
    line = words(40, y + 42, ", ".join([towns, *facts]), font_size=13)
    return box + boot(18, y + 32, seat.seat) + title + line


def lines_svg(y: float, lines: Iterable[str], step: float = 20) -> str:
    """Small lines of text from there on."""
    return "".join(words(0, y + step * i, line, font_size=12) for i, line in enumerate(lines))


def rows_svg(rows: Iterable[tuple[str, str]]) -> str:
    """Titles, and behind each what is drawn at (180, 0)."""
    return "".join(
        element(
            "g", words(0, 4, title, font_size=14, font_weight="bold") + drawn, transform=f"translate(0 {16 + 34 * i})"
        )
        for i, (title, drawn) in enumerate(rows)
    )


def legend(view: View) -> str:
    """What the signs on the map mean."""
    left, right, y = 10, 180, HEIGHT - 62
    town = element("circle", cx=left, cy=y + 27, r=9, fill=_TINTS[view.viewer or 0], stroke="#5a4a2a")
    lake = element("path", d=f"M{right - 9} {y}h18", stroke="#3f8fe0", stroke_width=6, stroke_dasharray="3 4")
    signs = (
        (left, y, marker(left, y, 0), "marker still there"),
        (left, y + 27, town, "yours still there"),
        (left, y + 54, obstacle_sign(left, y + 54), "obstacle"),
        (right, y, lake, "lake"),
        (right, y + 27, arrow(right, y + 27, 0), "current"),
        (right, y + 54, boot(right, y + 62, 0), "boot"),
    )
    return "".join(sign + words(x + 20, row + 4, text, font_size=12.5) for x, row, sign, text in signs)


def chart(notes: Iterable[str]) -> str:
    """The cards that each counter costs on each terrain, and sentences beside it."""
    land = [terrain for terrain in Terrain if terrain not in WATER]
    heads = "".join(_chart_head(129 + 66 * column, terrain) for column, terrain in enumerate(land))
    rows = "".join(_chart_row(row, kind, land) for row, kind in enumerate(COUNTERS))
    lines = [line for sentence in notes for line in wrap(sentence, 48)]
    beside = "".join(words(380, 15 + 19 * i, line, font_size=13) for i, line in enumerate(lines))
    return element("g", heads + rows + beside, transform=f"translate({_CHART_X} 0)")


def _chart_head(x: float, terrain: Terrain) -> str:
    box = element("rect", x=x - 32, y=2, width=64, height=18, rx=4, fill=TERRAIN_COLOURS[terrain])
    ink = "#fff" if terrain is Terrain.FOREST else "#000"
    return box + words(x, 15, terrain.value, font_size=11, font_weight="bold", text_anchor="middle", fill=ink)


def _chart_row(row: int, kind: Transport, land: list[Terrain]) -> str:
    y = 34 + 23 * row
    costs = "".join(
        words(129 + 66 * i, y + 5, str(CHART[kind].get(terrain, "-")), font_size=14, text_anchor="middle")
        for i, terrain in enumerate(land)
    )
    return chip(45, y, kind) + costs
