"""What holds in every match, whatever is played."""

from __future__ import annotations

import random
from collections import defaultdict
from typing import Any

import pytest
from tests.games.ice_flow.tables import played, unstarted

from sagahall.games.ice_flow.facts import ALASKA, ISLANDS, ROUGH, SEA, SIBERIA
from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import Move, MoveExplorer
from sagahall.games.ice_flow.state import State, Step
from sagahall.games.kernel import Seat


def any_move(state: State, seat: Seat, rng: random.Random) -> Move:
    """A move of any kind, each kind as likely, so that much happens; to meet a bear is a kind of its own."""
    bears = {ground.at for ground in state.grounds if ground.bears}
    kinds: dict[tuple[type[Any], bool], list[Move]] = defaultdict(list)
    for move in ICE_FLOW.legal_moves(state, seat):
        kinds[type(move), isinstance(move, MoveExplorer) and move.path[-1] in bears].append(move)
    return rng.choice(rng.choice(list(kinds.values())))


def assert_sound(state: State) -> None:
    stock, spaces = state.stock, [ground.at for ground in state.grounds]
    assert min(stock.rope, stock.fish, stock.bears) >= 0
    assert len(set(spaces)) == len(spaces)
    assert set(spaces) <= {*SEA, *ISLANDS}
    drawn = 0 if state.drawn is None else 1
    assert len(state.floes) + len(state.bag) + drawn == len(ROUGH)
    for expedition in state.expeditions:
        assert min(expedition.rope, expedition.fish, expedition.free_slots) >= 0
        arrived = [at for at in expedition.explorers if at in SIBERIA]
        assert len(set(arrived)) == len(arrived)
        assert set(expedition.explorers) <= {*spaces, *ALASKA, *SIBERIA}
    assert all(state.crowd(at) <= 2 for at in (*ALASKA, *(floe.at for floe in state.floes)))
    assert all(0 <= ground.bears <= 2 for ground in state.grounds)
    if state.step is Step.TURN:
        assert not any(ground.bears and state.crowd(ground.at) for ground in state.grounds)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("variation", [False, True])
def test_nothing_is_ever_lost_doubled_or_where_it_must_not_be(seats: int, variation: bool) -> None:
    options = {"bear_rebound": variation, "second_ice_action_instead_of_explorer": variation}
    rng = random.Random(seats)
    state, draws, steps = unstarted(seats, max_rounds=60, **options), 0, set()
    while to_act := ICE_FLOW.to_act(state):
        state, draws = played(state, to_act[0], any_move(state, to_act[0], rng), seed=draws), draws + 1
        steps.add(state.step)
        assert_sound(state)
    assert steps >= {Step.SETUP_FLOES, Step.PLACE_FLOE, Step.SEND_BEAR, Step.PICKUP, Step.OVER}
