"""The obligatory ice action: drifting, turning, revealing (specification, 5.1 and section 6)."""

from __future__ import annotations

from dataclasses import replace

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
    played,
    refusal,
    sea,
    with_pack,
)

from sagahall.games.ice_flow.board import DIRECTIONS
from sagahall.games.ice_flow.facts import CARDS, ENTRIES, ROUGH
from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import (
    Collect,
    Drift,
    EndTurn,
    FloeDrawn,
    FloeDrifted,
    FloeLost,
    FloePlaced,
    MoveExplorer,
    PlaceFloe,
    Reveal,
    Rotate,
    TurnStarted,
)
from sagahall.games.ice_flow.state import Direction, Drawn, Ground, Item, State, Step

LEFT, RIGHT = Direction


def test_turning_right_turns_the_rough_edge_clockwise() -> None:
    """Worked example 3."""
    state = sea(Ground("2-4", "F01", 2))
    assert ground_of(state, "2-4").rough(DIRECTIONS.index("SE"))
    right = ground_of(played(state, 0, Rotate("2-4", RIGHT)), "2-4")
    left = ground_of(played(state, 0, Rotate("2-4", LEFT)), "2-4")
    assert [name for side, name in enumerate(DIRECTIONS) if right.rough(side)] == ["S"]
    assert [name for side, name in enumerate(DIRECTIONS) if left.rough(side)] == ["NE"]


def test_turning_wraps_around() -> None:
    state = sea(Ground("2-4", "F01", 0))
    assert ground_of(played(state, 0, Rotate("2-4", LEFT)), "2-4").rotation == 5
    assert ground_of(played(sea(Ground("2-4", "F01", 5)), 0, Rotate("2-4", RIGHT)), "2-4").rotation == 0


def test_a_floe_drifts_by_the_full_speed_of_its_current() -> None:
    """Worked example 4."""
    assert events_of(sea(floe("1-3")), 0, Drift("1-3")) == (FloeDrifted(0, "1-3", "1-5"),)


@pytest.mark.parametrize("blocked", ["1-4", "1-5"])
def test_a_floe_does_not_drift_past_another_or_onto_it(blocked: str) -> None:
    """Worked example 4."""
    assert refusal(sea(floe("1-3"), floe(blocked)), 0, Drift("1-3")) == "lane-blocked"


def test_a_floe_that_runs_past_the_last_space_leaves_the_board() -> None:
    """Worked example 5: it goes to the bag, what is on it to the stock."""
    state = sea(Ground("2-2", "F09", 0, rope=2, fish=1, bears=1))
    before = state.stock
    (lost,) = events_of(state, 0, Drift("2-2"))
    after = fold(state, (lost,))
    assert lost == FloeLost(0, "2-2", "F09")
    assert "F09" in after.bag
    assert (after.stock.rope, after.stock.fish, after.stock.bears) == (before.rope + 2, before.fish + 1, 5)
    assert after.ground("2-2") is None


def test_a_floe_does_not_leave_the_board_past_another() -> None:
    assert refusal(sea(floe("2-2"), floe("2-0")), 0, Drift("2-2")) == "lane-blocked"
    assert refusal(sea(floe("2-2"), floe("2-1")), 0, Drift("2-2")) == "lane-blocked"


def test_a_floe_with_an_explorer_does_not_leave_the_board() -> None:
    """Worked example 5."""
    assert refusal(sea(floe("2-2"), teams=[("2-2", "A1", "A3")]), 0, Drift("2-2")) == "explorer-aboard"


def test_the_lanes_to_the_islands_end_there() -> None:
    """Worked example 6."""
    assert refusal(sea(floe("3-2")), 0, Drift("3-2")) == "grounded"
    assert events_of(sea(floe("3-1")), 0, Drift("3-1")) == (FloeDrifted(0, "3-1", "3-2"),)
    assert refusal(sea(floe("3-1"), floe("3-2")), 0, Drift("3-1")) == "lane-blocked"
    assert refusal(sea(floe("3-6")), 0, Drift("3-6")) == "grounded"
    assert refusal(sea(floe("3-4")), 0, Drift("3-4")) == "no-current"


@pytest.mark.parametrize(
    ("at", "rule"), [("2-4", "no-floe"), (BIG, "no-floe"), ("A1", "no-floe"), ("7-7", "unknown-piece")]
)
def test_only_floes_drift_and_turn(at: str, rule: str) -> None:
    assert refusal(sea(), 0, Drift(at)) == rule
    assert refusal(sea(), 0, Rotate(at, LEFT)) == rule


def test_a_floe_carries_explorers_items_and_bears_along() -> None:
    state = sea(floe("1-3", rope=1, fish=2), teams=[("1-3", "A1", "A3"), ("1-3", "A2", "A4")])
    after = played(state, 0, Drift("1-3"))
    assert [one.explorers[0] for one in after.expeditions] == ["1-5", "1-5"]
    assert (ground_of(after, "1-5").rope, ground_of(after, "1-5").fish) == (1, 2)
    bears = played(sea(floe("1-3", bears=2)), 0, Drift("1-3"))
    assert ground_of(bears, "1-5").bears == 2


def test_a_floe_with_others_on_it_is_moved_by_those_who_stand_on_it() -> None:
    """Worked example 7."""
    held = sea(floe("1-3"), teams=[("A1", "A3", "A5"), ("1-3", "A2", "A4")])
    assert refusal(held, 0, Drift("1-3")) == "floe-held"
    assert refusal(held, 0, Rotate("1-3", LEFT)) == "floe-held"
    shared = sea(floe("1-3"), teams=[("1-3", "A3", "A5"), ("1-3", "A2", "A4")])
    for seat in (0, 1):
        assert events_of(replace(shared, turn=seat), seat, Drift("1-3"))
        assert events_of(replace(shared, turn=seat), seat, Rotate("1-3", LEFT))


def test_without_the_owner_condition_anybody_moves_any_floe() -> None:
    teams = [("A1", "A3", "A5"), ("1-3", "A2", "A4")]
    state = sea(floe("1-3"), teams=teams, only_move_own_or_empty_floes=False)
    assert events_of(state, 0, Drift("1-3")) == (FloeDrifted(0, "1-3", "1-5"),)
    assert len(listed(state, 0, Drift, Rotate)) == 3


def test_drifting_and_turning_drive_nobody_away() -> None:
    state = sea(floe("1-3", bears=1), floe("2-5"), teams=[("2-5", "A3", "A5")])
    assert played(state, 0, Drift("1-3")).step is Step.TURN


# Revealing


def test_a_floe_that_is_revealed_is_placed_by_the_same_seat_where_a_current_enters() -> None:
    state = sea(floe("1-3"))
    drawn = fold(state, (FloeDrawn(0, "F20", "I13"),))
    assert (drawn.step, ICE_FLOW.to_act(drawn)) == (Step.PLACE_FLOE, (0,))
    assert {move.at for move in listed(drawn, 0, PlaceFloe) if isinstance(move, PlaceFloe)} == set(ENTRIES)
    assert len(listed(drawn, 0, PlaceFloe)) == 48
    assert refusal(drawn, 0, PlaceFloe("0-0", 0)) == "space-not-allowed"
    assert refusal(drawn, 0, Reveal()) == "wrong-step"
    placed = played(drawn, 0, PlaceFloe("0-8", 4))
    assert ground_of(placed, "0-8") == Ground("0-8", "F20", 4, rope=0, fish=1, bears=1)
    assert (placed.step, placed.ice_done, placed.turn) == (Step.TURN, True, 0)


def test_the_last_free_entry_has_to_be_named() -> None:
    """Worked example 23."""
    state = fold(sea(*(floe(at) for at in ENTRIES[1:])), (FloeDrawn(0, "F24", "I01"),))
    assert listed(state, 0, PlaceFloe) == [PlaceFloe("0-8", rotation) for rotation in range(6)]
    assert refusal(state, 0, PlaceFloe("1-0", 0)) == "space-not-allowed"


def test_an_object_that_is_out_of_stock_is_left_out() -> None:
    """Worked example 24."""
    out = sea(island(BIG, bears=2), island(LITTLE, bears=2), floe("1-3", bears=1))
    state = fold(out, (FloeDrawn(0, "F20", "I13"),))
    (placed,) = events_of(state, 0, PlaceFloe("0-8", 0))
    assert placed == FloePlaced(0, "0-8", "F20", 0, rope=0, fish=1, bears=0)


def test_nothing_is_revealed_without_an_entry_or_a_floe() -> None:
    assert refusal(sea(*(floe(at) for at in ENTRIES)), 0, Reveal()) == "no-entry"
    spaces = iter(at for at in ("0-0", "0-1", "0-2", "0-3", "0-4", "0-5", "0-6", "0-7", *(f"{c}-5" for c in (1, 2, 4)),
                                *(f"{c}-{r}" for c in (1, 2, 4, 5) for r in (2, 3, 4, 6))))  # fmt: skip
    everything = sea(*(Ground(next(spaces), tile, 0) for tile in ROUGH))
    assert everything.bag == ()
    assert refusal(everything, 0, Reveal()) == "bag-empty"


def test_an_empty_deck_is_shuffled_anew_from_all_cards() -> None:
    state = replace(sea(floe("1-3")), discards=tuple(CARDS))
    assert state.deck == ()
    (drawn,) = events_of(state, 0, Reveal(), seed=3)
    assert isinstance(drawn, FloeDrawn)
    after = fold(state, (drawn,))
    assert after.drawn == Drawn(drawn.tile, drawn.card)
    assert len(after.deck) == 13


def test_every_card_comes_once_before_any_comes_again() -> None:
    state, seen = sea(), []
    for seed in range(14):
        (drawn,) = events_of(state, 0, Reveal(), seed=seed)
        assert isinstance(drawn, FloeDrawn)
        seen.append(drawn.card)
        state = replace(played(fold(state, (drawn,)), 0, PlaceFloe("0-8", 0)), ice_done=False)
        state = replace(state, grounds=tuple(ground for ground in state.grounds if ground.tile is None))
    assert sorted(seen) == sorted(CARDS)


# The duty


def test_the_turn_does_not_end_before_an_ice_action() -> None:
    """Worked example 22."""
    state = sea(floe("1-3"))
    assert refusal(state, 0, EndTurn()) == "ice-action-owed"
    assert events_of(played(state, 0, Drift("1-3")), 0, EndTurn()) == (TurnStarted(1, 1),)


def test_the_ice_action_may_come_before_or_after_the_explorers_action() -> None:
    state = with_pack(sea(floe("6-0"), floe("2-4"), teams=[("A1", "A3", "A5")]))
    walk, turn = MoveExplorer(1, ("6-0",)), Rotate("2-4", RIGHT)
    ice_first = played(state, 0, turn, walk)
    assert ice_first.turn == 1
    assert ice_first == played(state, 0, walk, turn)


def test_each_action_is_taken_once_a_turn() -> None:
    state = with_pack(sea(floe("6-0"), floe("2-4"), teams=[("A1", "A3", "A5")]), rope=1)
    ice = played(state, 0, Rotate("2-4", RIGHT))
    assert refusal(ice, 0, Rotate("2-4", RIGHT)) == "action-done"
    assert refusal(ice, 0, Reveal()) == "action-done"
    walked = played(state, 0, MoveExplorer(1, ("6-0",)))
    assert refusal(walked, 0, MoveExplorer(2, ("6-0",))) == "action-done"
    assert refusal(walked, 0, Collect(1, Item.ROPE)) == "action-done"
    assert refusal(walked, 1, Rotate("2-4", RIGHT)) == "not-your-turn"


def test_the_duty_lapses_when_there_is_no_ice_action() -> None:
    """Every entry is full and every floe is held by others."""
    held = sea(*(floe(at) for at in ENTRIES[:6]), teams=[("A1", "A3", "A5"), ENTRIES[:3], ENTRIES[3:6]], seats=3)
    assert refusal(held, 0, EndTurn()) == "ice-action-owed"
    full = replace(held, grounds=tuple(sorted((*held.grounds, floe("5-8"), floe("6-0")), key=lambda one: one.at)))
    held_by_all = replace(
        full, expeditions=(*full.expeditions[:2], replace(full.expeditions[2], explorers=ENTRIES[3:]))
    )
    assert events_of(held_by_all, 0, EndTurn()) == (TurnStarted(1, 1),)
    assert EndTurn() in listed(held_by_all, 0, EndTurn)


def test_a_second_ice_action_may_replace_the_explorers_action_where_the_option_is_on() -> None:
    state = sea(floe("6-0"), floe("2-4"), teams=[("A1", "A3", "A5")], second_ice_action_instead_of_explorer=True)
    once = played(state, 0, Rotate("2-4", RIGHT))
    assert MoveExplorer(1, ("6-0",)) in listed(once, 0, MoveExplorer)
    assert played(once, 0, Rotate("2-4", RIGHT)).turn == 1
    walked = played(state, 0, MoveExplorer(1, ("6-0",)))
    assert played(walked, 0, Rotate("2-4", RIGHT)).turn == 1
    revealed = played(once, 0, Reveal())
    assert played(revealed, 0, PlaceFloe("0-8", 0)).turn == 1


def test_the_draws_of_floe_and_card_do_not_depend_on_each_other() -> None:
    state = sea()
    (full,) = ICE_FLOW.decide(state, 0, Reveal(), dice(5))
    (short,) = ICE_FLOW.decide(replace(state, discards=("I01", "I02")), 0, Reveal(), dice(5))
    assert isinstance(full, FloeDrawn)
    assert isinstance(short, FloeDrawn)
    assert full.tile == short.tile


def test_states_do_not_remember_the_order_in_which_floes_came() -> None:
    one: State = fold(sea(), (FloeDrawn(0, "F01", "I01"), FloePlaced(0, "4-0", "F01", 0, 1, 0, 0)))
    assert [ground.at for ground in one.grounds] == ["3-3", "3-5", "4-0"]
    other = fold(one, (FloeDrawn(0, "F02", "I04"), FloePlaced(0, "1-0", "F02", 0, 0, 1, 0)))
    assert [ground.at for ground in other.grounds] == ["1-0", "3-3", "3-5", "4-0"]
