"""The board as tables: towns, roads, who neighbours whom, and how far towns are apart."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files

import yaml

from sagahall.games.elfenboard.board import Lake, Road, Terrain, Town, Transport, read_board

_FILE = files("sagahall.games.elfenboard").joinpath("board.yaml")
_BOARD = read_board(yaml.safe_load(_FILE.read_text("utf-8")))

ASPECT: float = _BOARD.aspect
"""Width of the board's picture over its height."""
CAPITAL: str = _BOARD.capital
TOWNS: Mapping[str, Town] = _BOARD.towns
ROADS: Mapping[str, Road] = _BOARD.roads
LAKES: Mapping[str, Lake] = _BOARD.lakes
CHART: Mapping[Transport, Mapping[Terrain, int]] = _BOARD.chart
"""The cards that a counter costs on each terrain where it may lie."""
RAFT_DOWN: int = _BOARD.raft_down
RAFT_UP: int = _BOARD.raft_up

COUNTERS: tuple[Transport, ...] = tuple(CHART)
"""The kinds of transport counters: there is none of the raft."""
MARKED_TOWNS: tuple[str, ...] = tuple(town for town in TOWNS if town != CAPITAL)
"""The towns that hold a marker of every player at the start."""
HOME_TOWNS: tuple[str, ...] = tuple(town.id for town in TOWNS.values() if town.home_card)
LAND_ROADS: tuple[Road, ...] = tuple(road for road in ROADS.values() if road.is_land)
ROADS_FOR: Mapping[Transport, tuple[str, ...]] = {
    counter: tuple(road.id for road in LAND_ROADS if road.terrain in CHART[counter]) for counter in COUNTERS
}
"""The roads on which a counter of the kind may lie."""


@dataclass(frozen=True, slots=True)
class Exit:
    """A road as seen from one of its ends: where it leads."""

    road: Road
    town: str


EXITS: Mapping[str, tuple[Exit, ...]] = {
    town: tuple(Exit(road, road.other(town)) for road in ROADS.values() if town in road.ends) for town in TOWNS
}
"""The roads out of every town."""


def _distances_from(start: str) -> Mapping[str, int]:
    distances = {start: 0}
    frontier = [start]
    while frontier:
        reached = [way.town for town in frontier for way in EXITS[town] if way.town not in distances]
        distances |= dict.fromkeys(reached, distances[frontier[0]] + 1)
        frontier = list(dict.fromkeys(reached))
    return distances


DISTANCES: Mapping[str, Mapping[str, int]] = {town: _distances_from(town) for town in TOWNS}
"""The fewest roads between two towns, over all roads in any direction (specification, section 6)."""
