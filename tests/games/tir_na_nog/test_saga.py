"""Taking and playing cards, stray bards and the Echtra (specification, sections 6.2 to 6.4)."""

from __future__ import annotations

from dataclasses import replace

import pytest
from tests.games.tir_na_nog.tables import (
    BOTTOM,
    MIDDLE,
    TOP,
    bards,
    events_of,
    full_grid,
    grid,
    listed,
    place,
    played,
    playing,
    refusal,
    saga,
    table,
    with_seat,
)

from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import (
    CardDiscarded,
    CardTaken,
    DiscardCard,
    EchtraBegan,
    PlayCard,
    TakeCard,
    TakeStray,
)
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.state import State, Step

LONG_TALE, PAUSE, OATHBREAKER = "R02b", "Y06b", "R11b"


def open_places(state: State, card: str) -> list[tuple[str, int]]:
    return [
        (move.place.row.value, move.place.space)
        for move in listed(state, 0)
        if isinstance(move, PlayCard) and move.card == card
    ]


# Order of turns


def taking(seats: int, first: Seat, **standing: str) -> State:
    """The first turn of a Saga, all cards still there."""
    cards = [f"{colour}{value:02}a" for colour in "YB" for value in range(1, 13)]
    state = table(seats, first=first, turn=(first - 1) % seats, step=Step.TAKE_CARD)
    state = replace(state, otherworld=full_grid(state, *cards[: len(state.grid.cells)]), bards=bards(**standing))
    for seat in range(seats):
        state = with_seat(state, seat, hand=(f"R0{seat + 1}a",))
    return state


def order(state: State, step: Step) -> list[Seat]:
    """Who takes cards, until something else happens; everybody takes and plays what is listed first."""
    seats = []
    while state.step is step:
        (seat,) = TIR_NA_NOG.to_act(state)
        seats.append(seat)
        state = played(state, seat, listed(state, seat)[0])
        state = played(state, seat, listed(state, seat)[0])
    return seats


def test_the_saga_goes_counter_clockwise_and_the_first_player_comes_last() -> None:
    """Specification, section 13, example 18: the first player is B."""
    state = taking(3, 1, a="h:1:1 h:2:1 h:3:1", b="h:1:3 h:2:3 h:3:3", c="v:1:1 v:1:4 v:2:4")
    assert order(state, Step.TAKE_CARD)[:4] == [0, 2, 1, 0]


def test_a_turn_is_to_take_and_then_to_play() -> None:
    state = taking(2, 1, a="h:1:1", b="h:3:1")
    assert refusal(state, 0, PlayCard("R01a", place(TOP, 1))) == "wrong-step"
    assert refusal(state, 1, TakeCard("h:3:1", Cell(3, 1))) == "not-your-turn"
    state = played(state, 0, TakeCard("h:1:1", Cell(1, 2)))
    assert state.players[0].hand == ("R01a", "Y02a")
    assert state.bards == bards(b="h:3:1")
    assert refusal(state, 0, TakeCard("h:1:1", Cell(1, 1))) == "wrong-step"
    after = played(state, 0, PlayCard("Y02a", place(TOP, 1)))
    assert after.players[0].hand == ("R01a",)
    assert TIR_NA_NOG.to_act(after) == (1,)


def test_what_may_be_taken() -> None:
    state = taking(2, 1, a="h:1:1 v:1:1", b="h:3:1")
    assert listed(state, 0) == (
        TakeCard("h:1:1", Cell(1, 1)),
        TakeCard("h:1:1", Cell(1, 2)),
        TakeCard("v:1:1", Cell(1, 1)),
        TakeCard("v:1:1", Cell(2, 1)),
    )
    assert refusal(state, 0, TakeCard("h:3:1", Cell(3, 1))) == "no-bard-there"
    assert refusal(state, 0, TakeCard("h:1:1", Cell(2, 1))) == "card-not-touching"
    assert refusal(state, 0, TakeStray(Cell(1, 1))) == "wrong-step"


def test_the_move_names_the_bard_that_goes_home() -> None:
    """Specification, section 12, case 3."""
    state = taking(2, 1, a="h:1:1 v:1:1", b="h:3:1")
    assert played(state, 0, TakeCard("v:1:1", Cell(1, 1))).bards == bards(a="h:1:1", b="h:3:1")


def test_two_bards_in_one_gap_are_listed_once_and_take_a_card_each() -> None:
    """Specification, section 12, case 11."""
    state = taking(2, 1, a="h:1:1 h:1:1")
    assert len(listed(state, 0)) == 2
    state = played(state, 0, TakeCard("h:1:1", Cell(1, 1)), PlayCard("R01a", place(TOP, 1)))
    assert listed(state, 0) == (TakeCard("h:1:1", Cell(1, 2)),)


def test_a_crossing_with_a_taken_card_touches_the_rest() -> None:
    """Specification, section 12, case 12."""
    state = taking(2, 1, a="x:1:1", b="h:1:1")
    state = replace(state, otherworld=state.otherworld[1:])
    assert listed(state, 0) == (TakeCard("x:1:1", Cell(1, 2)), TakeCard("x:1:1", Cell(2, 1)))


# Stray bards and the Echtra


def strays() -> State:
    """Specification, section 13, example 19: A stands at two gaps of which only (1, 1) is left; B has a card, too."""
    state = taking(2, 1, a="h:1:1 v:1:1", b="h:3:1")
    return replace(state, otherworld=grid({(1, 1): "Y01a", (1, 3): "Y03a", (3, 1): "Y08a", (3, 3): "Y10a"}))


def test_stray_bards_wait_until_nobody_has_another() -> None:
    """Specification, section 13, example 19."""
    state = played(strays(), 0, TakeCard("h:1:1", Cell(1, 1)), PlayCard("R01a", place(TOP, 1)))
    assert TIR_NA_NOG.to_act(state) == (1,)
    state = played(state, 1, TakeCard("h:3:1", Cell(3, 1)))
    events = events_of(state, 1, PlayCard("Y08a", place(TOP, 1)))
    assert events[-1] == EchtraBegan()
    state = played(state, 1, PlayCard("Y08a", place(TOP, 1)))
    assert TIR_NA_NOG.to_act(state) == (0,)
    assert refusal(state, 0, TakeCard("v:1:1", Cell(1, 3))) == "wrong-step"
    assert listed(state, 0) == (TakeStray(Cell(1, 3)), TakeStray(Cell(3, 3)))
    assert refusal(state, 0, TakeStray(Cell(1, 1))) == "no-card-there"
    state = played(state, 0, TakeStray(Cell(3, 3)))
    assert (state.players[0].hand, state.bards) == (("Y01a", "Y10a"), ())
    assert state.step is Step.PLAY_CARD


def test_a_seat_whose_bards_are_all_stray_is_skipped() -> None:
    """Specification, section 12, case 2: B, who comes next, has only a stray bard."""
    state = taking(3, 1, a="h:1:1 v:1:1", b="h:1:4", c="h:3:1")
    state = replace(taking(3, 1), bards=bards(a="h:1:1 h:3:1", b="h:2:3", c="h:1:3"))
    gone = (Cell(2, 3), Cell(2, 4), Cell(1, 3), Cell(1, 4))
    state = replace(state, otherworld=tuple(lying for lying in state.otherworld if lying.cell not in gone))
    state = played(state, 0, TakeCard("h:1:1", Cell(1, 1)), PlayCard("R01a", place(TOP, 1)))
    assert TIR_NA_NOG.to_act(state) == (0,)


def test_the_echtra_goes_on_counter_clockwise_from_who_acted_last() -> None:
    """Everybody has stray bards but A, who acts last: C is the next counter-clockwise, then B, then C again."""
    state = replace(taking(3, 1), bards=bards(a="h:1:1", b="h:2:3", c="h:1:3 h:1:3"))
    gone = (Cell(2, 3), Cell(2, 4), Cell(1, 3), Cell(1, 4))
    state = replace(state, otherworld=tuple(lying for lying in state.otherworld if lying.cell not in gone))
    state = played(state, 0, TakeCard("h:1:1", Cell(1, 1)), PlayCard("R01a", place(TOP, 1)))
    assert state.echtra
    assert order(state, Step.TAKE_CARD) == [2, 1, 2]


def test_a_bard_goes_stray_in_its_owners_own_turn() -> None:
    """Specification, section 12, case 1."""
    state = played(strays(), 0, TakeCard("h:1:1", Cell(1, 1)))
    view = TIR_NA_NOG.view(state, 0)
    assert [(bard.spot, bard.stray) for bard in view.bards] == [("v:1:1", True), ("h:3:1", False)]


def test_a_stray_bard_that_goes_home_is_the_first_in_spot_order() -> None:
    state = replace(strays(), bards=bards(a="v:2:1 h:1:2", b="v:1:1"), echtra=True)
    (event,) = events_of(state, 0, TakeStray(Cell(1, 1)))
    assert event == CardTaken(0, "h:1:2", Cell(1, 1), "Y01a")


# Where a card may be played


def test_a_card_goes_to_the_first_free_space_of_any_row() -> None:
    state = playing(("Y09a",), saga("R2 G5", "", "R1 -- G2"))
    assert open_places(state, "Y09a") == [("top", 3), ("middle", 1), ("bottom", 2)]
    assert refusal(state, 0, PlayCard("Y09a", place(TOP, 4))) == "space-not-first-free"
    assert refusal(state, 0, PlayCard("Y09a", place(BOTTOM, 4))) == "space-not-first-free"
    assert refusal(state, 0, PlayCard("Y09a", place(TOP, 0))) == "space-not-first-free"
    assert refusal(state, 0, PlayCard("G09a", place(TOP, 3))) == "card-not-in-hand"
    assert refusal(state, 0, PlayCard("nonsense", place(TOP, 3))) == "card-not-in-hand"


def test_the_placement_rule_forbids() -> None:
    """Specification, section 13, example 2."""
    state = playing(("B07a", "B05a"), saga("R2 G5"))
    assert played(state, 0, PlayCard("B07a", place(TOP, 3)))
    assert refusal(state, 0, PlayCard("B05a", place(TOP, 3))) == "geis-forbids"
    hole = playing(("B05a", "B09a"), saga("R2 -- Y8"))
    assert played(hole, 0, PlayCard("B05a", place(TOP, 2)))
    assert refusal(hole, 0, PlayCard("B09a", place(TOP, 2))) == "geis-forbids"


def test_a_row_of_five_cards_is_full() -> None:
    state = playing(("Y09a",), saga("", "R1 R2 R3 R4 R5"))
    assert refusal(state, 0, PlayCard("Y09a", place(MIDDLE, 6))) == "row-full"
    assert refusal(state, 0, PlayCard("Y09a", place(MIDDLE, 1))) == "row-full"


def test_a_row_with_a_hole_and_four_cards_is_not_full() -> None:
    """Specification, section 12, case 7."""
    state = playing(("Y09a",), saga("", "R1 R2 -- R4 R5"))
    assert ("middle", 3) in open_places(state, "Y09a")


def test_a_hole_stays_once_the_row_has_five_cards() -> None:
    """Specification, section 12, case 7."""
    state = playing(("Y09a", LONG_TALE), saga("", "R1 R3 -- R4 R5 R6"))
    assert refusal(state, 0, PlayCard("Y09a", place(MIDDLE, 3))) == "row-full"
    assert refusal(state, 0, PlayCard(LONG_TALE, place(MIDDLE, 3))) == "row-full"


def test_long_tale_goes_to_space_6_of_a_row_whose_first_five_are_filled() -> None:
    state = playing((LONG_TALE,), saga("", "R1 R3 R4 R5 R6", "R7 R8 R9 R10"))
    assert open_places(state, LONG_TALE) == [("top", 1), ("middle", 6), ("bottom", 5)]
    assert refusal(state, 0, PlayCard(LONG_TALE, place(MIDDLE, 5))) == "space-not-first-free"
    six = playing((LONG_TALE,), saga("", "R1 R3 R4 R5 R6 R7"))
    assert refusal(six, 0, PlayCard(LONG_TALE, place(MIDDLE, 6))) == "row-full"


def test_the_placement_rule_binds_space_6_as_well() -> None:
    state = playing((LONG_TALE,), saga("R1 R3 R4 R5 R6"))
    assert refusal(state, 0, PlayCard(LONG_TALE, place(TOP, 6))) == "geis-forbids"


def test_pause_may_leave_the_first_free_space_empty() -> None:
    state = playing((PAUSE, "Y09a"), saga("R2", "R1 R3 R4 R5", "R7 -- R9"))
    assert open_places(state, PAUSE) == [("top", 2), ("top", 3), ("middle", 5), ("bottom", 2)]
    after = played(state, 0, PlayCard(PAUSE, place(TOP, 3)))
    assert [(card.card, card.space) for card in after.players[0].saga if card.row is TOP] == [("R02a", 1), (PAUSE, 3)]


def test_a_card_after_a_pause_fills_the_hole_between_both_neighbours() -> None:
    """Specification, section 12, case 6."""
    state = playing(("B05a", "B09a"), saga("R2 -- Y6"))
    assert open_places(state, "B05a")[0] == ("top", 2)
    assert ("top", 2) not in open_places(state, "B09a")


def test_pause_is_bound_by_the_rule_of_the_space_where_it_goes() -> None:
    state = playing((PAUSE,), saga("R9"))
    assert open_places(state, PAUSE)[0] == ("top", 3)
    assert refusal(state, 0, PlayCard(PAUSE, place(TOP, 2))) == "geis-forbids"


def test_oathbreaker_goes_anywhere_that_is_free() -> None:
    state = playing((OATHBREAKER,), saga("R12", "R1 R3 R4 R5 R6"), ("T1A", "M1A", "B3A"))
    assert open_places(state, OATHBREAKER) == [("top", 2), ("bottom", 1)]


def test_a_card_played_later_makes_nothing_illegal() -> None:
    """B4B: a bottom card may come under a card of its colour by a later play above."""
    state = playing(("R09a",), saga("", "", "R5"), ("T1A", "M1A", "B4B"))
    after = played(state, 0, PlayCard("R09a", place(MIDDLE, 1)))
    assert len(after.players[0].saga) == 2


# Discarding


FULL = saga("R1 R3 R5 Y12", "R2 R4 R6 R8", "B1 G2 B3 G4")
TIGHT = ("T1A", "M2B", "B3A")


def test_who_can_play_nothing_discards() -> None:
    """Specification, section 13, example 21."""
    hand = ("B09a", "G10a", "Y12b")
    state = playing(hand, FULL, TIGHT)
    assert listed(state, 0) == tuple(map(DiscardCard, hand))
    assert refusal(state, 0, DiscardCard("R09a")) == "card-not-in-hand"
    event, *_ = events_of(state, 0, DiscardCard("G10a"))
    assert event == CardDiscarded(0, "G10a")
    after = played(state, 0, DiscardCard("G10a"))
    assert (after.players[0].hand, after.discards) == (("B09a", "Y12b"), ("G10a",))


def test_who_can_play_anything_must() -> None:
    """Specification, section 13, example 21, with a blue 7 instead of the blue 9."""
    state = playing(("B07a", "G10a", "Y12b"), FULL, TIGHT)
    assert listed(state, 0) == (PlayCard("B07a", place(BOTTOM, 5)),)
    assert refusal(state, 0, DiscardCard("G10a")) == "must-play"


@pytest.mark.parametrize("card", [OATHBREAKER, "G06b"])
def test_a_play_by_an_effect_is_a_play(card: str) -> None:
    """Specification, section 12, case 5."""
    state = playing((card, "G10a", "Y12b"), FULL, TIGHT)
    assert refusal(state, 0, DiscardCard("G10a")) == "must-play"


def test_a_discarded_card_has_no_effect() -> None:
    state = playing(("Y11b", "G10a"), FULL, TIGHT)
    after = played(state, 0, DiscardCard("Y11b"))
    assert after.step is Step.TAKE_CARD
