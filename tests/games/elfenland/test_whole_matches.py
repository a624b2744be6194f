"""What holds at every point of every match."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import get_args

import pytest
from tests.games.elfenland.tables import EDITIONS, dice, fold

from sagahall.games.elfenboard.facts import MARKED_TOWNS
from sagahall.games.elfenland.facts import CARDS, PILE
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import Move
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import Seat


def states(variant: str, seats: int) -> Iterator[State]:
    """The states of a match of random moves."""
    rng = random.Random(f"{variant} {seats}")
    state = ELFENLAND.initial(variant, ELFENLAND.variant(variant).resolve({}), seats)
    state = fold(state, ELFENLAND.setup(state, dice()))
    draws = 0
    while to_act := ELFENLAND.to_act(state):
        yield state
        seat: Seat = rng.choice(to_act)
        draws += 1
        move = rng.choice(ELFENLAND.legal_moves(state, seat))
        state = fold(state, ELFENLAND.decide(state, seat, move, dice(draws)))
    yield state


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_nothing_is_lost_and_no_limit_is_passed(variant: str, seats: int) -> None:
    for state in states(variant, seats):
        counters, cards = list(state.pile + state.open_counters), list(state.deck + state.discard)
        counters += [placed.counter for placed in state.board]
        for one in state.seats:
            counters += [*one.open_counters, *one.hidden_counters, *((one.drawn,) if one.drawn else ())]
            cards += one.hand
            assert one.counters <= 5
            assert len(one.hand) <= (12 if variant == "moon" else 8)
            assert len(set(one.visited)) == len(one.visited)
            assert set(one.visited) <= set(MARKED_TOWNS)
        by_value = sorted(counter.value for counter in counters)
        assert by_value == sorted(counter.value for counter in PILE)
        assert sorted(card.value for card in cards) == sorted(card.value for card in CARDS)
        assert len({placed.road for placed in state.board}) == len(state.board)


@pytest.mark.parametrize("variant", EDITIONS)
@pytest.mark.parametrize("seats", range(2, 7))
def test_four_rounds_are_played_and_everybody_begins_the_next_in_turn(variant: str, seats: int) -> None:
    firsts = {state.round: state.first for state in states(variant, seats)}
    assert sorted(firsts) == [1, 2, 3, 4]
    assert all(firsts[later] == (firsts[later - 1] + 1) % seats for later in (2, 3, 4))
    *_, last = states(variant, seats)
    assert last.phase is Phase.OVER


def test_the_moves_are_those_of_the_rules_without_trades_and_without_undo() -> None:
    """C21, C22."""
    assert {move.__name__ for move in get_args(Move)} == {
        "ShowHidden", "KeepHidden", "TakeOpen", "TakeBlind", "PlaceCounter", "PlaceObstacle", "Pass", "KeepCounter",
        "KeepObstacle", "Step", "Caravan", "EndMove", "Discard",
    }  # fmt: skip
