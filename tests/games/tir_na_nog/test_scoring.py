"""Scoring effects, regions, rewards and who wins (specification, sections 7 and 8)."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from tests.games.tir_na_nog.tables import (
    BLUE,
    BOTTOM,
    EXAMPLES,
    FIRST_GAME,
    GREEN,
    MIDDLE,
    RED,
    TOP,
    YELLOW,
    events_of,
    listed,
    place,
    played,
    refusal,
    saga,
    table,
    with_seat,
)

from sagahall.games.kernel import Outcome
from sagahall.games.tir_na_nog.facts import FACTS
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import ChooseColour, MatchScored
from sagahall.games.tir_na_nog.regions import region_sizes
from sagahall.games.tir_na_nog.saga import lines_of
from sagahall.games.tir_na_nog.scoring import COLOURS, effect_points, outcome, rewards, scores
from sagahall.games.tir_na_nog.state import Player, Score, State, Step


def rows(example: dict[str, Any]) -> tuple[str, str, str]:
    return example["top"], example["middle"], example["bottom"]


@pytest.mark.parametrize("example", EXAMPLES["regions"], ids=lambda example: example["top"])
def test_the_largest_region_of_each_colour(example: dict[str, Any]) -> None:
    sizes = region_sizes(lines_of(saga(*rows(example))))
    assert dict(zip(COLOURS, sizes, strict=True)) == {colour: example[colour.value] for colour in COLOURS}


def test_a_landmark_may_make_a_smaller_region_the_largest() -> None:
    lines = lines_of(saga("R2 R5 R6 B1 R8:landmark", "G1 G2 G3 B2 R4", "Y1"))
    assert region_sizes(lines) == (0, 2, 3, 3)
    two = lines_of(saga("R2:landmark R5:landmark", "R3"))
    assert region_sizes(two)[3] == 5
    assert region_sizes(two, landmarks=False)[3] == 3


@pytest.mark.parametrize("example", EXAMPLES["rewards"], ids=str)
def test_rewards_of_one_colour(example: dict[str, Any]) -> None:
    assert rewards(example["sizes"], FACTS.rewards[example["players"]]) == tuple(example["points"])


def test_a_reward_after_three_who_share_the_first_two_goes_to_the_next() -> None:
    """Specification, section 12, case 14."""
    assert rewards([4, 4, 4, 2], (9, 6, 3)) == (7, 7, 7, 3)
    assert rewards([4, 4, 4], (7, 3)) == (4, 4, 4)


@pytest.mark.parametrize("example", EXAMPLES["effects"], ids=lambda example: example["top"])
def test_points_of_scoring_effects(example: dict[str, Any]) -> None:
    assert effect_points(lines_of(saga(*rows(example)))) == example["points"]


@pytest.mark.parametrize(
    ("told", "points"),
    [
        (("R9:kindred R4 -- R6",), 4),
        (("R9:kindred",), 0),
        (("", "R1 B5:motley G2", ""), 2),
        (("-- R3", "R1 B5:motley G2", "-- Y1"), 4),
        (("-- B3", "B1 B5:motley B2", "-- B1"), 0),
        (("G2:last_word",), 4),
        (("G2:last_word -- -- -- -- R1",), 0),
    ],
)
def test_scoring_effects_one_by_one(told: tuple[str, ...], points: int) -> None:
    assert effect_points(lines_of(saga(*told))) == points


def scored(*told: tuple[str, str, str], **changes: Any) -> tuple[Score, ...]:
    state = table(max(2, len(told)), **changes)
    taken: set[str] = set()
    for seat, written in enumerate(told):
        state = with_seat(state, seat, saga=saga(*written, taken=taken))
    return scores(state)


@pytest.mark.parametrize("example", EXAMPLES["final"], ids=lambda example: f"winner {example['winner']}")
def test_a_whole_game(example: dict[str, Any]) -> None:
    result = scored(*map(rows, example["sagas"]), faces=FIRST_GAME)
    for score, expected in zip(result, example["sagas"], strict=True):
        assert score.rows == tuple(expected["geis"])
        assert (sum(score.regions), score.effects, score.total) == (
            expected["regions"],
            expected["effects"],
            expected["total"],
        )
    assert ranked(with_scores(result))[0] == (example["winner"], 1, 61)


def test_the_regions_of_that_game() -> None:
    """Specification, section 13, example 15."""
    a, b = scored(*map(rows, EXAMPLES["final"][0]["sagas"]))
    assert dict(zip(COLOURS, a.regions, strict=True)) == {RED: 7, BLUE: 7, GREEN: 3, YELLOW: 3}
    assert dict(zip(COLOURS, b.regions, strict=True)) == {YELLOW: 7, GREEN: 7, RED: 3, BLUE: 3}


def test_who_left_takes_no_part_in_the_rewards() -> None:
    told = ("R1 R2 R3", "", ""), ("R4 R5", "", ""), ("B1 B2", "", "")
    state = table(3)
    taken: set[str] = set()
    for seat, written in enumerate(told):
        state = with_seat(state, seat, saga=saga(*written, taken=taken), left=seat == 0)
    assert [score.regions[3] for score in scores(state)] == [0, 8, 0]


# Who wins


def with_scores(result: tuple[Score, ...], left: tuple[int, ...] = ()) -> State:
    players = tuple(Player(left=seat in left) for seat in range(len(result)))
    return replace(table(len(result)), players=players, scores=result, ending="last_round", step=Step.NOTHING)


def worth(*totals_and_sizes: tuple[int, int]) -> tuple[Score, ...]:
    return tuple(
        Score(seat, 0, 0, (total, 0, 0), (0,) * 4, (size, 0, 0, 0), size, total)
        for seat, (total, size) in enumerate(totals_and_sizes)
    )


def ranked(state: State) -> list[tuple[int, int, int]]:
    result = outcome(state)
    assert isinstance(result, Outcome)
    return [(standing.seat, standing.rank, standing.score) for standing in result.standings]


def test_a_tie_goes_to_the_largest_region_among_the_tied() -> None:
    """Specification, section 13, example 16."""
    assert ranked(with_scores(worth((50, 4), (50, 5), (48, 6)))) == [(1, 1, 50), (0, 2, 50), (2, 3, 48)]


def test_a_full_tie_is_a_shared_win() -> None:
    assert ranked(with_scores(worth((50, 5), (50, 5), (48, 6)))) == [(0, 1, 50), (1, 1, 50), (2, 3, 48)]


def test_who_left_comes_last_whatever_the_score() -> None:
    assert ranked(with_scores(worth((90, 9), (20, 2), (10, 2)), left=(0,))) == [(1, 1, 20), (2, 2, 10), (0, 3, 90)]


def test_an_outcome_says_what_the_points_are_for() -> None:
    state = table(2)
    state = with_seat(state, 0, saga=saga("R2 G5 B7 Y8 R11", "R9:kindred R4", "G1 G2"))
    result = outcome(with_scores(scores(state)))
    assert result is not None
    details = {detail.name: detail.value for detail in result.standings[0].details}
    assert details == {
        "effects": 2, "top_row": 15, "middle_row": 4, "bottom_row": 3, "yellow_region": 0, "blue_region": 0,
        "green_region": 7, "red_region": 7, "largest_region": 3,
    }  # fmt: skip
    assert result.standings[0].score == sum(details.values()) - details["largest_region"]


# Choosing colours


def choosing(first: int, *told: tuple[str, str, str]) -> State:
    """The last upkeep is over, the marker has passed on to `first`."""
    state = table(len(told), first=first, turn=first, round=5, step=Step.CHOOSE_COLOUR)
    taken: set[str] = set()
    for seat, written in enumerate(told):
        state = with_seat(state, seat, saga=saga(*written, taken=taken))
    return state


SHIFTERS = ("", "R7:shapeshifter", ""), ("", "G3:shapeshifter B2", "B1 B2 B3")


def test_colours_are_chosen_from_the_holder_of_the_marker_clockwise() -> None:
    state = choosing(1, *SHIFTERS)
    assert TIR_NA_NOG.to_act(state) == (1,)
    assert listed(state, 1) == tuple(ChooseColour(place(MIDDLE, 1), colour) for colour in COLOURS)
    assert listed(state, 0) == ()
    state = played(state, 1, ChooseColour(place(MIDDLE, 1), BLUE))
    assert TIR_NA_NOG.to_act(state) == (0,)
    *_, last = events_of(state, 0, ChooseColour(place(MIDDLE, 1), RED))
    assert isinstance(last, MatchScored)
    assert last.scores[1].sizes == (0, 5, 0, 0)


def test_the_colours_of_two_cards_of_a_seat_are_chosen_by_row_and_space() -> None:
    state = choosing(0, ("R7:shapeshifter", "", "B1 G3:shapeshifter"), ("", "", ""))
    assert refusal(state, 0, ChooseColour(place(BOTTOM, 2), RED)) == "not-that-card"
    assert refusal(state, 0, ChooseColour(place(BOTTOM, 1), RED)) == "not-that-card"
    state = played(state, 0, ChooseColour(place(TOP, 1), YELLOW))
    assert refusal(state, 0, ChooseColour(place(TOP, 1), RED)) == "not-that-card"
    state = played(state, 0, ChooseColour(place(BOTTOM, 2), BLUE))
    assert state.ending == "last_round"
    assert state.scores[0].rows[2] == 3


def test_nothing_is_scored_before_all_have_chosen_and_no_token_is_needed() -> None:
    state = choosing(0, *SHIFTERS)
    assert TIR_NA_NOG.outcome(state) is None
    supply = TIR_NA_NOG.view(state, 0).colour_tokens
    assert TIR_NA_NOG.view(played(state, 0, ChooseColour(place(MIDDLE, 1), BLUE)), 0).colour_tokens == supply
