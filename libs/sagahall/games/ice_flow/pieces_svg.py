"""The pieces of the game as pictures: explorers, bears, ropes and fish."""

from __future__ import annotations

from collections.abc import Iterator

from sagahall.games.drawing import element, words

SEAT_COLOURS = ("#d62828", "#1d6fd1", "#d98e04", "#2a8c3a")
_INK = "#26323c"


def explorer(x: float, y: float, seat: int, number: int, *, moving: bool = False) -> str:
    """An explorer in the colour of its seat with its number, centred on the point; ringed while its move goes on."""
    ring = element("circle", cx=x, cy=y + 1, r=17, fill="none", stroke=_INK, stroke_dasharray="4 3", stroke_width=2)
    body = f"M{x - 10:.1f} {y + 14:.1f}q1 -15 6 -17a7 7 0 1 1 8 0q5 2 6 17z"
    figure = element("path", d=body, fill=SEAT_COLOURS[seat], stroke="#fff", stroke_width=1.5)
    name = words(x, y + 11, str(number), font_size=12, font_weight="bold", fill="#fff", text_anchor="middle")
    return (ring if moving else "") + figure + name


def bear(x: float, y: float) -> str:
    """The head of a polar bear, centred on the point."""
    look: dict[str, str | float] = {"fill": "#fffdf4", "stroke": _INK, "stroke_width": 1.6}
    ears = "".join(element("circle", cx=x + dx, cy=y - 8, r=4, **look) for dx in (-8, 8))
    head = element("circle", cx=x, cy=y, r=10.5, **look)
    eyes = "".join(element("circle", cx=x + dx, cy=y - 2.5, r=1.5, fill=_INK) for dx in (-4, 4))
    return ears + head + eyes + element("ellipse", cx=x, cy=y + 4, rx=3.4, ry=2.4, fill=_INK)


def rope(x: float, y: float) -> str:
    """A coil of rope, centred on the point."""
    coils = (element("circle", cx=x, cy=y, r=r, fill="none", stroke="#b3261e", stroke_width=2.4) for r in (3.2, 7))
    return "".join(coils) + element("path", d=f"M{x + 6:.1f} {y + 3:.1f}l5 5", stroke="#b3261e", stroke_width=2.4)


def fish(x: float, y: float) -> str:
    """A fish, centred on the point."""
    body = f"M{x - 9:.1f} {y:.1f}q8 -10 15 0l5 -5v10l-5 -5q-7 10 -15 0z"
    shape = element("path", d=body, fill="#2f7f9e", stroke="#12455a", stroke_width=1)
    return shape + element("circle", cx=x - 4.5, cy=y - 1.5, r=1.3, fill="#fff")


def items(x: float, y: float, ropes: int, fishes: int, bears: int = 0) -> str:
    """Ropes, fish and bears side by side around the point, each kind once with its number if there are several."""
    kinds = [(rope, ropes), (fish, fishes), (bear, bears)]
    shown = [(draw, str(number) if number > 1 else "") for draw, number in kinds if number]
    widths = [25 + 5 * bool(count) + 8 * len(count) for _, count in shown]
    at = x - sum(widths) / 2
    drawn = ""
    for (draw, count), width in zip(shown, widths, strict=True):
        drawn += draw(at + 12, y) + words(at + 26, y + 5, count, font_size=13, font_weight="bold", fill=_INK)
        at += width
    return drawn


def spread(x: float, room: float, number: int) -> Iterator[float]:
    """Where so many pieces stand side by side around the point."""
    step = min(24.0, room / max(1, number - 1))
    return (x + step * (place - (number - 1) / 2) for place in range(number))
