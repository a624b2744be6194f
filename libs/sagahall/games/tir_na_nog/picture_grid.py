"""The Otherworld as a picture: cards, and bards between and around them."""

from __future__ import annotations

from collections.abc import Mapping

from sagahall.games.drawing import element, words
from sagahall.games.tir_na_nog.facts import GRIDS
from sagahall.games.tir_na_nog.otherworld import Cell, SpotKind
from sagahall.games.tir_na_nog.picture_cards import FAINT, bard, grid_card
from sagahall.games.tir_na_nog.state import Step
from sagahall.games.tir_na_nog.view import StandingBard, View

_WIDTH, _HEIGHT = 104, 82
"""A card."""
_GAP = 36
_SIDES: Mapping[str, tuple[float, float]] = {
    "n": (0.5, -0.22), "e": (1.17, 0.5), "s": (0.5, 1.22), "w": (-0.17, 0.5),
}  # fmt: skip
"""Where a bard on an edge stands, in widths and heights of the card."""


def grid_size(view: View) -> tuple[float, float]:
    """Width and height of the picture."""
    return view.columns * (_WIDTH + _GAP) + _GAP, view.rows * (_HEIGHT + _GAP) + _GAP


def grid_svg(view: View) -> str:
    """The cards that are left and the bards that stand there; while bards are placed, the names of free gaps."""
    cards = {lying.cell: lying.card for lying in view.otherworld}
    parts = []
    for cell in GRIDS[len(view.seats)].cells:
        x, y = _corner(cell)
        parts.append(grid_card(x, y, _WIDTH, _HEIGHT, cards[cell]) if cell in cards else _empty(x, y))
    if view.step is Step.PLACE_BARD:
        parts += _free_gaps(view)
    return "".join((*parts, *_bards(view)))


def _corner(cell: Cell) -> tuple[float, float]:
    """The upper left corner of a cell."""
    return _GAP + (cell.column - 1) * (_WIDTH + _GAP), _GAP + (cell.row - 1) * (_HEIGHT + _GAP)


def _empty(x: float, y: float) -> str:
    return element(
        "rect", x=x, y=y, width=_WIDTH, height=_HEIGHT, rx=7, fill="none", stroke=FAINT, stroke_dasharray="5 5"
    )


def _point(spot: str) -> tuple[float, float]:
    """The middle of a spot."""
    kind, row, column, *side = spot.split(":")
    x, y = _corner(Cell(int(row), int(column)))
    if side:
        across, down = _SIDES[side[0]]
        return x + across * _WIDTH, y + down * _HEIGHT
    right, below = x + _WIDTH + _GAP / 2, y + _HEIGHT + _GAP / 2
    return {
        "h": (right, y + _HEIGHT / 2),
        "v": (x + _WIDTH / 2, below),
        "x": (right, below),
    }[kind]


def _free_gaps(view: View) -> list[str]:
    taken = {standing.spot for standing in view.bards}
    gaps = [spot.id for spot in GRIDS[len(view.seats)].of_kind(SpotKind.GAP) if spot.id not in taken]
    return [
        words(_point(gap)[0], _point(gap)[1] + 4, gap, font_size=11, fill=FAINT, text_anchor="middle") for gap in gaps
    ]


def _bards(view: View) -> list[str]:
    """The bards; those who share a spot stand one over the other."""
    by_spot: dict[str, list[StandingBard]] = {}
    for standing in view.bards:
        by_spot.setdefault(standing.spot, []).append(standing)
    drawn = []
    for spot, standing_there in by_spot.items():
        x, y = _point(spot)
        for place, standing in enumerate(standing_there):
            shift = 24 * (place - (len(standing_there) - 1) / 2)
            across, down = (0, shift) if spot.startswith("h") else (shift, 0)
            drawn.append(bard(x + across, y + down, standing.seat, stray=standing.stray))
    return drawn
