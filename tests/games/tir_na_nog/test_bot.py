"""The bot sees the view and the listed moves only, and beats chance."""

from __future__ import annotations

import random
from dataclasses import replace

from tests.games.tir_na_nog.tables import (
    BLUE,
    BOTTOM,
    GREEN,
    MIDDLE,
    TOP,
    bards,
    dice,
    fold,
    full_grid,
    grid,
    listed,
    place,
    played,
    playing,
    saga,
    table,
    unstarted,
    using,
    with_seat,
)

from sagahall.games.kernel import Outcome, Seat
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import (
    ChooseColour,
    DeclineEffect,
    Move,
    PlaceBard,
    PlayCard,
    Revalue,
    TakeCard,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.state import State, Step


def advised(state: State, seat: Seat = 0) -> Move:
    return TIR_NA_NOG.advise(TIR_NA_NOG.view(state, seat), listed(state, seat), dice())


def test_the_bot_plays_where_the_card_scores_most() -> None:
    """Red 12 ends the run of T1A with 15 points."""
    assert advised(playing(("R12a",), saga("R2 G5 B7 Y8", "Y1 Y2 Y3 G3", "G1"))) == PlayCard("R12a", place(TOP, 5))


def test_the_bot_does_not_close_a_row_with_its_first_card() -> None:
    """A 12 at the left end of Rising Tide lets nothing follow."""
    move = advised(playing(("R12a",)))
    assert isinstance(move, PlayCard)
    assert move.place.row is not TOP


def test_the_bot_takes_the_card_that_it_needs_with_the_bard_that_has_least_to_lose() -> None:
    state = table(2, step=Step.TAKE_CARD, bards=bards(a="h:1:1 v:1:1"))
    state = replace(state, otherworld=grid({(1, 1): "Y12a", (1, 2): "G11a", (2, 1): "B01a"}))
    state = with_seat(state, 0, saga=saga("R2 G5 B7 Y8", "R9 R8 R7 R6 R5", "B2 B3 B4 B5"))
    move = advised(state)
    assert isinstance(move, TakeCard)
    assert move.cell in (Cell(1, 1), Cell(2, 1))


def test_the_bot_goes_where_the_cards_are_good_and_free() -> None:
    state = table(2, step=Step.PLACE_BARD)
    state = replace(state, otherworld=full_grid(state, "R02a", "R03a", "G12a", "G12b", "Y12a", "B12a", "B12b", "Y12b"))
    state = with_seat(state, 0, saga=saga("G1", "Y1 R4", "R10 R11"))
    assert advised(state) == PlaceBard("h:1:1")
    crowded = replace(state, bards=bards(b="v:1:1 h:1:2 h:1:1"))
    assert advised(crowded) != PlaceBard("h:1:1")


def test_the_bot_uses_an_effect_that_helps_and_declines_one_that_does_not() -> None:
    """A blue 6 that becomes a 9 mends the rising row; where all rows are as good as can be, nothing is changed."""
    broken = saga("R1 G7 B8 B6 R12", "R9 G8 B7 Y5 R4", "R8:retell Y2 Y3 Y4 Y6")
    assert advised(using(broken[10].card, broken)) == Revalue(place(TOP, 4), 9)
    good = saga("R1 G2 B3 R8:retell Y12", "R9 G8 B7 Y6 R5", "Y1 Y2 Y3 Y4 Y5")
    assert advised(using(good[3].card, good)) == DeclineEffect()


def test_the_bot_discards_what_it_needs_least() -> None:
    state = table(2, step=Step.TRIM_HANDS)
    state = with_seat(state, 0, hand=("R12a", "B01a"), saga=saga("R2 G5 B7 Y8", "R9 R8 R7 R6 R5", "Y4 Y5 Y6 Y7 Y9"))
    assert advised(state) == UpkeepDiscard("B01a")


def test_the_bot_chooses_the_colour_that_scores() -> None:
    state = table(2, step=Step.CHOOSE_COLOUR, round=5)
    state = with_seat(state, 0, saga=saga("", "", "B1 B2 G3:shapeshifter B4"))
    assert advised(state) == ChooseColour(place(BOTTOM, 3), BLUE)
    state = with_seat(state, 0, saga=saga("", "G5 G6", "G1 G2 R7:shapeshifter G4"))
    assert advised(state) == ChooseColour(place(BOTTOM, 3), GREEN)
    assert MIDDLE in {card.row for card in state.players[0].saga}


def against_chance(seed: int) -> tuple[Outcome, Seat]:
    """A match of the bot against random moves, and the bot's seat."""
    bot = seed % 2
    rng = random.Random(seed)
    state = unstarted(2, geis="random")
    state = fold(state, TIR_NA_NOG.setup(state, dice(1000 * seed)))
    draws = 1000 * seed
    while to_act := TIR_NA_NOG.to_act(state):
        seat, draws = to_act[0], draws + 1
        move = advised(state, seat) if seat == bot else rng.choice(listed(state, seat))
        state = played(state, seat, move, seed=draws)
    outcome = TIR_NA_NOG.outcome(state)
    assert outcome is not None
    return outcome, bot


def test_the_bot_beats_random_moves() -> None:
    """All of six matches: it wins far more than 95 of 100."""
    for seed in range(6):
        outcome, bot = against_chance(seed)
        assert outcome.standings[0].seat == bot
        assert outcome.standings[1].rank == 2
