"""A match is its events: they alone make the same states again, drawing nothing, in any process."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from typing import Any, NoReturn

import pytest
from tests.contract.playing import Playing, playings, walk
from tests.contract.tables import Table

from sagahall.games.kernel import AnyGame
from sagahall.match.canonical import canonical, from_canonical
from sagahall.match.dice import HmacDice
from sagahall.match.game_codec import codec_of


def forbidden(*args: object) -> NoReturn:
    raise AssertionError("a replay draws nothing")


def replayed(playing: Playing) -> list[Any]:
    """The state after each change, from the bytes of its events alone."""
    game, codec = playing.table.game, codec_of(playing.table.game)
    state = game.initial(playing.table.variant.name, playing.options, playing.table.seats)
    states = []
    for turn in playing.turns:
        for event in turn.events:
            stored = codec.event(event).SerializeToString()
            state = game.evolve(state, codec.read_event(type(codec.event(event)).FromString(stored)))
        states.append(state)
    return states


def test_the_events_alone_make_the_same_states_again(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """B22: the dice, and the random numbers of Python, raise while the matches are replayed."""
    matches = playings(table)
    monkeypatch.setattr(HmacDice, "_draw", forbidden)
    monkeypatch.setattr(random.Random, "getrandbits", forbidden)
    monkeypatch.setattr(random.Random, "random", forbidden)
    monkeypatch.setattr(os, "urandom", forbidden)

    for playing in matches:
        assert replayed(playing) == [turn.after for turn in playing.turns]


def test_a_state_survives_its_canonical_encoding_with_all_that_follows_from_it(table: Table) -> None:
    """B26: at every version; nothing that the rules look at is left out of an encoded state."""
    game = table.game
    for playing in playings(table)[1:3]:
        for position in walk(playing):
            text = canonical(game.state_type, position.state)
            again = from_canonical(game.state_type, text)
            assert again == position.state
            assert canonical(game.state_type, again) == text
            assert game.to_act(again) == game.to_act(position.state)
            assert game.outcome(again) == game.outcome(position.state)
            for seat in range(table.seats):
                assert game.legal_moves(again, seat) == game.legal_moves(position.state, seat)
                assert game.forms(again, seat) == game.forms(position.state, seat)
            for viewer in table.viewers:
                assert game.view(again, viewer) == game.view(position.state, viewer)


def test_the_hash_of_every_state_is_the_same_in_every_process(game: AnyGame) -> None:
    """B25, B69: five processes that order their sets and dicts differently agree on every version."""
    command = [sys.executable, "-m", "tests.contract.hashes", game.name]
    hashes = {
        subprocess.run(
            command, env={**os.environ, "PYTHONHASHSEED": str(seed)}, check=True, capture_output=True, text=True
        ).stdout
        for seed in range(1, 6)
    }

    assert len(hashes) == 1
    assert f"{game.name}-" in hashes.pop()
