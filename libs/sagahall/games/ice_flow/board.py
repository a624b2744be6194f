"""What the data file of the board says, and what is checked of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from itertools import pairwise
from typing import Any

from sagahall.games.entries import DataError, Entry

Spot = tuple[int, int]
"""Column and row of a space."""

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")
"""The sides of a space, clockwise: 0 to 5."""


class Flow(Enum):
    """Where a current takes the ice."""

    NORTH = "N"
    SOUTH = "S"


class LaneEnd(Enum):
    """What happens to a floe beyond the last space of a lane."""

    EXIT = "exit"
    GROUNDED = "grounded"


class Edge(Enum):
    """What the edge of a floe is like."""

    ROUGH = "R"
    FLAT = "F"


@dataclass(frozen=True, slots=True)
class Lane:
    """A current: its spaces in the order of its flow, and how many of them a floe drifts at once."""

    id: str
    flow: Flow
    speed: int
    end: LaneEnd
    path: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Island:
    """An island in the strait, with what lies there at the start."""

    id: str
    name: str
    at: str
    rope: int
    fish: int


@dataclass(frozen=True, slots=True)
class IceCard:
    """What comes with a new floe."""

    id: str
    rope: int
    fish: int
    bear: int


@dataclass(frozen=True, slots=True)
class Board:
    """The whole file. Spaces are named by their id, rough edges of a tile in its printed order."""

    columns: int
    rows: int
    spots: Mapping[str, Spot]
    sides: Mapping[str, Mapping[str, int]]
    """Who neighbours whom, and in which direction."""
    islands: tuple[Island, ...]
    lanes: Mapping[str, Lane]
    siberia: tuple[str, ...]
    alaska: tuple[str, ...]
    tiles: Mapping[str, tuple[bool, ...]]
    cards: Mapping[str, IceCard]
    numbers: Mapping[str, int]


def space_id(spot: Spot) -> str:
    """How a space of the sea is named: column 2, row 4 is ``2-4``."""
    return f"{spot[0]}-{spot[1]}"


def read_board(data: Any) -> Board:
    """The board that the data of the file describe. Raises DataError, which names the wrong entry."""
    file = Entry("ice_flow", data)
    board = file.entry("board")
    columns, rows = board.get("columns", int), board.get("rows", int)
    sea = {space_id((column, row)): (column, row) for column in range(columns) for row in range(rows)}
    siberia, alaska = (_stations(board, country) for country in ("siberia", "alaska"))
    stations = {**siberia, **alaska}
    spots = dict(sorted((sea | stations).items(), key=lambda item: item[1]))
    sides = _sides(board, spots, frozenset(stations))
    _check_stations(board, sides)
    islands = _islands(board, file.entries("diomede_cards"))
    lanes = {lane.id: lane for lane in (_lane(entry, sides) for entry in board.entries("lanes"))}
    _check_water(board, frozenset(sea), islands, lanes)
    tiles = {entry.get("id", str): _tile(entry) for entry in file.entries("floe_tiles")}
    cards = {entry.get("id", str): _card(entry) for entry in file.entries("ice_cards")}
    _check_counts(file.entry("components"), tiles, cards, islands)
    return Board(
        columns, rows, spots, sides, islands, lanes, tuple(siberia), tuple(alaska), tiles, cards, _numbers(file)
    )


def _numbers(file: Entry) -> Mapping[str, int]:
    setup = file.entry("setup")
    return {
        **file.numbers("components"),
        **file.numbers("limits"),
        **{f"first_{item}": number for item, number in setup.numbers("rucksack").items()},
        "initial_floes": setup.get("initial_floes", int),
        "max_rounds": file.get("max_rounds", int),
        "fish_for_a_rope": file.get("fish_for_a_rope", int),
        "listed_paths": file.get("listed_paths", int),
        "alaska_distance": file.entry("distance").get("alaska", int),
    }


def _spot(where: str, value: Any) -> Spot:
    if not isinstance(value, list) or len(value) != 2 or not all(type(part) is int for part in value):
        raise DataError(where, f"must be [column, row], is {value!r}")
    return value[0], value[1]


def _spots(entry: Entry, key: str) -> tuple[Spot, ...]:
    return tuple(_spot(f"{entry.where}.{key}[{index}]", value) for index, value in enumerate(entry.get(key, list)))


def _at(entry: Entry) -> Spot:
    return _spot(f"{entry.where}.at", entry.get("at", list))


def _stations(board: Entry, country: str) -> Mapping[str, Spot]:
    return {entry.get("id", str): _at(entry) for entry in board.entries(country)}


def _sides(board: Entry, spots: Mapping[str, Spot], stations: frozenset[str]) -> Mapping[str, Mapping[str, int]]:
    """The neighbours of every space, in the order of the directions. Stations have no side in common."""
    offsets = board.entry("neighbour_offsets")
    steps = (_steps(offsets, "even_column"), _steps(offsets, "odd_column"))
    at = {spot: space for space, spot in spots.items()}

    def around(space: str) -> Mapping[str, int]:
        column, row = spots[space]
        near = (at.get((column + dx, row + dy)) for dx, dy in steps[column % 2])
        return {
            other: direction
            for direction, other in enumerate(near)
            if other is not None and not {space, other} <= stations
        }

    return {space: around(space) for space in spots}


def _steps(offsets: Entry, parity: str) -> tuple[Spot, ...]:
    steps = _spots(offsets, parity)
    if len(steps) != len(DIRECTIONS):
        raise DataError(f"{offsets.where}.{parity}", f"must have {len(DIRECTIONS)} offsets, has {len(steps)}")
    return steps


def _islands(board: Entry, cards: list[Entry]) -> tuple[Island, ...]:
    stock = {card.get("island", str): card for card in cards}

    def island(entry: Entry) -> Island:
        name = entry.get("id", str)
        if name not in stock:
            raise DataError(entry.where, "no Diomede card names this island")
        card = stock[name]
        return Island(name, entry.get("name", str), space_id(_at(entry)), card.get("rope", int), card.get("fish", int))

    return tuple(map(island, board.entries("islands")))


def _lane(entry: Entry, sides: Mapping[str, Mapping[str, int]]) -> Lane:
    flow, path = entry.member("flows", Flow), tuple(map(space_id, _spots(entry, "path")))
    for before, after in pairwise(path):
        if sides.get(before, {}).get(after) != DIRECTIONS.index(flow.value):
            raise DataError(f"{entry.where}.path", f"{after} does not lie {flow.value} of {before}")
    return Lane(entry.get("id", str), flow, entry.get("speed", int), entry.member("end", LaneEnd), path)


def _tile(entry: Entry) -> tuple[bool, ...]:
    edges = tuple(edge is Edge.ROUGH for edge in entry.members("edges", Edge))
    if len(edges) != len(DIRECTIONS):
        raise DataError(f"{entry.where}.edges", f"must be {len(DIRECTIONS)} edges, are {len(edges)}")
    return edges


def _card(entry: Entry) -> IceCard:
    return IceCard(entry.get("id", str), *(entry.get(thing, int) for thing in ("rope", "fish", "bear")))


def _check_stations(board: Entry, sides: Mapping[str, Mapping[str, int]]) -> None:
    for entry in (*board.entries("siberia"), *board.entries("alaska")):
        beside = set(map(space_id, _spots(entry, "reached_from")))
        if beside != set(sides[entry.get("id", str)]):
            raise DataError(f"{entry.where}.reached_from", "must be the spaces beside the station")


def _check_water(board: Entry, sea: frozenset[str], islands: tuple[Island, ...], lanes: Mapping[str, Lane]) -> None:
    """Every space of the grid is an island, still water, or in one lane."""
    still = map(space_id, _spots(board, "still_water"))
    named = [*(island.at for island in islands), *still, *(space for lane in lanes.values() for space in lane.path)]
    for space in sorted(sea.union(named)):
        if named.count(space) != 1 or space not in sea:
            raise DataError(f"{board.where}.lanes", f"{space} must be named once, as island, still water or in a lane")


def _check_counts(components: Entry, tiles: Any, cards: Any, islands: Any) -> None:
    found = {"floe_tiles": tiles, "ice_cards": cards, "diomede_cards": islands}
    for name, listed in found.items():
        if components.get(name, int) != len(listed):
            raise DataError(f"{components.where}.{name}", f"the file lists {len(listed)}")
