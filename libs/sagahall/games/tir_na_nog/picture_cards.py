"""The pieces of the game as pictures: cards and bards."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import wrap

from sagahall.games.drawing import element, words
from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.cards import Card, Colour
from sagahall.games.tir_na_nog.labels import effect_name
from sagahall.games.tir_na_nog.phrases import code
from sagahall.games.tir_na_nog.view import ToldCard

INK = "#2b2620"
FAINT = "#8a8172"
COLOURS: Mapping[Colour, str] = {
    Colour.YELLOW: "#f6d654",
    Colour.BLUE: "#8dbdec",
    Colour.GREEN: "#93d08a",
    Colour.RED: "#f08d82",
}
_SEATS = ("#7b3fa0", "#e07b00", "#fdfaf2", "#222222", "#12807f")
_BALOR = "#8b1a1a"
_LOST = "#7a1610"
TOLD_WIDTH, TOLD_HEIGHT = 62, 42


def seat_colour(seat: Seat | None) -> str:
    """The colour of the bards of a seat, or of Balor."""
    return _BALOR if seat is None else _SEATS[seat]


def bard(x: float, y: float, seat: Seat | None, *, stray: bool = False) -> str:
    """A bard, centred on the point. A stray one has a broken ring and a question mark."""
    ink = INK if seat_colour(seat) == _SEATS[2] else "#ffffff"
    ring = {"stroke": "#b3261e", "stroke_dasharray": "3 3"} if stray else {"stroke": INK}
    disc = element("circle", cx=x, cy=y, r=13, fill=seat_colour(seat), stroke_width=2, **ring)
    name = f"{'B' if seat is None else seat}{'?' if stray else ''}"
    return disc + words(x, y + 5, name, font_size=14, font_weight="bold", fill=ink, text_anchor="middle")


def frame(x: float, y: float, width: float, height: float, fill: str) -> str:
    """The outline of a card."""
    return element("rect", x=x, y=y, width=width, height=height, rx=7, fill=fill, stroke=INK, stroke_width=1.2)


def grid_card(x: float, y: float, width: float, height: float, card: Card) -> str:
    """A card of the Otherworld: code, name and effect."""
    lines = wrap(card.name, 15)[:2]
    name = "".join(
        words(x + width / 2, y + 40 + 13 * i, line, font_size=11, fill=INK, text_anchor="middle")
        for i, line in enumerate(lines)
    )
    effect = words(
        x + width / 2, y + height - 8, effect_name(card), font_size=11.5, font_weight="bold", text_anchor="middle"
    )
    return frame(x, y, width, height, COLOURS[card.colour]) + _code(x + width / 2, y + 22, card) + name + effect


def hand_card(x: float, y: float, width: float, height: float, card: Card, *, chosen: bool) -> str:
    """A card of the hand: the same, with what its effect does; one that is to be discarded says so."""
    text = [] if card.effect is None else wrap(card.effect.text, max(12, int(width / 6.3)))
    lines = [words(x + 7, y + 65 + 12 * i, line, font_size=10, fill=INK) for i, line in enumerate(text)]
    if chosen:
        lines.append(words(x + 7, y + height - 7, "to be discarded", font_size=11, font_weight="bold", fill=_LOST))
    return (
        frame(x, y, width, height, COLOURS[card.colour])
        + _code(x + width / 2, y + 20, card)
        + words(x + width / 2, y + 36, card.name, font_size=10.5, fill=INK, text_anchor="middle")
        + words(x + 7, y + 52, effect_name(card), font_size=11, font_weight="bold", fill=INK)
        + "".join(lines)
    )


def told_card(x: float, y: float, told: ToldCard) -> str:
    """A card of a saga, as it counts; what is printed under a token is said."""
    middle = x + TOLD_WIDTH / 2
    token = (told.colour, told.value) != (told.card.colour, told.card.value)
    printed = f"was {code(told.card.colour, told.card.value)}" if token else ""
    return (
        frame(x, y, TOLD_WIDTH, TOLD_HEIGHT, COLOURS[told.colour])
        + words(middle, y + 19, code(told.colour, told.value), font_size=17, font_weight="bold", text_anchor="middle")
        + words(middle, y + 29, printed, font_size=9, fill=_LOST, font_weight="bold", text_anchor="middle")
        + words(middle, y + 39, effect_name(told.card), font_size=9, text_anchor="middle")
    )


def _code(x: float, y: float, card: Card) -> str:
    return words(x, y, code(card.colour, card.value), font_size=19, font_weight="bold", fill=INK, text_anchor="middle")
