"""Whose turn it is next (specification, sections 6.1 to 6.3)."""

from __future__ import annotations

from dataclasses import replace

from sagahall.games.tir_na_nog.facts import BARDS
from sagahall.games.tir_na_nog.state import Actor, State, Step, clockwise, counter_clockwise


def next_journey_turn(state: State) -> State:
    """Clockwise to the next who has a bard to place; when all stand, the Saga begins with the right neighbour of the
    first player."""
    for actor in clockwise(state, state.turn):
        if sum(bard.seat == actor for bard in state.bards) < BARDS:
            return replace(state, turn=actor)
    return next_saga_turn(replace(state, turn=state.first))


def next_saga_turn(state: State) -> State:
    """Counter-clockwise to the next who has a bard that is not stray; in the Echtra, who has a bard at all.

    Where there is none, the Echtra is to begin; where there are no bards, the upkeep.
    """
    able = {bard.seat for bard in (state.bards if state.echtra else state.active_bards())}
    turn = next((actor for actor in counter_clockwise(state, state.turn) if actor in able), state.turn)
    step = Step.TAKE_CARD if able else Step.BEGIN_ECHTRA if state.bards else Step.TRIM_HANDS
    return replace(state, turn=turn, step=step, played=None, drawn=0)


def turn_after_leaving(state: State, actor: Actor) -> State:
    """The next turn, if it was the leaver's."""
    if state.turn != actor:
        return state
    if state.step is Step.PLACE_BARD:
        return next_journey_turn(state)
    if state.step in (Step.TAKE_CARD, Step.PLAY_CARD, Step.USE_EFFECT, Step.DISCARD_DRAWN):
        return next_saga_turn(state)
    return state
