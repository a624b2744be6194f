"""Placing counters and obstacles, and passing."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    TROLL,
    UNICORN,
    counter,
    events_of,
    fold,
    placing,
    played,
    refusal,
    with_cards,
    with_seat,
)

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import COUNTERS, ROADS, ROADS_FOR
from sagahall.games.elfenboard.moves import Pass, Passed, Step
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import PlaceCounter, PlaceObstacle, TakeBlind
from sagahall.games.elfenland.state import Phase, State


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("kind", COUNTERS)
def test_on_the_empty_board_a_counter_may_be_placed_on_every_road_of_its_terrains_only(
    variant: str, kind: Transport
) -> None:
    state = with_seat(placing(variant), 0, open_counters=(kind,))
    roads = {move.road for move in ELFENLAND.legal_moves(state, 0) if isinstance(move, PlaceCounter)}

    assert roads == set(ROADS_FOR[kind])
    for road in set(ROADS) - roads:
        assert refusal(state, 0, PlaceCounter(kind, hidden=False, road=road)) == "terrain-forbidden"


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize(
    ("kind", "road"),
    [
        (PIG, "albaran-feodor-d"),
        (PIG, "grangor-yttar-m"),
        (UNICORN, "jxara-virst-p"),
        (CLOUD, "albaran-feodor-d"),
        (CYCLE, "albaran-feodor-d"),
    ],
)
def test_a_counter_never_lies_where_its_cell_of_the_chart_is_a_dash(variant: str, kind: Transport, road: str) -> None:
    state = with_seat(placing(variant), 0, open_counters=(kind,))
    assert refusal(state, 0, PlaceCounter(kind, hidden=False, road=road)) == "terrain-forbidden"


def test_a_road_holds_one_counter_and_parallel_roads_are_two_roads() -> None:
    state = with_seat(placing(), 0, open_counters=(TROLL, TROLL))
    state = replace(state, board=(counter("jxara-mahdavikia-m", DRAGON),))
    assert refusal(state, 0, PlaceCounter(TROLL, hidden=False, road="jxara-mahdavikia-m")) == "road-taken"

    state = replace(state, board=(counter("beata-strykhaven-p", DRAGON),))
    after = played(state, 0, PlaceCounter(TROLL, hidden=False, road="strykhaven-virst-m"))
    assert [placed.road for placed in after.board] == ["beata-strykhaven-p", "strykhaven-virst-m"]


def test_only_a_counter_that_one_holds_is_placed() -> None:
    state = with_seat(placing(), 0, open_counters=(PIG,), hidden_counters=(DRAGON,))
    assert refusal(state, 0, PlaceCounter(TROLL, hidden=False, road="jxara-virst-p")) == "counter-not-held"
    assert refusal(state, 0, PlaceCounter(PIG, hidden=True, road="jxara-virst-p")) == "counter-not-held"
    assert refusal(state, 0, PlaceCounter(DRAGON, hidden=False, road="jxara-virst-p")) == "counter-not-held"
    assert refusal(state, 0, PlaceCounter(PIG, hidden=False, road="nowhere")) == "unknown-road"


def test_a_hidden_counter_is_turned_up_where_it_is_placed() -> None:
    """C9."""
    state = with_seat(placing(), 0, open_counters=(PIG,), hidden_counters=(DRAGON, DRAGON))
    after = played(state, 0, PlaceCounter(DRAGON, hidden=True, road="jxara-virst-p"))
    seen = ELFENLAND.view(after, 1)
    assert [(placed.road, placed.counter) for placed in seen.board] == [("jxara-virst-p", DRAGON)]
    assert seen.seats[0].hidden_count == 1
    assert seen.seats[0].hidden_counters == ()


def test_an_obstacle_goes_only_on_a_road_with_a_counter_and_without_an_obstacle() -> None:
    """C5: and so never on water."""
    empty = counters_for(2)
    for road in ROADS:
        assert refusal(empty, 0, PlaceObstacle(road)) == "obstacle-needs-counter"

    roads = [counter("jxara-virst-p", PIG), counter("lapphalya-virst-p", CYCLE, obstacle=True)]
    state = replace(empty, board=tuple(roads))
    assert [move for move in ELFENLAND.legal_moves(state, 0) if isinstance(move, PlaceObstacle)] == [
        PlaceObstacle("jxara-virst-p")
    ]
    assert refusal(state, 0, PlaceObstacle("lapphalya-virst-p")) == "obstacle-there"
    after = played(state, 0, PlaceObstacle("jxara-virst-p"))
    assert after.board[0] == counter("jxara-virst-p", PIG, obstacle=True)
    assert not after.seats[0].obstacle
    again = played(after, 1, place("beata-elvenhold-p"))
    assert refusal(again, 0, PlaceObstacle("beata-elvenhold-p")) == "obstacle-used"


def counters_for(seats: int) -> State:
    state = placing(seats=seats)
    for seat in range(seats):
        state = with_seat(state, seat, open_counters=(TROLL, DRAGON))
    return with_cards(state)


def place(road: str) -> PlaceCounter:
    return PlaceCounter(TROLL, hidden=False, road=road)


def test_the_phase_ends_when_all_have_passed_in_a_row() -> None:
    """A places, B, C and A pass: over. A places, B passes, C places, A passes, B places: not over."""
    state = played(counters_for(3), 0, place("jxara-virst-p"))
    state = played(played(state, 1, Pass()), 2, Pass())
    assert state.phase is Phase.PLACING
    assert played(state, 0, Pass()).phase is Phase.MOVING

    state = played(counters_for(3), 0, place("jxara-virst-p"))
    state = played(played(state, 1, Pass()), 2, place("beata-elvenhold-p"))
    state = played(played(state, 0, Pass()), 1, place("lapphalya-virst-p"))
    assert state.phase is Phase.PLACING
    assert ELFENLAND.to_act(state) == (2,)


def test_with_six_players_it_takes_six_passes_in_a_row_and_passing_is_not_final() -> None:
    """C16."""
    state = counters_for(6)
    for seat in range(5):
        state = played(state, seat, Pass())
    assert state.phase is Phase.PLACING
    state = played(state, 5, place("jxara-virst-p"))
    for seat in range(5):
        assert ELFENLAND.to_act(state) == (seat,)
        state = played(state, seat, Pass())
    assert state.phase is Phase.PLACING
    assert played(state, 5, Pass()).phase is Phase.MOVING


def test_who_has_nothing_left_to_place_passes_by_itself() -> None:
    """C16: as far as all can see; whoever holds a hidden counter is asked."""
    state = with_seat(counters_for(4), 1, open_counters=(), obstacle=False)
    state = with_seat(state, 2, open_counters=(), obstacle=False, hidden_counters=(PIG,))
    events = events_of(state, 0, place("jxara-virst-p"))
    assert Passed(1, forced=True) in events
    assert ELFENLAND.to_act(fold(state, events)) == (2,)


def test_nobody_has_to_place_anything() -> None:
    """C14."""
    state = played(played(counters_for(2), 0, Pass()), 1, Pass())
    assert state.phase is Phase.MOVING
    assert state.board == ()


@pytest.mark.parametrize("variant", EDITIONS)
def test_a_move_belongs_to_its_phase_and_turn(variant: str) -> None:
    state = counters_for(2) if variant == "amigo" else with_cards(placing("moon"))
    assert refusal(state, 1, Pass()) == "not-your-turn"
    assert refusal(state, 0, Step("beata-elvenhold-r")) == "wrong-phase"
    assert refusal(state, 0, TakeBlind()) == "wrong-phase"
