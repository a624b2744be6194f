"""Matches of Elfenroads in any position that a test needs."""

from __future__ import annotations

from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import ROADS
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import Event, Move
from sagahall.games.elfenroads.state import Item, Phase, Placed, State
from sagahall.games.kernel import IllegalMove, Seat, Setting
from sagahall.match.dice import HmacDice

PIG, CYCLE, CLOUD, UNICORN, TROLL, DRAGON, RAFT = Transport

SEATS = range(2, 7)


def dice(seed: int = 0) -> HmacDice:
    return HmacDice(b"elfenroads" * 4, "elfenroads", seed)


def unstarted(seats: int = 2, /, **options: Setting) -> State:
    """A match before the set-up, seat 0 being the first player."""
    chosen = ELFENROADS.variant("standard").resolve({"first_player": "seat_0", **options})
    return ELFENROADS.initial("standard", chosen, seats)


def started(seats: int = 2, /, **options: Setting) -> State:
    """A match at its first choice."""
    state = unstarted(seats, **options)
    return fold(state, ELFENROADS.setup(state, dice()))


def fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(ELFENROADS.evolve, events, state)


def with_seat(state: State, seat: Seat, **changes: Any) -> State:
    changed = tuple(replace(one, **changes) if at == seat else one for at, one in enumerate(state.seats))
    return replace(state, seats=changed)


def in_phase(
    phase: Phase, seats: int = 2, /, turn: Seat = 0, options: dict[str, Setting] | None = None, **changes: Any
) -> State:
    """A match in a phase of its second round, in which every seat has one action left; three cards lie open."""
    state = unstarted(seats, **(options or {}))
    travellers = tuple(replace(traveller, todo=1) for traveller in state.seats)
    open_cards = changes.pop("open_cards", (PIG, CYCLE, RAFT))
    return replace(state, phase=phase, seats=travellers, turn=turn, round=2, open_cards=open_cards, **changes)


def counter(road: str, kind: Transport, *, obstacle: bool = False, gold: bool = False) -> Placed:
    assert road in ROADS
    return Placed(road, kind, obstacle, gold)


def travelling(boot: str, *board: Placed, hand: tuple[Transport, ...] = (), **options: Setting) -> State:
    """Seat 0 of two is on its move."""
    return with_seat(in_phase(Phase.MOVING, options=options, board=board), 0, boot=boot, hand=hand)


def selling(*gold: int, lots: tuple[Item, ...] = (Item.DRAGON,)) -> State:
    """Items are sold to seats with so much gold; seat 0 is the first player."""
    state = in_phase(Phase.AUCTION, len(gold), lots=lots)
    for seat, number in enumerate(gold):
        state = with_seat(state, seat, gold=number)
    return state


def played(state: State, seat: Seat, *moves: Move, seed: int = 0) -> State:
    """The state after the moves of a seat."""
    for move in moves:
        state = fold(state, events_of(state, seat, move, seed=seed))
    return state


def events_of(state: State, seat: Seat, move: Move, *, seed: int = 0) -> tuple[Event, ...]:
    return ELFENROADS.decide(state, seat, move, dice(seed))


def refusal(state: State, seat: Seat, move: Move) -> str:
    """The rule that forbids the move."""
    with pytest.raises(IllegalMove) as caught:
        ELFENROADS.decide(state, seat, move, dice())
    assert move not in ELFENROADS.legal_moves(state, seat)
    return caught.value.rule
