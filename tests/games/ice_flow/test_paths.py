"""How explorers travel: costs, refusals, and which paths are listed (specification, section 7 and 7.1)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from tests.games.ice_flow.tables import (
    BIG,
    events_of,
    floe,
    ground_of,
    island,
    listed,
    pack_of,
    played,
    refusal,
    sea,
    with_pack,
)

from sagahall.games.ice_flow.facts import ORDER, ROUGH, SEA, SIDES
from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import ExplorerMoved, MoveExplorer
from sagahall.games.ice_flow.paths import Chart
from sagahall.games.ice_flow.state import Ground, State, Step
from sagahall.games.kernel import IllegalMove

PACKS = ((3, 0), (2, 1), (1, 2), (0, 3))
HOME_OTHERS = ("A1", "A3")


def walked(state: State, *path: str, explorer: int = 1) -> ExplorerMoved:
    event = events_of(state, 0, MoveExplorer(explorer, path))[0]
    assert isinstance(event, ExplorerMoved)
    return event


def refused(state: State, *path: str, explorer: int = 1) -> str:
    return refusal(state, 0, MoveExplorer(explorer, path))


# Costs


def test_swimming_costs_a_fish_and_climbing_a_rope_that_stays() -> None:
    """Worked examples 8 and 9."""
    flat = with_pack(sea(floe("5-0")), rope=1, fish=1)
    assert walked(flat, "6-0", "5-0") == ExplorerMoved(0, 1, ("6-0", "5-0"), fish=1, ropes=())
    rough = with_pack(sea(floe("5-0", "NE")), rope=1, fish=1)
    assert walked(rough, "6-0", "5-0") == ExplorerMoved(0, 1, ("6-0", "5-0"), fish=1, ropes=("5-0",))
    after = played(rough, 0, MoveExplorer(1, ("6-0", "5-0")))
    assert (pack_of(after), ground_of(after, "5-0").rope) == ((0, 0), 1)
    assert after.stock.fish == rough.stock.fish + 1
    assert refused(with_pack(rough), "6-0", "5-0") == "short-of-fish"
    assert refused(with_pack(rough, fish=1), "6-0", "5-0") == "short-of-rope"


def test_two_rough_edges_cost_two_ropes_one_for_each_floe() -> None:
    """Worked example 10."""
    teams = [("4-4", "A1", "A3")]
    both = sea(floe("4-4", "SE"), floe("5-4", "NW"), teams=teams)
    assert walked(with_pack(both, rope=2), "5-4") == ExplorerMoved(0, 1, ("5-4",), fish=0, ropes=("4-4", "5-4"))
    after = played(with_pack(both, rope=2), 0, MoveExplorer(1, ("5-4",)))
    assert [ground_of(after, at).rope for at in ("4-4", "5-4")] == [1, 1]
    assert refused(with_pack(both, rope=1), "5-4") == "short-of-rope"
    for one in (sea(floe("4-4", "SE"), floe("5-4"), teams=teams), sea(floe("4-4"), floe("5-4", "NW"), teams=teams)):
        assert len(walked(with_pack(one, rope=1), "5-4").ropes) == 1
        assert refused(one, "5-4") == "short-of-rope"


def test_the_sides_of_islands_and_stations_are_flat_but_those_of_floes_count_there_too() -> None:
    state = sea(floe("4-4", "NW"), floe("6-4", "NE"), floe("6-3"), teams=[(BIG, "A3", "6-3"), ("A1", "A2", "A5")])
    assert walked(with_pack(state, rope=1), "4-4").ropes == ("4-4",)
    assert walked(with_pack(state, rope=1), "6-4", explorer=2).ropes == ("6-4",)
    assert walked(state, "6-3", explorer=2).ropes == ()
    assert walked(state, "A3", explorer=3).ropes == ()
    climb = sea(floe("6-4", "NE"), teams=[("6-4", "A1", "A5")])
    assert walked(with_pack(climb, rope=1), "A3").ropes == ("6-4",)
    assert refused(climb, "A3") == "short-of-rope"


def test_a_bear_costs_a_fish_and_two_cost_two() -> None:
    """Worked example 11, for entering and for passing."""
    teams = [("4-4", "A1", "A3")]
    one = sea(floe("4-4"), floe("5-4", bears=1), floe("6-4"), teams=teams)
    assert walked(with_pack(one, rope=1, fish=2), "5-4").fish == 1
    assert played(with_pack(one, rope=1, fish=2), 0, MoveExplorer(1, ("5-4",))).step is Step.SEND_BEAR
    two = sea(floe("4-4"), floe("5-4", bears=2), floe("6-4"), teams=teams)
    assert walked(with_pack(two, rope=1, fish=2), "5-4").fish == 2
    assert refused(with_pack(two, rope=1, fish=1), "5-4") == "short-of-fish"
    assert refused(with_pack(two, rope=1, fish=1), "5-4", "6-5") == "short-of-fish"


def test_a_bear_that_is_passed_stays() -> None:
    """Worked example 12."""
    state = sea(floe("4-4"), floe("5-4", bears=1), floe("6-4"), teams=[("4-4", "A1", "A3")])
    after = played(with_pack(state, fish=1), 0, MoveExplorer(1, ("5-4", "6-4")))
    assert (after.step, pack_of(after)) == (Step.TURN, (0, 0))
    assert ground_of(after, "5-4").bears == 1


def test_bears_on_islands_cost_fish_too() -> None:
    state = sea(island(BIG, bears=2), floe("4-4"), floe("2-3"), teams=[("4-4", "A1", "A3")])
    assert walked(with_pack(state, fish=2), BIG, "2-3").fish == 2
    assert refused(with_pack(state, fish=1), BIG, "2-3") == "short-of-fish"


def test_an_explorer_goes_as_far_as_the_rucksack_pays() -> None:
    state = sea(floe("5-0"), floe("2-0", "SE"), floe("1-0"), floe("0-1", "NE"), teams=[("A1", "A3", "A5")])
    path = ("6-0", "5-0", "4-0", "3-0", "2-0")
    assert refused(with_pack(state, fish=3), *path) == "short-of-rope"
    assert refused(with_pack(state, rope=1, fish=2), *path) == "short-of-fish"
    dry = sea(floe("6-0"), floe("5-0"), floe("4-0"), floe("3-0"), floe("2-0"), floe("1-0"), floe("0-1"))
    assert walked(dry, "6-0", "5-0", "4-0", "3-0", "2-0", "1-0", "0-1", "S1").fish == 0


def test_swimming_goes_on_through_several_spaces_and_still_water() -> None:
    state = sea(floe("5-4"), floe("2-4"), teams=[("5-4", "A1", "A3")])
    assert walked(with_pack(state, fish=2), "4-4", "3-4", "2-4").fish == 2
    assert refused(with_pack(state, fish=2), "4-4", "3-4") == "ends-in-sea"


def test_a_step_from_a_floe_into_siberia() -> None:
    """Worked example 25."""
    state = sea(floe("0-3"), teams=[("0-3", "A1", "A3")])
    assert walked(state, "S2") == ExplorerMoved(0, 1, ("S2",), fish=0, ropes=())
    assert refused(state, "S3") == "not-adjacent"
    assert refused(state, "-1-3") == "unknown-piece"


# Refusals


def test_a_path_does_not_go_round_in_circles() -> None:
    state = sea(floe("4-4"), floe("4-5", "S"), floe("5-4"), teams=[("4-4", "A1", "A3")])
    assert refused(state, "4-5", "5-4", "4-5") == "path-repeats"
    assert refused(state, "4-5", "4-4") == "path-repeats"
    assert refused(state) == "empty-path"
    assert refused(state, "4-6") == "not-adjacent"
    assert refused(state, "9-9") == "unknown-piece"
    for explorer in (0, 4, -1):
        assert refused(state, "4-5", explorer=explorer) == "unknown-piece"


def test_a_full_floe_is_crossed_but_not_rested_on() -> None:
    teams = [("4-4", "A1", "A3"), ("5-4", "5-4", "A2")]
    state = sea(floe("4-4"), floe("5-4"), floe("6-4"), teams=teams)
    assert refused(state, "5-4") == "floe-full"
    assert walked(state, "5-4", "6-4").path == ("5-4", "6-4")


def test_islands_hold_any_number() -> None:
    teams = [("4-4", BIG, BIG), (BIG, BIG, BIG)]
    assert walked(sea(floe("4-4"), teams=teams), BIG).path == (BIG,)


def test_stations_of_alaska_are_crossed_and_ended_on_while_they_have_room() -> None:
    grounds = (floe("6-3"), floe("6-4"), floe("6-5"))
    state = sea(*grounds, teams=[("6-3", "A1", "A2"), ("A3", "A5", "A6")])
    assert walked(state, "A3").path == ("A3",)
    assert walked(state, "A3", "6-4", "A4").path == ("A3", "6-4", "A4")
    full = sea(*grounds, teams=[("6-3", "A3", "A2"), ("A3", "A5", "A6")])
    assert refused(full, "A3") == "station-full"
    assert refused(full, "A3", "6-4") == "station-full"
    assert refused(sea(teams=[("A3", "A1", "A5")]), "A4") == "not-adjacent"


def test_siberia_ends_a_path_and_is_never_left() -> None:
    state = sea(floe("0-0"), floe("0-1"), teams=[("0-0", "S3", "A5")])
    assert refused(state, "S1", "0-1") == "in-siberia"
    assert refused(state, "0-6", explorer=2) == "in-siberia"
    assert [
        move for move in listed(state, 0, MoveExplorer) if isinstance(move, MoveExplorer) and move.explorer == 2
    ] == []


def test_a_station_of_siberia_takes_one_explorer_of_each_seat() -> None:
    teams = [("0-0", "S1", "A5"), ("S2", "A2", "A3")]
    state = sea(floe("0-0"), floe("0-1", "NE"), floe("0-2", "NE"), teams=teams)
    assert refused(state, "S1") == "station-taken"
    assert walked(state, "0-1", "0-2", "S2").path[-1] == "S2"


def test_the_first_rule_that_forbids_a_path_is_named() -> None:
    """Rules of the way come before those of its end, and the rope before the fish."""
    state = sea(floe("4-4", "SE"), floe("5-4", "NW", bears=1), teams=[("4-4", "A1", "A3")])
    assert refused(state, "5-4") == "short-of-rope"
    assert refused(with_pack(state, rope=2), "5-4") == "short-of-fish"
    assert refused(state, "4-3") == "short-of-fish"
    assert refused(with_pack(state, fish=1), "4-3") == "ends-in-sea"


def test_others_cannot_move_ones_explorers() -> None:
    assert refusal(sea(floe("6-0")), 1, MoveExplorer(1, ("6-0",))) == "not-your-turn"


def test_a_move_into_alaska_has_no_further_steps() -> None:
    state = played(sea(floe("6-4"), teams=[("6-4", "A1", "A5")]), 0, MoveExplorer(1, ("A3",)))
    assert (state.step, state.mover) == (Step.TURN, None)


# Which paths are listed


def journeys(state: State) -> list[tuple[str, ...]]:
    return [
        move.path for move in ICE_FLOW.legal_moves(state, 0) if isinstance(move, MoveExplorer) and move.explorer == 1
    ]


def test_a_rope_and_a_fish_for_the_same_end_are_both_listed() -> None:
    state = with_pack(sea(floe("4-4", "SE"), floe("5-4", "S"), teams=[("4-4", "A1", "A3")]), rope=1, fish=2)
    assert [path for path in journeys(state) if path[-1] == "5-4"] == [("5-4",), ("5-3", "5-4")]


def test_two_places_for_the_same_rope_are_both_listed() -> None:
    """From 4-4 to 5-4: straight over the rough edge of 4-4, or over that of 5-3."""
    state = sea(floe("4-4", "SE"), floe("5-3", "S"), floe("5-4", "S"), teams=[("4-4", "A1", "A3")])
    paths = [path for path in journeys(with_pack(state, rope=1)) if path[-1] == "5-4"]
    assert paths == [("5-3", "5-4"), ("5-4",)]
    assert [walked(with_pack(state, rope=1), *path).ropes for path in paths] == [("5-3",), ("4-4",)]


def test_a_dearer_detour_is_accepted_but_not_listed() -> None:
    state = with_pack(sea(floe("4-4"), floe("5-4", "S"), teams=[("4-4", "A1", "A3")]), fish=2)
    dear = MoveExplorer(1, ("5-3", "5-4"))
    assert dear.path not in journeys(state)
    assert ("5-4",) in journeys(state)
    assert ICE_FLOW.is_open(dear)
    assert walked(state, *dear.path).fish == 1


def test_of_equal_paths_the_shortest_is_listed_and_of_those_the_one_of_smallest_directions() -> None:
    """From 4-4 to 5-5 by way of 5-4 (SE, then S) or 4-5 (S, then SE)."""
    flat = (floe("4-4"), floe("5-4"), floe("5-5", "S"), floe("4-5", "SW"), floe("4-6"))
    state = sea(*flat, teams=[("4-4", "A1", "A3")])
    assert [path for path in journeys(state) if path[-1] == "5-5"] == [("5-4", "5-5")]
    assert [path for path in journeys(state) if path[-1] == "5-4"] == [("5-4",)]
    for path in (("4-5", "5-5"), ("4-5", "5-4", "5-5")):
        assert walked(state, *path).ropes == ()


def test_journeys_are_listed_by_explorer_end_and_cost() -> None:
    state = with_pack(sea(*(floe(at, "N S") for at in SEA[::3]), teams=[("4-4", "A1", "A3")]), rope=1, fish=2)
    chart, expedition = Chart(state, 0), state.expeditions[0]
    keys = []
    for move in listed(state, 0, MoveExplorer):
        assert isinstance(move, MoveExplorer)
        toll = chart.walk(expedition.at(move.explorer), move.path, expedition)
        keys.append((move.explorer, ORDER[move.path[-1]], toll.fish, len(toll.ropes)))
    assert keys == sorted(keys)
    assert len(keys) > 50


def every_path(chart: Chart, state: State, start: str) -> Iterator[tuple[tuple[str, ...], tuple[int, Counter[str]]]]:
    """Every legal path of an explorer, with what it costs, by trying them all."""
    pack = state.expeditions[0]
    stack: list[tuple[str, ...]] = [()]
    while stack:
        path = stack.pop()
        for to in SIDES[path[-1] if path else start]:
            longer = (*path, to)
            try:
                toll = chart.walk(start, longer, pack)
            except IllegalMove as refused_path:
                if refused_path.rule in ("ends-in-sea", "floe-full"):
                    stack.append(longer)
                continue
            stack.append(longer)
            yield longer, (toll.fish, Counter(toll.ropes))


def cheaper(one: tuple[int, Counter[str]], other: tuple[int, Counter[str]]) -> bool:
    return one != other and one[0] <= other[0] and one[1] <= other[1]


def useful(chart: Chart, state: State, start: str) -> list[tuple[str, ...]]:
    """What the specification lists, from its words: of all paths the costs that no other dominates, one path each."""
    best: dict[str, list[tuple[tuple[int, Counter[str]], tuple[str, ...]]]] = {}
    for path, cost in every_path(chart, state, start):
        best.setdefault(path[-1], []).append((cost, path))
    chosen = []
    for found in best.values():
        for cost, _ in found:
            if not any(cheaper(other, cost) for other, _ in found):
                same = [path for other, path in found if other == cost]
                chosen.append(min(same, key=lambda path: (len(path), directions(start, path))))
    return sorted(set(chosen), key=lambda path: [ORDER[space] for space in path])


def directions(start: str, path: tuple[str, ...]) -> list[int]:
    return [SIDES[at][to] for at, to in zip((start, *path), path, strict=False)]


def sparse_board(rng: random.Random) -> State:
    """A few floes around the middle, a bear here and there, an explorer on one of the floes."""
    near = [space for space in SEA if space[0] in "234" and space[2] in "23456"]
    spaces = rng.sample(near, 8)
    tiles = rng.sample(list(ROUGH), 8)
    floes = [
        Ground(at, tile, rng.randrange(6), bears=rng.choice((0, 0, 0, 1, 2)) if at != spaces[0] else 0)
        for at, tile in zip(spaces, tiles, strict=True)
    ]
    others = (*rng.sample(spaces[1:], 2), "A2")
    return with_pack(sea(*floes, teams=[(spaces[0], *HOME_OTHERS), others]), *rng.choice(PACKS))


@pytest.mark.parametrize("seed", range(25))
def test_the_listed_paths_are_those_found_by_trying_every_path(seed: int) -> None:
    state = sparse_board(random.Random(seed))
    start = state.expeditions[0].explorers[0]
    chart = Chart(state, 0)
    listing = sorted(journeys(state), key=lambda path: [ORDER[space] for space in path])
    assert listing == useful(chart, state, start)


def test_there_is_no_limit_to_the_length_of_a_path_over_flat_edges() -> None:
    """From Alaska to Siberia in one move."""
    row = ("6-4", "5-4", "4-4", "3-4", "2-4", "1-4", "0-5")
    state = sea(*(floe(at) for at in row), teams=[("A3", "A1", "A5")])
    assert (*row, "S3") in journeys(state)
    assert played(state, 0, MoveExplorer(1, (*row, "S3"))).expeditions[0].arrived == 1
