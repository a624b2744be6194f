"""The sea, its currents, stations and tiles, and what is said of a wrong file."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from copy import deepcopy
from importlib.resources import files
from typing import Any

import pytest
import yaml

from sagahall.games.entries import DataError
from sagahall.games.ice_flow.board import DIRECTIONS, read_board
from sagahall.games.ice_flow.facts import (
    ALASKA,
    BEARS,
    CARDS,
    DRIFTS,
    ENTRIES,
    FISH,
    ISLANDS,
    LANE_OF,
    ROPES,
    ROUGH,
    SEA,
    SIBERIA,
    SIDES,
    SPOTS,
)

FILE = files("sagahall.games.ice_flow").joinpath("board.yaml")


def around(space: str) -> dict[str, str]:
    """The neighbours by direction."""
    return {DIRECTIONS[side]: other for other, side in SIDES[space].items()}


def test_the_neighbours_of_a_space_in_an_even_column() -> None:
    """Worked example 1."""
    assert around("2-4") == {"N": "2-3", "NE": "3-3", "SE": "3-4", "S": "2-5", "SW": "1-4", "NW": "1-3"}
    assert ISLANDS["3-3"].name == "Big Diomede"


def test_the_neighbours_of_a_space_in_an_odd_column() -> None:
    """Worked example 2."""
    assert around("3-4") == {"N": "3-3", "NE": "4-4", "SE": "4-5", "S": "3-5", "SW": "2-5", "NW": "2-4"}
    assert ISLANDS["3-5"].name == "Little Diomede"


def test_the_neighbours_at_the_edge_of_the_board() -> None:
    """Worked examples 9 and 25: off the board there is nothing, and stations have the same neighbour rule."""
    assert around("6-0") == {"SE": "A1", "S": "6-1", "SW": "5-0"}
    assert around("5-0")["NE"] == "6-0"
    assert around("0-3") == {"N": "0-2", "NE": "1-2", "SE": "1-3", "S": "0-4", "NW": "S2"}


def test_a_step_and_the_step_back_go_in_opposite_directions() -> None:
    assert all(SIDES[to][at] == (side + 3) % 6 for at, sides in SIDES.items() for to, side in sides.items())


def test_the_sea_has_61_spaces_of_which_one_is_still_water() -> None:
    assert (len(SEA), len(SPOTS)) == (61, 73)
    assert [space for space in SEA if space not in LANE_OF] == ["3-4"]
    assert ENTRIES == ("0-8", "1-0", "2-8", "3-0", "3-8", "4-0", "5-8", "6-0")


def test_stations_are_reached_from_two_spaces_and_never_from_each_other() -> None:
    assert (len(SIBERIA), len(ALASKA)) == (4, 6)
    for station in (*SIBERIA, *ALASKA):
        assert len(SIDES[station]) == 2
        assert set(SIDES[station]) <= set(SEA)


def test_currents_run_as_fast_as_they_are() -> None:
    assert DRIFTS["1-3"].through == ("1-4", "1-5")
    assert DRIFTS["4-0"].to == "4-3"
    assert (DRIFTS["2-2"].to, DRIFTS["2-2"].grounded) == (None, False)
    assert (DRIFTS["3-2"].to, DRIFTS["3-2"].grounded) == (None, True)
    assert DRIFTS["3-8"].to == "3-7"
    assert "3-4" not in DRIFTS


def test_the_tiles_are_every_pattern_of_one_to_five_rough_edges_twice() -> None:
    patterns = Counter(min(ways) for ways in ROUGH.values())
    assert len(patterns) == 12
    assert set(patterns.values()) == {2}
    assert {sum(pattern) for pattern in patterns} == {1, 2, 3, 4, 5}


def test_turning_a_tile_turns_its_edges() -> None:
    """Worked example 3: the only rough edge of F01."""
    assert [DIRECTIONS[ways.index(True)] for ways in ROUGH["F01"]] == ["N", "NE", "SE", "S", "SW", "NW"]


def test_there_are_14_cards_and_35_things() -> None:
    assert len(CARDS) == 14
    assert (ROPES, FISH, BEARS) == (15, 15, 5)
    assert tuple(sum(getattr(card, thing) for card in CARDS.values()) for thing in ("rope", "fish", "bear")) == (
        8,
        8,
        4,
    )


def wrong(change: Callable[[Any], Any]) -> Any:
    data = deepcopy(yaml.safe_load(FILE.read_text("utf-8")))
    change(data)
    return data


@pytest.mark.parametrize(
    ("change", "where"),
    [
        (lambda data: data["board"]["lanes"][1]["path"].reverse(), r"lanes\[L1\].path: 1-7 does not lie S of 1-8"),
        (lambda data: data["board"]["lanes"][0].update(flows="E"), r"lanes\[L0\].flows: must be one of N, S, is 'E'"),
        (lambda data: data["board"]["lanes"].pop(), r"board.lanes: 6-0 must be named once"),
        (lambda data: data["board"]["still_water"].append([3, 3]), r"board.lanes: 3-3 must be named once"),
        (
            lambda data: data["board"]["islands"][0].update(at=[3]),
            r"islands\[BIG_DIOMEDE\].at: must be \[column, row\]",
        ),
        (lambda data: data["board"]["siberia"][1].update(at=[-1, 3]), r"siberia\[S2\].reached_from"),
        (lambda data: data["board"]["neighbour_offsets"]["odd_column"].pop(), r"odd_column: must have 6 offsets"),
        (lambda data: data["floe_tiles"][4]["edges"].pop(), r"floe_tiles\[F05\].edges: must be 6 edges, are 5"),
        (lambda data: data["floe_tiles"][4]["edges"].append("X"), r"floe_tiles\[F05\].edges: must be one of R, F"),
        (lambda data: data["floe_tiles"].pop(), r"components.floe_tiles: the file lists 23"),
        (lambda data: data["ice_cards"][0].update(bear=None), r"ice_cards\[I01\].bear: must be int, is None"),
        (lambda data: data["diomede_cards"][0].update(island="ALCATRAZ"), r"islands\[BIG_DIOMEDE\]: no Diomede card"),
        (lambda data: data["setup"].pop("initial_floes"), r"setup.initial_floes: must be int"),
    ],
)
def test_a_wrong_entry_of_the_file_is_named(change: Callable[[Any], Any], where: str) -> None:
    with pytest.raises(DataError, match=where):
        read_board(wrong(change))
