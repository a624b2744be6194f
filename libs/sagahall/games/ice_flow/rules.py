"""Who may do what, and what follows by itself (specification, sections 3 and 5).

A seat that leaves is skipped from then on. Its explorers leave the board and its items go to the stock; a floe that it
had drawn goes back to the bag, bears that it had to send stay where they are. With one seat left the match ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sagahall.games.ice_flow import rules_bears as bears
from sagahall.games.ice_flow import rules_explorers as explorers
from sagahall.games.ice_flow import rules_ice as ice
from sagahall.games.ice_flow.evolve import evolve
from sagahall.games.ice_flow.facts import EXPLORERS, FIRST_FISH, FIRST_FLOES, FIRST_ROPES, ISLANDS, SPOTS
from sagahall.games.ice_flow.moves import (
    Collect,
    Drift,
    EndTurn,
    Event,
    Fish,
    Flee,
    Helicopter,
    MatchEnded,
    Move,
    MoveExplorer,
    Pickup,
    PlaceExplorer,
    PlaceFloe,
    Rebound,
    Reveal,
    Rotate,
    SeatLeft,
    SendBear,
    Skip,
    TurnStarted,
)
from sagahall.games.ice_flow.scoring import ALL_LEFT, IN_SIBERIA, LAST_ROUND
from sagahall.games.ice_flow.state import Expedition, Ground, Rules, State, Step
from sagahall.games.kernel import Dice, IllegalMove, Options, Seat

_Decide = Callable[[State, Seat, Any, Dice], Event]


def initial(options: Options, seats: int) -> State:
    """The state before the first explorer is placed: full rucksacks, the islands stocked, no ice."""
    rules = Rules(
        max_rounds=int(options["max_rounds"]),
        only_move_own_or_empty_floes=bool(options["only_move_own_or_empty_floes"]),
        second_ice_action_instead_of_explorer=bool(options["second_ice_action_instead_of_explorer"]),
        bear_rebound=bool(options["bear_rebound"]),
    )
    islands = tuple(Ground(island.at, None, 0, island.rope, island.fish) for island in ISLANDS.values())
    return State(rules=rules, expeditions=(Expedition((), FIRST_ROPES, FIRST_FISH),) * seats, grounds=islands)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seat whose turn it is; while explorers flee, the seat of the next one."""
    match state.step:
        case Step.OVER:
            return ()
        case Step.FLEE:
            return state.threatened[:1]
        case _:
            return (state.turn,)


def decide(state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
    """What happens when the seat makes the move. Raises IllegalMove with the first rule that forbids it."""
    if seat not in to_act(state):
        raise IllegalMove("not-your-turn", f"seat {seat} has nothing to choose now")
    steps, decision = _DECISIONS[type(move)]
    if state.step not in steps:
        raise IllegalMove("wrong-step", f"now the step is {state.step.value}")
    if isinstance(move, Drift | Rotate | Reveal) and not state.may_act_on_ice:
        raise IllegalMove("action-done", "the ice action of this turn is done")
    if isinstance(move, MoveExplorer | Collect | Fish) and state.explorer_done:
        raise IllegalMove("action-done", "the explorer action of this turn is done")
    for space in _spaces(move):
        if space not in SPOTS:
            raise IllegalMove("unknown-piece", f"there is no space {space!r}")
    return _run_on(state, decision(state, seat, move, dice), dice)


def _spaces(move: Move) -> tuple[str, ...]:
    """The spaces that the move names."""
    match move:
        case MoveExplorer(path=path):
            return path
        case Flee(via=via, to=to):
            return (to,) if via is None else (via, to)
        case Drift(at=at) | Rotate(at=at) | PlaceFloe(at=at) | SendBear(to=at) | Rebound(to=str(at)):
            return (at,)
        case PlaceExplorer(station=station) | Helicopter(station=station):
            return (station,)
        case _:
            return ()


def leave(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """The seat leaves, and the match goes on without it."""
    return _run_on(state, SeatLeft(seat), dice)


def _end_turn(state: State, seat: Seat, _move: EndTurn, _dice: Dice) -> Event:
    if not may_end_turn(state, seat):
        raise IllegalMove("ice-action-owed", "an ice action has to be taken first")
    return _turn_over(state)


def may_end_turn(state: State, seat: Seat) -> bool:
    """Whether the seat owes no ice action: it has taken one, or there is none that it could take."""
    return state.ice_done or not ice.can_act_on_ice(state, seat)


_TURN = (Step.TURN,)
_FLEE = (Step.FLEE,)
_PICKUP = (Step.PICKUP,)

_DECISIONS: Mapping[type[Any], tuple[tuple[Step, ...], _Decide]] = {
    PlaceExplorer: ((Step.SETUP_EXPLORERS,), explorers.place_explorer),
    PlaceFloe: ((Step.SETUP_FLOES, Step.PLACE_FLOE), ice.place_floe),
    Drift: (_TURN, ice.drift),
    Rotate: (_TURN, ice.rotate),
    Reveal: (_TURN, ice.reveal),
    MoveExplorer: (_TURN, explorers.move_explorer),
    Collect: (_TURN, explorers.collect),
    Fish: (_TURN, explorers.fish),
    EndTurn: (_TURN, _end_turn),
    SendBear: ((Step.SEND_BEAR,), bears.send_bear),
    Flee: (_FLEE, bears.flee),
    Helicopter: (_FLEE, bears.helicopter),
    Rebound: (_FLEE, bears.rebound),
    Pickup: (_PICKUP, explorers.pickup),
    Skip: (_PICKUP, explorers.skip),
}


# What follows by itself


def _run_on(state: State, event: Event, dice: Dice) -> tuple[Event, ...]:
    """The event and all that follows from it by itself, until somebody has a choice or the match is over."""
    events = [event]
    state = evolve(state, event)
    while (following := _following(state, dice)) is not None:
        events.append(following)
        state = evolve(state, following)
    return tuple(events)


def _following(state: State, dice: Dice) -> Event | None:
    if state.ending is None and (ending := _ending(state)):
        return MatchEnded(ending)
    match state.step:
        case Step.SETUP_EXPLORERS:
            return _setting_up(state, dice)
        case Step.SEND_BEAR if not bears.bear_destinations(state, state.mover_at or ""):
            return bears.bear_lost(state)
        case Step.TURN if (state.ice_done and state.explorer_done) or state.expeditions[state.turn].left:
            return _turn_over(state)
        case _:
            return None


def _ending(state: State) -> str | None:
    """How the match is decided now, whatever else had to be done."""
    if len(state.present) < 2:
        return ALL_LEFT
    return None if state.winner is None else IN_SIBERIA


def _setting_up(state: State, dice: Dice) -> Event | None:
    """After the last explorer come the floes, after the last floe the first turn."""
    if any(len(state.expeditions[seat].explorers) < EXPLORERS for seat in state.present):
        return None
    if len(state.floes) < FIRST_FLOES:
        return ice.draw_floe(state, state.turn, dice)
    return TurnStarted(state.present[0], 1)


def _turn_over(state: State) -> Event:
    """The next seat's turn; after the last round the end."""
    following = state.clockwise(state.turn + 1)[0]
    round_ = state.round + (following <= state.turn)
    return TurnStarted(following, round_) if round_ <= state.rules.max_rounds else MatchEnded(LAST_ROUND)
