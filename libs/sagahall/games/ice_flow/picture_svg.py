"""The table as a picture: the map, and beside it the seats, the floe to be placed, the stock and the signs."""

from __future__ import annotations

from textwrap import wrap

from sagahall.games.drawing import element, picture, words
from sagahall.games.ice_flow import scoring
from sagahall.games.ice_flow.chart_svg import ENTRY_COLOUR, HEIGHT, WIDTH, chart_svg, floe, hexagon, jagged
from sagahall.games.ice_flow.facts import CARDS, NOTCHES, SLOTS
from sagahall.games.ice_flow.labels import counted
from sagahall.games.ice_flow.picture_text import happening, results, rounds
from sagahall.games.ice_flow.pieces_svg import SEAT_COLOURS, bear, explorer, fish, items, rope
from sagahall.games.ice_flow.state import Expedition, Ground
from sagahall.games.ice_flow.view import View

_PANEL = 380
_ROW = 96


def svg(view: View) -> str:
    """The table as the viewer sees it."""
    ground = element("rect", width=WIDTH + _PANEL, height=HEIGHT, fill="#ffffff")
    seats = "".join(_seat(view, seat, expedition) for seat, expedition in enumerate(view.state.expeditions))
    below = 120 + _ROW * len(view.state.expeditions)
    side = _heading(view) + seats + _results(view, below) + _drawn(view, below) + _legend(view)
    return picture(
        WIDTH + _PANEL,
        HEIGHT,
        ground,
        chart_svg(view.state),
        element("g", side, transform=f"translate({WIDTH + 18} 0)"),
    )


def _heading(view: View) -> str:
    acting = ", ".join(f"seat {seat}" for seat in view.to_act) or "nobody"
    lines = wrap(happening(view).capitalize(), 44)
    return (
        words(0, 30, f"Ice Flow, {rounds(view)}", font_size=21, font_weight="bold")
        + "".join(words(0, 54 + 18 * number, line, font_size=15) for number, line in enumerate(lines))
        + words(0, 98, f"To act: {acting}", font_size=16, font_weight="bold", fill="#b3261e")
    )


def _seat(view: View, seat: int, expedition: Expedition) -> str:
    """A seat's explorers and its rucksack."""
    y = 110 + _ROW * seat
    acting = seat in view.to_act
    box = element(
        "rect", x=0, y=y, width=_PANEL - 36, height=_ROW - 8, rx=8, fill="#fff6d6" if acting else "#f7fafc",
        stroke=SEAT_COLOURS[seat], stroke_width=4 if acting else 1.5,
    )  # fmt: skip
    you = " (you)" if seat == view.viewer else " (left)" if expedition.left else ""
    facts = f"{expedition.arrived} in Siberia, {scoring.distance(expedition)} columns to go"
    where = ", ".join(f"{number}: {at}" for number, at in enumerate(expedition.explorers, start=1))
    slots = "".join(
        element("rect", x=214 + 40 * slot, y=y + 14, width=34, height=34, rx=5, fill="#fff", stroke="#8a7a55")
        for slot in range(SLOTS)
    )
    packed = "".join(
        draw(231 + 40 * slot, y + 31) for slot, draw in enumerate([rope] * expedition.rope + [fish] * expedition.fish)
    )
    return (
        box
        + explorer(24, y + 28, seat, seat)
        + words(46, y + 26, f"Seat {seat}{you}", font_size=15, font_weight="bold")
        + words(46, y + 46, "rucksack", font_size=12, fill="#666")
        + slots
        + packed
        + words(14, y + 66, f"Explorers {where or '-'}", font_size=13)
        + words(14, y + 82, facts, font_size=12.5, fill="#444")
    )


def _results(view: View, y: float) -> str:
    return "".join(words(0, y + 16 + 20 * row, line, font_size=14) for row, line in enumerate(results(view)))


def _drawn(view: View, y: float) -> str:
    """The floe that has to be placed, in every way that it can be turned, with what its card brings."""
    drawn = view.state.drawn
    if drawn is None:
        return ""
    card = CARDS[drawn.card]
    ways = "".join(
        floe(28 + 57 * rotation, y + 62, Ground("", drawn.tile, rotation), 26)
        + words(28 + 57 * rotation, y + 67, str(rotation), font_size=14, font_weight="bold", text_anchor="middle")
        for rotation in range(NOTCHES)
    )
    title = words(0, y + 14, f"To be placed, turned by 0 to {NOTCHES - 1}, with", font_size=13, font_weight="bold")
    return title + items(304, y + 9, card.rope, card.fish, card.bear) + ways


def _legend(view: View) -> str:
    """What the signs on the map mean, and what the stock has."""
    y = HEIGHT - 218
    flat = element("path", d=f"M0 {y + 45}h29", stroke="#5f8fb0", stroke_width=2)
    signs = (
        (jagged((0, y + 30), (29, y + 30), 7) + flat, "edges of floes: jagged is rough, thin is flat"),
        (rope(14, y + 66), "rope: one for each rough edge crossed"),
        (fish(14, y + 94), "fish: one for each sea space or bear met"),
        (bear(14, y + 123), "bear: has to be sent on by who stops there"),
        (element("path", d=f"M5 {y + 155}l9 -8l9 8", fill="none", stroke="#2e9e52", stroke_width=3),
         "current: as many spaces as chevrons"),
        (hexagon(14, y + 178, 13, fill=ENTRY_COLOUR), "a current enters: new floes are placed here"),
    )  # fmt: skip
    bag = f"{counted(view.bag_count, 'floe')} in the bag"
    return (
        words(0, y + 10, "Stock", font_size=14, font_weight="bold")
        + items(120, y + 6, view.stock.rope, view.stock.fish, view.stock.bears)
        + words(206, y + 10, bag, font_size=13)
        + "".join(sign + words(40, y + 43 + 28 * row, text, font_size=13) for row, (sign, text) in enumerate(signs))
    )
