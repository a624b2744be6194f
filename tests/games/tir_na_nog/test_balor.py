"""Solo play against Balor (specification, section 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.games.tir_na_nog.tables import (
    BLUE,
    BOTTOM,
    FIRST_GAME,
    GREEN,
    MIDDLE,
    RED,
    TOP,
    bards,
    dice,
    events_of,
    fold,
    full_grid,
    listed,
    place,
    played,
    saga,
    started,
    unstarted,
    with_seat,
)

from sagahall.games.kernel import LeaveReason, Seat
from sagahall.games.tir_na_nog import balor
from sagahall.games.tir_na_nog.facts import CARDS
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import (
    BardPlaced,
    CardPlayed,
    CardTaken,
    GazeTurned,
    MatchSetUp,
    OtherworldDealt,
    PlaceBard,
    PlayCard,
    TakeCard,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.saga import Place
from sagahall.games.tir_na_nog.scoring import BEATEN, VICTORIOUS, ending, outcome, scores
from sagahall.games.tir_na_nog.state import Player, Score, State, Step

CARDS_OF_22 = ("R04a", "B09a", "R02a", "G12a", "Y05a", "Y11a", "R10a", "B03a")


def solo(**changes: Any) -> State:
    """The grid and the gaze of example 22."""
    state = replace(unstarted(1, "solo"), faces=FIRST_GAME, gaze=RED, step=Step.PLACE_BARD)
    return replace(state, otherworld=full_grid(state, *CARDS_OF_22), **changes)


def placing(**standing: str) -> str:
    event = balor.place_bard(solo(bards=bards(**standing)))
    assert isinstance(event, BardPlaced)
    return event.spot


def test_balor_prefers_gaps_with_cards_of_his_gaze_then_high_values() -> None:
    """Specification, section 13, example 22."""
    assert placing() == "h:3:1"
    assert placing(balor="h:3:1") == "v:1:1"
    assert placing(balor="h:3:1 v:1:1") == "h:1:1"
    assert placing(a="h:1:1 h:3:1 v:1:1") == "h:3:2"


def test_of_equal_gaps_balor_takes_the_first() -> None:
    """h:1:1 and h:3:2 are worth one red card and 13."""
    assert placing(a="h:3:1 v:1:1") == "h:1:1"


def taking(state: State) -> tuple[str, Cell, str]:
    event = balor.take_card(state)
    assert isinstance(event, CardTaken)
    assert event.seat is None
    return event.spot, event.cell, event.card


def test_balor_takes_cards_of_his_gaze_then_high_ones() -> None:
    """Specification, section 13, example 22."""
    state = solo(bards=bards(balor="h:3:1 v:1:1 h:1:1"), step=Step.TAKE_CARD, turn=None)
    assert taking(state) == ("h:3:1", Cell(3, 2), "R10a")
    state = fold(state, (CardTaken(None, "h:3:1", Cell(3, 2), "R10a"), CardPlayed(None, "R10a", Place(TOP, 1), False)))
    assert taking(state) == ("h:1:1", Cell(1, 1), "R04a")
    state = fold(state, (CardTaken(None, "h:1:1", Cell(1, 1), "R04a"), CardPlayed(None, "R04a", Place(TOP, 2), False)))
    assert taking(state) == ("v:1:1", Cell(2, 1), "G12a")


def test_of_two_bards_the_one_that_touches_fewest_cards_goes_home() -> None:
    state = solo(bards=bards(balor="h:1:1 v:1:1"), step=Step.TAKE_CARD, turn=None)
    without_nine = tuple(lying for lying in state.otherworld if lying.card != "G12a")
    assert taking(replace(state, otherworld=without_nine)) == ("v:1:1", Cell(1, 1), "R04a")


def test_in_the_echtra_balor_takes_any_card_and_the_first_bard_goes_home() -> None:
    state = solo(bards=bards(balor="v:2:3 h:1:1"), step=Step.TAKE_CARD, turn=None, echtra=True)
    left = tuple(lying for lying in state.otherworld if lying.card in {"Y11a", "B03a", "Y05a"})
    assert taking(replace(state, otherworld=left)) == ("h:1:1", Cell(3, 1), "Y11a")


def lair(card: str, *rows: str) -> Place:
    state = solo(turn=None, step=Step.PLAY_CARD, balor=Player(hand=(card,), saga=saga(*rows)))
    event = balor.play_card(state)
    assert isinstance(event, CardPlayed)
    assert (event.seat, event.card, event.offers) == (None, card, False)
    return event.place


def test_balor_lays_a_card_beside_one_of_its_colour_then_in_the_shortest_row() -> None:
    assert lair("R01b") == place(TOP, 1)
    assert lair("R01b", "B1 B2", "B3", "B4") == place(MIDDLE, 2)
    assert lair("R01b", "B1 B5 R2", "B3", "B4") == place(TOP, 4)
    assert lair("R01b", "B1 R2", "B3", "B4 G1") == place(MIDDLE, 2)
    assert lair("R01b", "B1 R2", "B3 B5", "B4 G1 R3") == place(TOP, 3)
    assert lair("R01b", "B1 R2 B7 B8 B9", "B3 B5 G9", "B4 G1 R3 Y1") == place(MIDDLE, 4)


def test_balor_ignores_placement_rules_and_effects() -> None:
    assert lair("R02b", "R12", "G1", "G2") == place(TOP, 2)
    assert lair("R02b", "R1 R2 R3 R4 R5", "R6 R7 R8 R9 R10", "G1") == place(BOTTOM, 2)


# The course of a match


def test_the_human_begins_and_the_gaze_is_turned_up_after_the_deal() -> None:
    empty = unstarted(1, "solo")
    set_up, _, dealt, gaze = TIR_NA_NOG.setup(empty, dice())
    assert isinstance(set_up, MatchSetUp)
    assert isinstance(dealt, OtherworldDealt)
    assert isinstance(gaze, GazeTurned)
    assert set_up.first == 0
    state = fold(empty, (set_up, dealt, gaze))
    assert (state.gaze, state.discards) == (CARDS[gaze.card].colour, (gaze.card,))
    assert len(started(1, "solo").players[0].hand) == 5


def test_balor_moves_by_himself_after_the_human() -> None:
    state = started(1, "solo")
    human, other = events_of(state, 0, PlaceBard("h:1:1"))
    assert human == BardPlaced(0, "h:1:1", None)
    assert isinstance(other, BardPlaced)
    assert other.seat is None


def test_balor_begins_the_saga_when_the_human_was_first() -> None:
    state = started(1, "solo")
    while state.step is Step.PLACE_BARD:
        before, state = state, played(state, 0, listed(state, 0)[0])
    events = events_of(before, 0, listed(before, 0)[0])
    assert [type(event) for event in events] == [BardPlaced, BardPlaced, CardTaken, CardPlayed]
    assert [len(state.balor.saga) if state.balor else None, len(state.bards)] == [1, 5]


def test_only_the_human_discards_and_balor_is_first_in_even_rounds() -> None:
    state = started(1, "solo")
    firsts: dict[int, Seat | None] = {}
    while to_act := TIR_NA_NOG.to_act(state):
        firsts.setdefault(state.round, state.first)
        if state.step is Step.TRIM_HANDS:
            assert to_act == (0,)
            assert isinstance(listed(state, 0)[0], UpkeepDiscard)
        state = played(state, 0, listed(state, 0)[0], seed=len(state.players[0].saga) + 100 * state.round)
    assert firsts == {1: 0, 2: None, 3: 0, 4: None, 5: 0}
    assert state.balor is not None
    assert sorted(card.space for card in state.balor.saga) == sorted(3 * [1, 2, 3, 4, 5])
    assert state.ending in (BEATEN, VICTORIOUS)


def test_when_balor_is_first_he_places_first_and_the_human_takes_first() -> None:
    state = replace(solo(step=Step.TRIM_HANDS), players=(Player(hand=("Y01a", "Y02a")),))
    *_, dealt, gaze, placed = events_of(state, 0, UpkeepDiscard("Y01a"))
    assert isinstance(dealt, OtherworldDealt)
    assert isinstance(gaze, GazeTurned)
    assert isinstance(placed, BardPlaced)
    assert placed.seat is None
    state = played(state, 0, UpkeepDiscard("Y01a"))
    while state.step is Step.PLACE_BARD:
        state = played(state, 0, listed(state, 0)[0])
    assert isinstance(listed(state, 0)[0], TakeCard)
    assert len(state.bards) == 6


def test_a_gap_may_be_shared_with_balor() -> None:
    told = saga("R3:shared_path")
    state = with_seat(solo(bards=bards(balor="h:1:1"), turn=0), 0, saga=told)
    assert PlaceBard("h:1:1", told[0].card) in listed(state, 0)


# The score


@pytest.mark.parametrize(("difficulty", "base"), [("fair", 30), ("grim", 38), ("dire", 46), ("baleful", 52)])
def test_balor_starts_with_the_points_of_the_difficulty(difficulty: str, base: int) -> None:
    state = replace(unstarted(1, "solo", difficulty=difficulty), faces=FIRST_GAME)
    _, score = scores(state)
    assert (score.seat, score.base, score.total) == (None, base, base)


def test_balor_shares_the_rewards_but_his_landmarks_do_not_count() -> None:
    state = solo(balor=Player(saga=saga("R1 R2:landmark R3", "B1 B2")))
    state = with_seat(state, 0, saga=saga("R4 R5", "B4 B5 B6"))
    human, lord = scores(state)
    assert (human.sizes, lord.sizes) == ((0, 3, 0, 2), (0, 2, 0, 3))
    assert (human.regions, lord.regions) == ((0, 7, 0, 3), (0, 3, 0, 7))
    assert (lord.effects, lord.rows, lord.total) == (0, (0, 0, 0), 48)
    with_own = with_seat(state, 0, saga=saga("R4 R5:landmark"))
    assert scores(with_own)[0].sizes[3] == 3


def worth(seat: int | None, total: int, size: int) -> Score:
    return Score(seat, 0, 0, (total, 0, 0), (0,) * 4, (size, 0, 0, 0), size, total)


@pytest.mark.parametrize(
    ("human", "lord", "result"),
    [
        ((50, 3), (49, 9), BEATEN),
        ((50, 4), (50, 3), BEATEN),
        ((50, 3), (50, 3), VICTORIOUS),
        ((50, 9), (51, 1), VICTORIOUS),
    ],
)
def test_the_higher_total_wins_then_the_larger_region_then_balor(
    human: tuple[int, int], lord: tuple[int, int], result: str
) -> None:
    final = (worth(0, *human), worth(None, *lord))
    assert ending(solo(), final) == result
    came_out = outcome(solo(scores=final, ending=result))
    assert came_out is not None
    (standing,) = came_out.standings
    assert (came_out.ending, standing.rank, standing.score) == (result, 1, human[0])
    assert {detail.name: detail.value for detail in standing.details}["balor"] == lord[0]


def test_the_match_is_over_when_the_human_leaves() -> None:
    state = started(1, "solo")
    state = fold(state, TIR_NA_NOG.leave(state, 0, LeaveReason.RESIGNED, dice()))
    assert (state.ending, TIR_NA_NOG.to_act(state)) == ("all_left", ())


def test_the_view_shows_balors_lair_and_gaze() -> None:
    state = solo(balor=Player(saga=saga("R1", "", "B3")), bards=bards(balor="h:1:1"))
    view = TIR_NA_NOG.view(state, 0)
    assert view.balor is not None
    assert (view.balor.gaze, view.balor.difficulty) == (RED, "grim")
    assert [(told.colour, told.value) for told in view.balor.cards] == [(RED, 1), (BLUE, 3)]
    assert [bard.seat for bard in view.bards] == [None]
    assert GREEN not in {told.colour for told in view.balor.cards}
    assert TIR_NA_NOG.view(started(2), 0).balor is None


def test_what_balor_took_is_never_dealt_again() -> None:
    state = solo(turn=None, step=Step.PLAY_CARD, balor=Player(hand=("R01b",), saga=saga("B1 B2")))
    assert not {"R01b", "B01a", "B02a"} & set(state.deck)


def test_the_human_plays_against_the_own_rows_only() -> None:
    state = with_seat(solo(turn=0, step=Step.PLAY_CARD, balor=Player(saga=saga("R12"))), 0, hand=("R01a",))
    assert PlayCard("R01a", place(TOP, 1)) in listed(state, 0)
