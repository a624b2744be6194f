"""The cards, and what the data file may say of them."""

from __future__ import annotations

from copy import deepcopy
from importlib.resources import files
from itertools import product
from typing import Any

import pytest
import yaml
from tests.games.battlefields_of_olympus.tables import ARCHERS, CAVALRY, HEAVY, PIKEMEN, SWORDSMEN

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior, read_cards
from sagahall.games.battlefields_of_olympus.combat import BEATS
from sagahall.games.battlefields_of_olympus.facts import ACTION_CARDS, ACTIONS, ARES, TERRITORIES, WARRIOR_DECK
from sagahall.games.entries import DataError

FILE = files("sagahall.games.battlefields_of_olympus").joinpath("cards.yaml").read_text("utf-8")


def test_the_fate_deck_has_50_cards() -> None:
    assert ARES == 6
    assert len(ACTION_CARDS) == 30
    assert ACTION_CARDS.count(Action.RAID) == 2
    assert all(ACTION_CARDS.count(action) == 4 for action in Action if action is not Action.RAID)
    assert len(TERRITORIES) == 14
    assert sum(territory.points for territory in TERRITORIES.values()) == 41


def test_the_warrior_deck_has_50_cards() -> None:
    assert {warrior: WARRIOR_DECK.count(warrior) for warrior in Warrior} == {
        ARCHERS: 7,
        CAVALRY: 10,
        HEAVY: 7,
        PIKEMEN: 13,
        SWORDSMEN: 13,
    }


def test_example_1_ten_match_ups_are_won_and_five_are_ties() -> None:
    wins = [(one, other) for one, other in product(Warrior, repeat=2) if other in BEATS[one]]

    assert sorted((one.value, other.value) for one, other in wins) == [
        ("archers", "cavalry"),
        ("archers", "pikemen"),
        ("archers", "swordsmen"),
        ("cavalry", "heavy_infantry"),
        ("cavalry", "swordsmen"),
        ("heavy_infantry", "archers"),
        ("heavy_infantry", "pikemen"),
        ("heavy_infantry", "swordsmen"),
        ("pikemen", "cavalry"),
        ("swordsmen", "pikemen"),
    ]
    ties = [pair for pair in product(Warrior, repeat=2) if pair not in wins and pair[::-1] not in wins]
    assert ties == [(one, one) for one in Warrior]


def test_each_common_territory_comes_once_in_each_colour() -> None:
    for kind in ("Fortress", "Bridge", "Meadow", "Forest"):
        assert sorted(card.colour for card in TERRITORIES.values() if card.type == kind) == ["blue", "green", "red"]
    assert {card.id for card in TERRITORIES.values() if card.colour == "any"} == {"olympus", "temple"}


def test_the_tables_of_cancelling_and_eliminating() -> None:
    cancels = {kind: set(card.cancels) for kind, card in ACTIONS.items() if card.cancels}
    eliminates = {kind: set(card.eliminates) for kind, card in ACTIONS.items() if card.eliminates}
    assert cancels == {Action.ELITE: {Action.ELITE}, Action.FLANK_ATTACK: {Action.FLANK_ATTACK}}
    assert eliminates == {
        Action.ELITE: {Action.FLANK_ATTACK},
        Action.FLANK_ATTACK: {Action.ENCIRCLE},
        Action.ENCIRCLE: {Action.ELITE, Action.SKIRMISH},
        Action.SCOUT: {Action.AMBUSH},
    }


def with_entry(path: str, value: Any) -> Any:
    """The data of the file with one entry changed."""
    data = deepcopy(yaml.safe_load(FILE))
    *outer, last = [int(step) if step.isdigit() else step for step in path.split(".")]
    holder = data
    for step in outer:
        holder = holder[step]
    holder[last] = value
    return data


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        ("warriors.archers.beats", ["cavalry"], "cards.warriors.archers.beats"),
        ("warriors.pikemen.beats", ["cavalry", "archers"], "cards.warriors.archers.beats"),
        ("warriors.archers.beats", ["elephants"], "cards.warriors.archers.beats"),
        ("warriors.archers.count", -1, "cards.warriors.archers.count"),
        ("warriors.archers", None, "cards.warriors.archers"),
        ("warriors.elephants", {}, "cards.warriors.elephants"),
        ("actions.elite.count", "four", "cards.actions.elite.count"),
        ("actions.elite.any_time", True, "cards.actions.elite.any_time"),
        ("actions.raid.in_battle", True, "cards.actions.raid.in_battle"),
        ("actions.elite.eliminates", ["elite"], "cards.actions.elite.eliminates"),
        ("actions.wall", {}, "cards.actions.wall"),
        ("territories.3.points", None, r"cards.territories\[fortress_b\].points"),
        ("territories.3.id", "fortress_r", r"cards.territories\[fortress_r\].id"),
        ("ares.count", 5, "cards.limits.ares_to_end"),
        ("setup.tables", [], "cards.setup.tables"),
        ("setup.first_seat", 2, "cards.setup.first_seat"),
        ("setup.warriors", 5, "cards.setup.warriors"),
        ("setup.tables.2.reserve", 10, "cards.setup: deals 56 Warriors"),
        ("trading.min_cards", 5, "cards.trading.min_cards"),
        ("sets.size", 0, "cards.sets.size"),
        ("mercenary.territories", 0, "cards.mercenary.territories"),
        ("draws", {}, "cards.draws.fate"),
    ],
)
def test_a_wrong_file_is_refused_with_the_name_of_the_entry(path: str, value: Any, complaint: str) -> None:
    with pytest.raises(DataError, match=complaint):
        read_cards(with_entry(path, value))


def test_another_set_of_cards_is_read_as_it_is() -> None:
    """What the specification calls a design decision is an entry of the file."""
    cards = read_cards(with_entry("actions.flank_attack.eliminates", []))
    assert cards.actions[Action.FLANK_ATTACK].eliminates == frozenset()
    assert read_cards(with_entry("territories.2.colour", "violet")).territories["fortress_r"].colour == "violet"
    assert read_cards(with_entry("limits.idle_turns_per_seat", 3)).limits["idle_turns_per_seat"] == 3
