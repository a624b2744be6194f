"""Drawing counters, hidden and open ones."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    TROLL,
    events_of,
    fold,
    in_phase,
    played,
    refusal,
    started,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import (
    BlindCounterTaken,
    EndMove,
    KeepHidden,
    OpenCounterTaken,
    ShowHidden,
    TakeBlind,
    TakeOpen,
)
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import Setting


def drawn_hidden(state: State) -> State:
    """The state when all have decided about their hidden counter."""
    while state.phase is Phase.HIDDEN_COUNTERS:
        state = played(state, state.turn, KeepHidden())
    return state


def drawn(state: State, turns: int) -> State:
    """The state after so many counters were taken face down."""
    for _ in range(turns):
        state = played(state, state.turn, TakeBlind(), seed=len(state.pile))
    return state


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize(("seats", "pile"), [(2, 35), (3, 31), (4, 27), (5, 23), (6, 19)])
def test_after_drawing_everybody_has_four_counters_and_48_less_4n_less_5_lie_face_down(
    variant: str, seats: int, pile: int
) -> None:
    state = drawn(drawn_hidden(started(variant, seats)), 3 * seats)
    assert state.phase is Phase.PLACING
    assert [len(one.open_counters) for one in state.seats] == [3] * seats
    assert [len(one.hidden_counters) for one in state.seats] == [1] * seats
    assert len(state.pile) == pile == 48 - 4 * seats - 5
    assert len(state.open_counters) == 5


def test_in_amigo_the_five_open_counters_are_turned_up_first_and_the_hidden_ones_stay_hidden() -> None:
    state = started("amigo", 3)
    assert state.phase is Phase.OPEN_COUNTERS
    assert len(state.open_counters) == 5
    assert [len(one.hidden_counters) for one in state.seats] == [1, 1, 1]


def test_in_moon_each_decides_in_turn_whether_to_show_before_the_open_ones_are_turned_up() -> None:
    state = started("moon", 3)
    assert ELFENLAND.to_act(state) == (0,)
    assert state.open_counters == ()
    assert set(ELFENLAND.legal_moves(state, 0)) == {ShowHidden(), KeepHidden()}
    shown = state.seats[0].drawn

    state = played(state, 0, ShowHidden())
    assert state.seats[0].open_counters == (shown,)
    assert state.seats[0].hidden_counters == ()
    state = played(state, 1, KeepHidden())
    assert len(state.seats[1].hidden_counters) == 1
    state = played(state, 2, KeepHidden())
    assert len(state.open_counters) == 5


@pytest.mark.parametrize("variant", EDITIONS)
def test_counters_are_drawn_one_each_three_times_round(variant: str) -> None:
    state = drawn_hidden(started(variant, 3))
    turns = []
    while state.phase is Phase.OPEN_COUNTERS:
        turns.append(state.turn)
        state = drawn(state, 1)
    assert turns == [0, 1, 2] * 3


def test_an_open_counter_that_is_taken_is_replaced_at_once() -> None:
    state = started("amigo")
    kind = state.open_counters[0]
    (taken,) = (event for event in events_of(state, 0, TakeOpen(kind)) if isinstance(event, OpenCounterTaken))
    after = fold(state, (taken,))

    assert taken.replacement in state.pile
    assert len(after.open_counters) == 5
    assert len(after.pile) == len(state.pile) - 1
    assert after.seats[0].open_counters == (kind,)


def test_a_counter_that_is_taken_face_down_is_turned_up() -> None:
    state = started("amigo")
    (taken,) = (event for event in events_of(state, 0, TakeBlind()) if isinstance(event, BlindCounterTaken))
    assert fold(state, (taken,)).seats[0].open_counters == (taken.counter,)


def test_only_what_lies_open_can_be_taken() -> None:
    state = replace(started("amigo"), open_counters=(PIG, PIG, PIG, CYCLE, TROLL))
    assert refusal(state, 0, TakeOpen(DRAGON)) == "counter-not-open"
    assert ELFENLAND.legal_moves(state, 0) == (TakeOpen(PIG), TakeOpen(CYCLE), TakeOpen(TROLL), TakeBlind())


def test_with_an_empty_pile_there_are_fewer_open_counters() -> None:
    """C11: it cannot happen, but is looked after."""
    state = replace(started("amigo"), open_counters=(PIG, CYCLE), pile=())
    after = played(state, 0, TakeOpen(PIG))
    assert after.open_counters == (CYCLE,)
    assert refusal(state, 0, TakeBlind()) == "pile-empty"


def next_round(variant: str, kept: dict[str, tuple[Transport, ...]], **options: Setting) -> State:
    """The second round's drawing, begun with counters that seat 0 kept."""
    state = in_phase(unstarted(variant, **options), Phase.MOVING, turn=1)
    state = with_seat(with_seat(state, 0, todo=0, **kept), 1, hand=(PIG,))
    pile = list(state.pile)
    for stock in kept.values():
        for kind in stock:
            pile.remove(kind)
    return drawn_hidden(played(replace(state, pile=tuple(pile)), 1, EndMove()))


def counters_after_drawing(state: State) -> int:
    while state.phase is Phase.OPEN_COUNTERS:
        state = drawn(state, 1)
    return state.seats[0].counters


def test_in_amigo_one_draws_until_three_counters_lie_open_so_that_a_kept_open_one_saves_a_draw() -> None:
    """C23, by the letter of the rules."""
    assert counters_after_drawing(next_round("amigo", {"open_counters": (DRAGON,)})) == 4
    assert counters_after_drawing(next_round("amigo", {"hidden_counters": (DRAGON,)})) == 5


def test_three_draws_for_everyone_are_an_option_in_amigo_and_the_rule_in_moon() -> None:
    """C23: the most is five."""
    for stock in ("open_counters", "hidden_counters"):
        assert counters_after_drawing(next_round("amigo", {stock: (DRAGON,)}, draw_to_three_open=False)) == 5
        assert counters_after_drawing(next_round("moon", {stock: (DRAGON,)})) == 5


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_open_counters_stay_in_amigo_and_are_mixed_with_the_others_in_moon(variant: str) -> None:
    """C10."""
    for keep in (True, False):
        state = in_phase(unstarted(variant, keep_open_counters=keep), Phase.MOVING, turn=1, open_counters=(DRAGON,) * 5)
        state = with_seat(with_seat(state, 0, todo=0), 1, hand=(PIG,))
        pile = tuple(kind for kind in state.pile if kind is not DRAGON)
        after = drawn_hidden(played(replace(state, pile=pile), 1, EndMove()))
        assert (after.open_counters == (DRAGON,) * 5) == keep
        assert len(after.open_counters) == 5

    assert ELFENLAND.variant(variant).resolve({})["keep_open_counters"] is (variant == "amigo")
