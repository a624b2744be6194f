"""Matches of Battlefields of Olympus in any position that a test needs, and random ones."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from functools import reduce
from typing import Any, TypeVar

import pytest

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.events import Event
from sagahall.games.battlefields_of_olympus.facts import ACTION_CARDS, ARES, TERRITORIES, WARRIOR_DECK
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import Move, Pass, PlayWarrior, StartBattle
from sagahall.games.battlefields_of_olympus.multisets import without
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State
from sagahall.games.kernel import IllegalMove, LeaveReason, Seat
from sagahall.match.dice import HmacDice

A, B, C, D = range(4)
ARCHERS, CAVALRY, HEAVY, PIKEMEN, SWORDSMEN = Warrior
AMBUSH, ELITE, ENCIRCLE, FLANK, RAID, RALLY, SCOUT, SKIRMISH = Action

FOUR = (ARCHERS, CAVALRY, HEAVY, PIKEMEN)
"""A full hand."""

E = TypeVar("E")


def dice(seed: int = 0) -> HmacDice:
    return HmacDice(b"olympus!" * 4, "olympus", seed)


def started(seats: int = 2, seed: int = 1) -> State:
    """A match at its first choice."""
    empty = GAME.initial("standard", {}, seats)
    return fold(empty, GAME.setup(empty, dice(seed)))


def fold(state: State, events: tuple[Event, ...]) -> State:
    return reduce(GAME.evolve, events, state)


def table(*camps: Camp, **changes: Any) -> State:
    """The first turn at a table with these camps; all other cards are in the decks, unless the changes say else."""
    warriors = [card for camp in camps for card in (*camp.warriors, *camp.reserve)]
    warriors += [camp.mercenary for camp in camps if camp.mercenary is not None]
    actions = [card for camp in camps for card in camp.actions]
    lands = {*changes.get("pile", ()), *(land for camp in camps for land in camp.territories)}
    there = {
        "phase": Phase.MAIN,
        "turns": 1,
        "deck": without(WARRIOR_DECK, warriors),
        "fate_actions": without(ACTION_CARDS, actions),
        "fate_territories": tuple(land for land in TERRITORIES if land not in lands),
        "fate_ares": ARES - changes.get("ares_in_play", 0) - changes.get("ares_spent", 0),
    }
    return State(camps=camps, **{**there, **changes})


def hand(*warriors: Warrior, **others: Any) -> Camp:
    return Camp(hand=warriors, **others)


def held(*actions: Action, **others: Any) -> Camp:
    """A camp with these Actions and one Warrior of each kind but Swordsmen."""
    return Camp(hand=FOUR, actions=actions, **others)


def battle(*camps: Camp, pile: tuple[str, ...] = ("meadow_r",), **changes: Any) -> State:
    """Two players, the first of whom has just attacked for a meadow."""
    return played(table(*camps, pile=pile, **changes), (A, StartBattle()))


def events_of(state: State, seat: Seat, move: Move, seed: int = 0) -> tuple[Event, ...]:
    return GAME.decide(state, seat, move, dice(seed))


def played(state: State, *moves: tuple[Seat, Move], seed: int = 0) -> State:
    """The state after the moves."""
    for seat, move in moves:
        state = fold(state, events_of(state, seat, move, seed))
    return state


def put(warrior: Warrior, *actions: Action) -> PlayWarrior:
    """The move that plays a Warrior, with Actions laid on it."""
    return PlayWarrior(warrior, actions)


def lost(state: State) -> State:
    """The battle after the seat to act has passed."""
    return played(state, (to_act(state), Pass()))


def to_act(state: State) -> Seat:
    (seat,) = GAME.to_act(state)
    return seat


def refused(state: State, seat: Seat, move: Move) -> str:
    """The rule that forbids the move, which is not listed either."""
    with pytest.raises(IllegalMove) as refusal:
        GAME.decide(state, seat, move, dice())
    assert move not in GAME.legal_moves(state, seat)
    return refusal.value.rule


def legal(state: State, seat: Seat, kind: type[E]) -> list[E]:
    """The listed moves of a kind."""
    return [move for move in GAME.legal_moves(state, seat) if isinstance(move, kind)]


def answers(state: State, seat: Seat) -> set[Warrior]:
    """The Warriors that the seat can play now, without Actions."""
    return {move.card for move in legal(state, seat, PlayWarrior) if not move.actions}


def only(events: tuple[Event, ...], kind: type[E]) -> E:
    """The one event of a kind."""
    (event,) = [event for event in events if isinstance(event, kind)]
    return event


def left(state: State, *seats: Seat) -> State:
    """The match after the seats have resigned, one after the other."""
    for seat in seats:
        state = fold(state, GAME.leave(state, seat, LeaveReason.RESIGNED, dice()))
    return state


def with_camp(state: State, seat: Seat, **changes: Any) -> State:
    return state.place(seat, replace(state.camps[seat], **changes))


def random_match(seats: int, seed: int) -> Iterator[State]:
    """The states of a match of listed moves."""
    rng = random.Random(f"{seats} {seed}")
    state, version = started(seats, seed), 1
    yield state
    while GAME.to_act(state):
        version += 1
        move = rng.choice(GAME.legal_moves(state, to_act(state)))
        state = fold(state, GAME.decide(state, to_act(state), move, dice(version)))
        yield state


def fate(territory: str = "", action: object = None, ares: int = 0) -> dict[str, object]:
    """A Fate deck of one card, as changes of a table."""
    return {
        "fate_territories": (territory,) if territory else (),
        "fate_actions": () if action is None else (action,),
        "fate_ares": ares,
    }
