"""The table as a picture: the map, the seats beside it, below it what is for sale, can be taken, and what one holds."""

from __future__ import annotations

from textwrap import wrap

from sagahall.games.drawing import element, words
from sagahall.games.elfenboard.chips import chip, chip_row, fitted_row, gold_sign
from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.map_svg import HEIGHT, map_svg
from sagahall.games.elfenboard.names import counted, town_name
from sagahall.games.elfenboard.panels import (
    chart,
    heading,
    legend,
    lines_svg,
    rows_svg,
    seat_box,
    table_svg,
    town_look,
)
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.picture_text import doing, golden_roads, highest_bid, passed, prices, results
from sagahall.games.elfenroads.view import SeatView, View

_FOOT = 250
_BELOW_SALE = 48
_SEATS = 624
"""Height that all seats have together."""
_LINE = 100
"""Characters of a line of small text below the map."""


def svg(view: View) -> str:
    """The table as the viewer sees it. Once the match is over, the places are where else the items for sale are."""
    towns = {town: town_look(view, town, TOWNS[town].gold) for town in TOWNS}
    board = map_svg(towns, view.board, golden_roads(view))
    head = heading(view, "Elfenroads", f"Round {view.round} of {view.rules.rounds}: {doing(view)}")
    side = head + "".join(_seat(view, seat) for seat in view.seats) + legend(view) + _legend()
    pieces = lines_svg(10, results(view)) if view.ending else _sale(view) + _below(_own(view))
    return table_svg(board, side, pieces + _below(chart(prices())), _FOOT)


def _below(drawn: str) -> str:
    """Moved below the items for sale."""
    return element("g", drawn, transform=f"translate(0 {_BELOW_SALE})")


def _seat(view: View, seat: SeatView) -> str:
    """A seat's points and what it holds for all to see."""
    height = min(120, _SEATS // len(view.seats))
    y = 96 + height * seat.seat
    facts = (f"{seat.hand_count} cards", f"{seat.gold} gold", f"at {town_name(seat.boot)}")
    notes = words(12, y + 57, ", ".join(_notes(view, seat)), font_size=12)
    items = fitted_row(12, y + (91 if seat.shown else 74), seat.open_items, 325)
    return seat_box(view, seat, y, height - 6, facts) + notes + _known(seat, y + 71) + items


def _notes(view: View, seat: SeatView) -> list[str]:
    notes = ["first player"] * (seat.seat == view.first) + ["passed"] * (seat.seat in passed(view))
    notes += [f"gold of this move: {seat.earned}"] * bool(seat.earned)
    return notes + [f"{seat.hidden_count} hidden"] * bool(seat.hidden_count)


def _known(seat: SeatView, y: float) -> str:
    """The cards that it took openly, if there are any."""
    if not seat.shown:
        return ""
    return words(12, y + 4, "took openly", font_size=12) + fitted_row(88, y, seat.shown, 248)


def _legend() -> str:
    """What the signs mean that only this game has."""
    x, y = 282, HEIGHT - 62
    value = element("circle", cx=x, cy=y + 27, r=9, fill="#fff", stroke="#5a4a2a")
    number = words(x, y + 31, "4", font_size=12, font_weight="bold", text_anchor="middle")
    names = words(x + 16, y + 4, "gold", font_size=12.5) + words(x + 16, y + 31, "value", font_size=12.5)
    return gold_sign(x, y) + value + number + names


def _sale(view: View) -> str:
    """The items for sale, the one that is sold now first."""
    if not view.lots:
        return words(0, 20, f"{view.pile_count} items face down", font_size=13)
    now, *later = reversed(view.lots)
    title = words(0, 20, "For sale now", font_size=14, font_weight="bold")
    price = words(215, 20, highest_bid(view), font_size=14, font_weight="bold", fill="#b3261e")
    then = words(460, 20, "then", font_size=14) if later else ""
    row = "".join(chip(540 + 84 * place, 16, item) for place, item in enumerate(later))
    return title + chip(150, 16, now) + price + then + row


def _own(view: View) -> str:
    """What can be taken, and what only the viewer sees."""
    stack = words(175, 5, f"{view.gold_stack} cards: {FACTS.gold_card * view.gold_stack} gold", font_size=13)
    rows = [("Open cards", chip_row(150, 0, view.open_cards)), ("Gold stack", gold_sign(160, 0) + stack)]
    if view.viewer is not None:
        own = view.seats[view.viewer]
        rows += [("Just drawn", chip_row(150, 0, own.drawn))] if own.drawn else []
        rows += [("Your hidden items", chip_row(150, 0, own.hidden_items)), ("Your cards", chip_row(150, 0, own.hand))]
    counts = f"Deck: {view.deck_count} cards. Discard: {counted(view.discard)}, {view.discard_gold} gold cards"
    return rows_svg(rows) + lines_svg(20 + 34 * len(rows), wrap(counts, _LINE))
