"""A seat that leaves is skipped; its markers count, its cards and counters go back unseen."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    TROLL,
    counter,
    dice,
    events_of,
    fold,
    in_phase,
    played,
    started,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.moves import Pass, SeatLeft
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import EndMove, KeepCounter, KeepHidden, PlaceCounter, TakeBlind
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import LeaveReason, Seat


def left(state: State, seat: Seat, reason: LeaveReason = LeaveReason.RESIGNED) -> State:
    return fold(state, ELFENLAND.leave(state, seat, reason, dice(99)))


def table(variant: str, phase: Phase, seats: int = 3) -> State:
    """Everybody holds a card, an open and a hidden counter, and has still to act."""
    state = in_phase(unstarted(variant, seats), phase)
    for seat in range(seats):
        state = with_seat(state, seat, hand=(PIG,), open_counters=(CYCLE,), hidden_counters=(TROLL,))
    return state


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("reason", LeaveReason)
def test_cards_and_counters_go_back_unseen_and_the_obstacle_out_of_the_game(variant: str, reason: LeaveReason) -> None:
    state = table(variant, Phase.PLACING)
    state = with_seat(state, 2, visited=("virst", "jxara"), boot="jxara")
    after = left(state, 2, reason)
    gone = after.seats[2]
    assert (gone.hand, gone.counters, gone.obstacle, gone.left) == ((), 0, False, True)
    assert (gone.boot, gone.visited) == ("jxara", ("virst", "jxara"))
    assert len(after.pile) == len(state.pile) + 2
    assert len(after.deck) == len(state.deck) + 1
    assert after.discard == ()


def test_the_seat_whose_turn_it_was_is_skipped() -> None:
    state = table("amigo", Phase.PLACING)
    assert ELFENLAND.to_act(left(state, 0)) == (1,)
    assert ELFENLAND.to_act(left(state, 1)) == (0,)


def test_the_placing_ends_when_all_that_remain_have_passed_in_a_row() -> None:
    state = left(played(table("amigo", Phase.PLACING), 0, Pass()), 1)
    assert ELFENLAND.to_act(state) == (2,)
    assert played(state, 2, Pass()).phase is Phase.MOVING
    # The last one that had not passed leaves.
    state = played(played(table("amigo", Phase.PLACING), 0, Pass()), 1, Pass())
    assert left(state, 2).phase is Phase.MOVING


def test_a_hand_that_was_to_be_cut_goes_back_whole() -> None:
    state = with_seat(table("amigo", Phase.MOVING), 0, hand=(PIG,) * 6)
    state = played(state, 0, EndMove())
    assert state.phase is Phase.DISCARDING
    after = left(state, 0)
    assert (after.phase, ELFENLAND.to_act(after)) == (Phase.MOVING, (1,))
    assert len(after.deck) == len(state.deck) + 6


def test_a_hidden_counter_that_was_just_drawn_goes_back() -> None:
    state = started("moon", 3)
    after = left(state, 0)
    assert ELFENLAND.to_act(after) == (1,)
    assert after.seats[0].drawn is None
    assert len(after.pile) == 47
    assert len(played(played(after, 1, KeepHidden()), 2, KeepHidden()).open_counters) == 5


def test_the_draws_go_round_without_the_seat() -> None:
    state = left(started("amigo", 3), 1)
    turns = []
    while state.phase is Phase.OPEN_COUNTERS:
        turns.append(state.turn)
        state = played(state, state.turn, TakeBlind(), seed=len(turns))
    assert turns == [0, 2] * 3


def test_the_choice_of_those_who_keep_a_counter_stays() -> None:
    state = table("amigo", Phase.KEEPING)
    after = left(state, 1)
    assert ELFENLAND.to_act(after) == (0, 2)
    assert played(played(after, 0, KeepCounter(CYCLE, hidden=False)), 2, KeepCounter(TROLL, hidden=True)).round == 2


def test_the_next_round_begins_left_of_the_first_player_with_a_seat_that_plays() -> None:
    state = left(table("moon", Phase.MOVING), 1)
    state = played(played(state, 0, EndMove()), 2, EndMove())
    assert (state.round, state.first, state.turn) == (2, 2, 2)

    state = left(table("moon", Phase.MOVING), 0)
    state = played(played(state, 1, EndMove()), 2, EndMove())
    assert (state.round, state.first) == (2, 1)


@pytest.mark.parametrize("variant", EDITIONS)
def test_with_one_seat_left_the_match_ends_and_that_seat_is_first(variant: str) -> None:
    state = started(variant, 3)
    for seat, number in ((0, 9), (1, 4), (2, 1)):
        state = with_seat(state, seat, visited=("virst",) * number)
    state = left(state, 0)
    assert ELFENLAND.outcome(state) is None
    events = ELFENLAND.leave(state, 1, LeaveReason.TIMED_OUT, dice(7))
    assert events[0] == SeatLeft(1)
    outcome = ELFENLAND.outcome(fold(state, events))
    assert outcome is not None
    assert outcome.ending == "all_left"
    assert outcome.standings[0].seat == 2
    assert [standing.rank for standing in outcome.standings] == [1, 2, 3]


def test_seats_that_left_come_last_whatever_their_score() -> None:
    state = with_seat(table("amigo", Phase.MOVING), 1, visited=("virst", "jxara", "yttar"))
    state = replace(left(state, 1), round=4)
    state = played(played(state, 0, EndMove()), 2, EndMove())
    outcome = ELFENLAND.outcome(state)
    assert outcome is not None
    assert (outcome.ending, outcome.standings[-1].seat, outcome.standings[-1].score) == ("last_round", 1, 3)


def test_all_towns_of_a_seat_that_left_do_not_end_the_match() -> None:
    state = with_seat(table("amigo", Phase.MOVING), 1, visited=("virst",) * 20)
    state = left(state, 1)
    assert played(played(state, 0, EndMove()), 2, EndMove()).ending is None


def test_counters_of_a_seat_that_left_stay_on_the_board() -> None:
    state = table("amigo", Phase.PLACING)
    state = played(state, 0, PlaceCounter(CYCLE, hidden=False, road="jxara-virst-p"))
    assert left(state, 0).board == (counter("jxara-virst-p", CYCLE),)


def test_leaving_tells_nothing_of_what_the_seat_held() -> None:
    state = with_seat(table("moon", Phase.MOVING), 2, hand=(DRAGON,))
    other = with_seat(state, 2, hand=(PIG,), hidden_counters=(DRAGON,))
    assert ELFENLAND.leave(state, 2, LeaveReason.RESIGNED, dice()) == ELFENLAND.leave(
        other, 2, LeaveReason.RESIGNED, dice()
    )
    assert ELFENLAND.view(left(state, 2), 0) == ELFENLAND.view(left(other, 2), 0)
    assert events_of(left(state, 2), 0, EndMove()) == events_of(left(other, 2), 0, EndMove())
