"""Moving from town to town, and cutting the hand."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.elfenland.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    RAFT,
    UNICORN,
    counter,
    events_of,
    fold,
    played,
    refusal,
    travelling,
)

from sagahall.games.elfenboard.moves import CardsDiscarded, Discard, Step
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import EndMove, MoveEnded
from sagahall.games.elfenland.state import Phase

SEATS = range(2, 7)


def test_every_town_that_is_entered_gives_its_marker_once_and_the_capital_none() -> None:
    """C15: the town where a move starts gives nothing."""
    state = travelling("amigo", "rivinia", hand=(PIG, *(RAFT,) * 5))
    back = played(state, 0, Step("elvenhold-rivinia-r"))
    assert (back.seats[0].boot, back.seats[0].visited) == ("elvenhold", ())
    again = played(back, 0, Step("elvenhold-rivinia-r"))
    assert again.seats[0].visited == ("rivinia",)
    on = played(again, 0, Step("rivinia-tichih-r"))
    assert on.seats[0].visited == ("rivinia", "tichih")


def test_a_road_is_used_in_both_directions_and_paid_each_time() -> None:
    state = travelling("moon", "dagamura", counter("dagamura-kihromah-f", CLOUD), hand=(PIG, *(CLOUD,) * 4))
    after = played(state, 0, Step("dagamura-kihromah-f"), Step("dagamura-kihromah-f"))
    assert (after.seats[0].boot, after.seats[0].hand) == ("dagamura", (PIG,))
    assert after.discard == (CLOUD,) * 4


def test_counters_serve_whoever_placed_them() -> None:
    state = travelling("amigo", "elvenhold", counter("beata-elvenhold-p", PIG), hand=(PIG, RAFT))
    assert played(state, 0, Step("beata-elvenhold-p")).seats[0].boot == "beata"


def test_only_roads_at_the_boot_are_travelled() -> None:
    state = travelling("amigo", "elvenhold", hand=(RAFT, RAFT))
    assert refusal(state, 0, Step("jxara-virst-r")) == "road-elsewhere"
    assert refusal(state, 0, Step("nowhere")) == "unknown-road"


@pytest.mark.parametrize("variant", EDITIONS)
def test_nobody_has_to_move(variant: str) -> None:
    """C14."""
    state = travelling(variant, "elvenhold", hand=(RAFT,))
    assert EndMove() in ELFENLAND.legal_moves(state, 0)
    assert MoveEnded(0, forced=False) in events_of(state, 0, EndMove())


def test_a_move_ends_by_itself_when_the_hand_is_empty() -> None:
    events = events_of(travelling("amigo", "elvenhold", hand=(RAFT,)), 0, Step("elvenhold-rivinia-r"))
    assert MoveEnded(0, forced=True) in events


def test_a_hand_of_six_is_cut_by_two_cards_of_ones_choice_laid_open() -> None:
    """C20."""
    hand = (PIG, CYCLE, CLOUD, UNICORN, DRAGON, RAFT)
    state = played(travelling("amigo", "elvenhold", hand=hand), 0, EndMove())
    assert state.phase is Phase.DISCARDING
    assert len(ELFENLAND.legal_moves(state, 0)) == 15
    assert refusal(state, 0, Discard((PIG,))) == "wrong-number-of-cards"
    assert refusal(state, 0, Discard((PIG, PIG))) == "cards-missing"
    assert refusal(state, 0, EndMove()) == "wrong-phase"

    events = events_of(state, 0, Discard((DRAGON, PIG)))
    assert events[0] == CardsDiscarded(0, (DRAGON, PIG))
    after = fold(state, events[:1])
    assert after.seats[0].hand == (CYCLE, CLOUD, UNICORN, RAFT)
    assert ELFENLAND.view(after, 1).discard == (DRAGON, PIG)


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_hand_is_cut_in_the_last_round_too(variant: str) -> None:
    """C13."""
    state = replace(travelling(variant, "elvenhold", hand=(PIG,) * 5), round=4)
    state = played(state, 0, EndMove())
    assert state.phase is Phase.DISCARDING
    assert ELFENLAND.to_act(state) == (0,)
