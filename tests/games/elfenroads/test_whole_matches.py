"""What holds at every point of every match."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import get_args

import pytest
from tests.games.elfenroads.tables import SEATS, dice, fold

from sagahall.games.elfenboard.facts import MARKED_TOWNS
from sagahall.games.elfenboard.hands import contains
from sagahall.games.elfenboard.moves import Pass
from sagahall.games.elfenroads.facts import CARDS
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import Bid, Move
from sagahall.games.elfenroads.state import ITEM_OF, ITEMS, Item, Phase, State
from sagahall.games.kernel import Seat, Setting


def states(seats: int, seed: int = 0, **options: Setting) -> Iterator[State]:
    """The states of a match of random moves, with bids of any amount, in which items are left over."""
    rng = random.Random(f"{seats} {seed}")
    state = ELFENROADS.initial("standard", ELFENROADS.variant("standard").resolve(options), seats)
    state = fold(state, ELFENROADS.setup(state, dice(seed)))
    draws = 1000 * seed
    while to_act := ELFENROADS.to_act(state):
        yield state
        seat: Seat = rng.choice(to_act)
        draws += 1
        move = rng.choice(ELFENROADS.legal_moves(state, seat))
        if state.phase is Phase.PLACING and rng.random() < 0.6:
            move = Pass()
        if isinstance(move, Bid) and rng.random() < 0.3:
            move = Bid(rng.randint(move.amount, state.seats[seat].gold))
        state = fold(state, ELFENROADS.decide(state, seat, move, dice(draws)))
    yield state


def items_of(state: State) -> list[Item]:
    """All items of a match, wherever they are."""
    items = [*state.pile, *state.lots]
    for placed in state.board:
        items += [ITEM_OF[placed.counter], *[Item.OBSTACLE] * placed.obstacle, *[Item.GOLD] * placed.gold]
    for one in state.seats:
        items += [*one.open_items, *one.hidden_items, *one.drawn]
    return items


def check(state: State) -> None:
    cards = [*state.deck, *state.open_cards, *state.discard]
    for one in state.seats:
        cards += one.hand
        assert one.gold >= 0
        assert one.earned >= 0
        assert contains(one.hand, one.shown)
        assert len(set(one.visited)) == len(one.visited)
        assert set(one.visited) <= set(MARKED_TOWNS)
    assert sorted(card.value for card in cards) == sorted(card.value for card in CARDS)
    assert sorted(item.value for item in items_of(state)) == sorted(item.value for item in ITEMS)
    assert state.deck_gold + state.gold_stack + state.discard_gold == 7
    assert len(state.open_cards) == 3 or not state.drawable
    assert len({placed.road for placed in state.board}) == len(state.board)
    assert not any(placed.obstacle and placed.gold for placed in state.board)
    if state.bidder is not None:
        assert 1 <= state.bid <= state.seats[state.bidder].gold


@pytest.mark.parametrize("seats", SEATS)
def test_nothing_is_lost_and_gold_is_never_negative(seats: int) -> None:
    for seed in range(2):
        for state in states(seats, seed):
            check(state)


def test_nothing_is_lost_with_all_options_turned() -> None:
    options: dict[str, Setting] = {"rounds": 6, "home_town": True, "draw_all_three": True, "hand_limit": 3}
    for state in states(3, 0, **options):
        check(state)
        if state.phase is Phase.KEEPING:
            assert all(one.hand_count <= 3 for one in state.seats)


@pytest.mark.parametrize("seats", SEATS)
def test_eight_rounds_are_played_and_everybody_begins_the_next_in_turn(seats: int) -> None:
    firsts = {state.round: state.first for state in states(seats)}
    assert sorted(firsts) == list(range(1, 9))
    assert all(firsts[later] == (firsts[later - 1] + 1) % seats for later in range(2, 9))
    *_, last = states(seats)
    assert last.phase is Phase.OVER


def test_at_most_two_items_are_kept_from_round_to_round_and_what_others_keep_hidden_stays_hidden() -> None:
    choices = 0
    for state in states(3, 1):
        if state.phase is Phase.DRAWING:
            assert all(one.items <= 2 for one in state.seats)
        if state.phase is Phase.KEEPING:
            choices += 1
            twin = ELFENROADS.resample(state, 0, dice(choices))
            assert ELFENROADS.view(twin, 0) == ELFENROADS.view(state, 0)
            assert ELFENROADS.legal_moves(twin, 0) == ELFENROADS.legal_moves(state, 0)
            assert ELFENROADS.to_act(twin) == ELFENROADS.to_act(state)
    assert choices > 5


def test_the_moves_are_those_of_the_rules_without_trades_caravans_and_sales_to_the_bank() -> None:
    assert {move.__name__ for move in get_args(Move)} == {
        "DrawCard", "TakeCard", "TakeGold", "ShowItem", "Bid", "PlaceItem", "Pass", "Step", "EndMove", "Discard",
        "KeepItems",
    }  # fmt: skip
