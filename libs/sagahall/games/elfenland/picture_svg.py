"""The table as a picture: the map, the seats beside it, below it what can be taken and what the viewer holds."""

from __future__ import annotations

from textwrap import wrap

from sagahall.games.drawing import element, picture, words
from sagahall.games.elfenboard.board import WATER, Terrain, Transport
from sagahall.games.elfenboard.chips import SEAT_COLOURS, boot, chip, chip_row, marker, obstacle_sign
from sagahall.games.elfenboard.facts import CAPITAL, CHART, COUNTERS, TOWNS
from sagahall.games.elfenboard.map_svg import (
    HEIGHT,
    TERRAIN_COLOURS,
    WIDTH,
    TownLook,
    arrow,
    map_svg,
)
from sagahall.games.elfenboard.names import town_name
from sagahall.games.elfenland.picture_text import PHASES, fares, results
from sagahall.games.elfenland.view import SeatView, View

_PANEL = 370
_FOOT = 190
_ROW = 84
_CHART_X = 640
_TINTS = ("#f5b8b8", "#b5d0f5", "#f8e0a0", "#b4e2bb", "#d9bdf0", "#bdbdbd")
"""Lighter colours of the seats: a town where the viewer has not been."""


def svg(view: View) -> str:
    """The table as the viewer sees it."""
    width, height = WIDTH + _PANEL, HEIGHT + _FOOT
    ground = element("rect", width=width, height=height, fill="#ffffff")
    counters = {placed.road: (placed.counter, placed.obstacle) for placed in view.board}
    board = map_svg({town: _look(view, town) for town in TOWNS}, counters)
    seats = "".join(_seat(view, seat) for seat in view.seats)
    side = element("g", _heading(view) + seats + _results(view) + _legend(view), transform=f"translate({WIDTH + 16} 0)")
    foot = element("g", _own(view) + _chart(view), transform=f"translate(16 {HEIGHT + 10})")
    return picture(width, height, ground, board, side, foot)


def _look(view: View, town: str) -> TownLook:
    markers = [seat.seat for seat in view.seats if town != CAPITAL and town not in seat.visited]
    boots = [seat.seat for seat in view.seats if seat.boot == town]
    if view.viewer is None:
        return TownLook(markers, boots)
    wanted = _TINTS[view.viewer] if view.viewer in markers else None
    return TownLook(markers, boots, wanted, home=view.seats[view.viewer].home == town)


def _heading(view: View) -> str:
    acting = ", ".join(f"seat {seat}" for seat in view.to_act) or "nobody"
    what = f"over ({view.ending})" if view.ending else PHASES[view.phase]
    return (
        words(0, 30, f"Elfenland ({view.rules.edition.value})", font_size=22, font_weight="bold")
        + words(0, 56, f"Round {view.round} of {view.rules.rounds}: {what}", font_size=16)
        + words(0, 80, f"To act: {acting}", font_size=16, font_weight="bold", fill="#b3261e")
    )


def _seat(view: View, seat: SeatView) -> str:
    """A seat's points and what it holds for all to see."""
    y = 96 + _ROW * seat.seat
    acting = seat.seat in view.to_act
    box = element(
        "rect", x=0, y=y, width=_PANEL - 28, height=_ROW - 8, rx=8, fill="#fff6d6" if acting else "#faf8f2",
        stroke=SEAT_COLOURS[seat.seat], stroke_width=4 if acting else 1.5,
    )  # fmt: skip
    you = " (you)" if seat.seat == view.viewer else " (left)" if seat.left else ""
    first = ", first" if seat.seat == view.first else ""
    home = f", home {town_name(seat.home)}" if seat.home else ""
    facts = f"{len(seat.visited)} towns, {seat.hand_count} cards, at {town_name(seat.boot)}{first}"
    obstacle = obstacle_sign(_PANEL - 46, y + 18) if seat.obstacle else ""
    hidden = words(12, y + 69, f"+ {seat.hidden_count} hidden", font_size=12) if seat.hidden_count else ""
    return (
        box
        + boot(18, y + 32, seat.seat)
        + words(40, y + 23, f"Seat {seat.seat}{you}{home}", font_size=14, font_weight="bold")
        + words(40, y + 42, facts, font_size=13)
        + obstacle
        + chip_row(100 if seat.hidden_count else 12, y + 60, seat.open_counters)
        + hidden
    )


def _results(view: View) -> str:
    y = 116 + _ROW * len(view.seats)
    return "".join(words(0, y + 20 * i, line, font_size=12) for i, line in enumerate(results(view)))


def _legend(view: View) -> str:
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


def _own(view: View) -> str:
    """What can be taken, and what only the viewer sees."""
    rows = [("Open counters", view.open_counters), ("Laid off this round", view.discard)]
    if view.viewer is not None:
        own = view.seats[view.viewer]
        drawn = () if own.drawn is None else (own.drawn,)
        rows += [("Your hidden counters", own.hidden_counters + drawn), ("Your cards", own.hand)]
    lines = "".join(
        words(0, 20 + 34 * row, title, font_size=14, font_weight="bold") + chip_row(180, 16 + 34 * row, kinds)
        for row, (title, kinds) in enumerate(rows)
    )
    counts = f"{view.pile_count} counters face down, {view.deck_count} cards not dealt"
    return lines + words(0, 20 + 34 * len(rows), counts, font_size=13)


def _chart(view: View) -> str:
    """The cards that each counter costs on each terrain, and the prices that the map does not show."""
    land = [terrain for terrain in Terrain if terrain not in WATER]
    heads = "".join(_chart_head(129 + 66 * column, terrain) for column, terrain in enumerate(land))
    rows = "".join(_chart_row(row, kind, land) for row, kind in enumerate(COUNTERS))
    lines = [line for sentence in fares(view) for line in wrap(sentence, 48)]
    notes = "".join(words(380, 15 + 19 * i, line, font_size=13) for i, line in enumerate(lines))
    return element("g", heads + rows + notes, transform=f"translate({_CHART_X} 0)")


def _chart_head(x: float, terrain: Terrain) -> str:
    box = element("rect", x=x - 29, y=2, width=58, height=18, rx=4, fill=TERRAIN_COLOURS[terrain])
    ink = "#fff" if terrain is Terrain.FOREST else "#000"
    return box + words(x, 15, terrain.value, font_size=11, font_weight="bold", text_anchor="middle", fill=ink)


def _chart_row(row: int, kind: Transport, land: list[Terrain]) -> str:
    y = 34 + 23 * row
    costs = "".join(
        words(129 + 66 * i, y + 5, str(CHART[kind].get(terrain, "-")), font_size=14, text_anchor="middle")
        for i, terrain in enumerate(land)
    )
    return chip(45, y, kind) + costs
