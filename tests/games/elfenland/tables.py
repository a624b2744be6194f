"""Matches of Elfenland in any position that a test needs."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import ROADS
from sagahall.games.elfenboard.table import Placed
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenland.moves import Event, Move
from sagahall.games.elfenland.state import Phase, State
from sagahall.games.kernel import IllegalMove, Seat, Setting
from sagahall.match.dice import HmacDice

PIG, CYCLE, CLOUD, UNICORN, TROLL, DRAGON, RAFT = Transport

EDITIONS = ("amigo", "moon")


def dice(seed: int = 0) -> HmacDice:
    return HmacDice(b"elfenland" * 4, "elfenland", seed)


def unstarted(variant: str = "amigo", seats: int = 2, /, **options: Setting) -> State:
    """A match before the set-up, seat 0 being the first player."""
    chosen = ELFENLAND.variant(variant)
    return ELFENLAND.initial(variant, chosen.resolve({"first_player": "seat_0", **options}), seats)


def started(variant: str = "amigo", seats: int = 2, /, **options: Setting) -> State:
    """A match at its first choice."""
    state = unstarted(variant, seats, **options)
    return fold(state, ELFENLAND.setup(state, dice()))


def fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(ELFENLAND.evolve, events, state)


def with_seat(state: State, seat: Seat, **changes: Any) -> State:
    changed = tuple(replace(one, **changes) if at == seat else one for at, one in enumerate(state.seats))
    return replace(state, seats=changed)


def in_phase(state: State, phase: Phase, turn: Seat = 0, **changes: Any) -> State:
    """The state in a phase, in which every seat has one action left."""
    seats = tuple(replace(traveller, todo=1, drawn=None) for traveller in state.seats)
    return replace(state, phase=phase, seats=seats, turn=turn, round=state.round or 1, **changes)


def counter(road: str, kind: Transport, *, obstacle: bool = False) -> Placed:
    assert road in ROADS
    return Placed(road, kind, obstacle)


def travelling(variant: str, boot: str, *board: Placed, hand: tuple[Transport, ...] = (), **options: Setting) -> State:
    """Seat 0 of two is on its move."""
    state = in_phase(unstarted(variant, **options), Phase.MOVING, board=board)
    return with_seat(state, 0, boot=boot, hand=hand)


def played(state: State, seat: Seat, *moves: Move, seed: int = 0) -> State:
    """The state after the moves of a seat."""
    for move in moves:
        state = fold(state, events_of(state, seat, move, seed=seed))
    return state


def events_of(state: State, seat: Seat, move: Move, *, seed: int = 0) -> tuple[Event, ...]:
    return ELFENLAND.decide(state, seat, move, dice(seed))


def refusal(state: State, seat: Seat, move: Move) -> str:
    """The rule that forbids the move."""
    with pytest.raises(IllegalMove) as caught:
        ELFENLAND.decide(state, seat, move, dice())
    assert move not in ELFENLAND.legal_moves(state, seat)
    return caught.value.rule


def placing(variant: str = "amigo", seats: int = 2, **options: Setting) -> State:
    """Seat 0 is to place."""
    return in_phase(unstarted(variant, seats, **options), Phase.PLACING)


def with_cards(state: State) -> State:
    """Everybody holds a card, so that nobody's move ends by itself."""
    for seat in range(len(state.seats)):
        state = with_seat(state, seat, hand=(PIG,))
    return state
