"""The board as tables, and the numbers of the rules (specification, sections 1 and 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files

import yaml

from sagahall.games.ice_flow.board import IceCard, Island, Lane, LaneEnd, Spot, read_board
from sagahall.games.kernel import Option, Variant

_FILE = files("sagahall.games.ice_flow").joinpath("board.yaml")
_BOARD = read_board(yaml.safe_load(_FILE.read_text("utf-8")))

SPOTS: Mapping[str, Spot] = _BOARD.spots
"""Every space, stations included, by column and row."""
ORDER: Mapping[str, int] = {space: number for number, space in enumerate(SPOTS)}
"""The place of every space in that order."""
SIDES: Mapping[str, Mapping[str, int]] = _BOARD.sides
"""The neighbours of every space with the direction in which they lie, in the order of the directions 0 to 5."""
COLUMNS: int = _BOARD.columns
ROWS: int = _BOARD.rows
ISLANDS: Mapping[str, Island] = {island.at: island for island in _BOARD.islands}
LANES: Mapping[str, Lane] = _BOARD.lanes
LANE_OF: Mapping[str, Lane] = {space: lane for lane in LANES.values() for space in lane.path}
ENTRIES: tuple[str, ...] = tuple(sorted((lane.path[0] for lane in LANES.values()), key=ORDER.__getitem__))
"""Where new floes come into the strait."""
SIBERIA: tuple[str, ...] = _BOARD.siberia
ALASKA: tuple[str, ...] = _BOARD.alaska
SEA: tuple[str, ...] = tuple(space for space in SPOTS if space not in {*ISLANDS, *SIBERIA, *ALASKA})
"""The spaces where a floe may lie."""
WATER: frozenset[str] = frozenset(SEA)
CARDS: Mapping[str, IceCard] = _BOARD.cards

_NUMBERS = _BOARD.numbers
EXPLORERS: int = _NUMBERS["explorers_per_player"]
ROPES: int = _NUMBERS["ropes"]
FISH: int = _NUMBERS["fish"]
BEARS: int = _NUMBERS["bears"]
SLOTS: int = _NUMBERS["rucksack_slots"]
FIRST_ROPES: int = _NUMBERS["first_rope"]
FIRST_FISH: int = _NUMBERS["first_fish"]
FLOE_LIMIT: int = _NUMBERS["explorers_per_floe"]
ALASKA_LIMIT: int = _NUMBERS["explorers_per_alaska_station"]
BEAR_LIMIT: int = _NUMBERS["bears_per_ground"]
FIRST_FLOES: int = _NUMBERS["initial_floes"]
MAX_ROUNDS: int = _NUMBERS["max_rounds"]
FISH_FOR_A_ROPE: int = _NUMBERS["fish_for_a_rope"]
PATHS: int = _NUMBERS["listed_paths"]
"""How many ways of an explorer to the same space are listed at most."""
ALASKA_DISTANCE: int = _NUMBERS["alaska_distance"]

NOTCHES = 6
"""The ways in which a floe may lie."""


def _turned(edges: tuple[bool, ...]) -> tuple[tuple[bool, ...], ...]:
    return tuple(tuple(edges[(side - notch) % NOTCHES] for side in range(NOTCHES)) for notch in range(NOTCHES))


ROUGH: Mapping[str, tuple[tuple[bool, ...], ...]] = {tile: _turned(edges) for tile, edges in _BOARD.tiles.items()}
"""For every tile and rotation, whether the edge that faces each direction is rough."""


@dataclass(frozen=True, slots=True)
class Drifting:
    """Where the current takes a floe: the spaces that it enters, and the last of them, None beyond the board.

    ``grounded``: it would run ashore, and stays where it is.
    """

    through: tuple[str, ...]
    to: str | None
    grounded: bool


def _drifting(lane: Lane, start: int) -> Drifting:
    through = lane.path[start + 1 : start + 1 + lane.speed]
    beyond = start + lane.speed >= len(lane.path)
    return Drifting(through, None if beyond else through[-1], beyond and lane.end is LaneEnd.GROUNDED)


DRIFTS: Mapping[str, Drifting] = {
    space: _drifting(lane, start) for lane in LANES.values() for start, space in enumerate(lane.path)
}


def _primes() -> Iterator[int]:
    found: list[int] = []
    number = 2
    while True:
        if all(number % prime for prime in found):
            found.append(number)
            yield number
        number += 1


FISH_FACTOR, *_REST = (prime for prime, _ in zip(_primes(), ("fish", *SEA), strict=False))
ROPE_FACTORS: Mapping[str, int] = dict(zip(SEA, _REST, strict=True))
"""Prime numbers for a fish and for a rope left on the floe at each space: the cost of a path is the product of those of
all that it takes, and is dominated by the costs that divide it."""

STANDARD = Variant(
    name="standard",
    title="Ice Flow",
    summary="Three explorers of each seat travel from Alaska to Siberia.",
    min_seats=2,
    max_seats=4,
    options=(
        Option(
            name="max_rounds",
            summary="rounds after which the farthest explorers decide",
            default=MAX_ROUNDS,
            minimum=1,
            maximum=MAX_ROUNDS,
        ),
        Option(
            name="only_move_own_or_empty_floes",
            summary="floes with explorers on them are only drifted and turned by a seat that has one there",
            default=True,
        ),
        Option(
            name="second_ice_action_instead_of_explorer",
            summary="instead of an explorer, a seat may move the ice a second time",
            default=False,
        ),
        Option(
            name="bear_rebound",
            summary="who is threatened by a bear may pay a fish and send it on",
            default=False,
        ),
    ),
)
