"""How a match ends, who wins, and what becomes of seats that leave (specification, section 10 and 11)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.ice_flow.tables import (
    dice,
    events_of,
    floe,
    fold,
    listed,
    played,
    refusal,
    sea,
    unstarted,
    with_pack,
    with_seat,
)

from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import (
    EndTurn,
    ExplorerMoved,
    FloeDrawn,
    MatchEnded,
    MoveExplorer,
    Rotate,
    SeatLeft,
    TurnStarted,
)
from sagahall.games.ice_flow.state import Direction, State, Step
from sagahall.games.kernel import InvalidOption, LeaveReason, Outcome, Seat

TURN_FLOE = Rotate("4-8", Direction.LEFT)


def outcome_of(state: State) -> Outcome:
    outcome = ICE_FLOW.outcome(state)
    assert outcome is not None
    return outcome


def ranks(state: State) -> list[tuple[Seat, int]]:
    return [(standing.seat, standing.rank) for standing in outcome_of(state).standings]


def left(state: State, *seats: Seat) -> State:
    for seat in seats:
        state = fold(state, ICE_FLOW.leave(state, seat, LeaveReason.RESIGNED, dice()))
    return state


# Three in Siberia


def test_the_third_explorer_in_siberia_wins_at_once() -> None:
    """Worked example 19."""
    state = sea(floe("0-6", "SE", fish=1), floe("0-7", "SE"), teams=[("0-6", "S1", "S3")])
    assert refusal(state, 0, MoveExplorer(1, ("S3",))) == "station-taken"
    moved, ended = events_of(state, 0, MoveExplorer(1, ("0-7", "S4")))
    assert isinstance(moved, ExplorerMoved)
    assert ended == MatchEnded("siberia")
    won = fold(state, (moved, ended))
    assert (won.step, ICE_FLOW.to_act(won)) == (Step.OVER, ())
    assert outcome_of(won).ending == "siberia"
    assert ranks(won) == [(0, 1), (1, 2)]
    assert refusal(won, 0, EndTurn()) == "not-your-turn"


def test_others_may_share_a_station_of_siberia() -> None:
    state = sea(floe("0-0"), teams=[("0-0", "A1", "A3"), ("S1", "S2", "A5")])
    assert played(state, 0, MoveExplorer(1, ("S1",))).expeditions[0].arrived == 1


def test_two_in_siberia_are_not_enough() -> None:
    state = sea(floe("0-0"), teams=[("0-0", "S2", "A3")])
    after = played(state, 0, MoveExplorer(1, ("S1",)))
    assert (after.ending, after.step, after.explorer_done) == (None, Step.TURN, True)


# The last round


def late(*, turn: Seat, seats: int, round_: int = 5, teams: tuple[tuple[str, ...], ...] = ()) -> State:
    state = sea(floe("4-8"), floe("5-4"), floe("2-3"), floe("2-5"), seats=seats, teams=teams, max_rounds=5)
    return replace(state, turn=turn, round=round_)


def test_the_match_ends_when_the_last_seat_has_ended_its_last_turn() -> None:
    state = played(late(turn=0, seats=2), 0, TURN_FLOE, EndTurn())
    assert (state.turn, state.round) == (1, 5)
    assert events_of(played(state, 1, TURN_FLOE), 1, EndTurn()) == (MatchEnded("last_round"),)


def test_a_new_round_begins_with_the_first_seat() -> None:
    state = played(late(turn=1, seats=2, round_=4), 1, TURN_FLOE)
    assert events_of(state, 1, EndTurn()) == (TurnStarted(0, 5),)


def test_the_last_seat_is_the_last_that_is_still_in_play() -> None:
    state = left(late(turn=1, seats=3), 2)
    assert events_of(played(state, 1, TURN_FLOE), 1, EndTurn()) == (MatchEnded("last_round"),)
    waiting = late(turn=2, seats=3)
    assert ICE_FLOW.leave(waiting, 2, LeaveReason.TIMED_OUT, dice()) == (SeatLeft(2), MatchEnded("last_round"))


def test_most_explorers_in_siberia_come_first_then_the_fewest_columns() -> None:
    teams = (("2-3", "A1", "A3"), ("S1", "A2", "A4"), ("5-4", "A1", "A3"))
    state = played(late(turn=2, seats=3, teams=teams), 2, TURN_FLOE, EndTurn())
    assert ranks(state) == [(1, 1), (0, 2), (2, 3)]
    details = {standing.seat: [detail.value for detail in standing.details] for standing in outcome_of(state).standings}
    assert details == {1: [1, 16], 0: [0, 19], 2: [0, 22]}


def test_equal_places_are_shared() -> None:
    teams = (("2-3", "A1", "A3"), ("2-5", "A2", "A4"), ("5-4", "A5", "A5"))
    state = played(late(turn=2, seats=3, teams=teams), 2, TURN_FLOE, EndTurn())
    assert ranks(state) == [(0, 1), (1, 1), (2, 3)]


def test_a_match_has_200_rounds_unless_fewer_are_wanted() -> None:
    assert unstarted().rules.max_rounds == 200
    assert unstarted(2, max_rounds=10).rules.max_rounds == 10
    with pytest.raises(InvalidOption):
        unstarted(2, max_rounds=201)


# Leaving


def test_who_leaves_takes_the_explorers_along_and_gives_the_items_back() -> None:
    state = with_pack(late(turn=0, seats=3, teams=(("5-4", "A1", "A3"),)), rope=2, fish=1)
    after = left(state, 0)
    gone = after.expeditions[0]
    assert (gone.explorers, gone.rope, gone.fish, gone.left) == ((), 0, 0, True)
    assert (after.stock.rope, after.stock.fish) == (state.stock.rope + 2, state.stock.fish + 1)
    assert (after.turn, after.crowd("5-4")) == (1, 0)
    assert refusal(after, 0, TURN_FLOE) == "not-your-turn"


def test_a_floe_that_was_not_placed_goes_back_to_the_bag() -> None:
    drawn = fold(late(turn=0, seats=3), (FloeDrawn(0, "F24", "I14"),))
    after = left(drawn, 0)
    assert "F24" in after.bag
    assert after.discards == ("I14",)
    assert (after.step, after.turn, after.ice_done) == (Step.TURN, 1, False)


def test_a_seat_that_leaves_out_of_turn_changes_nothing_for_the_one_that_acts() -> None:
    state = played(late(turn=0, seats=3), 0, TURN_FLOE)
    after = left(state, 1)
    assert (after.turn, after.ice_done, after.step) == (0, True, Step.TURN)
    assert events_of(after, 0, EndTurn()) == (TurnStarted(2, 5),)


def test_the_last_seat_that_stays_wins_and_leavers_share_the_last_place() -> None:
    state = left(with_seat(late(turn=0, seats=3), 1, explorers=("S1", "S2", "A1")), 1)
    assert state.ending is None
    ended = left(state, 0)
    assert outcome_of(ended).ending == "all_left"
    assert ranks(ended) == [(2, 1), (0, 2), (1, 2)]
    assert ICE_FLOW.to_act(ended) == ()


def test_in_an_over_match_nothing_is_listed() -> None:
    ended = left(late(turn=0, seats=2), 1)
    assert listed(ended, 0, object) == []
    assert ICE_FLOW.forms(ended, 0) == ()
