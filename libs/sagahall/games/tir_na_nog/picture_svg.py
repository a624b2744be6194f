"""The table as a picture: the Otherworld, beside it the geasa, below the viewer's hand and all sagas."""

from __future__ import annotations

from collections.abc import Iterator
from textwrap import wrap

from sagahall.games.drawing import element, picture, words
from sagahall.games.tir_na_nog.facts import FACTS
from sagahall.games.tir_na_nog.phrases import effects_in_sight, offer, piles, results, situation, supplies, task
from sagahall.games.tir_na_nog.picture_cards import INK, hand_card
from sagahall.games.tir_na_nog.picture_grid import grid_size, grid_svg
from sagahall.games.tir_na_nog.picture_sagas import HEIGHT, saga_svg, saga_width
from sagahall.games.tir_na_nog.view import View

_MARGIN = 16
_HEAD = 66
_PANEL = 520
_LINE = 15.5
_HAND = 116
"""Height of a card of the hand."""
_CARD = 148
"""Its width, if there is room."""


def svg(view: View) -> str:
    """The table as the viewer sees it."""
    width = _width(view)
    panel, panel_end = _panel(view, width)
    hand, hand_end = _hand(view, width, max(_HEAD + grid_size(view)[1], panel_end))
    sagas, sagas_end = _sagas(view, width, hand_end)
    foot, height = _foot(view, width, sagas_end)
    ground = element("rect", width=width, height=height, fill="#f4eee0")
    grid = element("g", grid_svg(view), transform=f"translate(0 {_HEAD - 16})")
    return picture(int(width), int(height), ground, _heading(view), grid, panel, hand, sagas, foot)


def _width(view: View) -> float:
    beside = min(len(view.scores), 3)
    return max(grid_size(view)[0] + _PANEL, 2 * _MARGIN + beside * saga_width(view))


def _heading(view: View) -> str:
    return words(_MARGIN, 28, f"Tír na nÓg. {situation(view)}", font_size=20, font_weight="bold", fill=INK) + words(
        _MARGIN, 52, task(view), font_size=17, font_weight="bold", fill="#b3261e"
    )


# Beside the Otherworld


def _panel(view: View, width: float) -> tuple[str, float]:
    """The result, the geasa, what the effects of cards in sight do, and where all that ends."""
    x = grid_size(view)[0] + 10
    room = int((width - x - _MARGIN) / 6.6)
    lines = [(line, "bold") for line in results(view)]
    for title, sentences in _notes(view):
        lines.append((title, "bold"))
        lines += [(line, "normal") for sentence in sentences for line in wrap(sentence, room)]
    drawn = "".join(
        words(x, _HEAD + 14 + _LINE * i, line, font_size=12, font_weight=weight, fill=INK)
        for i, (line, weight) in enumerate(lines)
    )
    return drawn, _HEAD + 14 + _LINE * len(lines)


def _notes(view: View) -> Iterator[tuple[str, list[str]]]:
    """What is said beside the Otherworld, each with its title."""
    if effect := offer(view):
        yield "Effect on offer", [effect]
    for geis in view.geasa:
        yield f"{geis.row.value.title()}: {geis.name}", [geis.text]
    rewards = " / ".join(map(str, FACTS.rewards[len(view.seats)]))
    yield "Regions", [f"For the largest of each colour, from two cards on: {rewards}"]
    if effects := effects_in_sight(view):
        yield "Effects in sight", effects


# Below


def _hand(view: View, width: float, top: float) -> tuple[str, float]:
    """The viewer's cards, and where they end."""
    if view.viewer is None or not view.seats[view.viewer].hand:
        return "", top
    own = view.seats[view.viewer]
    step = min(_CARD + 8, (width - 2 * _MARGIN) / len(own.hand))
    title = words(_MARGIN, top + 10, "Your hand", font_size=13, font_weight="bold", fill=INK)
    cards = "".join(
        hand_card(_MARGIN + step * at, top + 18, step - 8, _HAND, card, chosen=card == own.discard)
        for at, card in enumerate(own.hand)
    )
    return title + cards, top + 18 + _HAND + 12


def _sagas(view: View, width: float, top: float) -> tuple[str, float]:
    """All sagas, as many side by side as there is room for, and where they end."""
    across = saga_width(view)
    beside = int((width - 2 * _MARGIN) / across)
    drawn = ""
    for at, score in enumerate(view.scores):
        x, y = _MARGIN + across * (at % beside), top + HEIGHT * (at // beside)
        drawn += element("g", saga_svg(view, score), transform=f"translate({x:.0f} {y:.0f})")
    return drawn, top + HEIGHT * -(-len(view.scores) // beside)


def _foot(view: View, width: float, top: float) -> tuple[str, float]:
    """The supplies, and where the picture ends."""
    room = int((width - 2 * _MARGIN) / 6.2)
    lines = [line for sentence in (supplies(view), piles(view)) for line in wrap(sentence, room)]
    drawn = "".join(words(_MARGIN, top + 14 + 16 * i, line, font_size=12, fill=INK) for i, line in enumerate(lines))
    return drawn, round(top + 24 + 16 * len(lines))
