"""The pieces of the game as pictures: cards and counters, obstacles, boots."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sagahall.games.drawing import element, words
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.names import kind_name

SEAT_COLOURS = ("#d62828", "#1d6fd1", "#e0a800", "#2a9d3a", "#7b2cbf", "#222222")
KIND_COLOURS: Mapping[Transport, str] = {
    Transport.GIANT_PIG: "#f4a6c0",
    Transport.ELFCYCLE: "#b6e388",
    Transport.MAGIC_CLOUD: "#dfeafc",
    Transport.UNICORN: "#ffffff",
    Transport.TROLL_WAGON: "#d2a679",
    Transport.DRAGON: "#ff8a65",
    Transport.RAFT: "#8ecae6",
}
_SHORT = {Transport.GIANT_PIG: "pig", Transport.MAGIC_CLOUD: "cloud", Transport.TROLL_WAGON: "troll"}


def chip(x: float, y: float, kind: Transport, suffix: str = "") -> str:
    """A card or counter, centred on the point, with a text behind its name."""
    name, width = _chip_name(kind, suffix), _chip_width(kind, suffix)
    box = element(
        "rect", x=x - width / 2, y=y - 10, width=width, height=20, rx=5, fill=KIND_COLOURS[kind], stroke="#222"
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


def chip_row(x: float, y: float, kinds: Iterable[Transport]) -> str:
    """Cards or counters from the point to the right, each kind once with its number."""
    held = tuple(kinds)
    row = ""
    for kind in dict.fromkeys(held):
        suffix = f" x{held.count(kind)}" if held.count(kind) > 1 else ""
        width = _chip_width(kind, suffix)
        row += chip(x + width / 2, y, kind, suffix)
        x += width + 5
    return row


def _chip_name(kind: Transport, suffix: str) -> str:
    return _SHORT.get(kind, kind_name(kind)) + suffix


def _chip_width(kind: Transport, suffix: str) -> float:
    return 7.6 * len(_chip_name(kind, suffix)) + 14
