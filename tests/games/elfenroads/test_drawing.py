"""What players and bots are told: labels, pictures and the bot's advice."""

from __future__ import annotations

import random
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from tests.games.elfenroads.tables import (
    CLOUD,
    DRAGON,
    PIG,
    RAFT,
    TROLL,
    UNICORN,
    counter,
    dice,
    fold,
    in_phase,
    played,
    selling,
    travelling,
    unstarted,
    with_seat,
)

from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.moves import Pass, Step
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import Bid, EndMove, KeepItems, Move, PlaceItem, ShowItem, TakeCard, TakeGold
from sagahall.games.elfenroads.state import Item, Phase, Reward, State
from sagahall.games.kernel import Outcome, Seat

LAPPHALYA, ERGEREN = "elvenhold-lapphalya-p", "elvenhold-ergeren-f"


def labels(state: State, seat: Seat) -> list[str]:
    view = ELFENROADS.view(state, seat)
    return [ELFENROADS.label(view, move) for move in ELFENROADS.legal_moves(state, seat)]


# Labels


def test_labels_of_a_move_tell_prices_and_what_it_brings() -> None:
    board = (counter("beata-elvenhold-p", PIG), counter(LAPPHALYA, CLOUD, obstacle=True))
    state = with_seat(travelling("elvenhold", *board, hand=(PIG, *(CLOUD,) * 3, RAFT)), 0, earned=7)
    assert labels(state, 0) == [
        "End the move and take 7 gold",
        "End the move and take 2 cards",
        "Travel to Beatá (plain) for 1 giant pig",
        "Travel to Lapphálya (plain) for 3 magic cloud",
        "Travel to Rivinia (river) for 1 raft",
    ]


def test_labels_of_an_auction_tell_the_item() -> None:
    assert labels(selling(12, 12, lots=(Item.UNICORN, Item.MAGIC_CLOUD)), 0) == [
        "Pass",
        "Bid 1 gold for the magic cloud",
        "Bid 2 gold for the magic cloud",
        "Bid 4 gold for the magic cloud",
    ]


def test_labels_of_draws_and_items() -> None:
    assert labels(in_phase(Phase.DRAWING, gold_stack=2), 0) == [
        "Draw a card from the deck",
        "Take the open giant pig",
        "Take the open elfcycle",
        "Take the open raft",
        "Take the gold stack: 6 gold",
    ]
    view = ELFENROADS.view(in_phase(Phase.ITEMS), 0)
    assert ELFENROADS.label(view, ShowItem(Item.GOLD)) == "Show the gold and hide the other item"
    placed = PlaceItem(Item.DRAGON, hidden=True, road="jaccaranda-wylhien-m")
    assert ELFENROADS.label(view, placed) == "Place the hidden dragon on Jaccaranda - Wylhién (mountain)"
    kept = KeepItems((Item.GOLD,), (Item.DRAGON,))
    assert ELFENROADS.label(view, kept) == "Keep 1 gold (open) and 1 dragon (hidden)"


# Pictures


def busy() -> State:
    """A match in the middle of an auction."""
    board = (
        counter("beata-elvenhold-p", PIG),
        counter(LAPPHALYA, TROLL, obstacle=True),
        counter(ERGEREN, DRAGON, gold=True),
    )
    state = replace(selling(12, 34, 5, lots=(Item.UNICORN, Item.DRAGON)), board=board, gold_stack=2, discard=(RAFT,))
    state = with_seat(state, 0, hand=(PIG, CLOUD, RAFT), hidden_items=(Item.MAGIC_CLOUD,))
    state = with_seat(
        state, 1, boot="virst", visited=("virst",), hand=(DRAGON, PIG), shown=(PIG,), open_items=(Item.ELFCYCLE,) * 2
    )
    return played(played(state, 0, Bid(3)), 1, Pass())


def test_the_text_shows_whatever_a_choice_depends_on() -> None:
    lines = ELFENROADS.text(ELFENROADS.view(busy(), 0)).split("\n")
    text = "\n".join(lines)
    assert lines[0] == "Elfenroads, round 2 of 8: auction of dragon; to act: seat 2"
    assert max(map(len, lines)) <= 100
    for shown in (
        "Elvenhold(02)",
        "Virst 3(1)",
        "*Al'Baran 7",
        "[Pig]",
        "[Trl!]",
        "[Drg$]",
        "For sale now: dragon, highest bid 3 by seat 0; then unicorn",
        "Your cards: 1 giant pig, 1 magic cloud, 1 raft",
        "Your hidden items: 1 magic cloud",
        "items: 2 elfcycle; cards taken openly: 1 giant pig",
        "(passed)",
        "Gold stack: 2 cards (6 gold)",
        "Discard: 1 raft, 0 gold cards",
        "Mare Nebulae (west): 1",
    ):
        assert shown in text
    assert " 34 " in next(line for line in lines if line.startswith("  1 "))


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_the_picture_shows_gold_values_and_counters(viewer: Seat | None) -> None:
    root = ET.fromstring(ELFENROADS.svg(ELFENROADS.view(busy(), viewer)))
    words = [element.text or "" for element in root.iter("{http://www.w3.org/2000/svg}text")]
    for town in TOWNS.values():
        assert any(word.startswith(town.name) for word in words)
    for value in range(2, 8):
        in_towns = [town for town in TOWNS.values() if town.gold == value]
        assert words.count(str(value)) >= len(in_towns)
    for shown in ("pig", "troll", "dragon", "unicorn", "elfcycle x2", "To act: seat 2", "highest bid 3 by seat 0"):
        assert shown in words
    assert "1 town, 2 cards, 34 gold, at Virst" in words
    assert ("Your cards" in words) == (viewer is not None)


def test_the_picture_of_a_match_that_is_over_has_the_places() -> None:
    state = replace(busy(), phase=Phase.OVER, ending="last_round", lots=(), bidder=None, bid=0)
    view = ELFENROADS.view(state, None)
    first = "1. seat 1: 1 points (towns 1, gold 34)"
    assert first in ELFENROADS.text(view)
    assert first in ELFENROADS.svg(view)


@pytest.mark.parametrize("draw", ["text", "svg"])
def test_what_is_drawn_tells_nothing_that_the_viewer_must_not_know(draw: str) -> None:
    state = busy()
    pictures = {
        getattr(ELFENROADS, draw)(ELFENROADS.view(ELFENROADS.resample(state, 0, dice(seed)), 0)) for seed in range(5)
    }
    assert len(pictures) == 1


# The bot


def advised(state: State, seat: Seat) -> Move:
    return ELFENROADS.advise(ELFENROADS.view(state, seat), ELFENROADS.legal_moves(state, seat), dice())


def test_the_bot_takes_the_road_that_leads_to_most_towns() -> None:
    state = travelling("elvenhold", counter(LAPPHALYA, PIG), hand=(PIG, RAFT, RAFT))
    assert advised(state, 0) == Step("elvenhold-rivinia-r")


def test_the_bot_places_the_counter_that_its_cards_want() -> None:
    state = in_phase(Phase.PLACING)
    state = with_seat(state, 0, hand=(UNICORN,), open_items=(Item.GIANT_PIG,), hidden_items=(Item.UNICORN,))
    assert advised(state, 0) == PlaceItem(Item.UNICORN, hidden=True, road=ERGEREN)


def test_the_bot_places_gold_on_its_route_and_its_obstacle_off_it() -> None:
    board = (counter(ERGEREN, UNICORN), counter(LAPPHALYA, PIG))
    state = in_phase(Phase.PLACING, board=board)
    own = with_seat(state, 0, hand=(UNICORN,), open_items=(Item.GOLD,))
    assert advised(own, 0) == PlaceItem(Item.GOLD, hidden=False, road=ERGEREN)
    own = with_seat(own, 0, open_items=(Item.OBSTACLE,))
    assert advised(own, 0) == PlaceItem(Item.OBSTACLE, hidden=False, road=LAPPHALYA)


def test_the_bot_bids_for_the_item_that_its_cards_want_and_for_no_other() -> None:
    state = with_seat(selling(12, 12, lots=(Item.UNICORN,)), 0, hand=(UNICORN,))
    assert advised(state, 0) == Bid(1)
    assert advised(with_seat(state, 0, hand=(PIG,)), 0) == Pass()
    # However much it wants it, it stops somewhere.
    assert advised(with_seat(replace(state, bid=99, bidder=1), 0, gold=200), 0) == Pass()


def test_the_bot_takes_a_large_gold_stack() -> None:
    state = in_phase(Phase.DRAWING, gold_stack=6)
    assert advised(state, 0) == TakeGold()
    fitting = with_seat(replace(state, gold_stack=1), 0, hand=(RAFT,), open_items=(Item.GIANT_PIG,))
    assert isinstance(advised(fitting, 0), TakeCard)


def test_the_bot_takes_cards_for_a_poor_move_and_gold_for_a_rich_one_and_in_the_last_round() -> None:
    state = travelling("feodor")
    assert advised(with_seat(state, 0, earned=3), 0) == EndMove(Reward.CARDS)
    assert advised(with_seat(state, 0, earned=30), 0) == EndMove(Reward.GOLD)
    assert advised(with_seat(replace(state, round=8), 0, earned=3), 0) == EndMove(Reward.GOLD)


def test_the_bot_goes_home_in_the_last_round() -> None:
    state = travelling("elvenhold", hand=(RAFT,), home_town=True)
    state = with_seat(replace(state, round=8), 0, visited=("rivinia",), home="rivinia")
    assert advised(state, 0) == Step("elvenhold-rivinia-r")
    assert advised(with_seat(state, 0, home="tichih", visited=("rivinia", "tichih")), 0) == Step("elvenhold-rivinia-r")
    assert advised(with_seat(state, 0, home="ergeren"), 0) == EndMove(Reward.GOLD)


def against_chance(seed: int) -> tuple[Outcome, Seat]:
    """A match of the bot against random moves, and the bot's seat."""
    bot = seed % 2
    rng = random.Random(seed)
    state = unstarted(first_player="random")
    state = fold(state, ELFENROADS.setup(state, dice(1000 * seed)))
    draws = 1000 * seed
    while to_act := ELFENROADS.to_act(state):
        seat, draws = to_act[0], draws + 1
        move = advised(state, seat) if seat == bot else rng.choice(ELFENROADS.legal_moves(state, seat))
        state = played(state, seat, move, seed=draws)
    outcome = ELFENROADS.outcome(state)
    assert outcome is not None
    return outcome, bot


def test_the_bot_beats_random_moves() -> None:
    """All of four matches: it wins far more than 80 of 100."""
    for seed in range(4):
        outcome, bot = against_chance(seed)
        assert outcome.standings[0].seat == bot
        assert outcome.standings[1].rank == 2
