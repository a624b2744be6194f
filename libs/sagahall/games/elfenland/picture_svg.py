"""The table as a picture: the map, the seats beside it, below it what can be taken and what the viewer holds."""

from __future__ import annotations

from sagahall.games.drawing import words
from sagahall.games.elfenboard.chips import chip_row, obstacle_sign
from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.map_svg import map_svg
from sagahall.games.elfenboard.names import town_name
from sagahall.games.elfenboard.panels import (
    PANEL,
    chart,
    heading,
    legend,
    lines_svg,
    rows_svg,
    seat_box,
    table_svg,
    town_look,
)
from sagahall.games.elfenland.picture_text import PHASES, fares, results
from sagahall.games.elfenland.view import SeatView, View

_FOOT = 190
_ROW = 84


def svg(view: View) -> str:
    """The table as the viewer sees it."""
    board = map_svg({town: town_look(view, town) for town in TOWNS}, view.board)
    what = f"over ({view.ending})" if view.ending else PHASES[view.phase]
    head = heading(
        view, f"Elfenland ({view.rules.edition.value})", f"Round {view.round} of {view.rules.rounds}: {what}"
    )
    seats = "".join(_seat(view, seat) for seat in view.seats)
    side = head + seats + lines_svg(116 + _ROW * len(view.seats), results(view)) + legend(view)
    return table_svg(board, side, _own(view) + chart(fares(view)), _FOOT)


def _seat(view: View, seat: SeatView) -> str:
    """A seat's points and what it holds for all to see."""
    y = 96 + _ROW * seat.seat
    first = ("first",) if seat.seat == view.first else ()
    box = seat_box(view, seat, y, _ROW - 8, (f"{seat.hand_count} cards", f"at {town_name(seat.boot)}", *first))
    obstacle = obstacle_sign(PANEL - 46, y + 18) if seat.obstacle else ""
    hidden = words(12, y + 69, f"+ {seat.hidden_count} hidden", font_size=12) if seat.hidden_count else ""
    return box + obstacle + chip_row(100 if seat.hidden_count else 12, y + 60, seat.open_counters) + hidden


def _own(view: View) -> str:
    """What can be taken, and what only the viewer sees."""
    rows = [("Open counters", view.open_counters), ("Laid off this round", view.discard)]
    if view.viewer is not None:
        own = view.seats[view.viewer]
        drawn = () if own.drawn is None else (own.drawn,)
        rows += [("Your hidden counters", own.hidden_counters + drawn), ("Your cards", own.hand)]
    counts = f"{view.pile_count} counters face down, {view.deck_count} cards not dealt"
    pieces = rows_svg((title, chip_row(180, 0, kinds)) for title, kinds in rows)
    return pieces + words(0, 20 + 34 * len(rows), counts, font_size=13)
