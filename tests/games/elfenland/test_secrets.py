"""What is hidden: hands, home towns, face-down counters and the piles. Everything else is public."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    TROLL,
    dice,
    events_of,
    fold,
    in_phase,
    played,
    started,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.moves import CardsDealt, HomeDealt
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import CounterKept, HiddenCounterDrawn, KeepCounter, KeepHidden, ShowHidden
from sagahall.games.elfenland.state import Phase
from sagahall.match.redaction import hidden_fields


@pytest.mark.parametrize("variant", EDITIONS)
def test_a_seat_sees_its_own_hand_home_and_hidden_counters_and_of_others_the_numbers(variant: str) -> None:
    state = started(variant, 3)
    while state.phase is Phase.HIDDEN_COUNTERS:
        state = played(state, state.turn, KeepHidden())
    for viewer in (0, 1, 2, None):
        for seat, (seen, held) in enumerate(zip(ELFENLAND.view(state, viewer).seats, state.seats, strict=True)):
            own = seat == viewer
            assert seen.hand == (held.hand if own else ())
            assert seen.home == (held.home if own else None)
            assert seen.hidden_counters == (held.hidden_counters if own else ())
            assert (seen.hand_count, seen.hidden_count) == (8, 1)


def test_the_counter_just_drawn_is_counted_for_all_and_seen_by_its_seat() -> None:
    state = started("moon")
    own, other = ELFENLAND.view(state, 0).seats[0], ELFENLAND.view(state, 1).seats[0]
    assert own.drawn is state.seats[0].drawn is not None
    assert (own.hidden_count, other.hidden_count, other.drawn) == (1, 1, None)


def test_what_was_dealt_and_drawn_is_seen_by_its_seat_only() -> None:
    hidden = [CardsDealt(0, 2, (PIG, DRAGON)), HiddenCounterDrawn(0, PIG), HomeDealt(0, "virst")]
    assert [hidden_fields(event, 0) for event in hidden] == [frozenset()] * 3
    for viewer in (1, None):
        assert [hidden_fields(event, viewer) for event in hidden] == [{"cards"}, {"counter"}, {"town"}]


def test_a_counter_kept_hidden_stays_hidden_and_an_open_one_open() -> None:
    state = with_seat(in_phase(unstarted("amigo", 3), Phase.KEEPING), 0, open_counters=(PIG,), hidden_counters=(TROLL,))
    (kept_open,) = events_of(state, 0, KeepCounter(PIG, hidden=False))
    (kept_hidden,) = events_of(state, 0, KeepCounter(TROLL, hidden=True))
    assert kept_open == CounterKept(0, PIG, None)
    assert kept_hidden == CounterKept(0, None, TROLL)
    assert hidden_fields(kept_hidden, 1) == {"hidden_counter"}


def test_a_counter_that_is_shown_lies_open_for_all() -> None:
    state = started("moon")
    after = played(state, 0, ShowHidden())
    assert ELFENLAND.view(after, 1).seats[0].open_counters == (state.seats[0].drawn,)


@pytest.mark.parametrize("variant", EDITIONS)
def test_resampling_draws_again_exactly_what_the_viewer_must_not_know(variant: str) -> None:
    state = started(variant, 4)
    while state.phase is Phase.HIDDEN_COUNTERS:
        state = played(state, state.turn, KeepHidden())
    for viewer in (0, None):
        others = [seat for seat in range(4) if seat != viewer]
        again = [ELFENLAND.resample(state, viewer, dice(seed)) for seed in range(30)]
        assert all(ELFENLAND.view(other, viewer) == ELFENLAND.view(state, viewer) for other in again)
        for seat in others:
            assert len({other.seats[seat].hand for other in again}) > 1
            assert len({other.seats[seat].hidden_counters for other in again}) > 1
            assert (len({other.seats[seat].home for other in again}) > 1) == (variant == "moon")
        for other in again:
            assert sorted(c.value for c in other.deck + sum((one.hand for one in other.seats), ())) == sorted(
                c.value for c in state.deck + sum((one.hand for one in state.seats), ())
            )


def test_home_towns_that_were_revealed_are_not_drawn_again() -> None:
    state = replace(started("moon", 3), phase=Phase.OVER, ending="last_round")
    again = ELFENLAND.resample(state, 0, dice(1))
    assert [one.home for one in again.seats] == [one.home for one in state.seats]


def test_a_move_never_ends_by_itself_for_what_only_its_seat_knows() -> None:
    """Whether the hand can pay for a way out of the town is a secret, so the seat is asked."""
    state = with_seat(in_phase(unstarted("amigo"), Phase.MOVING), 0, hand=(CYCLE,))
    state = with_seat(state, 1, hand=(PIG,))
    assert ELFENLAND.to_act(state) == (0,)
    assert len(ELFENLAND.legal_moves(state, 0)) == 1
    after = fold(state, events_of(state, 0, ELFENLAND.legal_moves(state, 0)[0]))
    assert ELFENLAND.to_act(after) == (1,)
