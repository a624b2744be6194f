"""What players and bots are told: listed moves, forms, labels, pictures and the bot's advice."""

from __future__ import annotations

import random
from xml.etree import ElementTree as ET

import pytest
from tests.games.elfenland.tables import (
    CLOUD,
    CYCLE,
    DRAGON,
    EDITIONS,
    PIG,
    RAFT,
    TROLL,
    UNICORN,
    counter,
    dice,
    events_of,
    fold,
    in_phase,
    played,
    travelling,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.moves import Discard, Step
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import Caravan, EndMove, KeepCounter, Move, PlaceCounter, TakeOpen
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import Outcome, Seat

LAPPHALYA, ERGEREN = "elvenhold-lapphalya-p", "elvenhold-ergeren-f"


def labelled(state: State, seat: Seat, move: Move) -> str:
    return ELFENLAND.label(ELFENLAND.view(state, seat), move)


def test_of_the_caravans_one_is_listed_for_each_road_and_all_have_a_form() -> None:
    board = (counter(LAPPHALYA, DRAGON, obstacle=True), counter(ERGEREN, PIG))
    state = travelling("amigo", "elvenhold", *board, hand=(CYCLE, CYCLE, CLOUD, UNICORN, DRAGON, RAFT))
    caravans = [move for move in ELFENLAND.legal_moves(state, 0) if isinstance(move, Caravan)]
    forms = ELFENLAND.forms(state, 0)

    assert {move.road: len(move.cards) for move in caravans} == {LAPPHALYA: 4, ERGEREN: 3}
    assert [form.example for form in forms] == caravans
    assert all(ELFENLAND.is_open(move) for move in caravans)
    cards = forms[0].fields[1]
    assert (cards.min_items, cards.max_items, len(cards.choices)) in {(3, 3, 6), (4, 4, 6)}
    assert cards.choices[:2] == ("TRANSPORT_ELFCYCLE", "TRANSPORT_ELFCYCLE")


def test_the_listed_caravan_spares_the_cards_that_the_board_asks_for() -> None:
    board = (counter(LAPPHALYA, DRAGON, obstacle=True), counter("lapphalya-virst-p", CLOUD))
    state = travelling("amigo", "elvenhold", *board, hand=(PIG, CYCLE, CLOUD, CLOUD, UNICORN, TROLL, DRAGON, RAFT))
    (caravan,) = [move for move in ELFENLAND.legal_moves(state, 0) if isinstance(move, Caravan)]
    assert caravan.cards == (PIG, CYCLE, UNICORN, TROLL)


def test_cards_of_a_caravan_or_a_discard_may_be_named_in_any_order() -> None:
    state = travelling("amigo", "elvenhold", counter(LAPPHALYA, DRAGON), hand=(PIG, CYCLE, CLOUD, UNICORN))
    assert played(state, 0, Caravan(LAPPHALYA, (UNICORN, PIG, CLOUD))).seats[0].hand == (CYCLE,)
    full = played(travelling("amigo", "elvenhold", hand=(PIG, PIG, CYCLE, CLOUD, UNICORN, TROLL)), 0, EndMove())
    assert ELFENLAND.is_open(Discard((TROLL, PIG)))
    assert [form.kind for form in ELFENLAND.forms(full, 0)] == ["discard"]
    assert events_of(full, 0, Discard((TROLL, PIG)))


def test_labels_name_towns_as_they_are_spelled_and_prices() -> None:
    board = (counter("beata-elvenhold-p", PIG), counter(LAPPHALYA, CLOUD, obstacle=True))
    state = travelling("moon", "elvenhold", *board, hand=(PIG, CLOUD, CLOUD, CLOUD, RAFT, RAFT))
    labels = [labelled(state, 0, move) for move in ELFENLAND.legal_moves(state, 0)]
    assert labels == [
        "End the move",
        "Travel to Beatá (plain) for 1 giant pig",
        "Travel to Lapphálya (plain) for 3 magic cloud",
        "Travel to Beatá (river) for 2 raft",
        "Travel to Rivinia (river) for 1 raft",
        "Travel to Strykhaven (lake) for 2 raft",
        "Travel to Virst (lake) for 2 raft",
        "Travel to Beatá (plain) by caravan for 3 magic cloud",
        "Travel to Lapphálya (plain) by caravan for 3 magic cloud, 1 raft",
    ]
    placing = in_phase(unstarted("amigo"), Phase.PLACING)
    assert (
        labelled(placing, 0, PlaceCounter(DRAGON, hidden=True, road="jaccaranda-wylhien-m"))
        == "Place the hidden dragon on Jaccaranda - Wylhién (mountain)"
    )
    ferry = Caravan("grangor-yttar-l", (PIG, PIG, CYCLE))
    assert (
        labelled(state, 0, ferry) == "Travel along Grangor - Yttar (lake) with the ferrymen for 2 giant pig, 1 elfcycle"
    )


# Pictures


def board_of(variant: str) -> State:
    board = (counter("beata-elvenhold-p", PIG), counter(LAPPHALYA, TROLL, obstacle=True))
    state = travelling(variant, "elvenhold", *board, hand=(PIG, CLOUD, RAFT))
    return with_seat(state, 1, boot="virst", visited=("virst",), hand=(DRAGON,), hidden_counters=(UNICORN,))


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_text_shows_whatever_a_move_depends_on(variant: str) -> None:
    lines = ELFENLAND.text(ELFENLAND.view(board_of(variant), 0)).split("\n")
    text = "\n".join(lines)
    assert lines[0] == f"Elfenland ({variant}), round 1 of 4: travelling; to act: seat 0"
    assert max(map(len, lines)) <= 100
    for shown in (
        "Elvenhold(0)",
        "*Virst(1)",
        "*Wylhién",
        "[Pig]",
        "[Trl!]",
        "Your cards: 1 giant pig, 1 magic cloud, 1 raft",
    ):
        assert shown in text
    assert ("3 cards of any kind. An obstacle" in text.replace("\n", " ")) == (variant == "moon")


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_picture_shows_whatever_a_move_depends_on(viewer: Seat | None) -> None:
    root = ET.fromstring(ELFENLAND.svg(ELFENLAND.view(board_of("amigo"), viewer)))
    words = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for shown in ("Elvenhold", "Beatá", "Erg'Erén", "pig", "troll", "To act: seat 0"):
        assert shown in words
    assert ("Your cards" in words) == (viewer is not None)


@pytest.mark.parametrize("draw", ["text", "svg"])
def test_what_is_drawn_tells_nothing_that_the_viewer_must_not_know(draw: str) -> None:
    state = board_of("moon")
    pictures = {
        getattr(ELFENLAND, draw)(ELFENLAND.view(ELFENLAND.resample(state, 0, dice(seed)), 0)) for seed in range(5)
    }
    assert len(pictures) == 1


# The bot


def advised(state: State, seat: Seat) -> Move:
    return ELFENLAND.advise(ELFENLAND.view(state, seat), ELFENLAND.legal_moves(state, seat), dice())


def test_the_bot_takes_the_road_that_leads_to_most_towns() -> None:
    state = travelling("amigo", "elvenhold", counter(LAPPHALYA, PIG), hand=(PIG, RAFT, RAFT))
    assert advised(state, 0) == Step("elvenhold-rivinia-r")


def test_the_bot_places_the_counter_that_its_cards_want() -> None:
    state = with_seat(in_phase(unstarted("amigo"), Phase.PLACING), 0, hand=(UNICORN,), open_counters=(PIG, UNICORN))
    move = advised(state, 0)
    assert isinstance(move, PlaceCounter)
    assert (move.counter, move.road) == (UNICORN, ERGEREN)


def test_the_bot_takes_the_counter_that_its_cards_want() -> None:
    state = in_phase(unstarted("amigo"), Phase.OPEN_COUNTERS, open_counters=(PIG, CLOUD, UNICORN, TROLL, TROLL))
    assert advised(with_seat(state, 0, hand=(UNICORN,)), 0) == TakeOpen(UNICORN)


def test_the_bot_goes_home_in_the_last_round() -> None:
    visited = ("rivinia", "tichih")
    state = travelling("moon", "elvenhold", hand=(PIG, RAFT, RAFT))
    state = with_seat(state, 0, home="tichih", visited=visited)
    assert isinstance(advised(state, 0), Step)
    last = fold(state, events_of(state, 0, Step("elvenhold-rivinia-r")))
    assert advised(with_seat(last, 0, home="rivinia"), 0) != Step("elvenhold-rivinia-r")


def test_the_bot_keeps_a_hidden_counter_rather_than_an_open_one_of_its_kind() -> None:
    state = in_phase(unstarted("amigo"), Phase.KEEPING)
    state = with_seat(state, 0, open_counters=(DRAGON,), hidden_counters=(DRAGON,))
    assert advised(state, 0) == KeepCounter(DRAGON, hidden=True)


def against_chance(variant: str, seed: int) -> tuple[Outcome, Seat]:
    """A match of the bot against random moves, and the bot's seat."""
    bot = seed % 2
    rng = random.Random(seed)
    state = unstarted(variant)
    state = fold(state, ELFENLAND.setup(state, dice(1000 * seed)))
    draws = 1000 * seed
    while to_act := ELFENLAND.to_act(state):
        seat, draws = to_act[0], draws + 1
        move = advised(state, seat) if seat == bot else rng.choice(ELFENLAND.legal_moves(state, seat))
        state = played(state, seat, move, seed=draws)
    outcome = ELFENLAND.outcome(state)
    assert outcome is not None
    return outcome, bot


@pytest.mark.parametrize("variant", EDITIONS)
def test_the_bot_beats_random_moves(variant: str) -> None:
    """All of six matches: it wins far more than 95 of 100."""
    for seed in range(6):
        outcome, bot = against_chance(variant, seed)
        assert outcome.standings[0].seat == bot
        assert outcome.standings[1].rank == 2
