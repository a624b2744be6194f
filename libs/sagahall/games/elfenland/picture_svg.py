"""The table as a picture: the map, the seats beside it, below it what can be taken and what the viewer holds."""

from __future__ import annotations

from textwrap import wrap

from sagahall.games.drawing import element, picture, words
from sagahall.games.elfenboard.board import WATER, Terrain, Transport
from sagahall.games.elfenboard.chips import SEAT_COLOURS, boot, chip, chip_row, obstacle_sign
from sagahall.games.elfenboard.facts import CAPITAL, CHART, COUNTERS, TOWNS
from sagahall.games.elfenboard.map_svg import (
    HEIGHT,
    TERRAIN_COLOURS,
    WIDTH,
    TownLook,
    map_svg,
)
from sagahall.games.elfenboard.names import town_name
from sagahall.games.elfenland.picture_text import PHASES, fares
from sagahall.games.elfenland.view import SeatView, View

_PANEL = 370
_FOOT = 190
_ROW = 84
_CHART_X = 640


def svg(view: View) -> str:
    """The table as the viewer sees it."""
    width, height = WIDTH + _PANEL, HEIGHT + _FOOT
    ground = element("rect", width=width, height=height, fill="#ffffff")
    counters = {placed.road: (placed.counter, placed.obstacle) for placed in view.board}
    board = map_svg({town: _look(view, town) for town in TOWNS}, counters)
    side = element("g", _heading(view) + "".join(_seat(view, seat) for seat in view.seats),
                   transform=f"translate({WIDTH + 16} 0)")  # fmt: skip
    foot = element("g", _own(view) + _chart(view), transform=f"translate(16 {HEIGHT + 10})")
    return picture(width, height, ground, board, side, foot)


def _look(view: View, town: str) -> TownLook:
    markers = [seat.seat for seat in view.seats if town != CAPITAL and town not in seat.visited]
    boots = [seat.seat for seat in view.seats if seat.boot == town]
    return TownLook(markers, boots, home=view.viewer is not None and view.seats[view.viewer].home == town)


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
    home = f", home {town_name(seat.home)}" if seat.home else ""
    facts = f"{len(seat.visited)} towns, {seat.hand_count} cards, in {town_name(seat.boot)}{home}"
    obstacle = obstacle_sign(_PANEL - 46, y + 18) if seat.obstacle else ""
    hidden = words(12, y + 69, f"+ {seat.hidden_count} hidden", font_size=12) if seat.hidden_count else ""
    return (
        box
        + boot(18, y + 32, seat.seat)
        + words(40, y + 23, f"Seat {seat.seat}{you}", font_size=15, font_weight="bold")
        + words(40, y + 42, facts, font_size=12.5)
        + obstacle
        + chip_row(100 if seat.hidden_count else 12, y + 60, seat.open_counters)
        + hidden
    )


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
    heads = "".join(
        element("rect", x=100 + 66 * i, y=2, width=58, height=18, rx=4, fill=TERRAIN_COLOURS[terrain])
        + words(129 + 66 * i, 15, terrain.value, font_size=11, font_weight="bold", text_anchor="middle")
        for i, terrain in enumerate(land)
    )
    rows = "".join(_chart_row(row, kind, land) for row, kind in enumerate(COUNTERS))
    lines = [line for sentence in fares(view) for line in wrap(sentence, 48)]
    notes = "".join(words(380, 15 + 19 * i, line, font_size=13) for i, line in enumerate(lines))
    return element("g", heads + rows + notes, transform=f"translate({_CHART_X} 0)")


def _chart_row(row: int, kind: Transport, land: list[Terrain]) -> str:
    y = 34 + 23 * row
    costs = "".join(
        words(129 + 66 * i, y + 5, str(CHART[kind].get(terrain, "-")), font_size=14, text_anchor="middle")
        for i, terrain in enumerate(land)
    )
    return chip(45, y, kind) + costs
