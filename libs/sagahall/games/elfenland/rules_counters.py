"""Drawing, placing and keeping counters (specification, section 5, phases 2 to 4 and 6)."""

from __future__ import annotations

from collections.abc import Mapping

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import COUNTERS, ROADS, ROADS_FOR
from sagahall.games.elfenboard.moves import Pass, Passed
from sagahall.games.elfenboard.names import kind_name
from sagahall.games.elfenboard.placing import check_free, counter_below, has_room, taken_roads
from sagahall.games.elfenland.moves import (
    BlindCounterTaken,
    CounterKept,
    CounterPlaced,
    Event,
    HiddenCounterKept,
    HiddenCounterShown,
    KeepCounter,
    KeepHidden,
    KeepObstacle,
    Move,
    ObstacleKept,
    ObstaclePlaced,
    OpenCounterTaken,
    PlaceCounter,
    PlaceObstacle,
    ShowHidden,
    TakeBlind,
    TakeOpen,
)
from sagahall.games.elfenland.state import State
from sagahall.games.kernel import Dice, IllegalMove, Seat

_PLACEMENTS: Mapping[bool, Mapping[Transport, tuple[PlaceCounter, ...]]] = {
    hidden: {counter: tuple(PlaceCounter(counter, hidden, road) for road in ROADS_FOR[counter]) for counter in COUNTERS}
    for hidden in (False, True)
}
_OBSTACLES = {road: PlaceObstacle(road) for road in ROADS}

# What can be chosen


def hidden_choices(_state: State, _seat: Seat) -> tuple[Move, ...]:
    """What can be done with the counter just drawn."""
    return (KeepHidden(), ShowHidden())


def drawing_choices(state: State, _seat: Seat) -> tuple[Move, ...]:
    """The counters that can be taken."""
    blind = (TakeBlind(),) if state.pile else ()
    return (*map(TakeOpen, dict.fromkeys(state.open_counters)), *blind)


def placing_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every placement, and passing."""
    traveller = state.seats[seat]
    taken = taken_roads(state.board)
    moves: list[Move] = [Pass()]
    for hidden, counters in ((False, traveller.open_counters), (True, traveller.hidden_counters)):
        for counter in dict.fromkeys(counters):
            moves += [move for move in _PLACEMENTS[hidden][counter] if move.road not in taken]
    if traveller.obstacle:
        moves += [_OBSTACLES[placed.road] for placed in state.board if not placed.obstacle]
    return tuple(moves)


def can_place_something(state: State, seat: Seat) -> bool:
    """Whether the seat may have a placement, as far as all can see: with a hidden counter it may always have one, as
    passing for it would tell what the counter is."""
    traveller = state.seats[seat]
    if traveller.hidden_counters:
        return True
    if traveller.obstacle and not all(placed.obstacle for placed in state.board):
        return True
    return has_room(traveller.open_counters, state.board)


def keeping_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """What can be kept."""
    traveller = state.seats[seat]
    keep_obstacle = (KeepObstacle(),) if state.rules.obstacle_counts_as_kept and traveller.obstacle else ()
    return (
        *(KeepCounter(counter, hidden=False) for counter in dict.fromkeys(traveller.open_counters)),
        *(KeepCounter(counter, hidden=True) for counter in dict.fromkeys(traveller.hidden_counters)),
        *keep_obstacle,
    )


# What comes of it


def show_hidden(state: State, seat: Seat, _move: ShowHidden, _dice: Dice) -> tuple[Event, ...]:
    """Lays the counter just drawn face up."""
    counter = state.seats[seat].drawn
    assert counter is not None
    return (HiddenCounterShown(seat, counter),)


def keep_hidden(_state: State, seat: Seat, _move: KeepHidden, _dice: Dice) -> tuple[Event, ...]:
    """Leaves the counter just drawn face down."""
    return (HiddenCounterKept(seat),)


def take_open(state: State, seat: Seat, move: TakeOpen, dice: Dice) -> tuple[Event, ...]:
    """Takes an open counter, which is replaced at once while the pile lasts (C11)."""
    if move.counter not in state.open_counters:
        raise IllegalMove("counter-not-open", f"no {kind_name(move.counter)} lies open")
    replacement = dice.choice("replacement", state.pile) if state.pile else None
    return (OpenCounterTaken(seat, move.counter, replacement),)


def take_blind(state: State, seat: Seat, _move: TakeBlind, dice: Dice) -> tuple[Event, ...]:
    """Takes a face-down counter."""
    if not state.pile:
        raise IllegalMove("pile-empty", "no face-down counter is left")
    return (BlindCounterTaken(seat, dice.choice("blind-counter", state.pile)),)


def place_counter(state: State, seat: Seat, move: PlaceCounter, _dice: Dice) -> tuple[Event, ...]:
    """Places a counter on a free road of a terrain on which it may lie; a hidden one is turned up (C9)."""
    _check_held(state, seat, move.counter, hidden=move.hidden)
    check_free(move.counter, move.road, state.board)
    return (CounterPlaced(seat, move.counter, move.hidden, move.road),)


def place_obstacle(state: State, seat: Seat, move: PlaceObstacle, _dice: Dice) -> tuple[Event, ...]:
    """Places the seat's obstacle on a road that has a counter, but no obstacle."""
    if not state.seats[seat].obstacle:
        raise IllegalMove("obstacle-used", "the seat has no obstacle left")
    counter_below("obstacle", move.road, state.board)
    return (ObstaclePlaced(seat, move.road),)


def pass_by(_state: State, seat: Seat, _move: Pass, _dice: Dice) -> tuple[Event, ...]:
    """Places nothing. Passing is not final (C16)."""
    return (Passed(seat, forced=False),)


def keep_counter(state: State, seat: Seat, move: KeepCounter, _dice: Dice) -> tuple[Event, ...]:
    """Keeps one counter, as hidden or open as it was."""
    _check_held(state, seat, move.counter, hidden=move.hidden)
    if move.hidden:
        return (CounterKept(seat, None, move.counter),)
    return (CounterKept(seat, move.counter, None),)


def keep_obstacle(state: State, seat: Seat, _move: KeepObstacle, _dice: Dice) -> tuple[Event, ...]:
    """Keeps the obstacle instead of a counter (C7)."""
    if not state.rules.obstacle_counts_as_kept or not state.seats[seat].obstacle:
        raise IllegalMove("obstacle-not-kept", "there is no obstacle to be kept instead of a counter")
    return (ObstacleKept(seat),)


def _check_held(state: State, seat: Seat, counter: Transport, *, hidden: bool) -> None:
    traveller = state.seats[seat]
    if counter not in (traveller.hidden_counters if hidden else traveller.open_counters):
        stock = "hidden" if hidden else "open"
        raise IllegalMove("counter-not-held", f"the seat has no {stock} {kind_name(counter)}")
