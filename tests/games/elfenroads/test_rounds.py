"""Setting up, the order of the phases, and how rounds follow one another."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenroads.tables import (
    PIG,
    SEATS,
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

from sagahall.games.elfenboard.facts import HOME_TOWNS
from sagahall.games.elfenboard.moves import MatchStarted, Pass, RoundEnded, RoundStarted
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import DrawCard, EndMove, IncomePaid, ItemsDrawn, PhaseStarted, ShowItem, TakeCard
from sagahall.games.elfenroads.state import Item, Phase, Reward, State
from sagahall.games.kernel import InvalidOption


@pytest.mark.parametrize("seats", SEATS)
def test_everybody_starts_in_the_capital_with_12_gold_and_5_cards(seats: int) -> None:
    state = started(seats)
    for one in state.seats:
        assert (one.boot, one.visited, one.hand_count, one.gold, one.items) == ("elvenhold", (), 5, 12, 0)
    assert len(state.open_cards) == 3
    assert state.deck_count == 70 - 5 * seats - 3


@pytest.mark.parametrize("seed", range(20))
def test_the_gold_cards_are_shuffled_into_the_deck_after_the_deal(seed: int) -> None:
    state = unstarted(6)
    state = fold(state, ELFENROADS.setup(state, dice(seed)))
    assert (state.deck_gold, state.gold_stack, len(state.deck), len(state.open_cards)) == (7, 0, 30, 3)


def test_home_towns_are_an_option() -> None:
    assert all(one.home is None for one in started().seats)
    state = started(6, home_town=True)
    homes = [one.home for one in state.seats]
    assert len(set(homes)) == 6
    assert sorted([*map(str, homes), *state.homes]) == sorted(HOME_TOWNS)


def test_eight_rounds_are_played_or_six() -> None:
    assert (unstarted().rules.rounds, unstarted(rounds=6).rules.rounds) == (8, 6)
    with pytest.raises(InvalidOption, match="rounds: must be one of 8, 6"):
        unstarted(rounds=7)


def test_the_first_player_is_drawn_or_is_seat_0() -> None:
    drawn = set()
    for seed in range(40):
        state = unstarted(4, first_player="random")
        events = ELFENROADS.setup(state, dice(seed))
        assert isinstance(events[0], MatchStarted)
        drawn.add(fold(state, events).first)
    assert drawn == {0, 1, 2, 3}
    assert started(4).first == 0


def test_the_first_round_begins_with_the_free_items_without_cards_and_income() -> None:
    state = started(3)
    assert (state.round, state.phase, ELFENROADS.to_act(state)) == (1, Phase.ITEMS, (0, 1, 2))
    assert [one.gold for one in state.seats] == [12, 12, 12]


def shown(state: State) -> State:
    """All have shown one of their free items."""
    for seat in ELFENROADS.to_act(state):
        state = played(state, seat, ShowItem(state.seats[seat].drawn[0]))
    return state


def all_passed(state: State) -> State:
    """All pass until the phase is another."""
    phase = state.phase
    while state.phase is phase:
        state = played(state, state.turn, Pass())
    return state


def all_stayed(state: State) -> State:
    """Nobody travels, and all take gold."""
    while state.phase is Phase.MOVING:
        state = played(state, state.turn, EndMove(Reward.GOLD))
    return state


def test_a_round_goes_from_items_over_auction_placing_and_moving_to_the_next() -> None:
    state = shown(started(3))
    assert (state.phase, state.turn, len(state.lots)) == (Phase.AUCTION, 0, 6)
    state = all_passed(state)
    assert (state.phase, state.turn) == (Phase.PLACING, 0)
    state = all_passed(state)
    assert (state.phase, state.turn) == (Phase.MOVING, 0)
    state = all_stayed(state)
    # Nobody has more than two items, so nobody is asked which to keep.
    assert (state.round, state.phase, state.first, state.turn) == (2, Phase.DRAWING, 1, 1)


def test_from_the_second_round_on_all_take_three_cards_one_in_turn_and_then_two_gold() -> None:
    state = all_stayed(all_passed(all_passed(shown(started(3)))))
    turns = []
    while state.phase is Phase.DRAWING:
        turns.append(state.turn)
        state = played(state, state.turn, TakeCard(state.open_cards[0]), seed=len(turns))
    assert turns == [1, 2, 0] * 3
    assert [one.hand_count for one in state.seats] == [8, 8, 8]
    assert [one.gold for one in state.seats] == [14, 14, 14]
    assert state.phase is Phase.ITEMS


def test_all_three_cards_are_taken_at_once_where_that_is_the_option() -> None:
    state = all_stayed(all_passed(all_passed(shown(started(3, draw_all_three=True)))))
    turns = []
    while state.phase is Phase.DRAWING:
        turns.append(state.turn)
        state = played(state, state.turn, TakeCard(state.open_cards[0]), seed=len(turns))
    assert turns == [1, 1, 1, 2, 2, 2, 0, 0, 0]


def test_income_comes_before_the_free_items() -> None:
    state = with_seat(in_phase(Phase.DRAWING, turn=1), 0, todo=0)
    events = events_of(state, 1, TakeCard(PIG))
    kinds = [type(event) for event in events]
    assert kinds.index(IncomePaid) < kinds.index(ItemsDrawn) < kinds.index(PhaseStarted)


def test_at_the_end_of_a_round_everything_on_the_board_goes_back() -> None:
    board = (counter("jxara-virst-p", TROLL, obstacle=True), counter("lapphalya-virst-p", PIG, gold=True))
    pile = (Item.DRAGON,)
    state = with_seat(in_phase(Phase.MOVING, turn=1, board=board, pile=pile), 0, todo=0)
    events = events_of(state, 1, EndMove(Reward.GOLD))
    assert events[1:4] == (RoundEnded(2), PhaseStarted(Phase.KEEPING), RoundStarted(3, 1))
    after = fold(state, events)
    assert after.board == ()
    assert after.pile == (Item.GIANT_PIG, Item.TROLL_WAGON, Item.DRAGON, Item.GOLD, Item.OBSTACLE)


def test_only_cards_are_drawn_while_cards_are_taken() -> None:
    state = in_phase(Phase.DRAWING)
    assert set(map(type, ELFENROADS.legal_moves(state, 0))) == {DrawCard, TakeCard}
    assert ELFENROADS.legal_moves(state, 1) == ()


def test_six_players_who_kept_two_items_each_leave_six_face_down() -> None:
    """12 kept, 12 free and 12 for sale of 42: never short."""
    state = in_phase(Phase.DRAWING, 6)
    pile = state.pile
    for seat in range(6):
        state = with_seat(state, seat, open_items=pile[2 * seat : 2 * seat + 2], todo=int(seat == 0))
    state = shown(played(replace(state, pile=pile[12:]), 0, TakeCard(PIG)))
    assert (len(state.lots), len(state.pile)) == (12, 6)
