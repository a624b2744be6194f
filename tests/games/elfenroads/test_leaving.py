"""A seat that leaves is skipped; its markers count, its cards and items go back unseen, its bid is void."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenroads.tables import (
    CYCLE,
    DRAGON,
    PIG,
    TROLL,
    counter,
    dice,
    events_of,
    fold,
    in_phase,
    played,
    selling,
    started,
    with_seat,
)

from sagahall.games.elfenboard.moves import Pass, SeatLeft
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import Bid, EndMove, ItemSold, ItemUnsold, KeepItems, PlaceItem, ShowItem, TakeCard
from sagahall.games.elfenroads.state import Item, Phase, Reward, State
from sagahall.games.kernel import LeaveReason, Seat

END = EndMove(Reward.GOLD)


def left(state: State, seat: Seat, reason: LeaveReason = LeaveReason.RESIGNED) -> State:
    return fold(state, ELFENROADS.leave(state, seat, reason, dice(99)))


def table(phase: Phase, seats: int = 3) -> State:
    """Everybody holds a card, an open and a hidden item, and has still to act."""
    state = in_phase(phase, seats)
    for seat in range(seats):
        state = with_seat(state, seat, hand=(PIG,), open_items=(Item.ELFCYCLE,), hidden_items=(Item.TROLL_WAGON,))
    return state


@pytest.mark.parametrize("reason", LeaveReason)
def test_cards_and_items_go_back_unseen_and_gold_to_the_bank(reason: LeaveReason) -> None:
    state = with_seat(table(Phase.PLACING), 2, visited=("virst", "jxara"), boot="jxara", shown=(PIG,))
    after = left(state, 2, reason)
    gone = after.seats[2]
    assert (gone.hand, gone.shown, gone.items, gone.gold, gone.left) == ((), (), 0, 0, True)
    assert (gone.boot, gone.visited) == ("jxara", ("virst", "jxara"))
    assert (len(after.pile), after.deck_count) == (len(state.pile) + 2, state.deck_count + 1)
    assert after.discard == ()


def test_items_just_drawn_go_back_and_the_others_still_choose() -> None:
    state = started(3)
    after = left(state, 1)
    assert (ELFENROADS.to_act(after), len(after.pile)) == ((0, 2), len(state.pile) + 2)
    for seat in (2, 0):
        after = played(after, seat, ShowItem(after.seats[seat].drawn[0]))
    assert (after.phase, len(after.lots)) == (Phase.AUCTION, 4)


def test_the_last_one_to_choose_leaves_and_the_round_goes_on() -> None:
    state = started(3)
    for seat in (0, 1):
        state = played(state, seat, ShowItem(state.seats[seat].drawn[0]))
    assert left(state, 2).phase is Phase.AUCTION


def test_a_seat_that_did_not_bid_highest_is_out_of_the_sale() -> None:
    """A bids 2, B 3; A leaves: C still may raise. C leaves too: B pays 3."""
    state = played(played(selling(12, 12, 12, 12), 0, Bid(2)), 1, Bid(3))
    state = left(state, 0)
    assert (state.bid, state.bidder, ELFENROADS.to_act(state)) == (3, 1, (2,))
    state = played(state, 2, Pass())
    events = ELFENROADS.leave(state, 3, LeaveReason.RESIGNED, dice())
    assert events[:2] == (SeatLeft(3), ItemSold(1, Item.DRAGON, 3))


def test_when_the_highest_bidder_leaves_the_sale_of_the_item_begins_anew() -> None:
    """Nobody is held to a bid against one who is gone: all that are left may bid, whether they had passed or not."""
    state = played(selling(12, 12, 12, 12), 0, Pass())
    state = played(played(played(state, 1, Bid(2)), 2, Bid(9)), 3, Pass())
    after = left(state, 2)
    assert (after.lots, after.bid, after.bidder) == ((Item.DRAGON,), 0, None)
    assert ELFENROADS.to_act(after) == (0,)
    events = events_of(played(played(after, 0, Bid(1)), 1, Pass()), 3, Pass())
    assert ItemSold(0, Item.DRAGON, 1) in events


def test_the_seat_whose_turn_it_is_to_bid_is_skipped() -> None:
    state = left(selling(12, 12, 12), 0)
    assert ELFENROADS.to_act(state) == (1,)
    events = events_of(played(state, 1, Pass()), 2, Pass())
    assert events[1] == ItemUnsold(Item.DRAGON)


def test_the_placing_ends_when_all_that_remain_have_passed_in_a_row() -> None:
    state = left(played(table(Phase.PLACING), 0, Pass()), 1)
    assert ELFENROADS.to_act(state) == (2,)
    assert played(state, 2, Pass()).phase is Phase.MOVING


def test_the_draws_go_round_without_the_seat() -> None:
    state = in_phase(Phase.DRAWING, 3)
    for seat in range(3):
        state = with_seat(state, seat, todo=3)
    state = left(state, 1)
    turns = []
    while state.phase is Phase.DRAWING:
        turns.append(state.turn)
        state = played(state, state.turn, TakeCard(state.open_cards[0]), seed=len(turns))
    assert turns == [0, 2] * 3


def test_the_cards_of_a_reward_are_not_taken_by_the_next() -> None:
    state = played(table(Phase.MOVING), 0, EndMove(Reward.CARDS))
    after = left(state, 0)
    assert (after.phase, ELFENROADS.to_act(after)) == (Phase.MOVING, (1,))
    assert played(after, 1, END).turn == 2


def test_a_hand_that_was_to_be_cut_goes_back_whole() -> None:
    state = in_phase(Phase.MOVING, 3, options={"hand_limit": 2})
    state = played(with_seat(state, 0, hand=(PIG,) * 6), 0, END)
    assert state.phase is Phase.DISCARDING
    after = left(state, 0)
    assert (after.phase, ELFENROADS.to_act(after)) == (Phase.MOVING, (1,))
    assert after.deck_count == state.deck_count + 6


def test_the_choice_of_those_who_keep_items_stays() -> None:
    state = in_phase(Phase.KEEPING, 3)
    for seat in range(3):
        state = with_seat(state, seat, open_items=(Item.DRAGON,) * 3)
    after = left(state, 1)
    assert ELFENROADS.to_act(after) == (0, 2)
    kept = KeepItems((Item.DRAGON,) * 2, ())
    assert played(played(after, 0, kept), 2, kept).round == 3


def test_a_seat_that_left_gets_no_income_and_no_items() -> None:
    state = with_seat(with_seat(in_phase(Phase.DRAWING, 3), 1, todo=0), 2, todo=0)
    state = left(state, 1)
    after = played(state, 0, TakeCard(PIG))
    assert [one.gold for one in after.seats] == [14, 0, 14]
    assert [len(one.drawn) for one in after.seats] == [2, 0, 2]


def test_the_next_round_begins_left_of_the_first_player_with_a_seat_that_plays() -> None:
    state = left(table(Phase.MOVING), 1)
    state = played(played(state, 0, END), 2, END)
    assert (state.round, state.first, state.turn) == (3, 2, 2)


def test_with_one_seat_left_the_match_ends_and_that_seat_is_first() -> None:
    state = started(3)
    for seat, number in ((0, 9), (1, 4), (2, 1)):
        state = with_seat(state, seat, visited=("virst",) * number)
    state = left(state, 0)
    assert ELFENROADS.outcome(state) is None
    events = ELFENROADS.leave(state, 1, LeaveReason.TIMED_OUT, dice(7))
    outcome = ELFENROADS.outcome(fold(state, events))
    assert outcome is not None
    assert outcome.ending == "all_left"
    assert [(standing.seat, standing.rank) for standing in outcome.standings] == [(2, 1), (0, 2), (1, 3)]


def test_seats_that_left_come_last_and_their_towns_do_not_end_the_match() -> None:
    state = left(with_seat(table(Phase.MOVING), 1, visited=("virst",) * 20), 1)
    assert played(played(state, 0, END), 2, END).ending is None
    state = replace(state, round=8)
    outcome = ELFENROADS.outcome(played(played(state, 0, END), 2, END))
    assert outcome is not None
    assert (outcome.ending, outcome.standings[-1].seat, outcome.standings[-1].score) == ("last_round", 1, 20)


def test_items_of_a_seat_that_left_stay_on_the_board() -> None:
    state = played(table(Phase.PLACING), 0, PlaceItem(Item.ELFCYCLE, hidden=False, road="jxara-virst-p"))
    assert left(state, 0).board == (counter("jxara-virst-p", CYCLE),)


def test_leaving_tells_nothing_of_what_the_seat_held() -> None:
    state = with_seat(table(Phase.MOVING), 2, hand=(DRAGON,))
    other = with_seat(state, 2, hand=(TROLL,), hidden_items=(Item.GOLD,))
    leave = (2, LeaveReason.RESIGNED, dice())
    assert ELFENROADS.leave(state, *leave) == ELFENROADS.leave(other, *leave)
    assert ELFENROADS.view(left(state, 2), 0) == ELFENROADS.view(left(other, 2), 0)
