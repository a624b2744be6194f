"""Matches of Ice Flow in any position that a test needs."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import reduce
from typing import Any

import pytest

from sagahall.games.ice_flow.board import DIRECTIONS
from sagahall.games.ice_flow.facts import ISLANDS, ORDER, ROUGH
from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.ice_flow.moves import Event, Move
from sagahall.games.ice_flow.state import Ground, State
from sagahall.games.kernel import IllegalMove, Seat, Setting
from sagahall.match.dice import HmacDice

BIG, LITTLE = ISLANDS
HOME = ("A1", "A3", "A5")
"""Where explorers wait that a test does not care for."""


def dice(seed: int = 0) -> HmacDice:
    return HmacDice(b"ice-flow" * 4, "ice-flow", seed)


def unstarted(seats: int = 2, /, **options: Setting) -> State:
    """A match before the first explorer is placed."""
    chosen = ICE_FLOW.variant("")
    return ICE_FLOW.initial(chosen.name, chosen.resolve(options), seats)


def floe(at: str, rough: str = "", *, rope: int = 0, fish: int = 0, bears: int = 0) -> Ground:
    """A floe with rough edges in the named directions, separated by blanks; as no tile is flat all around, one without
    any has its only rough edge in the north."""
    sides = tuple(name in (rough or "N").split() for name in DIRECTIONS)
    tile, rotation = next((tile, ways.index(sides)) for tile, ways in ROUGH.items() if sides in ways)
    return Ground(at, tile, rotation, rope, fish, bears)


def island(at: str, *, rope: int = 0, fish: int = 0, bears: int = 0) -> Ground:
    return Ground(at, None, 0, rope, fish, bears)


def sea(*grounds: Ground, teams: Sequence[Sequence[str]] = (), seats: int = 2, **options: Setting) -> State:
    """The turn of seat 0 in the first round, with empty rucksacks, and bare islands unless they are named.

    The teams are the explorers of the first seats.
    """
    named = {ground.at: ground for ground in (island(BIG), island(LITTLE), *grounds)}
    state = unstarted(seats, **options)
    expeditions = tuple(
        replace(one, explorers=tuple(teams[seat]) if seat < len(teams) else HOME, rope=0, fish=0)
        for seat, one in enumerate(state.expeditions)
    )
    ordered = tuple(sorted(named.values(), key=lambda ground: ORDER[ground.at]))
    return replace(state, grounds=ordered, expeditions=expeditions, round=1)


def with_pack(state: State, rope: int = 0, fish: int = 0, *, seat: Seat = 0) -> State:
    return with_seat(state, seat, rope=rope, fish=fish)


def with_seat(state: State, seat: Seat, **changes: Any) -> State:
    changed = replace(state.expeditions[seat], **changes)
    return replace(state, expeditions=state.with_expedition(seat, changed))


def fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(ICE_FLOW.evolve, events, state)


def events_of(state: State, seat: Seat, move: Move, *, seed: int = 0) -> tuple[Event, ...]:
    return ICE_FLOW.decide(state, seat, move, dice(seed))


def played(state: State, seat: Seat, *moves: Move, seed: int = 0) -> State:
    """The state after the moves of a seat."""
    for move in moves:
        state = fold(state, events_of(state, seat, move, seed=seed))
    return state


def listed(state: State, seat: Seat, *kinds: type[Any]) -> list[Move]:
    """The listed moves of some kinds."""
    return [move for move in ICE_FLOW.legal_moves(state, seat) if isinstance(move, kinds)]


def refusal(state: State, seat: Seat, move: Move) -> str:
    """The rule that forbids the move."""
    with pytest.raises(IllegalMove) as caught:
        ICE_FLOW.decide(state, seat, move, dice())
    assert move not in ICE_FLOW.legal_moves(state, seat)
    return caught.value.rule


def ground_of(state: State, at: str) -> Ground:
    ground = state.ground(at)
    assert ground is not None
    return ground


def pack_of(state: State, seat: Seat = 0) -> tuple[int, int]:
    """Ropes and fish in the rucksack."""
    return state.expeditions[seat].rope, state.expeditions[seat].fish
