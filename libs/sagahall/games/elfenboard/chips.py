"""The pieces of the games as pictures: cards, counters and items, obstacles, gold, boots."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from sagahall.games.drawing import element, words
from sagahall.games.elfenboard.hands import K
from sagahall.games.elfenboard.names import kind_name

SEAT_COLOURS = ("#d62828", "#1d6fd1", "#e0a800", "#2a9d3a", "#7b2cbf", "#222222")
KIND_COLOURS: Mapping[str, str] = {
    "giant_pig": "#f4a6c0",
    "elfcycle": "#b6e388",
    "magic_cloud": "#dfeafc",
    "unicorn": "#ffffff",
    "troll_wagon": "#d2a679",
    "dragon": "#ff8a65",
    "raft": "#8ecae6",
    "gold": "#ffd54a",
    "obstacle": "#b9a394",
}
"""The colours of cards, counters and items, by the value of their kind."""
_GAP = 5
_SHORT = {"giant_pig": "pig", "magic_cloud": "cloud", "troll_wagon": "troll"}


def chip(x: float, y: float, kind: K, suffix: str = "") -> str:
    """A card, counter or item, centred on the point, with a text behind its name."""
    name, width = _chip_name(kind, suffix), chip_width(kind, suffix)
    box = element(
        "rect", x=x - width / 2, y=y - 10, width=width, height=20, rx=5, fill=KIND_COLOURS[kind.value], stroke="#222"
    )
    return box + words(x, y + 4.5, name, font_size=12.5, font_weight="bold", text_anchor="middle")


def obstacle_sign(x: float, y: float) -> str:
    """An obstacle, centred on the point."""
    disc = element("circle", cx=x, cy=y, r=8.5, fill="#5d3a1a", stroke="#fff", stroke_width=1.5)
    return disc + element("path", d=f"M{x - 4:.1f} {y - 4:.1f}l8 8m0 -8l-8 8", stroke="#fff", stroke_width=2.5)


def gold_sign(x: float, y: float) -> str:
    """A piece of gold, centred on the point."""
    disc = element("circle", cx=x, cy=y, r=9, fill="#ffd54a", stroke="#8a6100", stroke_width=1.5)
    return disc + words(x, y + 4.5, "G", font_size=12, font_weight="bold", fill="#5a3f00", text_anchor="middle")


def boot(x: float, y: float, seat: int) -> str:
    """The boot of a seat, standing on the point."""
    shape = f"M{x - 9:.1f} {y - 27:.1f}h13v15q9 1 9 9v3h-22z"
    body = element("path", d=shape, fill=SEAT_COLOURS[seat], stroke="#fff", stroke_width=2)
    return body + words(x - 2.5, y - 9, str(seat), font_size=14, font_weight="bold", fill="#fff", text_anchor="middle")


def marker(x: float, y: float, seat: int) -> str:
    """A seat's marker, centred on the point."""
    return element("circle", cx=x, cy=y, r=5, fill=SEAT_COLOURS[seat], stroke="#fff")


def chip_row(x: float, y: float, kinds: Iterable[K]) -> str:
    """Cards, counters or items from the point to the right, each kind once with its number."""
    row = ""
    for kind, suffix in _numbered(tuple(kinds)):
        width = chip_width(kind, suffix)
        row += chip(x + width / 2, y, kind, suffix)
        x += width + _GAP
    return row


def _numbered(kinds: tuple[K, ...]) -> Iterator[tuple[K, str]]:
    """Each kind once, with its number where there are several."""
    for kind in dict.fromkeys(kinds):
        yield kind, f" x{kinds.count(kind)}" if kinds.count(kind) > 1 else ""


def _row_width(kinds: tuple[K, ...]) -> float:
    return sum(chip_width(kind, suffix) + _GAP for kind, suffix in _numbered(kinds))


def fitted_row(x: float, y: float, kinds: tuple[K, ...], width: float) -> str:
    """Cards, counters or items as in a row, but smaller, and as small as it takes to fit the width."""
    scale = min(0.85, width / max(1, _row_width(kinds)))
    return element("g", chip_row(0, 0, kinds), transform=f"translate({x:.0f} {y:.0f}) scale({scale:.2f})")


def _chip_name(kind: K, suffix: str) -> str:
    return _SHORT.get(kind.value, kind_name(kind)) + suffix


def chip_width(kind: K, suffix: str = "") -> float:
    """How wide a card, counter or item is drawn."""
    return 7.6 * len(_chip_name(kind, suffix)) + 14
