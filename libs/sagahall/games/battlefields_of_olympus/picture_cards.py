"""Cards and chips as SVG."""

from __future__ import annotations

from textwrap import wrap

from sagahall.games.battlefields_of_olympus.cards import ANY_COLOUR, Action, Warrior
from sagahall.games.battlefields_of_olympus.facts import ACTIONS, TERRITORIES, WARRIORS
from sagahall.games.battlefields_of_olympus.names import title
from sagahall.games.drawing import element, words

INK = "#2b2a27"
SEATS = ("#b3261e", "#1f5fa8", "#2e7d32", "#8e44ad")
_WARRIORS = {
    Warrior.ARCHERS: "#3f7f4f",
    Warrior.CAVALRY: "#8a5a2b",
    Warrior.HEAVY_INFANTRY: "#4a5568",
    Warrior.PIKEMEN: "#b06c12",
    Warrior.SWORDSMEN: "#6f3c86",
}
_LANDS = {"red": "#b93a32", "blue": "#2c6fb7", "green": "#2f8f4e", "any": "#a8841a"}
_OTHER_LAND = "#6b6b6b"

CARD_WIDTH, CARD_HEIGHT = 120, 74
ACTION_WIDTH, ACTION_HEIGHT = 168, 88
CHIP_HEIGHT = 20


def warrior_card(x: float, y: float, warrior: Warrior, *, frame: str = INK, thickness: float = 1.5) -> str:
    """A Warrior, with the kinds that it beats."""
    beaten = ", ".join(title(kind) for kind in Warrior if kind in WARRIORS[warrior].beats)
    paper = _paper(x, y, (CARD_WIDTH, CARD_HEIGHT), frame, thickness)
    return paper + _band(x, y, CARD_WIDTH, title(warrior), _WARRIORS[warrior]) + _small(x, y, f"beats {beaten}", 19)


def action_card(x: float, y: float, action: Action, number: int) -> str:
    """An Action, with its text and how many of it there are."""
    name = title(action) if number == 1 else f"{number} {title(action)}"
    paper = _paper(x, y, (ACTION_WIDTH, ACTION_HEIGHT), INK, 1.5)
    return paper + _band(x, y, ACTION_WIDTH, name, "#7a2e2e") + _small(x, y, ACTIONS[action].text, 29)


def _paper(x: float, y: float, size: tuple[float, float], frame: str, thickness: float) -> str:
    width, height = size
    return element("rect", x=x, y=y, width=width, height=height, rx=7, fill="#fffdf7", stroke=frame,
                   stroke_width=thickness)  # fmt: skip


def _band(x: float, y: float, width: float, name: str, colour: str) -> str:
    band = element("rect", x=x + 3, y=y + 3, width=width - 6, height=20, rx=4, fill=colour)
    return band + words(x + 8, y + 17, name, font_size=11.5, font_weight="bold", fill="#ffffff")


def _small(x: float, y: float, text: str, columns: int) -> str:
    return "".join(
        words(x + 8, y + 36 + 11 * row, line, font_size=9.5, fill=INK) for row, line in enumerate(wrap(text, columns))
    )


def land_chip(x: float, y: float, territory: str) -> tuple[str, float]:
    """A territory with its points and the initial of its colour, and how wide it is."""
    card = TERRITORIES[territory]
    initial = "" if card.colour == ANY_COLOUR else f" {card.colour[0].upper()}"
    name = f"{card.type} {card.points}{initial}"
    width = 16 + 7.3 * len(name)
    box = element("rect", x=x, y=y, width=width, height=CHIP_HEIGHT, rx=5, fill=_colour(territory))
    return box + words(x + 7, y + 14, name, font_size=11, font_weight="bold", fill="#ffffff"), width


def land_card(x: float, y: float, territory: str, *, strong: bool) -> str:
    """A territory of the pile, large."""
    card = TERRITORIES[territory]
    box = element("rect", x=x, y=y, width=CARD_WIDTH, height=CARD_HEIGHT, rx=7, fill=_colour(territory),
                  stroke=INK, stroke_width=4 if strong else 1)  # fmt: skip
    lines = (
        words(x + 10, y + 24, card.type, font_size=14, font_weight="bold", fill="#ffffff")
        + words(x + 10, y + 42, f"{card.colour} colour" if card.colour == ANY_COLOUR else card.colour,
                font_size=11, fill="#ffffff")
        + words(x + 10, y + 62, f"{card.points} points" if card.points != 1 else "1 point",
                font_size=13, fill="#ffffff")
    )  # fmt: skip
    return box + lines


def _colour(territory: str) -> str:
    return _LANDS.get(TERRITORIES[territory].colour, _OTHER_LAND)


def land_row(x: float, y: float, territories: tuple[str, ...], width: float) -> tuple[str, float]:
    """Territories beside one another, in as many rows as the width asks for, and how high they are."""
    drawn, at, down = "", 0.0, 0.0
    for territory in territories:
        chip, wide = land_chip(x + at, y + down, territory)
        if at and at + wide > width:
            at, down = 0.0, down + CHIP_HEIGHT + 3
            chip, wide = land_chip(x, y + down, territory)
        drawn, at = drawn + chip, at + wide + 5
    return drawn, down + CHIP_HEIGHT if territories else 0.0


def warrior_chip(x: float, y: float, warrior: Warrior) -> tuple[str, float]:
    """A Warrior that lies open, small, and how wide it is."""
    width = 14 + 6.9 * len(title(warrior))
    box = element("rect", x=x, y=y, width=width, height=18, rx=4, fill=_WARRIORS[warrior])
    return box + words(x + 7, y + 13, title(warrior), font_size=10.5, fill="#ffffff"), width


def warrior_row(x: float, y: float, warriors: tuple[Warrior, ...]) -> str:
    """Warriors that lie open beside one another."""
    drawn, at = "", 0.0
    for warrior in warriors:
        chip, wide = warrior_chip(x + at, y, warrior)
        drawn, at = drawn + chip, at + wide + 4
    return drawn


def laid_chip(x: float, y: float, name: str, colour: str, *, active: bool) -> str:
    """An Action on the pair; struck out if it is eliminated."""
    width = 22 + 8.2 * len(name)
    fill, dashes, line, ink = (colour, "none", "none", "#ffffff") if active else ("#e4e0d6", "4 3", "line-through", INK)
    box = element("rect", x=x, y=y, width=width, height=24, rx=12, fill=fill, stroke=colour, stroke_width=2,
                  stroke_dasharray=dashes)  # fmt: skip
    return box + words(x + 11, y + 16.5, name, font_size=12.5, fill=ink, text_decoration=line)


def laid_width(name: str) -> float:
    """How wide such a chip is, with the gap after it."""
    return 30 + 8.2 * len(name)
