"""Setting up: explorers in turn into Alaska, then the first twelve floes (specification, section 3)."""

from __future__ import annotations

import pytest
from tests.games.ice_flow.tables import dice, events_of, fold, ground_of, listed, pack_of, played, refusal, unstarted

from sagahall.games.ice_flow.facts import ALASKA, ISLANDS, SEA, SIDES
from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import FloeDrawn, FloePlaced, PlaceExplorer, PlaceFloe, TurnStarted
from sagahall.games.ice_flow.state import Drawn, State, Step
from sagahall.games.kernel import LeaveReason


def with_explorers(seats: int) -> State:
    """All explorers stand in Alaska, the first floe is drawn."""
    state = unstarted(seats)
    while state.step is Step.SETUP_EXPLORERS:
        state = played(state, state.turn, ICE_FLOW.legal_moves(state, state.turn)[0])
    return state


def with_floes(seats: int) -> tuple[State, list[int]]:
    """The first turn, and how many floes each seat placed."""
    state, placed = with_explorers(seats), [0] * seats
    while state.step is Step.SETUP_FLOES:
        placed[state.turn] += 1
        state = played(state, state.turn, ICE_FLOW.legal_moves(state, state.turn)[0], seed=sum(placed))
    return state, placed


def test_every_rucksack_starts_with_a_rope_and_a_fish_and_so_does_each_island() -> None:
    state = unstarted(4)
    assert ICE_FLOW.setup(state, dice()) == ()
    assert [pack_of(state, seat) for seat in range(4)] == [(1, 1)] * 4
    assert [(ground.at, ground.rope, ground.fish) for ground in state.grounds] == [(at, 1, 1) for at in ISLANDS]
    assert (state.stock.rope, state.stock.fish, state.stock.bears) == (9, 9, 5)


def test_the_seats_place_one_explorer_each_in_three_rounds() -> None:
    state, order = unstarted(3), []
    while state.step is Step.SETUP_EXPLORERS:
        order.append(state.turn)
        state = played(state, state.turn, ICE_FLOW.legal_moves(state, state.turn)[0])
    assert order == [0, 1, 2] * 3


def test_a_station_takes_two_explorers_of_different_seats() -> None:
    state = played(unstarted(3), 0, PlaceExplorer("A2"))
    state = played(state, 1, PlaceExplorer("A2"))
    assert refusal(state, 2, PlaceExplorer("A2")) == "station-full"
    assert refusal(state, 2, PlaceExplorer("S1")) == "unknown-piece"
    state = played(state, 2, PlaceExplorer("A3"))
    assert refusal(state, 0, PlaceExplorer("A2")) == "station-full"
    state = played(played(state, 0, PlaceExplorer("A4")), 1, PlaceExplorer("A5"))
    assert refusal(state, 2, PlaceExplorer("A3")) == "station-taken"


def test_when_only_own_stations_have_room_one_may_be_used_twice() -> None:
    state = unstarted(4)
    placed = ["A1", "A1", "A2", "A6", "A2", "A3", "A3", "A4", "A4", "A5", "A5"]
    for station in placed:
        state = played(state, state.turn, PlaceExplorer(station))
    assert state.expeditions[3].explorers == ("A6", "A4")
    assert listed(state, 3, PlaceExplorer) == [PlaceExplorer("A6")]
    assert played(state, 3, PlaceExplorer("A6")).step is Step.SETUP_FLOES


@pytest.mark.parametrize(("seats", "each"), [(2, 6), (3, 4), (4, 3)])
def test_twelve_floes_are_placed_in_equal_shares(seats: int, each: int) -> None:
    """Worked example 20, for four seats: every station of Alaska holds two, each seat places three floes."""
    state, placed = with_floes(seats)
    assert placed == [each] * seats
    assert len(state.floes) == 12
    assert (state.step, state.turn, state.round) == (Step.TURN, 0, 1)
    if seats == 4:
        assert [state.crowd(station) for station in ALASKA] == [2] * 6


def test_a_floe_is_drawn_with_a_card_and_placed_with_what_the_card_shows() -> None:
    state = with_explorers(2)
    assert state.drawn is not None
    assert state.drawn.tile not in state.bag
    assert len(state.bag) == 23
    assert len(state.deck) == 13
    state = fold(state, (FloeDrawn(0, "F05", "I10"),))
    placed, drawn = events_of(state, 0, PlaceFloe("2-4", 3))
    assert placed == FloePlaced(0, "2-4", "F05", 3, rope=0, fish=2, bears=0)
    assert isinstance(drawn, FloeDrawn)
    assert drawn.seat == 1
    after = fold(state, (placed, drawn))
    assert ground_of(after, "2-4").fish == 2
    assert after.discards == ("I10",)


def test_the_first_floes_lie_apart() -> None:
    """Worked example 21."""
    state = fold(with_explorers(2), (FloePlaced(0, "1-3", "F01", 0, 0, 0, 0), FloeDrawn(1, "F02", "I01")))
    assert refusal(state, 1, PlaceFloe("2-4", 0)) == "space-not-allowed"
    assert played(state, 1, PlaceFloe("2-5", 0)).ground("2-5") is not None
    assert refusal(state, 1, PlaceFloe("1-3", 0)) == "space-not-allowed"
    assert refusal(state, 1, PlaceFloe("3-3", 0)) == "space-not-allowed"
    assert refusal(state, 1, PlaceFloe("2-5", 6)) == "unknown-piece"
    assert refusal(state, 1, PlaceFloe("2-9", 0)) == "unknown-piece"


def test_with_no_space_apart_from_the_others_any_empty_space_will_do() -> None:
    state = with_explorers(2)
    covered: set[str] = set()
    tiles = iter(state.bag)
    for space in SEA:
        if space not in covered:
            covered |= {space, *SIDES[space]}
            state = fold(state, (FloePlaced(0, space, next(tiles), 0, 0, 0, 0), FloeDrawn(0, "F24", "I01")))
    assert len(listed(state, 0, PlaceFloe)) == 6 * (61 - len(state.floes))
    assert state.drawn == Drawn("F24", "I01")


def test_at_most_366_placements_are_listed() -> None:
    assert len(listed(with_explorers(2), 0, PlaceFloe)) == 61 * 6


def test_the_still_water_may_hold_a_floe() -> None:
    assert played(with_explorers(2), 0, PlaceFloe("3-4", 5)).ground("3-4") is not None


def test_a_seat_that_leaves_before_its_floe_is_placed_gives_it_back() -> None:
    state = with_explorers(3)
    assert state.drawn is not None
    gone = fold(state, ICE_FLOW.leave(state, 0, LeaveReason.RESIGNED, dice(7)))
    assert gone.turn == 1
    assert gone.step is Step.SETUP_FLOES
    assert len(gone.bag) == 23
    assert state.drawn.card in gone.discards


def test_when_a_seat_leaves_the_others_place_all_twelve_floes() -> None:
    state = with_explorers(3)
    state = fold(state, ICE_FLOW.leave(state, 1, LeaveReason.TIMED_OUT, dice(7)))
    placed = [0, 0, 0]
    while state.step is Step.SETUP_FLOES:
        placed[state.turn] += 1
        state = played(state, state.turn, ICE_FLOW.legal_moves(state, state.turn)[0], seed=sum(placed))
    assert placed == [6, 0, 6]


def test_when_a_seat_leaves_while_explorers_are_placed_the_others_go_on() -> None:
    state = played(unstarted(3), 0, PlaceExplorer("A1"))
    state = fold(state, ICE_FLOW.leave(state, 1, LeaveReason.RESIGNED, dice()))
    order = []
    while state.step is Step.SETUP_EXPLORERS:
        order.append(state.turn)
        state = played(state, state.turn, ICE_FLOW.legal_moves(state, state.turn)[0])
    assert order == [2, 0, 2, 0, 2]
    assert state.turn == 0


def test_the_first_turn_is_that_of_the_first_seat_still_there() -> None:
    state = with_explorers(3)
    state = fold(state, ICE_FLOW.leave(state, 0, LeaveReason.RESIGNED, dice()))
    while state.step is Step.SETUP_FLOES:
        events = events_of(state, state.turn, ICE_FLOW.legal_moves(state, state.turn)[0], seed=len(state.floes))
        state = fold(state, events)
    assert events[-1] == TurnStarted(1, 1)
