"""Who may do what: setting up, legal moves, decisions, leaving.

A seat that leaves is skipped from then on. Its boot and markers stay for its score; its cards go back unseen to the
draw pile, its counters face down to the pile, its unused obstacle out of the game. With one seat left the match ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sagahall.games.elfenboard.facts import HOME_TOWNS
from sagahall.games.elfenboard.moves import Discard, Pass, SeatLeft, Step
from sagahall.games.elfenland import rules_counters as counters
from sagahall.games.elfenland import rules_travel as travel
from sagahall.games.elfenland.facts import CARDS
from sagahall.games.elfenland.moves import (
    Caravan,
    EndMove,
    Event,
    KeepCounter,
    KeepHidden,
    KeepObstacle,
    Move,
    PlaceCounter,
    PlaceObstacle,
    ShowHidden,
    TakeBlind,
    TakeOpen,
)
from sagahall.games.elfenland.rules_flow import run_on
from sagahall.games.elfenland.state import Edition, Phase, Rules, State, Traveller
from sagahall.games.kernel import Dice, Form, IllegalMove, Options, Seat

_Decide = Callable[[State, Seat, Any, Dice], tuple[Event, ...]]

_DECISIONS: Mapping[type[Any], tuple[Phase, _Decide]] = {
    ShowHidden: (Phase.HIDDEN_COUNTERS, counters.show_hidden),
    KeepHidden: (Phase.HIDDEN_COUNTERS, counters.keep_hidden),
    TakeOpen: (Phase.OPEN_COUNTERS, counters.take_open),
    TakeBlind: (Phase.OPEN_COUNTERS, counters.take_blind),
    PlaceCounter: (Phase.PLACING, counters.place_counter),
    PlaceObstacle: (Phase.PLACING, counters.place_obstacle),
    Pass: (Phase.PLACING, counters.pass_by),
    KeepCounter: (Phase.KEEPING, counters.keep_counter),
    KeepObstacle: (Phase.KEEPING, counters.keep_obstacle),
    Step: (Phase.MOVING, travel.step),
    Caravan: (Phase.MOVING, travel.caravan),
    EndMove: (Phase.MOVING, travel.end_move),
    Discard: (Phase.DISCARDING, travel.discard),
}

_CHOICES: Mapping[Phase, Callable[[State, Seat], tuple[Move, ...]]] = {
    Phase.HIDDEN_COUNTERS: counters.hidden_choices,
    Phase.OPEN_COUNTERS: counters.drawing_choices,
    Phase.PLACING: counters.placing_choices,
    Phase.KEEPING: counters.keeping_choices,
    Phase.MOVING: travel.travel_choices,
    Phase.DISCARDING: travel.discard_choices,
}

_FORMS: Mapping[Phase, Callable[[State, Seat], tuple[Form[Move], ...]]] = {
    Phase.MOVING: travel.caravan_forms,
    Phase.DISCARDING: travel.discard_forms,
}

_DEFAULTS: Mapping[Phase, Move] = {
    Phase.HIDDEN_COUNTERS: KeepHidden(),
    Phase.PLACING: Pass(),
    Phase.MOVING: EndMove(),
}


def initial(variant: str, options: Options, seats: int) -> State:
    """The state before anything is dealt. `moon` always has four rounds and home towns."""
    edition = Edition(variant)
    rules = Rules(
        edition=edition,
        rounds=int(options.get("rounds", 4)),
        home_town=bool(options.get("home_town", True)),
        caravan_only_if_unable=bool(options["caravan_only_if_unable"]),
        caravan_cost=int(options["caravan_cost"]),
        ferrymen_cost=int(options.get("ferrymen_cost", 0)),
        obstacle_counts_as_kept=bool(options["obstacle_counts_as_kept"]),
        keep_open_counters=bool(options["keep_open_counters"]),
        draw_to_three_open=bool(options.get("draw_to_three_open", False)),
        random_first_player=options["first_player"] == "random",
    )
    homes = HOME_TOWNS if rules.home_town else ()
    return State(rules=rules, seats=(Traveller(),) * seats, deck=CARDS, homes=homes)


def setup(state: State, dice: Dice) -> tuple[Event, ...]:
    """The events up to the first choice (specification, section 4)."""
    return run_on(state, (), dice)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that have a choice: everybody's keeping is simultaneous, all else goes in turn."""
    if state.phase is Phase.KEEPING:
        return tuple(seat for seat, traveller in enumerate(state.seats) if traveller.todo)
    return (state.turn,) if state.phase in _CHOICES else ()


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat; of its caravans and discards, which are open, some."""
    return _CHOICES[state.phase](state, seat) if seat in to_act(state) else ()


def forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The caravans and discards of the seat."""
    if state.phase not in _FORMS or seat != state.turn:
        return ()
    return _FORMS[state.phase](state, seat)


def default_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Passes, ends the move or keeps the hidden counter; where something has to be chosen, chance does."""
    default = _DEFAULTS.get(state.phase)
    return dice.choice("default-move", legal_moves(state, seat)) if default is None else default


def decide(state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
    """What happens when the seat makes the move. Raises IllegalMove."""
    if seat not in to_act(state):
        raise IllegalMove("not-your-turn", f"seat {seat} has nothing to choose now")
    phase, decision = _DECISIONS[type(move)]
    if phase is not state.phase:
        raise IllegalMove("wrong-phase", f"that belongs to the phase {phase.value}, this is {state.phase.value}")
    return run_on(state, decision(state, seat, move, dice), dice)


def leave(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """The seat leaves, and the match runs on without it."""
    return run_on(state, (SeatLeft(seat),), dice)
