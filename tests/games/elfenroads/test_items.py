"""Free items, placing and keeping (specification, section 9.3, steps 3, 5 and 7)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenroads.tables import (
    DRAGON,
    PIG,
    TROLL,
    counter,
    events_of,
    fold,
    in_phase,
    played,
    refusal,
    started,
    with_seat,
)

from sagahall.games.elfenboard.facts import LAND_ROADS, ROADS, ROADS_FOR
from sagahall.games.elfenboard.moves import Pass, Passed, RoundStarted
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import (
    EndMove,
    ItemPlaced,
    ItemShown,
    ItemsKept,
    KeepItems,
    PlaceItem,
    ShowItem,
)
from sagahall.games.elfenroads.state import TRANSPORT_OF, Item, Phase, Reward, State

# Free items


def test_everybody_draws_two_items_and_shows_one_of_them() -> None:
    state = started(4)
    assert all(len(one.drawn) == 2 for one in state.seats)
    assert len(state.pile) == 42 - 8
    first, second = state.seats[2].drawn
    after = played(state, 2, ShowItem(second))
    assert (after.seats[2].open_items, after.seats[2].hidden_items, after.seats[2].drawn) == ((second,), (first,), ())
    assert refusal(after, 2, ShowItem(first)) == "not-your-turn"


def test_all_choose_at_the_same_time_in_any_order() -> None:
    state = started(3)
    for seat in (2, 0, 1):
        assert seat in ELFENROADS.to_act(state)
        state = played(state, seat, ShowItem(state.seats[seat].drawn[1]))
    assert state.phase is Phase.AUCTION


def test_what_another_shows_does_not_disturb_a_choice() -> None:
    shown = ItemShown(1, Item.DRAGON)
    assert ELFENROADS.disturbs(shown, 1)
    assert not ELFENROADS.disturbs(shown, 0)


def test_only_an_item_just_drawn_is_shown() -> None:
    state = with_seat(in_phase(Phase.ITEMS), 0, drawn=(Item.DRAGON, Item.GOLD), hidden_items=(Item.UNICORN,))
    assert refusal(state, 0, ShowItem(Item.UNICORN)) == "item-not-drawn"


def test_a_seat_with_two_items_alike_is_asked_too() -> None:
    """Not to ask would tell that they are alike."""
    state = with_seat(in_phase(Phase.ITEMS), 0, drawn=(Item.DRAGON, Item.DRAGON))
    assert ELFENROADS.legal_moves(state, 0) == (ShowItem(Item.DRAGON),)
    assert played(state, 0, ShowItem(Item.DRAGON)).seats[0].hidden_items == (Item.DRAGON,)


# Placing


def placing(*items: Item, hidden: tuple[Item, ...] = (), seats: int = 2) -> State:
    """Seat 0 is to place; the others still have an item each."""
    state = in_phase(Phase.PLACING, seats)
    for seat in range(1, seats):
        state = with_seat(state, seat, open_items=(Item.TROLL_WAGON, Item.TROLL_WAGON))
    return with_seat(state, 0, open_items=items, hidden_items=hidden)


@pytest.mark.parametrize("item", TRANSPORT_OF)
def test_a_counter_may_be_placed_on_every_road_of_its_terrains_only(item: Item) -> None:
    state = placing(item)
    moves = [move for move in ELFENROADS.legal_moves(state, 0) if isinstance(move, PlaceItem)]
    assert {move.road for move in moves} == set(ROADS_FOR[TRANSPORT_OF[item]])
    for road in set(ROADS) - {move.road for move in moves}:
        assert refusal(state, 0, PlaceItem(item, hidden=False, road=road)) == "terrain-forbidden"


def test_a_road_holds_one_counter() -> None:
    state = replace(placing(Item.TROLL_WAGON), board=(counter("jxara-virst-p", DRAGON),))
    assert refusal(state, 0, PlaceItem(Item.TROLL_WAGON, hidden=False, road="jxara-virst-p")) == "road-taken"
    assert refusal(state, 0, PlaceItem(Item.TROLL_WAGON, hidden=False, road="nowhere")) == "unknown-road"


def test_a_hidden_item_is_turned_up_where_it_is_placed() -> None:
    state = placing(Item.GIANT_PIG, hidden=(Item.DRAGON,))
    move = PlaceItem(Item.DRAGON, hidden=True, road="jxara-virst-p")
    events = events_of(state, 0, move)
    assert events[0] == ItemPlaced(0, Item.DRAGON, hidden=True, road="jxara-virst-p")
    after = fold(state, events)
    assert (after.board, after.seats[0].hidden_items) == ((counter("jxara-virst-p", DRAGON),), ())
    assert refusal(state, 0, replace(move, hidden=False)) == "item-not-held"
    assert refusal(state, 0, PlaceItem(Item.GIANT_PIG, hidden=True, road="jxara-virst-p")) == "item-not-held"


@pytest.mark.parametrize("item", [Item.OBSTACLE, Item.GOLD])
def test_gold_and_obstacles_go_beside_a_counter_that_has_neither_and_never_on_water(item: Item) -> None:
    empty = placing(item, item)
    for road in ROADS:
        rule = refusal(empty, 0, PlaceItem(item, hidden=False, road=road))
        assert rule == f"{item.value}-needs-counter"
    board = (
        counter("jxara-virst-p", PIG),
        counter("lapphalya-virst-p", PIG, obstacle=True),
        counter("beata-elvenhold-p", PIG, gold=True),
    )
    state = replace(empty, board=board)
    moves = [move for move in ELFENROADS.legal_moves(state, 0) if isinstance(move, PlaceItem)]
    assert moves == [PlaceItem(item, hidden=False, road="jxara-virst-p")]
    assert refusal(state, 0, PlaceItem(item, hidden=False, road="lapphalya-virst-p")) == "obstacle-there"
    assert refusal(state, 0, PlaceItem(item, hidden=False, road="beata-elvenhold-p")) == "gold-there"
    after = played(state, 0, *moves)
    assert after.board[0] == counter("jxara-virst-p", PIG, obstacle=item is Item.OBSTACLE, gold=item is Item.GOLD)
    assert after.seats[0].open_items == (item,)


def test_nobody_has_an_obstacle_of_his_own() -> None:
    state = replace(placing(Item.DRAGON), board=(counter("jxara-virst-p", PIG),))
    assert refusal(state, 0, PlaceItem(Item.OBSTACLE, hidden=False, road="jxara-virst-p")) == "item-not-held"


def test_the_phase_ends_when_all_have_passed_in_a_row_and_passing_is_not_final() -> None:
    state = placing(Item.TROLL_WAGON, Item.TROLL_WAGON, seats=3)
    state = played(played(state, 0, Pass()), 1, Pass())
    state = played(state, 2, PlaceItem(Item.TROLL_WAGON, hidden=False, road="jxara-virst-p"))
    assert ELFENROADS.to_act(state) == (0,)
    state = played(played(state, 0, Pass()), 1, Pass())
    assert state.phase is Phase.PLACING
    assert played(state, 2, Pass()).phase is Phase.MOVING


def test_who_has_nothing_to_place_as_far_as_all_can_see_passes_by_himself() -> None:
    state = with_seat(placing(Item.TROLL_WAGON, seats=4), 1, open_items=())
    state = with_seat(state, 2, open_items=(), hidden_items=(Item.OBSTACLE,))
    events = events_of(state, 0, Pass())
    assert events == (Passed(0, forced=False), Passed(1, forced=True))
    # Seat 2 cannot place its obstacle, but only it knows that.
    assert ELFENROADS.to_act(fold(state, events)) == (2,)
    assert ELFENROADS.legal_moves(fold(state, events), 2) == (Pass(),)


def test_an_open_obstacle_is_nothing_to_place_where_no_counter_lies() -> None:
    state = with_seat(placing(Item.TROLL_WAGON), 1, open_items=(Item.OBSTACLE,))
    assert events_of(state, 0, Pass())[1] == Passed(1, forced=True)
    state = replace(state, board=(counter("jxara-virst-p", PIG),))
    assert ELFENROADS.to_act(played(state, 0, Pass())) == (1,)


def test_with_a_counter_on_every_road_open_counters_are_nothing_to_place() -> None:
    board = tuple(counter(road.id, TROLL, obstacle=True) for road in LAND_ROADS)
    state = replace(placing(hidden=(Item.GOLD,)), board=board)
    assert events_of(state, 0, Pass())[1] == Passed(1, forced=True)


# Keeping


def keeping(open_items: tuple[Item, ...], hidden_items: tuple[Item, ...]) -> State:
    return with_seat(in_phase(Phase.KEEPING, 3), 0, open_items=open_items, hidden_items=hidden_items)


def test_two_items_are_kept_as_hidden_or_open_as_they_were_and_the_others_go_back() -> None:
    state = keeping((Item.GIANT_PIG, Item.GOLD), (Item.DRAGON,))
    before = len(state.pile)
    events = events_of(state, 0, KeepItems((Item.GOLD,), (Item.DRAGON,)))
    assert events == (ItemsKept(0, (Item.GOLD,), 1, (Item.DRAGON,)),)
    after = fold(state, events)
    assert (after.seats[0].open_items, after.seats[0].hidden_items) == ((Item.GOLD,), (Item.DRAGON,))
    assert len(after.pile) == before + 1


def test_every_choice_of_two_items_is_listed_once() -> None:
    state = keeping((Item.GIANT_PIG, Item.GIANT_PIG, Item.GOLD), (Item.DRAGON,))
    assert ELFENROADS.legal_moves(state, 0) == (
        KeepItems((Item.GIANT_PIG, Item.GIANT_PIG), ()),
        KeepItems((Item.GIANT_PIG, Item.GOLD), ()),
        KeepItems((Item.GIANT_PIG,), (Item.DRAGON,)),
        KeepItems((Item.GOLD,), (Item.DRAGON,)),
    )
    assert ELFENROADS.is_open(KeepItems((Item.GOLD, Item.GIANT_PIG), ()))
    assert played(state, 0, KeepItems((Item.GOLD, Item.GIANT_PIG), ())).seats[0].open_items == (
        Item.GIANT_PIG,
        Item.GOLD,
    )


def test_the_form_for_the_kept_items_has_a_blank_for_open_and_one_for_hidden_ones() -> None:
    (form,) = ELFENROADS.forms(keeping((Item.GIANT_PIG, Item.GIANT_PIG, Item.GOLD), (Item.DRAGON,)), 0)
    assert [(field.name, field.choices, field.max_items) for field in form.fields] == [
        ("open_items", ("ITEM_GIANT_PIG", "ITEM_GIANT_PIG", "ITEM_GOLD"), 2),
        ("hidden_items", ("ITEM_DRAGON",), 1),
    ]


def test_exactly_two_items_that_one_holds_are_kept() -> None:
    state = keeping((Item.GIANT_PIG, Item.GOLD), (Item.DRAGON,))
    assert refusal(state, 0, KeepItems((Item.GOLD,), ())) == "wrong-number-of-items"
    assert refusal(state, 0, KeepItems((Item.GIANT_PIG, Item.GOLD), (Item.DRAGON,))) == "wrong-number-of-items"
    assert refusal(state, 0, KeepItems((Item.GOLD, Item.GOLD), ())) == "item-not-held"
    assert refusal(state, 0, KeepItems((Item.DRAGON,), (Item.GOLD,))) == "item-not-held"


def test_only_those_with_more_than_two_items_are_asked_all_at_the_same_time() -> None:
    state = in_phase(Phase.MOVING, 3, turn=2)
    held = ((Item.DRAGON,) * 3, (Item.GOLD, Item.GOLD), (Item.UNICORN,) * 4)
    for seat, items in enumerate(held):
        state = with_seat(state, seat, open_items=items, todo=int(seat == 2))
    state = played(state, 2, EndMove(Reward.GOLD))
    assert (state.phase, ELFENROADS.to_act(state)) == (Phase.KEEPING, (0, 2))
    state = played(state, 2, KeepItems((Item.UNICORN,) * 2, ()))
    events = events_of(state, 0, KeepItems((Item.DRAGON,) * 2, ()))
    assert RoundStarted(3, 1) in events
    assert [one.open_items for one in fold(state, events).seats] == [
        (Item.DRAGON,) * 2,
        (Item.GOLD, Item.GOLD),
        (Item.UNICORN,) * 2,
    ]


def test_what_another_keeps_does_not_disturb_a_choice() -> None:
    kept = ItemsKept(1, (Item.GOLD,), 1, (Item.DRAGON,))
    assert ELFENROADS.disturbs(kept, 1)
    assert not ELFENROADS.disturbs(kept, 0)
