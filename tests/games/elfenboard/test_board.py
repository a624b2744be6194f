"""The board of Elfenland and Elfenroads: its graph, its counts, and what is said of a wrong file."""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from importlib.resources import files
from itertools import combinations
from typing import Any

import pytest
import yaml

from sagahall.games.elfenboard.board import Terrain, Transport, read_board
from sagahall.games.elfenboard.facts import (
    CHART,
    COUNTERS,
    DISTANCES,
    EXITS,
    HOME_TOWNS,
    LAND_ROADS,
    MARKED_TOWNS,
    ROADS,
    ROADS_FOR,
    TOWNS,
)
from sagahall.games.entries import DataError

NEIGHBOURS = {
    "elvenhold": 6, "lapphalya": 6, "dagamura": 6, "albaran": 5, "feodor": 5, "parundia": 5, "rivinia": 5,
    "throtmanni": 5, "jxara": 4, "tichih": 4, "virst": 4, "wylhien": 4, "grangor": 3, "jaccaranda": 3, "mahdavikia": 3,
    "strykhaven": 3, "usselen": 3, "yttar": 3, "beata": 2, "ergeren": 2, "kihromah": 1,
}  # fmt: skip


@pytest.mark.parametrize(
    ("start", "end", "distance"),
    [
        ("rivinia", "tichih", 1),
        ("throtmanni", "jaccaranda", 1),
        ("elvenhold", "usselen", 5),
        ("elvenhold", "yttar", 5),
        ("elvenhold", "wylhien", 4),
        ("elvenhold", "kihromah", 3),
        ("grangor", "ergeren", 5),
        ("kihromah", "beata", 4),
        ("virst", "wylhien", 4),
        ("strykhaven", "usselen", 6),
        ("beata", "yttar", 6),
        ("beata", "usselen", 6),
    ],
)
def test_a_distance_is_the_fewest_roads_whatever_their_direction(start: str, end: str, distance: int) -> None:
    assert DISTANCES[start][end] == DISTANCES[end][start] == distance


def test_the_farthest_towns_are_six_roads_apart() -> None:
    distances = {frozenset(pair): DISTANCES[pair[0]][pair[1]] for pair in combinations(TOWNS, 2)}

    assert len(distances) == 210
    assert sum(distances.values()) == 550
    assert {pair for pair, distance in distances.items() if distance == max(distances.values())} == {
        frozenset({"strykhaven", "usselen"}),
        frozenset({"beata", "yttar"}),
        frozenset({"beata", "usselen"}),
    }
    assert max(distances.values()) == 6


def test_every_town_has_the_neighbours_of_the_board() -> None:
    assert {town: len({way.town for way in ways}) for town, ways in EXITS.items()} == NEIGHBOURS


def test_seven_pairs_of_towns_are_joined_by_two_roads_of_different_terrain() -> None:
    pairs = Counter(frozenset(road.ends) for road in ROADS.values())

    assert {tuple(sorted(pair)) for pair, number in pairs.items() if number == 2} == {
        ("beata", "elvenhold"),
        ("usselen", "wylhien"),
        ("jxara", "virst"),
        ("jxara", "mahdavikia"),
        ("grangor", "mahdavikia"),
        ("grangor", "yttar"),
        ("strykhaven", "virst"),
    }
    assert len(pairs) == 41


def test_there_are_so_many_towns_and_roads_of_each_terrain() -> None:
    assert Counter(road.terrain for road in ROADS.values()) == {
        Terrain.PLAIN: 8,
        Terrain.FOREST: 12,
        Terrain.DESERT: 7,
        Terrain.MOUNTAIN: 8,
        Terrain.RIVER: 7,
        Terrain.LAKE: 6,
    }
    assert (len(TOWNS), len(MARKED_TOWNS), len(ROADS), len(LAND_ROADS)) == (21, 20, 48, 35)
    assert sum(town.gold for town in TOWNS.values()) == 79


def test_twelve_towns_can_be_home() -> None:
    never = {"albaran", "dagamura", "feodor", "kihromah", "lapphalya", "parundia", "rivinia", "throtmanni", "elvenhold"}

    assert len(HOME_TOWNS) == 12
    assert set(HOME_TOWNS) == set(TOWNS) - never


def test_the_towns_are_spelled_as_on_the_board() -> None:
    names = {town.name for town in TOWNS.values()}
    assert {"Wylhién", "Beatá", "Erg'Erén", "Lapphálya", "Jxara", "Mah'Davikia", "Al'Baran", "Dag'Amura"} <= names


def test_on_the_empty_board_a_counter_may_lie_on_the_roads_of_its_terrains() -> None:
    assert {counter: len(ROADS_FOR[counter]) for counter in COUNTERS} == {
        Transport.GIANT_PIG: 20,
        Transport.ELFCYCLE: 28,
        Transport.MAGIC_CLOUD: 28,
        Transport.UNICORN: 27,
        Transport.TROLL_WAGON: 35,
        Transport.DRAGON: 35,
    }


def test_three_land_roads_two_rivers_and_two_lake_lines_leave_the_capital() -> None:
    ways = Counter(way.road.terrain for way in EXITS["elvenhold"])
    land = {way.town for way in EXITS["elvenhold"] if way.road.is_land}

    assert land == {"beata", "lapphalya", "ergeren"}
    assert (ways[Terrain.RIVER], ways[Terrain.LAKE]) == (2, 2)


def test_the_chart_has_the_cards_of_the_rule_book() -> None:
    rows = {kind.value: [CHART[kind].get(terrain, 0) for terrain in list(Terrain)[:4]] for kind in COUNTERS}
    assert rows == {
        "giant_pig": [1, 1, 0, 0],
        "elfcycle": [1, 1, 0, 2],
        "magic_cloud": [2, 2, 0, 1],
        "unicorn": [0, 1, 2, 1],
        "troll_wagon": [1, 2, 2, 2],
        "dragon": [1, 2, 1, 1],
    }


DATA = yaml.safe_load(files("sagahall.games.elfenboard").joinpath("board.yaml").read_text("utf-8"))


def test_the_file_can_be_read_again() -> None:
    assert set(read_board(DATA).roads) == set(ROADS)


@pytest.mark.parametrize(
    ("path", "value", "complaint"),
    [
        (
            ("roads", 0, "ends"),
            ["beata", "atlantis"],
            r"board.roads\[beata-elvenhold-p\].ends: must be two ids of towns",
        ),
        (("roads", 0, "terrain"), "swamp", r"board.roads\[beata-elvenhold-p\].terrain: must be one of plain, forest"),
        (("roads", 0, "terrain"), "forest", r"board.roads\[beata-elvenhold-p\].id: does not fit"),
        (("roads", 0, "mid"), [0.5, 1.5], r"board.roads\[beata-elvenhold-p\].mid: must be two fractions"),
        (("roads", 35, "flow"), ["beata", "virst"], r"board.roads\[beata-elvenhold-r\].flow: must be two ends"),
        (("roads", 47, "lake"), "mare_magnum", r"board.roads\[parundia-yttar-l\].lake: no lake 'mare_magnum' joins"),
        (("towns", 3, "gold"), "four", r"board.towns\[usselen\].gold: must be int, is 'four'"),
        (("towns", 3, "home_card"), 1, r"board.towns\[usselen\].home_card: must be bool, is 1"),
        (("towns", 3), "usselen", r"board.towns\[3\]: must be a mapping"),
        (("transport", "dragon"), {"sky": 1}, r"board.transport.dragon: must be one of plain"),
        (("transport", "raft"), {"river_down": 1}, r"board.transport.raft.river_up: must be int, is None"),
        (("lakes", "mare_magnum", "raft_cost"), None, r"board.lakes.mare_magnum.raft_cost: must be a mapping"),
        (("counts", "river"), 8, r"board.counts.river: is 8, but the file has 7"),
        (("capital",), "atlantis", r"board.capital: no town is called 'atlantis'"),
        (("aspect",), "wide", r"board.aspect: must be float"),
    ],
)
def test_a_wrong_file_gets_an_error_that_names_the_entry(path: tuple[Any, ...], value: Any, complaint: str) -> None:
    data = deepcopy(DATA)
    inner = data
    for key in path[:-1]:
        inner = inner[key]
    inner[path[-1]] = value

    with pytest.raises(DataError, match=complaint):
        read_board(data)
