"""The picture of the board can be read, whatever draws it and whatever lies on it."""

from __future__ import annotations

from xml.etree import ElementTree as ET

import pytest

from sagahall.games.elfenboard.chips import chip_width
from sagahall.games.elfenboard.facts import CHART, ROADS, TOWNS
from sagahall.games.elfenboard.map_svg import TownLook, map_svg
from sagahall.games.elfenboard.table import Placed

GLYPH = 0.67
"""How wide a bold glyph is, as a part of the size of its font."""


def full_board() -> list[Placed]:
    """The widest counter on every road that can have one."""
    fitting = {road.id: [kind for kind in CHART if road.terrain in CHART[kind]] for road in ROADS.values()}
    return [Placed(road, max(kinds, key=chip_width), obstacle=True) for road, kinds in fitting.items() if kinds]


def drawn(tag: str) -> list[ET.Element]:
    """The elements of a map on which every town is the home, has a value and has all boots and markers."""
    look = TownLook(range(6), range(6), home=True, value=7)
    svg = map_svg(dict.fromkeys(TOWNS, look), full_board())
    return list(ET.fromstring(f"<svg>{svg}</svg>").iter(tag))


def number(element: ET.Element, name: str) -> float:
    return float(element.attrib[name])


@pytest.mark.parametrize("name", [*(town.name for town in TOWNS.values()), "(home)", "7"])
def test_letters_are_drawn_above_their_outline_by_viewers_that_do_not_know_paint_order(name: str) -> None:
    outlines = ["stroke" in text.attrib for text in drawn("text") if text.text == name]
    assert outlines[:2] == [True, False]
    assert outlines.count(True) == outlines.count(False)
    assert not [text for text in drawn("text") if "paint-order" in text.attrib]


def test_no_counter_covers_the_name_of_a_town() -> None:
    names = {town.name for town in TOWNS.values()} | {"(home)"}
    titles = [text for text in drawn("text") if text.text in names]
    counters = [rect for rect in drawn("rect") if number(rect, "height") == 20]
    assert (len(titles), len(counters)) == (4 * len(TOWNS), len(full_board()))
    assert [(text.text, rect.attrib) for text in titles for rect in counters if covers(rect, text)] == []


def covers(rect: ET.Element, text: ET.Element) -> bool:
    """Whether the counter hides more than the feet of letters."""
    half = len(text.text or "") * number(text, "font-size") * GLYPH / 2
    left, top = number(rect, "x"), number(rect, "y")
    beside = left > number(text, "x") + half or left + number(rect, "width") < number(text, "x") - half
    below, above = top > number(text, "y") - 4, top + 20 < number(text, "y") - number(text, "font-size") * 0.75
    return not (beside or below or above)
