"""What stands around the map can be read."""

from __future__ import annotations

from itertools import pairwise
from xml.etree import ElementTree as ET

from sagahall.games.elfenboard.panels import chart

WIDEST = 0.7
"""How wide a bold letter is on average, in sizes of the font, in fonts that are wide."""


def test_the_name_of_every_terrain_and_counter_fits_its_pill() -> None:
    elements = list(ET.fromstring(chart(())).iter())
    pills = [(box, text) for box, text in pairwise(elements) if (box.tag, text.tag) == ("rect", "text")]
    assert len(pills) == 4 + 6
    for box, text in pills:
        assert text.text
        assert len(text.text) * float(text.attrib["font-size"]) * WIDEST <= float(box.attrib["width"])
