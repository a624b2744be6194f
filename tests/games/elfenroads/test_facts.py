"""The numbers of the game, and what is said of a wrong file."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
import yaml
from tests.games.elfenroads.tables import unstarted

from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenroads.facts import CARDS, read_facts
from sagahall.games.elfenroads.state import ITEMS, Item
from sagahall.games.entries import DataError

DATA = yaml.safe_load(files("sagahall.games.elfenroads").joinpath("elfenroads.yaml").read_text("utf-8"))


def test_there_are_63_travel_cards_and_7_gold_cards() -> None:
    state = unstarted()
    assert set(Counter(CARDS).values()) == {9}
    assert (len(state.deck), state.deck_gold, state.deck_count) == (63, 7, 70)


def test_there_are_42_items() -> None:
    assert len(unstarted().pile) == len(ITEMS) == 42
    assert Counter(ITEMS) == {
        Item.DRAGON: 4,
        Item.MAGIC_CLOUD: 4,
        Item.UNICORN: 5,
        Item.ELFCYCLE: 8,
        Item.TROLL_WAGON: 8,
        Item.GIANT_PIG: 9,
        Item.GOLD: 2,
        Item.OBSTACLE: 2,
    }


def test_the_towns_have_the_values_of_the_rules() -> None:
    values: dict[int, set[str]] = {}
    for town in TOWNS.values():
        values.setdefault(town.gold, set()).add(town.id)
    assert values == {
        0: {"elvenhold"},
        2: {"beata", "lapphalya"},
        3: {"virst", "jxara", "wylhien", "throtmanni", "tichih", "rivinia"},
        4: {"strykhaven", "dagamura", "yttar", "parundia", "usselen", "feodor"},
        5: {"grangor", "mahdavikia", "jaccaranda", "ergeren"},
        6: {"kihromah"},
        7: {"albaran"},
    }


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (("cards", "each"), "nine", "elfenroads.cards.each: must be int, is 'nine'"),
        (("cards", "each"), 8, "elfenroads.counts.travel_cards: is 63, but the file has 56"),
        (("cards", "gold"), 6, "elfenroads.counts.cards: is 70, but the file has 69"),
        (("items", "dragon"), 5, "elfenroads.counts.items: is 42, but the file has 43"),
        (("items",), {"dragon": 42}, "elfenroads.items: must have dragon, elfcycle"),
        (("items",), None, "elfenroads.items: must be a mapping"),
        (("start", "gold"), None, "elfenroads.start.gold: must be int, is None"),
        (("rounds",), 8, "elfenroads.rounds: must be list, is 8"),
        (("rounds",), [], r"elfenroads.rounds: must be numbers, is \[\]"),
        (("round", "listed_raises"), [0, "one"], "elfenroads.round.listed_raises: must be numbers"),
        (("round", "kept_items"), True, "elfenroads.round.kept_items: must be int, is True"),
        (("hand_limit", "most"), "twelve", "elfenroads.hand_limit.most: must be int"),
    ],
)
def test_a_wrong_file_gets_an_error_that_names_the_entry(path: tuple[str, ...], value: Any, complaint: str) -> None:
    data = deepcopy(DATA)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value

    with pytest.raises(DataError, match=complaint):
        read_facts(data)
