"""The shape of the board file, and how it is read."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

from sagahall.games.entries import DataError, Entry, member

Point: TypeAlias = tuple[float, float]


class Transport(Enum):
    """A means of transport: the kind of a card and, the raft apart, of a counter."""

    GIANT_PIG = "giant_pig"
    ELFCYCLE = "elfcycle"
    MAGIC_CLOUD = "magic_cloud"
    UNICORN = "unicorn"
    TROLL_WAGON = "troll_wagon"
    DRAGON = "dragon"
    RAFT = "raft"


class Terrain(Enum):
    """What a road leads through."""

    PLAIN = "plain"
    FOREST = "forest"
    DESERT = "desert"
    MOUNTAIN = "mountain"
    RIVER = "river"
    LAKE = "lake"


WATER = (Terrain.RIVER, Terrain.LAKE)


@dataclass(frozen=True, slots=True)
class Town:
    """A town. ``gold`` is its value in Elfenroads; ``home_card`` says whether it can be a home town."""

    id: str
    name: str
    gold: int
    home_card: bool
    point: Point


@dataclass(frozen=True, slots=True)
class Road:
    """A road between two towns. ``flow`` is a river's (up, down); ``lake`` names the lake that is crossed."""

    id: str
    ends: tuple[str, str]
    terrain: Terrain
    mid: Point
    flow: tuple[str, str] | None
    lake: str | None

    @property
    def is_land(self) -> bool:
        """Whether it takes a counter to travel here."""
        return self.terrain not in WATER

    def other(self, town: str) -> str:
        """The end that is not the town."""
        return self.ends[1] if town == self.ends[0] else self.ends[0]


@dataclass(frozen=True, slots=True)
class Lake:
    """A lake: what a crossing costs in each edition of the rules, in rafts and (where allowed) in any cards."""

    id: str
    towns: tuple[str, ...]
    rafts: Mapping[str, int]
    any_cards: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Board:
    """The whole file. ``chart`` has the cards that a counter costs on each terrain where it may lie."""

    aspect: float
    capital: str
    towns: Mapping[str, Town]
    roads: Mapping[str, Road]
    lakes: Mapping[str, Lake]
    chart: Mapping[Transport, Mapping[Terrain, int]]
    raft_down: int
    raft_up: int


def read_board(data: Any) -> Board:
    """The board that the data of the file describe. Raises DataError, which names the wrong entry."""
    file = Entry("board", data)
    towns = {town.id: town for town in map(_town, file.entries("towns"))}
    lakes = {name: _lake(name, entry) for name, entry in file.items("lakes")}
    roads = {road.id: road for road in (_road(entry, towns, lakes) for entry in file.entries("roads"))}
    raft = file.entry("transport").entry("raft")
    board = Board(
        aspect=file.get("aspect", float),
        capital=file.get("capital", str),
        towns=towns,
        roads=roads,
        lakes=lakes,
        chart=_chart(file.entry("transport")),
        raft_down=raft.get("river_down", int),
        raft_up=raft.get("river_up", int),
    )
    _check_counts(board, file.numbers("counts"))
    return board


def _town(entry: Entry) -> Town:
    return Town(
        entry.get("id", str), entry.get("name", str), entry.get("gold", int), entry.get("home_card", bool),
        entry.point("xy"),
    )  # fmt: skip


def _lake(name: str, entry: Entry) -> Lake:
    any_cards = entry.entry("any_cards")
    rafts = entry.numbers("raft_cost")
    allowed = {edition: any_cards.optional(edition, int) for edition in rafts}
    towns = tuple(map(str, entry.get("towns", list)))
    return Lake(name, towns, rafts, {edition: cost for edition, cost in allowed.items() if cost is not None})


def _road(entry: Entry, towns: Mapping[str, Town], lakes: Mapping[str, Lake]) -> Road:
    terrain = entry.member("terrain", Terrain)
    ends = entry.pair("ends", towns.__contains__, "ids of towns")
    road_id = entry.get("id", str)
    if road_id != f"{min(ends)}-{max(ends)}-{terrain.value[0]}":
        raise DataError(f"{entry.where}.id", f"does not fit ends {ends} and terrain {terrain.value}")
    flow = entry.pair("flow", ends.__contains__, "ends of the road") if terrain is Terrain.RIVER else None
    lake = entry.get("lake", str) if terrain is Terrain.LAKE else None
    if lake is not None and (lake not in lakes or not set(ends) <= set(lakes[lake].towns)):
        raise DataError(f"{entry.where}.lake", f"no lake {lake!r} joins {ends[0]} and {ends[1]}")
    return Road(road_id, ends, terrain, entry.point("mid"), flow, lake)


def _chart(entry: Entry) -> Mapping[Transport, Mapping[Terrain, int]]:
    def row(transport: Transport) -> Mapping[Terrain, int]:
        costs = entry.numbers(transport.value)
        return {member(f"{entry.where}.{transport.value}", Terrain, name): cost for name, cost in costs.items()}

    return {transport: row(transport) for transport in Transport if transport is not Transport.RAFT}


def _check_counts(board: Board, counts: Mapping[str, int]) -> None:
    found: dict[str, Any] = {terrain.value: 0 for terrain in Terrain}
    for road in board.roads.values():
        found[road.terrain.value] += 1
    found |= {"roads": len(board.roads), "towns": len(board.towns), "towns_with_marker": len(board.towns) - 1}
    for name, count in found.items():
        if counts.get(name) != count:
            raise DataError(f"board.counts.{name}", f"is {counts.get(name)}, but the file has {count}")
    if board.capital not in board.towns:
        raise DataError("board.capital", f"no town is called {board.capital!r}")
