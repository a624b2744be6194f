"""Seats that leave, and what is hidden from whom (specification, section 11)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.tir_na_nog.tables import (
    TOP,
    bards,
    dice,
    fold,
    full_grid,
    grid,
    listed,
    place,
    played,
    saga,
    started,
    table,
    with_seat,
)

from sagahall.games.kernel import LeaveReason, Seat
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import (
    CardsDrawn,
    CardTaken,
    DiscardChosen,
    HandDealt,
    HandsTrimmed,
    PlayCard,
    TakeCard,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.state import State, Step
from sagahall.match.redaction import hidden_fields

# Leaving


def left(state: State, seat: Seat) -> State:
    return fold(state, TIR_NA_NOG.leave(state, seat, LeaveReason.RESIGNED, dice()))


def test_a_leaver_takes_bards_and_hand_along_and_leaves_the_saga() -> None:
    state = replace(started(3), bards=bards(a="h:1:1", b="h:2:1"), first=0, turn=0)
    state = with_seat(state, 1, saga=saga("Y12"))
    hand = state.players[1].hand
    after = left(state, 1)
    assert after.bards == bards(a="h:1:1")
    assert after.players[1].hand == ()
    assert set(hand) <= set(after.deck)
    assert len(after.players[1].saga) == 1
    assert TIR_NA_NOG.view(after, 0).seats[1].left


def test_a_journey_goes_on_without_the_leaver() -> None:
    state = left(replace(started(3), first=0, turn=0), 1)
    order = []
    while state.step is Step.PLACE_BARD:
        (seat,) = TIR_NA_NOG.to_act(state)
        order.append(seat)
        state = played(state, seat, listed(state, seat)[0])
    assert order == [0, 2, 0, 2, 0, 2]
    assert TIR_NA_NOG.to_act(state) == (2,)


def test_the_turn_of_a_leaver_passes_on() -> None:
    state = replace(started(3), first=0, turn=1)
    assert TIR_NA_NOG.to_act(left(state, 1)) == (2,)
    taking = replace(started(3), step=Step.TAKE_CARD, turn=1, bards=bards(a="h:1:1", b="h:2:1", c="h:3:1"))
    assert TIR_NA_NOG.to_act(left(taking, 1)) == (0,)
    playing = played(taking, 1, TakeCard("h:2:1", Cell(2, 1)))
    assert TIR_NA_NOG.to_act(left(playing, 1)) == (0,)


def test_the_upkeep_does_not_wait_for_a_leaver() -> None:
    state = replace(started(3), step=Step.TRIM_HANDS, bards=())
    state = played(played(state, 0, listed(state, 0)[0]), 2, listed(state, 2)[0])
    assert TIR_NA_NOG.to_act(state) == (1,)
    after = left(state, 1)
    assert (after.round, after.step) == (2, Step.PLACE_BARD)


def test_the_marker_skips_a_leaver() -> None:
    state = left(replace(started(3), first=0, turn=0, step=Step.TRIM_HANDS), 1)
    for seat in (0, 2):
        state = played(state, seat, listed(state, seat)[0])
    assert (state.first, TIR_NA_NOG.to_act(state)) == (2, (2,))


def test_a_match_of_two_ends_when_one_leaves_who_comes_last() -> None:
    state = with_seat(started(2), 1, saga=saga("R1 R2 R3"))
    outcome = TIR_NA_NOG.outcome(left(state, 1))
    assert outcome is not None
    assert outcome.ending == "all_left"
    assert [(standing.seat, standing.rank) for standing in outcome.standings] == [(0, 1), (1, 2)]


def test_the_colour_of_a_leavers_card_is_not_asked_for() -> None:
    state = table(3, first=1, turn=1, round=5, step=Step.CHOOSE_COLOUR)
    state = with_seat(state, 1, saga=saga("", "R7:shapeshifter"))
    assert TIR_NA_NOG.to_act(state) == (1,)
    assert left(state, 1).ending == "last_round"


# Secrets


def test_a_seat_sees_its_own_hand_and_of_others_the_number() -> None:
    state = started(3)
    for viewer in (0, 1, 2, None):
        for seat, (seen, player) in enumerate(zip(TIR_NA_NOG.view(state, viewer).seats, state.players, strict=True)):
            assert tuple(card.id for card in seen.hand) == (player.hand if seat == viewer else ())
            assert seen.hand_count == 5


def test_an_upkeep_discard_is_seen_by_its_seat_until_all_have_chosen() -> None:
    state = replace(started(2), step=Step.TRIM_HANDS)
    state = played(state, 0, UpkeepDiscard(state.players[0].hand[0]))
    own, other = TIR_NA_NOG.view(state, 0).seats[0], TIR_NA_NOG.view(state, 1).seats[0]
    assert own.discard is not None
    assert own.discard.id == state.players[0].hand[0]
    assert (other.discard, other.has_chosen, other.hand_count) == (None, True, 5)


@pytest.mark.parametrize(
    ("event", "hidden"),
    [
        (HandDealt(0, 1, ("R01a",)), {"cards"}),
        (CardsDrawn(0, 1, False, ("R01a",)), {"cards"}),
        (DiscardChosen(0, "R01a"), {"card"}),
        (HandsTrimmed(()), set()),
        (CardTaken(0, "h:1:1", Cell(1, 1), "R01a"), set()),
    ],
)
def test_what_is_dealt_drawn_or_chosen_is_seen_by_its_seat_only(event: object, hidden: set[str]) -> None:
    assert hidden_fields(event, 0) == frozenset()
    assert hidden_fields(event, 1) == hidden
    assert hidden_fields(event, None) == hidden


def test_everything_is_open_when_the_match_is_over() -> None:
    state = started(3)
    state = left(left(state, 0), 1)
    assert [card.id for card in TIR_NA_NOG.view(state, None).seats[2].hand] == list(state.players[2].hand)
    assert TIR_NA_NOG.resample(state, None, dice()) == state


def test_resampling_redraws_the_hands_of_others_and_what_they_discard() -> None:
    """A card that a seat took in sight of all is a hand card like any other."""
    state = replace(started(3), step=Step.TRIM_HANDS)
    state = played(state, 1, UpkeepDiscard(state.players[1].hand[0]))
    for viewer in (0, 1, None):
        again = [TIR_NA_NOG.resample(state, viewer, dice(seed)) for seed in range(20)]
        for seat in range(3):
            assert (len({other.players[seat].hand for other in again}) == 1) == (seat == viewer)
        assert (len({other.players[1].discard for other in again}) == 1) == (viewer == 1)
        for other in again:
            discard = other.players[1].discard
            assert discard in other.players[1].hand
            assert other.otherworld == state.otherworld


def test_what_others_may_take_or_play_is_not_told() -> None:
    state = table(2, step=Step.TAKE_CARD, bards=bards(a="h:1:1"))
    state = replace(state, otherworld=full_grid(state, "Y01a", "Y02a"))
    assert listed(state, 1) == ()
    view = TIR_NA_NOG.view(played(state, 0, TakeCard("h:1:1", Cell(1, 1))), 1)
    assert (view.to_act, view.step, view.seats[0].hand) == ((0,), Step.PLAY_CARD, ())


def test_a_played_card_leaves_the_hand_for_all_to_see() -> None:
    state = with_seat(table(2, step=Step.PLAY_CARD, otherworld=grid({(1, 1): "G12a"})), 0, hand=("R01a", "R02a"))
    state = with_seat(replace(state, bards=bards(b="h:1:1")), 1, hand=("Y01a",))
    view = TIR_NA_NOG.view(played(state, 0, PlayCard("R01a", place(TOP, 1))), None)
    assert view.seats[0].hand_count == 1
    assert [told.card.id for told in view.seats[0].saga] == ["R01a"]
