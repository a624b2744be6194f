"""Ropes and fish: picking up, collecting, fishing, and what may be spent (specification, 5.2 and section 7)."""

from __future__ import annotations

import pytest
from tests.games.ice_flow.tables import (
    BIG,
    LITTLE,
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
)

from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import (
    Collect,
    EndTurn,
    Fish,
    Fished,
    FloeDrawn,
    ItemTaken,
    MoveExplorer,
    NothingTaken,
    Pickup,
    PlaceFloe,
    Rotate,
    Skip,
)
from sagahall.games.ice_flow.state import Direction, Item, Step

TEAM = [("4-4", "A1", "A3")]


# Picking up


def test_an_explorer_may_take_one_item_where_it_arrives() -> None:
    state = sea(floe("4-4"), island(BIG, rope=2, fish=1), teams=TEAM)
    arrived = played(state, 0, MoveExplorer(1, (BIG,)))
    assert arrived.step is Step.PICKUP
    assert ICE_FLOW.legal_moves(arrived, 0) == (Skip(), Pickup(Item.ROPE), Pickup(Item.FISH))
    assert refusal(arrived, 0, EndTurn()) == "wrong-step"
    assert events_of(arrived, 0, Pickup(Item.FISH)) == (ItemTaken(0, 1, BIG, Item.FISH),)
    after = played(arrived, 0, Pickup(Item.ROPE))
    assert (after.step, pack_of(after), ground_of(after, BIG).rope) == (Step.TURN, (1, 0), 1)
    assert events_of(arrived, 0, Skip()) == (NothingTaken(0, 1),)
    assert pack_of(played(arrived, 0, Skip())) == (0, 0)


def test_an_item_that_does_not_lie_there_is_not_taken() -> None:
    arrived = played(sea(floe("4-4"), island(BIG, rope=1), teams=TEAM), 0, MoveExplorer(1, (BIG,)))
    assert refusal(arrived, 0, Pickup(Item.FISH)) == "no-item"


@pytest.mark.parametrize(("pack", "fish"), [((3, 0), 1), ((0, 0), 0)])
def test_without_a_free_slot_or_an_item_there_is_nothing_to_choose(pack: tuple[int, int], fish: int) -> None:
    state = with_pack(sea(floe("4-4"), island(BIG, fish=fish), teams=TEAM), *pack)
    assert played(state, 0, MoveExplorer(1, (BIG,))).step is Step.TURN


def test_a_slot_that_the_way_emptied_is_free() -> None:
    state = with_pack(sea(floe("4-4", "NW"), island(BIG, fish=1), teams=TEAM), rope=3)
    arrived = played(state, 0, MoveExplorer(1, (BIG,)))
    assert pack_of(played(arrived, 0, Pickup(Item.FISH))) == (2, 1)


def test_a_rope_just_left_is_not_picked_up_but_can_be_collected_in_the_next_turn() -> None:
    """Worked example 18."""
    state = with_pack(sea(floe("4-4"), floe("4-5", "N", fish=1), floe("1-1"), teams=TEAM), rope=1)
    arrived = played(state, 0, MoveExplorer(1, ("4-5",)))
    assert ground_of(arrived, "4-5").rope == 1
    assert refusal(arrived, 0, Pickup(Item.ROPE)) == "no-item"
    assert listed(arrived, 0, Pickup) == [Pickup(Item.FISH)]
    after = played(arrived, 0, Pickup(Item.FISH), Rotate("1-1", Direction.LEFT))
    after = played(after, 1, Rotate("1-1", Direction.LEFT), EndTurn())
    assert pack_of(played(after, 0, Collect(1, Item.ROPE))) == (1, 1)


def test_a_rope_that_lay_there_may_be_taken_though_another_was_just_left() -> None:
    state = with_pack(sea(floe("4-4"), floe("4-5", "N", rope=1), teams=TEAM), rope=1)
    arrived = played(state, 0, MoveExplorer(1, ("4-5",)))
    assert ground_of(arrived, "4-5").rope == 2
    assert ground_of(played(arrived, 0, Pickup(Item.ROPE)), "4-5").rope == 1


def test_what_is_picked_up_cannot_be_spent_in_the_same_turn() -> None:
    """Worked example 17: the turn has no explorer action left."""
    state = fold(sea(floe("6-0", "S"), teams=[("A1", "A3", "A5")]), (FloeDrawn(0, "F01", "I04"),))
    state = played(state, 0, PlaceFloe("5-8", 0))
    assert ground_of(state, "5-8").fish == 1
    stocked = sea(floe("6-0", "S", fish=1), teams=[("A1", "A3", "A5")])
    arrived = played(stocked, 0, MoveExplorer(1, ("6-0",)), Pickup(Item.FISH))
    assert pack_of(arrived) == (0, 1)
    assert refusal(arrived, 0, MoveExplorer(1, ("5-0",))) == "action-done"
    assert refusal(arrived, 0, Fish(1)) == "action-done"


# Collecting


def test_an_item_is_collected_without_moving() -> None:
    """Worked example 26."""
    state = with_pack(sea(island(LITTLE, rope=1), teams=[(LITTLE, "A1", "A3")]), fish=1)
    assert events_of(state, 0, Collect(1, Item.ROPE)) == (ItemTaken(0, 1, LITTLE, Item.ROPE),)
    after = played(state, 0, Collect(1, Item.ROPE))
    assert (pack_of(after), after.explorer_done, after.step) == ((1, 1), True, Step.TURN)
    assert refusal(with_pack(state, fish=3), 0, Collect(1, Item.ROPE)) == "rucksack-full"


def test_nothing_is_collected_where_nothing_lies() -> None:
    state = sea(floe("4-4", fish=1), teams=TEAM)
    assert refusal(state, 0, Collect(1, Item.ROPE)) == "no-item"
    assert refusal(state, 0, Collect(2, Item.ROPE)) == "no-item"
    assert refusal(state, 0, Collect(4, Item.ROPE)) == "unknown-piece"
    assert listed(state, 0, Collect) == [Collect(1, Item.FISH)]


def test_an_item_is_collected_even_with_another_explorer_there() -> None:
    state = sea(floe("4-4", fish=1), teams=[("4-4", "A1", "A3"), ("4-4", "A1", "A3")])
    assert pack_of(played(state, 0, Collect(1, Item.FISH))) == (0, 1)


# Fishing


def test_a_rope_catches_two_fish_or_as_many_as_fit() -> None:
    """Worked example 16."""
    state = sea(floe("4-4"), teams=TEAM)
    assert events_of(with_pack(state, rope=1, fish=2), 0, Fish(1)) == (Fished(0, 1, 1),)
    assert pack_of(played(with_pack(state, rope=1, fish=2), 0, Fish(1))) == (0, 3)
    assert events_of(with_pack(state, rope=1), 0, Fish(1)) == (Fished(0, 1, 2),)
    lone = with_pack(state, rope=1)
    after = played(lone, 0, Fish(1))
    assert pack_of(after) == (0, 2)
    assert after.stock.rope == lone.stock.rope + 1
    assert pack_of(played(with_pack(state, rope=3), 0, Fish(1))) == (2, 1)


def test_no_more_is_caught_than_the_stock_has() -> None:
    out = sea(floe("4-4"), floe("1-1", fish=14), teams=TEAM)
    assert events_of(with_pack(out, rope=1), 0, Fish(1)) == (Fished(0, 1, 1),)
    empty = with_pack(sea(floe("4-4"), floe("1-1", fish=15), teams=TEAM), rope=1)
    assert refusal(empty, 0, Fish(1)) == "stock-empty"
    assert listed(empty, 0, Fish) == []


def test_one_fishes_from_floes_with_a_rope() -> None:
    state = sea(floe("4-4"), teams=[("4-4", BIG, "A3")])
    assert refusal(state, 0, Fish(1)) == "no-rope"
    roped = with_pack(state, rope=1)
    assert refusal(roped, 0, Fish(2)) == "not-on-floe"
    assert refusal(roped, 0, Fish(3)) == "not-on-floe"
    assert refusal(roped, 0, Fish(0)) == "unknown-piece"
    assert listed(roped, 0, Fish) == [Fish(1)]


def test_fishing_and_collecting_use_up_the_explorers_action() -> None:
    state = with_pack(sea(floe("4-4", fish=1), floe("1-1"), teams=TEAM), rope=1)
    for move in (Fish(1), Collect(1, Item.FISH)):
        after = played(state, 0, move)
        assert refusal(after, 0, MoveExplorer(1, (BIG,))) == "action-done"
        assert played(after, 0, Rotate("1-1", Direction.LEFT)).turn == 1
