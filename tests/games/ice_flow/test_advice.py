"""What players and bots are told: default moves, forms, labels, pictures and the bot's advice."""

from __future__ import annotations

import random
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from tests.games.ice_flow.tables import (
    BIG,
    dice,
    floe,
    fold,
    island,
    listed,
    played,
    sea,
    unstarted,
    with_pack,
    with_seat,
)

from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import (
    Collect,
    Drift,
    EndTurn,
    Fish,
    Flee,
    FloeDrawn,
    Helicopter,
    Move,
    MoveExplorer,
    Pickup,
    PlaceFloe,
    Rebound,
    Reveal,
    Rotate,
    SendBear,
    Skip,
)
from sagahall.games.ice_flow.state import Direction, Item, State
from sagahall.games.kernel import Outcome, Seat

LEFT, RIGHT = Direction


def labelled(state: State, move: Move, seat: Seat = 0) -> str:
    return ICE_FLOW.label(ICE_FLOW.view(state, seat), move)


def table() -> State:
    """The turn of seat 0, with something of everything on the board."""
    grounds = (
        floe("6-0", "NE"),
        floe("5-0", "NE S", rope=2, fish=1),
        floe("4-4", "SE", bears=2),
        floe("2-3"),
        island(BIG, rope=1),
    )
    teams = [("6-0", "5-0", "A3"), ("2-3", BIG, "S2"), ("A1", "A2", "A6")]
    return with_pack(sea(*grounds, teams=teams, seats=3), rope=1, fish=2)


# Labels


@pytest.mark.parametrize(
    ("move", "words"),
    [
        (Drift("6-0"), "Let the floe at 6-0 drift to 6-1"),
        (Drift("5-0"), "Let the floe at 5-0 drift off the board"),
        (Rotate("6-0", RIGHT), "Turn the floe at 6-0 right: rough to the SE"),
        (Rotate("5-0", LEFT), "Turn the floe at 5-0 left: rough to the N SE"),
        (Reveal(), "Draw a floe, to be placed where a current enters"),
        (MoveExplorer(1, ("5-0",)), "Move explorer 1: 6-0 > 5-0 for 1 rope"),
        (MoveExplorer(2, ("4-0", "3-0")), "Move explorer 2: 5-0 > 4-0 > 3-0 for 2 fish"),
        (MoveExplorer(2, ("9-9",)), "Move explorer 2: 5-0 > 9-9"),
        (Collect(2, Item.FISH), "Collect a fish with explorer 2 at 5-0"),
        (Fish(2), "Fish with explorer 2 at 5-0 for 1 rope"),
        (EndTurn(), "End the turn"),
        (SendBear(BIG), "Send the bear to Big Diomede"),
        (Flee(2, "4-0", "3-0"), "Flee with explorer 2: 5-0 > 4-0 > 3-0 for 2 fish"),
        (Helicopter("A4"), "Call the helicopter to A4"),
        (Rebound(BIG), "Send the bear on to Big Diomede for 1 fish"),
        (Rebound(None), "Drive the bear away for 1 fish"),
        (Pickup(Item.ROPE), "Take a rope"),
        (Skip(), "Take nothing"),
    ],
)
def test_labels_say_what_a_move_does_and_costs(move: Move, words: str) -> None:
    assert labelled(table(), move) == words


def test_the_label_of_a_placement_says_where_the_rough_edges_will_be() -> None:
    state = fold(table(), (FloeDrawn(0, "F05", "I09"),))
    assert labelled(state, PlaceFloe("0-8", 2)) == "Place the floe at 0-8, rough to the SE SW (turned 2)"


# Forms and defaults


def test_any_path_can_be_given_in_the_form() -> None:
    (form,) = ICE_FLOW.forms(table(), 0)
    assert form.kind == "move_explorer"
    assert form.example in listed(table(), 0, MoveExplorer)
    assert [blank.name for blank in form.fields] == ["explorer", "path"]
    assert {"2-4", "S1", "A6"} <= set(form.fields[1].choices)
    assert ICE_FLOW.forms(table(), 1) == ()
    assert ICE_FLOW.forms(replace(table(), explorer_done=True), 0) == ()
    assert ICE_FLOW.forms(sea(), 0) == ()


def test_who_lets_the_time_run_out_does_the_least() -> None:
    state = sea(floe("1-3"), floe("6-0"), teams=[("1-3", "6-0", "A3")])
    assert ICE_FLOW.default_move(state, 0, dice()) == Rotate("1-3", LEFT)
    empty = with_seat(state, 0, explorers=("1-3", "A1", "A3"))
    assert ICE_FLOW.default_move(empty, 0, dice()) == Rotate("6-0", LEFT)
    assert ICE_FLOW.default_move(played(empty, 0, Drift("6-0")), 0, dice()) == EndTurn()
    arrived = played(sea(floe("4-4"), island(BIG, rope=1), teams=[("4-4", "A1", "A3")]), 0, MoveExplorer(1, (BIG,)))
    assert ICE_FLOW.default_move(arrived, 0, dice()) == Skip()


def test_by_default_a_bear_goes_where_nobody_is() -> None:
    grounds = (floe("4-4", bears=1), floe("5-4", "S"), floe("4-3"), floe("5-3", "S"))
    teams = [("5-4", "A1", "A3"), ("4-3", BIG, "5-3")]
    state = played(with_pack(sea(*grounds, teams=teams), fish=1), 0, MoveExplorer(1, ("4-4",)))
    assert ICE_FLOW.default_move(state, 0, dice()) == SendBear("5-4")


def test_new_pieces_are_placed_by_chance() -> None:
    choices = {ICE_FLOW.default_move(unstarted(), 0, dice(seed)) for seed in range(20)}
    assert len(choices) > 3


# Pictures


def test_the_text_shows_whatever_a_move_depends_on() -> None:
    lines = ICE_FLOW.text(ICE_FLOW.view(table(), 0)).split("\n")
    text = "\n".join(lines)
    assert lines[0] == "Ice Flow, round 1 of 200: ice action owed, explorer action free; to act: seat 0"
    assert max(map(len, lines)) <= 100
    for shown in (
        "--6-0--#",  # the rough edge in the north-east
        "/--5-0--#",
        "2r 1f",
        "BB",
        "1.2",
        "[S2]",
        "↓↓↓",
        "> 0 (you)       1 rope, 2 fish    6-0, 5-0, A3",
        "Stock: 11 ropes, 12 fish, 3 bears; bag:",
    ):
        assert shown in text


def test_the_text_shows_the_floe_that_has_to_be_placed() -> None:
    state = fold(table(), (FloeDrawn(0, "F05", "I13"),))
    assert "To be placed: floe F05, rough to the N SE, with 1 fish, 1 bear" in ICE_FLOW.text(ICE_FLOW.view(state, 0))


def test_the_text_shows_the_result() -> None:
    over = replace(table(), ending="last_round")
    assert "1. seat 1: 1 in Siberia, 7 columns to go" in ICE_FLOW.text(ICE_FLOW.view(over, None))


@pytest.mark.parametrize("viewer", [0, 2, None])
def test_the_picture_shows_whatever_a_move_depends_on(viewer: Seat | None) -> None:
    state = fold(table(), (FloeDrawn(0, "F05", "I13"),))
    root = ET.fromstring(ICE_FLOW.svg(ICE_FLOW.view(state, viewer)))
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for shown in ("2-4", "Big Diomede", "S2", "A6", "To act: seat 0", "To be placed, turned by 0 to 5, with"):
        assert shown in words
    assert ("Seat 0 (you)" in words) == (viewer == 0)


def test_a_floe_is_drawn_with_a_zigzag_for_each_rough_edge() -> None:
    def zigzags(state: State) -> int:
        return len(
            list(ET.fromstring(ICE_FLOW.svg(ICE_FLOW.view(state, 0))).iter("{http://www.w3.org/2000/svg}polyline"))
        )

    assert zigzags(sea(floe("4-4", "N S SE"))) - zigzags(sea()) == 3


# The bot


def advised(state: State, seat: Seat = 0, *, seed: int = 0) -> Move:
    return ICE_FLOW.advise(ICE_FLOW.view(state, seat), ICE_FLOW.legal_moves(state, seat), dice(seed))


def test_the_bot_wins_when_it_can() -> None:
    state = sea(floe("0-6", "SE"), floe("4-0"), teams=[("0-6", "S1", "S2")])
    assert advised(played(state, 0, Drift("4-0"))) == MoveExplorer(1, ("S3",))


def test_the_bot_turns_a_floe_that_bars_the_way() -> None:
    state = sea(floe("0-6", "NW SW", rope=1), teams=[("0-6", "A1", "A3")])
    assert isinstance(advised(state), Rotate)
    assert advised(played(state, 0, advised(state))) in (MoveExplorer(1, ("S3",)), Collect(1, Item.ROPE))


def test_the_bot_takes_what_lies_there() -> None:
    arrived = played(sea(floe("4-4"), island(BIG, fish=1), teams=[("4-4", "A1", "A3")]), 0, MoveExplorer(1, (BIG,)))
    assert advised(arrived) == Pickup(Item.FISH)


def test_the_bot_sends_bears_to_others() -> None:
    grounds = (floe("4-4", bears=1), floe("5-4", "S"), floe("4-3"), floe("5-3", "S"))
    teams = [("5-4", "5-3", "A3"), ("4-3", "A1", "A2")]
    state = played(with_pack(sea(*grounds, teams=teams), fish=1), 0, MoveExplorer(1, ("4-4",)))
    assert advised(state) == SendBear("4-3")


def test_the_bot_flees_westward() -> None:
    state = sea(
        floe("4-4", "S"), floe("4-3", "N", bears=1), floe("5-3", "NE"), teams=[("4-4", "A1", "A3"), ("4-3", "A2", "A4")]
    )
    state = replace(state, mover=1, explorer_done=True, bear_at="4-3")
    assert advised(state, 1) == Flee(1, None, BIG)


def against_chance(seed: int) -> tuple[Outcome, Seat]:
    """A match of the bot against random moves, and the bot's seat."""
    bot, rng = seed % 2, random.Random(seed)
    state, draws = unstarted(), 1000 * seed
    while to_act := ICE_FLOW.to_act(state):
        seat, draws = to_act[0], draws + 1
        move = advised(state, seat, seed=draws) if seat == bot else rng.choice(ICE_FLOW.legal_moves(state, seat))
        state = played(state, seat, move, seed=draws)
    outcome = ICE_FLOW.outcome(state)
    assert outcome is not None
    return outcome, bot


@pytest.mark.parametrize("seed", range(3))
def test_the_bot_beats_random_moves(seed: int) -> None:
    """All of three matches: it wins far more than 95 of 100."""
    outcome, bot = against_chance(seed)
    assert (outcome.standings[0].seat, outcome.standings[1].rank) == (bot, 2)
