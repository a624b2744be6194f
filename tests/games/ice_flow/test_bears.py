"""Meeting bears, sending them on and fleeing from them (specification, 7.2 and section 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.games.ice_flow.tables import (
    BIG,
    LITTLE,
    dice,
    events_of,
    floe,
    fold,
    ground_of,
    island,
    listed,
    pack_of,
    played,
    refusal,
    sea,
    with_pack,
    with_seat,
)

from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import (
    BearSent,
    EndTurn,
    ExplorerFled,
    ExplorerMoved,
    ExplorerRescued,
    Flee,
    Helicopter,
    MatchEnded,
    MoveExplorer,
    Pickup,
    Rebound,
    SendBear,
    Skip,
)
from sagahall.games.ice_flow.state import Ground, Item, State, Step
from sagahall.games.kernel import LeaveReason, Seat


def met(state: State, *path: str) -> State:
    """Seat 0's first explorer goes to where bears are, for as many fish as there are bears."""
    fish = ground_of(state, path[-1]).bears
    return played(with_pack(state, fish=fish), 0, MoveExplorer(1, path))


def destinations(state: State) -> list[str]:
    return [move.to for move in listed(state, 0, SendBear) if isinstance(move, SendBear)]


# Sending


def test_the_mover_sends_the_bear_to_a_neighbouring_floe_or_island() -> None:
    """Worked example 11."""
    grounds = (floe("4-4", bears=1), floe("5-4", "S"), floe("4-3"), floe("2-2"))
    state = met(sea(*grounds, teams=[("5-4", "A1", "A3")]), "4-4")
    assert (state.step, ICE_FLOW.to_act(state)) == (Step.SEND_BEAR, (0,))
    assert destinations(state) == [BIG, "4-3", "5-4"]
    assert refusal(state, 0, SendBear("2-2")) == "bear-space"
    assert refusal(state, 0, SendBear("4-4")) == "bear-space"
    assert refusal(state, 0, SendBear("4-5")) == "bear-space"
    assert refusal(state, 0, SendBear("nowhere")) == "unknown-piece"
    assert refusal(state, 0, Skip()) == "wrong-step"
    after = played(state, 0, SendBear(BIG))
    assert (ground_of(after, BIG).bears, ground_of(after, "4-4").bears) == (1, 0)
    assert (after.step, after.explorer_done, after.ice_done) == (Step.TURN, True, False)


def test_both_bears_are_sent_one_by_one() -> None:
    state = met(sea(floe("4-4", bears=2), floe("5-4", "S"), teams=[("5-4", "A1", "A3")]), "4-4")
    assert pack_of(state) == (0, 0)
    once = played(state, 0, SendBear(BIG))
    assert (once.step, once.bears_to_send) == (Step.SEND_BEAR, 1)
    assert played(once, 0, SendBear(BIG)).step is Step.TURN


def test_a_bear_goes_where_fewer_than_two_are() -> None:
    grounds = (floe("4-4", bears=1), floe("5-4", "S"), island(BIG, bears=2))
    state = met(sea(*grounds, teams=[("5-4", "A1", "A3")]), "4-4")
    assert destinations(state) == ["5-4"]
    assert refusal(state, 0, SendBear(BIG)) == "bear-space"


def test_a_bear_swims_one_space_only_if_no_neighbour_will_do() -> None:
    grounds = (floe("5-5", bears=1), floe("5-7"), floe("4-5"), floe("1-1"))
    teams = [("5-5", "A1", "A3")]
    state = replace(sea(*grounds, teams=teams), mover=1, explorer_done=True)
    assert destinations(state) == ["4-5"]
    apart = tuple(ground for ground in state.grounds if ground.at != "4-5")
    assert destinations(replace(state, grounds=apart)) == [LITTLE, "5-7"]


def test_a_bear_that_can_go_nowhere_goes_to_the_stock_at_once() -> None:
    """The explorer swims to a floe with two bears, far from everything."""
    state = sea(floe("0-1", "S", bears=2), floe("2-1", "S"), teams=[("2-1", "A1", "A3")])
    state = with_pack(state, rope=0, fish=3)
    lone = replace(state, grounds=tuple(one for one in state.grounds if one.at != "2-1"))
    moved, *sent = events_of(lone, 0, MoveExplorer(1, ("1-0", "0-1")))
    assert isinstance(moved, ExplorerMoved)
    assert sent == [BearSent(0, "0-1", None, 0)] * 2
    after = fold(lone, (moved, *sent))
    assert (after.step, after.stock.bears, ground_of(after, "0-1").bears) == (Step.TURN, 5, 0)


def test_a_bear_may_come_where_no_explorer_could_stay() -> None:
    """To a floe with two explorers, who both have to flee."""
    teams = [("5-4", "A1", "A3"), ("4-3", "4-3", "A2")]
    state = met(sea(floe("4-4", bears=1), floe("5-4", "S"), floe("4-3"), teams=teams), "4-4")
    fleeing = played(state, 0, SendBear("4-3"))
    assert (fleeing.step, fleeing.threatened) == (Step.FLEE, (1,))


def test_a_bear_crosses_rough_edges_for_nothing() -> None:
    state = met(sea(floe("4-4", "N", bears=1), floe("5-4", "S"), floe("4-3", "S"), teams=[("5-4", "A1", "A3")]), "4-4")
    assert "4-3" in destinations(state)


# Who flees


def test_the_active_seats_explorers_flee_first_then_the_others_clockwise() -> None:
    """Worked example 13."""
    teams = [("5-4", "4-3", "A1"), ("A1", "A2", "A3"), ("4-3", "A4", "A5")]
    state = met(sea(floe("4-4", bears=1), floe("5-4", "S"), floe("4-3", "N"), teams=teams, seats=3), "4-4")
    state = played(state, 0, SendBear("4-3"))
    assert ICE_FLOW.to_act(state) == (0,)
    assert refusal(state, 2, Flee(1, None, BIG)) == "not-your-turn"
    state = played(state, 0, Flee(2, None, BIG))
    assert ICE_FLOW.to_act(state) == (2,)
    state = played(state, 2, Flee(1, None, BIG))
    assert (state.step, state.turn, ICE_FLOW.to_act(state)) == (Step.TURN, 0, (0,))


def test_clockwise_starts_at_the_active_seat() -> None:
    teams = [("4-3", "A1", "A2"), ("5-4", "A1", "A3"), ("4-3", "A4", "A5")]
    state = replace(sea(floe("4-4", bears=1), floe("5-4", "S"), floe("4-3", "N"), teams=teams, seats=3), turn=1)
    state = played(with_pack(state, fish=1, seat=1), 1, MoveExplorer(1, ("4-4",)), SendBear("4-3"))
    assert state.threatened == (2, 0)


def test_a_seat_with_two_threatened_explorers_chooses_which_flees_first() -> None:
    teams = [("5-4", "A1", "A3"), ("4-3", "A2", "4-3")]
    state = met(sea(floe("4-4", bears=1), floe("5-4", "S"), floe("4-3", "N"), teams=teams), "4-4")
    state = played(state, 0, SendBear("4-3"))
    assert {move.explorer for move in listed(state, 1, Flee) if isinstance(move, Flee)} == {1, 3}
    state = played(state, 1, Flee(3, None, BIG))
    assert refusal(state, 1, Flee(3, None, BIG)) == "not-threatened"
    assert played(state, 1, Flee(1, None, BIG)).step is Step.TURN


def test_after_each_bear_all_flee_before_the_next_is_sent() -> None:
    teams = [("5-4", "A1", "A3"), ("4-3", "A2", "A4")]
    state = met(sea(floe("4-4", bears=2), floe("5-4", "S"), floe("4-3", "N"), teams=teams), "4-4")
    state = played(state, 0, SendBear("4-3"))
    assert (state.step, state.bears_to_send) == (Step.FLEE, 1)
    state = played(state, 1, Flee(1, None, BIG))
    assert state.step is Step.SEND_BEAR
    state = played(state, 0, SendBear(BIG))
    assert (state.step, ICE_FLOW.to_act(state)) == (Step.FLEE, (1,))


# Where to


def fleeing(*grounds: Ground, team: tuple[str, ...], pack: tuple[int, int] = (0, 0), **options: Any) -> State:
    """Seat 1's first explorer flees from the bear at 4-3, rough in the north-west; seat 0's mover stands at 4-4."""
    state = sea(floe("4-4", "S"), floe("4-3", "NW", bears=1), *grounds, teams=[("4-4", "A1", "A3"), team], **options)
    return replace(with_pack(state, *pack, seat=1), mover=1, explorer_done=True, bear_at="4-3")


def flights(state: State, seat: Seat = 1) -> list[tuple[str | None, str]]:
    return [(move.via, move.to) for move in listed(state, seat, Flee) if isinstance(move, Flee)]


def test_a_threatened_explorer_flees_to_neighbours_and_for_a_fish_across_one_space_of_the_sea() -> None:
    state = fleeing(floe("5-3", "NE"), floe("5-1", "NE"), team=("4-3", "A2", "A4"))
    straight: list[tuple[str | None, str]] = [(None, BIG), (None, "4-4"), (None, "5-3")]
    assert flights(state) == straight
    assert flights(with_pack(state, fish=1, seat=1)) == [*straight, ("4-2", "5-1"), ("5-2", "5-1"), ("5-2", "5-3")]
    assert refusal(state, 1, Flee(1, "4-2", "5-1")) == "short-of-fish"


def test_two_spaces_of_the_sea_are_too_far() -> None:
    """Worked example 15: 5-0 is reached over 4-2 and 4-1 only."""
    state = fleeing(floe("5-0", "N"), team=("4-3", "A2", "A4"), pack=(0, 2))
    assert "5-0" not in {to for _, to in flights(state)}
    assert refusal(state, 1, Flee(1, "4-2", "5-0")) == "not-adjacent"
    assert refusal(state, 1, Flee(1, "4-1", "5-0")) == "not-adjacent"


@pytest.mark.parametrize(
    ("via", "to", "rule"),
    [
        (None, "4-2", "ends-in-sea"),
        (None, "6-3", "not-adjacent"),
        (None, "4-3", "not-adjacent"),
        ("4-2", "4-3", "path-repeats"),
        ("4-2", "3-1", "ends-in-sea"),
        (BIG, "2-3", "not-adjacent"),
        ("nowhere", "2-3", "unknown-piece"),
        (None, "nowhere", "unknown-piece"),
        ("4-1", "5-1", "not-adjacent"),
    ],
)
def test_a_flight_that_is_none_is_refused(via: str | None, to: str, rule: str) -> None:
    state = fleeing(floe("2-3"), floe("5-1"), team=("4-3", "A2", "A4"), pack=(1, 2))
    assert refusal(state, 1, Flee(1, via, to)) == rule


def test_nobody_flees_to_a_bear_or_onto_a_full_floe() -> None:
    teams = ("4-3", "5-3", "5-3")
    state = fleeing(island(BIG, bears=1), floe("5-3", "NE"), team=teams, pack=(1, 2))
    assert refusal(state, 1, Flee(1, None, BIG)) == "bear-there"
    assert refusal(state, 1, Flee(1, None, "5-3")) == "floe-full"
    assert refusal(state, 1, Flee(2, None, BIG)) == "not-threatened"
    assert refusal(state, 1, Flee(4, None, BIG)) == "unknown-piece"


def test_the_end_of_the_movers_path_counts_like_any_other_space() -> None:
    """Not while a second bear waits there; once it is gone, for one explorer."""
    state = fleeing(team=("4-3", "4-3", "A4"), pack=(1, 0))
    assert (None, "4-4") in flights(state)
    after = played(state, 1, Flee(1, None, "4-4"))
    assert refusal(after, 1, Flee(2, None, "4-4")) == "floe-full"
    two = tuple(replace(one, bears=1) if one.at == "4-4" else one for one in state.grounds)
    assert refusal(replace(state, grounds=two), 1, Flee(1, None, "4-4")) == "bear-there"


def test_a_flight_over_rough_edges_takes_ropes_that_stay() -> None:
    state = fleeing(floe("5-3", "NW"), team=("4-3", "A2", "A4"), pack=(1, 0))
    (fled,) = events_of(state, 1, Flee(1, None, "5-3"))
    assert fled == ExplorerFled(1, 1, ("5-3",), fish=0, ropes=("5-3",))
    assert pack_of(fold(state, (fled,)), 1) == (0, 0)
    assert refusal(with_pack(state, seat=1), 1, Flee(1, None, "5-3")) == "short-of-rope"


def test_a_neighbour_may_be_reached_the_dearer_way_too() -> None:
    state = fleeing(team=("4-3", "A2", "A4"), pack=(1, 1))
    assert {(None, BIG), ("3-2", BIG)} <= set(flights(state))


def test_one_may_flee_to_stations_even_to_siberia() -> None:
    coast = (floe("0-0", "S", bears=1), floe("0-1", "NE"))
    state = sea(*coast, teams=[("0-1", "A1", "A3"), ("0-0", "S2", "A2")])
    state = replace(state, mover=1, explorer_done=True, bear_at="0-0")
    assert (None, "S1") in flights(state)
    taken = with_seat(state, 1, explorers=("0-0", "S1", "A2"))
    assert refusal(taken, 1, Flee(1, None, "S1")) == "station-taken"
    assert played(state, 1, Flee(1, None, "S1")).expeditions[1].arrived == 2
    east = sea(floe("6-3", bears=1), floe("5-3"), teams=[("5-3", "A1", "A5"), ("6-3", "A2", "A4")])
    east = replace(east, mover=1, explorer_done=True, bear_at="6-3")
    assert (None, "A3") in flights(east)
    full = with_seat(with_seat(east, 0, explorers=("5-3", "A3", "A5")), 1, explorers=("6-3", "A3", "A4"))
    assert refusal(full, 1, Flee(1, None, "A3")) == "station-full"


def test_whoever_flees_to_the_third_station_of_siberia_wins() -> None:
    state = sea(floe("0-0", "S", bears=1), floe("0-1", "NE"), teams=[("0-1", "A1", "A3"), ("0-0", "S2", "S3")])
    state = replace(state, mover=1, explorer_done=True, bear_at="0-0")
    assert events_of(state, 1, Flee(1, None, "S1"))[-1] == MatchEnded("siberia")
    outcome = ICE_FLOW.outcome(played(state, 1, Flee(1, None, "S1")))
    assert outcome is not None
    assert outcome.standings[0].seat == 1


# The helicopter


def stranded() -> State:
    """Worked example 14: all neighbouring floes are full, and there is no fish."""
    teams = [("4-4", "4-4", "A1"), ("5-3", "A1", "A2"), ("4-3", "A2", "A3"), ("5-3", "A3", "A4")]
    state = sea(floe("4-4"), floe("4-3", bears=1), floe("5-3", "NE"), island(BIG, bears=1), teams=teams, seats=4)
    return replace(state, mover=1, explorer_done=True, bear_at="4-3")


def test_who_cannot_flee_is_flown_to_alaska() -> None:
    """Worked example 14."""
    state = stranded()
    assert ICE_FLOW.legal_moves(state, 2) == (Helicopter("A4"), Helicopter("A5"), Helicopter("A6"))
    assert refusal(state, 2, Helicopter("A1")) == "station-full"
    assert refusal(state, 2, Helicopter("S1")) == "unknown-piece"
    assert events_of(state, 2, Helicopter("A5")) == (ExplorerRescued(2, 1, "A5"),)
    rich = with_pack(state, rope=1, fish=0, seat=2)
    after = played(rich, 2, Helicopter("A5"))
    assert (after.expeditions[2].explorers, pack_of(after, 2)) == (("A5", "A2", "A3"), (1, 0))


def test_who_can_flee_has_to() -> None:
    """Worked example 14: a free floe beside him, with flat edges between."""
    state = with_seat(stranded(), 3, explorers=("A5", "A3", "A4"))
    assert refusal(state, 2, Helicopter("A5")) == "flight-exists"
    assert ICE_FLOW.legal_moves(state, 2) == (Flee(1, None, "5-3"),)


def test_who_can_only_flee_for_items_has_to_pay_them() -> None:
    state = fleeing(island(BIG, bears=1), floe("5-3", "NW"), team=("4-3", "A2", "A4"), pack=(1, 0))
    blocked = with_seat(state, 0, explorers=("4-4", "4-4", "A3"))
    assert ICE_FLOW.legal_moves(blocked, 1) == (Flee(1, None, "5-3"),)
    assert ICE_FLOW.legal_moves(with_pack(blocked, seat=1), 1)[0] == Helicopter("A1")


def test_nothing_is_picked_up_after_fleeing() -> None:
    state = fleeing(floe("5-3", "NE", rope=1), team=("4-3", "A2", "A4"))
    assert played(state, 1, Flee(1, None, "5-3")).step is Step.TURN


def test_after_the_flights_the_mover_may_take_what_lay_there_before() -> None:
    grounds = (floe("4-4", "N", bears=1, fish=1), floe("5-4", "S"), floe("4-3", "S"))
    state = met(sea(*grounds, teams=[("5-4", "A1", "A3"), ("4-3", "A2", "A4")]), "4-4")
    state = with_pack(played(state, 0, SendBear("4-3")), rope=3, seat=1)
    state = played(state, 1, Flee(1, None, "4-4"))
    assert state.step is Step.PICKUP
    assert ground_of(state, "4-4").rope == 1
    assert refusal(state, 0, Pickup(Item.ROPE)) == "no-item"
    assert listed(state, 0, Pickup) == [Pickup(Item.FISH)]
    assert pack_of(played(state, 0, Pickup(Item.FISH))) == (0, 1)


# Seats that leave


def left(state: State, seat: Seat) -> State:
    return fold(state, ICE_FLOW.leave(state, seat, LeaveReason.RESIGNED, dice()))


def test_when_the_mover_leaves_its_bears_stay_and_the_next_seat_is_on() -> None:
    state = met(sea(floe("4-4", bears=2), floe("5-4", "S"), teams=[("5-4", "A1", "A3")], seats=3), "4-4")
    after = left(played(state, 0, SendBear(BIG)), 0)
    assert (after.step, after.turn, ground_of(after, "4-4").bears) == (Step.TURN, 1, 1)


def test_when_the_mover_leaves_the_others_still_flee() -> None:
    state = fleeing(team=("4-3", "A2", "A4"), seats=3)
    after = left(state, 0)
    assert (after.step, ICE_FLOW.to_act(after)) == (Step.FLEE, (1,))
    after = played(after, 1, Flee(1, None, BIG))
    assert (after.step, after.turn) == (Step.TURN, 1)


def test_the_flights_of_a_seat_that_leaves_lapse() -> None:
    teams = [("4-4", "A1", "A3"), ("4-3", "A2", "A4"), ("4-3", "A2", "A5")]
    state = sea(floe("4-4"), floe("4-3", bears=1), teams=teams, seats=3)
    state = replace(state, mover=1, explorer_done=True, bear_at="4-3")
    after = left(state, 1)
    assert ICE_FLOW.to_act(after) == (2,)
    assert left(with_seat(state, 2, explorers=("A1", "A2", "A5")), 1).step is Step.TURN


# Sending on (option)


def test_a_bear_can_be_sent_on_for_a_fish_where_the_option_is_on() -> None:
    state = fleeing(floe("5-3", "NE"), team=("4-3", "A2", "A4"), pack=(0, 1), bear_rebound=True)
    assert Rebound("5-3") in listed(state, 1, Rebound)
    assert refusal(state, 1, Rebound("4-4")) == "bear-space"
    assert refusal(state, 1, Rebound(None)) == "bear-space"
    assert events_of(state, 1, Rebound(BIG)) == (BearSent(1, "4-3", BIG, fish=1),)
    after = played(state, 1, Rebound(BIG))
    assert (after.step, pack_of(after, 1), after.expeditions[1].explorers[0]) == (Step.TURN, (0, 0), "4-3")
    assert refusal(with_pack(state, seat=1), 1, Rebound(BIG)) == "short-of-fish"


def test_a_bear_that_is_sent_on_drives_off_others() -> None:
    teams = ("4-3", "A2", "A4")
    state = fleeing(floe("5-3", "NE"), team=teams, pack=(0, 1), bear_rebound=True)
    state = with_seat(state, 0, explorers=("4-4", "5-3", "A3"))
    after = played(state, 1, Rebound("5-3"))
    assert (after.step, ICE_FLOW.to_act(after), after.bear_at) == (Step.FLEE, (0,), "5-3")


def test_a_bear_that_can_go_nowhere_is_driven_away_for_a_fish() -> None:
    state = sea(
        floe("0-1", "S", bears=1), floe("0-0", "S"), teams=[("0-0", "A1", "A3"), ("0-1", "A2", "A4")], bear_rebound=True
    )
    state = replace(with_pack(state, fish=1, seat=1), mover=1, explorer_done=True, bear_at="0-1")
    assert listed(state, 1, Rebound) == [Rebound(None)]
    assert played(state, 1, Rebound(None)).stock.bears == 5


def test_without_the_option_bears_are_not_sent_on() -> None:
    state = fleeing(team=("4-3", "A2", "A4"), pack=(0, 1))
    assert refusal(state, 1, Rebound(BIG)) == "no-rebound"
    assert refusal(sea(bear_rebound=True), 0, Rebound(BIG)) == "wrong-step"
    assert refusal(state, 1, EndTurn()) == "wrong-step"
