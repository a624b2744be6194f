"""Sagas as pictures: three rows beside their geasa, with the points that they are worth now."""

from __future__ import annotations

from sagahall.games.drawing import element, words
from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.phrases import spaces_shown, summed, told_of
from sagahall.games.tir_na_nog.picture_cards import (
    COLOURS,
    FAINT,
    INK,
    TOLD_HEIGHT,
    TOLD_WIDTH,
    bard,
    seat_colour,
    told_card,
)
from sagahall.games.tir_na_nog.saga import ROWS
from sagahall.games.tir_na_nog.state import Score
from sagahall.games.tir_na_nog.view import Geis, View

_STEP = TOLD_WIDTH + 5
_ROW = TOLD_HEIGHT + 20
_HEAD = 40
HEIGHT = _HEAD + 3 * _ROW + 40


def saga_width(view: View) -> float:
    """The width of a saga."""
    return spaces_shown(view) * _STEP + 66


def saga_svg(view: View, score: Score) -> str:
    """A saga with its title, its rows and its regions."""
    acting = score.seat in view.to_act
    box = element(
        "rect", width=saga_width(view) - 12, height=HEIGHT - 10, rx=9, fill="#fff4cf" if acting else "#fffdf8",
        stroke=seat_colour(score.seat) if score.seat != 2 else FAINT, stroke_width=4 if acting else 2,
    )  # fmt: skip
    cards = "".join(
        told_card(10 + _STEP * (told.space - 1), _HEAD + 14 + _ROW * ROWS.index(told.row), told)
        for told in told_of(view, score.seat)
    )
    rows = "".join(_row(view, score, at, geis) for at, geis in enumerate(view.geasa))
    return box + _title(view, score) + rows + cards + _regions(score)


def _title(view: View, score: Score) -> str:
    points = words(
        saga_width(view) - 24, 25, f"{score.total}", font_size=22, font_weight="bold", fill=INK, text_anchor="end"
    )
    return (
        bard(22, 20, score.seat)
        + words(42, 18, _name(view, score.seat), font_size=14, font_weight="bold", fill=INK)
        + words(42, 33, summed(score), font_size=11, fill=INK)
        + points
    )


def _name(view: View, seat: Seat | None) -> str:
    if seat is None:
        gaze = view.balor.gaze if view.balor else None
        return "Balor" + (f", gazes at {gaze.value}" if gaze else "") + (", first" if view.first is None else "")
    shown = view.seats[seat]
    notes = (
        ("you", seat == view.viewer),
        ("left", shown.left),
        ("first", seat == view.first),
        ("has chosen", shown.has_chosen),
    )
    return ", ".join((f"Seat {seat}", *(note for note, holds in notes if holds), f"{shown.hand_count} cards"))


def _row(view: View, score: Score, at: int, geis: Geis) -> str:
    """The empty spaces of a row, the name of its geis and its points; Balor has no geasa."""
    y = _HEAD + 14 + _ROW * at
    spaces = "".join(
        element("rect", x=10 + _STEP * space, y=y, width=TOLD_WIDTH, height=TOLD_HEIGHT, rx=7, fill="none",
                stroke="#cdc4b2", stroke_dasharray="4 4")
        for space in range(spaces_shown(view))
    )  # fmt: skip
    if score.seat is None:
        return spaces
    points = words(
        saga_width(view) - 24, y + 28, f"{score.rows[at]}", font_size=17, font_weight="bold", text_anchor="end"
    )
    return spaces + words(10, y - 4, geis.name, font_size=11, fill="#5d5546") + points


def _regions(score: Score) -> str:
    """For each colour the size of the largest region and the points for it."""
    y = _HEAD + 3 * _ROW + 4
    parts = [words(10, y + 15, "Regions", font_size=11, fill="#5d5546")]
    for at, ((colour, fill), size, points) in enumerate(zip(COLOURS.items(), score.sizes, score.regions, strict=True)):
        x = 64 + 72 * at
        chip = element("rect", x=x, y=y, width=66, height=21, rx=5, fill=fill, stroke=INK, stroke_width=0.8)
        text = f"{colour.name[0]} {size}: {points} p" if size else f"{colour.name[0]} -"
        parts.append(chip + words(x + 33, y + 15, text, font_size=11.5, text_anchor="middle"))
    return "".join(parts)
