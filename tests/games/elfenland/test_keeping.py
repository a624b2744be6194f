"""Keeping a counter for the next round."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    DRAGON,
    EDITIONS,
    PIG,
    TROLL,
    counter,
    events_of,
    fold,
    in_phase,
    placing,
    played,
    refusal,
    unstarted,
    with_cards,
    with_seat,
)

from sagahall.games.elfenboard.moves import Pass
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import CounterKept, EndMove, KeepCounter, KeepObstacle, PhaseStarted
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import Setting


def keeping(variant: str = "amigo", **options: Setting) -> State:
    """Both seats choose what they keep."""
    state = with_cards(in_phase(unstarted(variant, **options), Phase.KEEPING))
    for seat in (0, 1):
        state = with_seat(state, seat, open_counters=(PIG, DRAGON), hidden_counters=(TROLL,))
    return replace(state, pile=state.pile[6:])


@pytest.mark.parametrize("variant", EDITIONS)
def test_exactly_one_counter_is_kept_as_open_or_hidden_as_it_was(variant: str) -> None:
    """C8."""
    choices = {KeepCounter(PIG, hidden=False), KeepCounter(DRAGON, hidden=False), KeepCounter(TROLL, hidden=True)}
    state = keeping(variant)
    assert set(ELFENLAND.legal_moves(state, 0)) == choices
    assert refusal(state, 0, KeepCounter(TROLL, hidden=False)) == "counter-not-held"
    assert refusal(state, 0, KeepObstacle()) == "obstacle-not-kept"

    kept_open = played(state, 0, KeepCounter(DRAGON, hidden=False))
    assert (kept_open.seats[0].open_counters, kept_open.seats[0].hidden_counters) == ((DRAGON,), ())
    kept_hidden = played(state, 0, KeepCounter(TROLL, hidden=True))
    assert (kept_hidden.seats[0].open_counters, kept_hidden.seats[0].hidden_counters) == ((), (TROLL,))
    assert len(kept_hidden.pile) == len(state.pile) + 2


@pytest.mark.parametrize("variant", EDITIONS)
def test_all_choose_at_the_same_time_and_disturb_nobody(variant: str) -> None:
    state = keeping(variant)
    assert ELFENLAND.to_act(state) == (0, 1)
    first = KeepCounter(PIG, hidden=False)
    for seat in (0, 1):
        events = events_of(state, seat, first)
        assert not any(ELFENLAND.disturbs(event, 1 - seat) for event in events)
        after = fold(state, events)
        assert ELFENLAND.to_act(after) == (1 - seat,)
        assert ELFENLAND.legal_moves(after, 1 - seat) == ELFENLAND.legal_moves(state, 1 - seat)


def test_counters_are_kept_after_placing_in_moon_and_after_moving_in_amigo() -> None:
    state = with_seat(with_cards(placing("moon")), 0, open_counters=(PIG, DRAGON))
    state = played(with_seat(state, 1, obstacle=False), 0, Pass())
    assert state.phase is Phase.KEEPING
    assert played(state, 0, KeepCounter(PIG, hidden=False)).phase is Phase.MOVING

    moved = with_seat(with_cards(in_phase(unstarted("amigo"), Phase.MOVING, turn=1)), 0, todo=0)
    moved = with_seat(moved, 0, open_counters=(PIG, DRAGON))
    after = played(moved, 1, EndMove())
    assert after.phase is Phase.KEEPING
    assert after.round == 1
    assert played(after, 0, KeepCounter(PIG, hidden=False)).round == 2


def test_who_has_one_counter_or_none_is_not_asked() -> None:
    state = with_seat(with_seat(with_cards(placing("moon")), 0, open_counters=(PIG,)), 1, obstacle=False)
    after = played(state, 0, Pass())
    assert after.phase is Phase.MOVING
    assert after.seats[0].open_counters == (PIG,)
    assert after.seats[1].counters == 0


def test_who_can_only_keep_one_kind_as_all_can_see_is_not_asked() -> None:
    state = with_seat(with_cards(placing("moon")), 0, open_counters=(PIG, PIG))
    state = with_seat(state, 1, obstacle=False)
    events = events_of(state, 0, Pass())
    assert CounterKept(0, PIG, None) in events
    assert PhaseStarted(Phase.MOVING) in events


def test_nothing_is_chosen_for_a_next_round_in_the_last() -> None:
    state = replace(with_seat(with_cards(placing("moon")), 0, open_counters=(PIG, DRAGON)), round=4)
    assert played(state, 0, Pass()).phase is Phase.MOVING


@pytest.mark.parametrize("variant", EDITIONS)
def test_an_unused_obstacle_stays_besides_the_kept_counter(variant: str) -> None:
    """C7."""
    after = played(keeping(variant), 0, KeepCounter(PIG, hidden=False))
    assert after.seats[0].obstacle


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_obstacle_may_count_as_the_one_that_is_kept(variant: str) -> None:
    """C7, option obstacle_counts_as_kept."""
    state = keeping(variant, obstacle_counts_as_kept=True)
    kept = played(state, 0, KeepObstacle())
    assert (kept.seats[0].obstacle, kept.seats[0].counters) == (True, 0)
    given_up = played(state, 0, KeepCounter(PIG, hidden=False))
    assert (given_up.seats[0].obstacle, given_up.seats[0].counters) == (False, 1)


def test_counters_on_the_board_go_back_and_obstacles_on_it_leave_the_game() -> None:
    board = (counter("jxara-virst-p", PIG, obstacle=True), counter("beata-elvenhold-p", DRAGON))
    state = with_cards(in_phase(unstarted("amigo"), Phase.MOVING, turn=1, board=board))
    state = with_seat(with_seat(state, 0, todo=0, obstacle=False), 1, boot="kihromah")
    state = replace(state, pile=tuple(kind for kind in state.pile if kind not in (PIG, DRAGON)))
    after = played(state, 1, EndMove())
    everywhere = after.pile + after.open_counters + sum((one.hidden_counters for one in after.seats), ())
    assert after.board == ()
    assert (everywhere.count(PIG), everywhere.count(DRAGON)) == (1, 1)
    assert [one.obstacle for one in after.seats] == [False, True]
