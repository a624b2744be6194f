"""However the ice lies, not too many paths are listed, and every space that can be reached is."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product

import pytest
from tests.games.ice_flow.tables import listed, sea, with_pack

from sagahall.games.ice_flow.facts import ALASKA, ISLANDS, PATHS, ROUGH, SEA
from sagahall.games.ice_flow.moves import MoveExplorer
from sagahall.games.ice_flow.paths import Chart
from sagahall.games.ice_flow.state import Ground, State

WORST = (
    "1-4:F23:3 2-5:F21:2 2-7:F10:3 2-8:F03:2 3-2:F22:4 3-4:F12:1 3-6:F14:5 3-7:F06:3 4-3:F15:0 4-4:F08:0 4-5:F02:4 "
    "4-6:F19:1 4-7:F05:3 5-2:F04:0 5-3:F18:5 5-4:F11:5 5-5:F24:2 5-7:F13:3 6-3:F17:1 6-4:F20:4 6-5:F01:2 6-6:F09:3 "
    "6-7:F07:3 6-8:F16:0"
)
"""The board with most paths that a long search found: 9000 costs that do not dominate each other, with three ropes."""


def worst() -> State:
    floes = [(at, tile, int(rotation)) for at, tile, rotation in (one.split(":") for one in WORST.split())]
    return with_pack(sea(*(Ground(*one) for one in floes), teams=[("6-3", "4-3", "5-2")]), rope=3)


def chance(rng: random.Random) -> State:
    """All 24 floes anywhere, some bears, a full rucksack, explorers anywhere."""
    spaces = rng.sample(SEA, len(ROUGH))
    bears = rng.sample(spaces[3:], 5)
    floes = [Ground(at, tile, rng.randrange(6), bears=at in bears) for at, tile in zip(spaces, ROUGH, strict=True)]
    team = rng.sample([*spaces[:3], *ISLANDS, *ALASKA[:4]], 3)
    rope = rng.randint(0, 3)
    return with_pack(sea(*floes, teams=[team, ("A5", "A6", "S1")]), rope=rope, fish=3 - rope)


def crowding(state: State) -> Counter[tuple[int, str]]:
    """How many paths are listed for each explorer and end space."""
    moves = listed(state, 0, MoveExplorer)
    return Counter((move.explorer, move.path[-1]) for move in moves if isinstance(move, MoveExplorer))


def test_on_the_worst_board_every_space_is_listed_with_a_bounded_number_of_paths() -> None:
    state = worst()
    listing = crowding(state)
    chart, own = Chart(state, 0), state.expeditions[0]
    for explorer, start in enumerate(own.explorers, start=1):
        costs, _ = chart._reached(start, own)
        ends = {at for at in costs if at != start and not chart.no_rest(at)}
        assert ends == {end for who, end in listing if who == explorer}
    assert max(listing.values()) == PATHS == 16
    assert listing.total() < 1500


def test_what_is_left_out_is_dearest() -> None:
    """All costs there are three ropes; those that are listed take the fewest spaces."""
    state = worst()
    chart, own = Chart(state, 0), state.expeditions[0]
    start = own.explorers[0]
    (end, number), *_ = Counter(move.path[-1] for move in chart.journeys(start, own)).most_common(1)
    assert number == PATHS
    kept = [one for one in chart.journeys(start, own) if one.path[-1] == end]
    costs, found = chart._reached(start, own)
    dropped = [path for at, _, _, _, path in found if at == end and path not in [one.path for one in kept]]
    assert len(costs[end]) > PATHS
    assert max(len(one.path) for one in kept) <= max(map(len, dropped))
    for one, path in product(kept, dropped):
        toll = chart.walk(start, path, own)
        assert (one.fish, one.ropes) <= (toll.fish, len(toll.ropes))


@pytest.mark.parametrize("seed", range(20))
def test_where_ice_lies_by_chance_nothing_is_left_out(seed: int) -> None:
    assert max(crowding(chance(random.Random(seed))).values()) < PATHS
