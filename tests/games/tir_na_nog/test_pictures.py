"""What people read: labels, the text and the picture."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from tests.games.tir_na_nog.tables import (
    BOTTOM,
    MIDDLE,
    RED,
    TOP,
    bards,
    dice,
    full_grid,
    place,
    saga,
    started,
    table,
    unstarted,
    using,
    with_seat,
)

from sagahall.games.kernel import Seat
from sagahall.games.tir_na_nog.game import TIR_NA_NOG
from sagahall.games.tir_na_nog.moves import (
    ChooseColour,
    DeclineEffect,
    DiscardCard,
    DiscardTwo,
    DrawCards,
    Move,
    MoveOwn,
    PlaceBard,
    PlayCard,
    Recolour,
    Revalue,
    SwapOwn,
    TakeCard,
    TakeStray,
    UpkeepDiscard,
)
from sagahall.games.tir_na_nog.otherworld import Cell
from sagahall.games.tir_na_nog.scoring import scores
from sagahall.games.tir_na_nog.state import Player, State, Step

RING = ("R04a", "B09a", "R02a", "G12a", "Y05b", "Y11a", "R10a", "B03a")


def middle_of_a_match() -> State:
    state = table(2, step=Step.TAKE_CARD, round=3, bards=bards(a="h:1:1 e:1:2:s", b="v:2:3 h:3:2 h:3:2"))
    state = replace(state, otherworld=full_grid(state, *RING)[:-2])
    told = saga("R2 G5 B7", "R9:kindred R4", "-- B5:motley")
    told = (replace(told[0], value=3), *told[1:])
    state = with_seat(state, 0, hand=("R11b", "G10b"), saga=told)
    return with_seat(state, 1, hand=("B12b", "Y04a"), saga=saga("Y1 Y2"))


def labelled(move: Move, state: State | None = None) -> str:
    return TIR_NA_NOG.label(TIR_NA_NOG.view(state or middle_of_a_match(), 0), move)


@pytest.mark.parametrize(
    ("move", "label"),
    [
        (PlaceBard("h:1:1"), "Place a bard between red 4 Fergus mac Róich and blue 9 Cethlenn (h:1:1)"),
        (
            PlaceBard("e:1:2:s", "Y08b"),
            "Place a bard on the edge of blue 9 Cethlenn (e:1:2:s), by yellow 8 Fódla (borderland)",
        ),
        (
            PlaceBard("x:1:1", "B07b"),
            "Place a bard where red 4 Fergus mac Róich, blue 9 Cethlenn and green 12 Mad Suibhne meet (x:1:1), "
            "by blue 7 Tethra (crossroads)",
        ),
        (PlaceBard("nowhere"), "Place a bard at nowhere"),
        (TakeCard("h:1:1", Cell(1, 2)), "Take blue 9 Cethlenn with the bard at h:1:1"),
        (TakeStray(Cell(2, 3)), "Take yellow 5 Creidhne (crossroads) with a stray bard"),
        (PlayCard("R11b", place(TOP, 4)), "Play red 11 Bricriu of the Poison Tongue (oathbreaker) to top 4"),
        (DiscardCard("G10b"), "Discard green 10 The Cailleach (pause): nothing can be played"),
        (MoveOwn(place(MIDDLE, 2), BOTTOM), "Move Fergus mac Róich (middle 2) to the bottom row"),
        (SwapOwn(place(TOP, 1), place(TOP, 9)), "Swap Scáthach (top 1) and no card (top 9)"),
        (Recolour(place(TOP, 2), RED), "Turn Caílte mac Rónáin (top 2) red"),
        (Revalue(place(TOP, 2), 7), "Give Caílte mac Rónáin (top 2) the value 7"),
        (DrawCards(), "Draw cards, then discard as many"),
        (DiscardTwo(("R01a", "B01a")), "Discard red 1 Cú Chulainn and blue 1 Manannán mac Lir"),
        (DeclineEffect(), "Decline the effect"),
        (UpkeepDiscard("R01a"), "Discard red 1 Cú Chulainn"),
        (ChooseColour(place(TOP, 2), RED), "Caílte mac Rónáin (top 2) shall be red"),
    ],
)
def test_labels_say_what_a_move_does(move: Move, label: str) -> None:
    assert labelled(move) == label


def test_labels_of_a_spectator_name_places() -> None:
    view = TIR_NA_NOG.view(middle_of_a_match(), None)
    assert TIR_NA_NOG.label(view, Revalue(place(TOP, 2), 7)) == "Give no card (top 2) the value 7"


# Text


def text(state: State, viewer: Seat | None = 0) -> str:
    return TIR_NA_NOG.text(TIR_NA_NOG.view(state, viewer))


def test_the_text_shows_whatever_a_move_depends_on() -> None:
    written = text(middle_of_a_match())
    for shown in (
        "Tír na nÓg. Round 3 of 5, saga\nTo act: seat 0 (take a card)",
        "1   [    R4    ](0) [    B9    ]    [    R2    ]",
        "2   [   G12    ]                    [    Y5    ]",
        "crossroads",
        "Seat 0 (you) 20p 2 cards 1st",
        "R3*  G5   B7   --   --   =  6",
        "R9*+ R4   --   --   --   =  4",
        "--   B5*+ --   --   --   =  0",
        "rows 10, effects 3, regions 7",
        "regions Y0/0 B0/0 G0/0 R3/7",
        "Top: Rising Tide. Place: higher than the card on the left",
        "Your hand: red 11 Bricriu of the Poison Tongue (oathbreaker), green 10 The Cailleach (pause)",
        "Lasting effects of seat 0: kindred (middle 1), motley (bottom 2)",
        "pause: May be played one space to the right of the first free space",
        "values 1:2 2:2 3:1 4:2",
    ):
        assert shown in written, shown


def test_bards_are_drawn_in_gaps_at_corners_and_on_edges() -> None:
    state = middle_of_a_match()
    state = replace(state, otherworld=full_grid(state, *RING))
    spots = ("h:1:1", "v:1:1", "x:1:1", "e:1:2:n", "e:1:1:w", "e:1:2:s", "e:2:3:w", "e:3:3:e", "e:3:3:s", "e:3:2:n")
    for spot in spots:
        bare = text(replace(state, bards=()))
        assert bare.count("(0)") + 1 == text(replace(state, bards=bards(a=spot))).count("(0)"), spot
    assert "(01)" in text(replace(state, bards=bards(a="h:1:1", b="h:1:1")))


def test_the_text_hides_what_is_hidden() -> None:
    assert "Nechtan" not in text(middle_of_a_match(), 0)
    assert "Nechtan" in text(middle_of_a_match(), 1)
    assert "Your hand" not in text(middle_of_a_match(), None)


def test_five_who_all_have_to_act_fit_the_text() -> None:
    state = replace(started(5), step=Step.TRIM_HANDS)
    assert "To act: seat 0, seat 1, seat 2, seat 3, seat 4 (choose a card to discard)" in text(state).split("\n")


def test_the_text_offers_an_effect() -> None:
    state = using("R08b", saga("R8:retell"))
    assert "Just played: red 8 The Morrígan (retell). You may put a value token" in text(state)


def test_the_sixth_space_is_shown_once_it_is_filled() -> None:
    state = with_seat(middle_of_a_match(), 0, saga=saga("R1 R2 R3 R4 R5 R6"))
    assert "R1   R2   R3   R4   R5   R6   = 21" in text(state)


def test_the_result_is_shown() -> None:
    state = replace(middle_of_a_match(), step=Step.NOTHING, ending="last_round")
    state = replace(state, scores=scores(state))
    assert "over: last round\nNobody has to act" in text(state)
    assert "1. seat 0: 20 points\n2. seat 1: 10 points" in text(state)


def solo() -> State:
    state = replace(unstarted(1, "solo"), gaze=RED, step=Step.TAKE_CARD, balor=Player(saga=saga("R1", "R2")))
    return replace(state, otherworld=full_grid(state, *RING), bards=bards(balor="h:1:1"))


def test_balor_is_shown_with_his_gaze_and_lair() -> None:
    written = text(solo())
    assert "Balor 45p gaze red" in written
    assert "base 38, regions 7" in written
    assert "(B)" in written


# The picture


def written_in(state: State, viewer: Seat | None = 0) -> list[str]:
    root = ET.fromstring(TIR_NA_NOG.svg(TIR_NA_NOG.view(state, viewer)))
    return [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]


def test_the_picture_shows_whatever_a_move_depends_on() -> None:
    shown = written_in(middle_of_a_match())
    for words in (
        "Tír na nÓg. Round 3 of 5, saga",
        "To act: seat 0 (take a card)",
        "Seat 0, you, first, 2 cards",
        "rows 10, effects 3, regions 7",
        "Rising Tide",
        "was R2",
        "R 3: 7 p",
        "Your hand",
        "Bricriu of the Poison Tongue",
        "crossroads",
        "1?",
    ):
        assert words in shown, words


def test_while_bards_are_placed_the_picture_names_the_free_gaps() -> None:
    state = replace(started(2), first=0, turn=0, bards=bards(a="h:1:1"))
    shown = written_in(state)
    assert "h:1:2" in shown
    assert "h:1:1" not in shown


def test_the_picture_of_solo_play_shows_balor() -> None:
    shown = written_in(solo())
    assert "Balor, gazes at red" in shown
    assert "B" in shown


def test_everything_is_drawn_within_the_picture() -> None:
    for state in (middle_of_a_match(), solo(), *(started(seats) for seats in range(2, 6))):
        root = ET.fromstring(TIR_NA_NOG.svg(TIR_NA_NOG.view(state, 0)))
        width, height = (float(root.get(side) or 0) for side in ("width", "height"))
        for x, y in corners(root, 0, 0):
            assert 0 <= x <= width
            assert 0 <= y <= height


def corners(element: ET.Element, x: float, y: float) -> Iterator[tuple[float, float]]:
    """Where rectangles end, through all groups."""
    moved = (element.get("transform") or "translate(0 0)").removeprefix("translate(").removesuffix(")").split()
    x, y = x + float(moved[0]), y + float(moved[1])
    if element.tag.endswith("rect"):
        left, top, width, height = (float(element.get(name) or 0) for name in ("x", "y", "width", "height"))
        yield x + left + width, y + top + height
    for child in element:
        yield from corners(child, x, y)


@pytest.mark.parametrize("draw", ["text", "svg"])
def test_what_is_drawn_tells_nothing_that_the_viewer_must_not_know(draw: str) -> None:
    state = started(3)
    pictures = {
        getattr(TIR_NA_NOG, draw)(TIR_NA_NOG.view(TIR_NA_NOG.resample(state, 0, dice(seed)), 0)) for seed in range(5)
    }
    assert len(pictures) == 1
