"""How events change the state. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sagahall.games.elfenboard import evolve as shared
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenboard.moves import (
    CardsDealt,
    CardsDiscarded,
    HomeDealt,
    HomeRevealed,
    MatchEnded,
    MatchStarted,
    Passed,
    RoundEnded,
    RoundStarted,
    SeatLeft,
)
from sagahall.games.elfenboard.table import Placed, acted, next_turn, placement, with_seat
from sagahall.games.elfenland.facts import DRAWS, HAND_LIMIT
from sagahall.games.elfenland.moves import (
    BlindCounterTaken,
    CounterKept,
    CounterPlaced,
    CountersTurnedUp,
    Event,
    HiddenCounterDrawn,
    HiddenCounterKept,
    HiddenCounterShown,
    MoveEnded,
    ObstacleKept,
    ObstaclePlaced,
    OpenCounterTaken,
    PhaseStarted,
    Travelled,
)
from sagahall.games.elfenland.state import Edition, Phase, State
from sagahall.games.kernel import Seat


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


def tokens(state: State, seat: Seat) -> int:
    """How many things of a seat count towards the one that it may keep (C7)."""
    traveller = state.seats[seat]
    return traveller.counters + int(state.rules.obstacle_counts_as_kept and traveller.obstacle)


# Setting up


def _round_started(state: State, event: RoundStarted) -> State:
    deck = ordered(state.deck, state.discard)
    back: tuple[Transport, ...] = () if state.rules.keep_open_counters else state.open_counters
    return replace(
        state,
        phase=Phase.DEALING,
        round=event.round,
        first=event.first,
        turn=event.first,
        deck=deck,
        discard=(),
        open_counters=() if back else state.open_counters,
        pile=ordered(state.pile, back),
    )


def _counters_turned_up(state: State, event: CountersTurnedUp) -> State:
    return replace(
        state,
        open_counters=ordered(state.open_counters, event.counters),
        pile=without(state.pile, event.counters),
    )


def _phase_started(state: State, event: PhaseStarted) -> State:
    return shared.phase_started(state, lambda seat: _todo(state, seat, event.phase), phase=event.phase)


def _todo(state: State, seat: Seat, phase: Phase) -> int:
    if phase is Phase.KEEPING:
        return int(tokens(state, seat) > 1)
    if phase is Phase.OPEN_COUNTERS:
        kept_open = len(state.seats[seat].open_counters) if state.rules.draw_to_three_open else 0
        return DRAWS - kept_open
    return 1


# Counters


def _hidden_drawn(state: State, event: HiddenCounterDrawn) -> State:
    pile = without(state.pile, (event.counter,))
    if state.rules.edition is Edition.MOON:
        return replace(state, seats=with_seat(state, event.seat, drawn=event.counter), pile=pile)
    hidden = ordered(state.seats[event.seat].hidden_counters, (event.counter,))
    return acted(state, event.seat, with_seat(state, event.seat, hidden_counters=hidden, todo=0), pile=pile)


def _hidden_shown(state: State, event: HiddenCounterShown) -> State:
    counters = ordered(state.seats[event.seat].open_counters, (event.counter,))
    return acted(state, event.seat, with_seat(state, event.seat, open_counters=counters, drawn=None, todo=0))


def _hidden_kept(state: State, event: HiddenCounterKept) -> State:
    traveller = state.seats[event.seat]
    assert traveller.drawn is not None
    counters = ordered(traveller.hidden_counters, (traveller.drawn,))
    return acted(state, event.seat, with_seat(state, event.seat, hidden_counters=counters, drawn=None, todo=0))


def _open_taken(state: State, event: OpenCounterTaken) -> State:
    refill = () if event.replacement is None else (event.replacement,)
    return _received(
        state,
        event.seat,
        event.counter,
        open_counters=ordered(without(state.open_counters, (event.counter,)), refill),
        pile=without(state.pile, refill),
    )


def _blind_taken(state: State, event: BlindCounterTaken) -> State:
    return _received(state, event.seat, event.counter, pile=without(state.pile, (event.counter,)))


def _received(state: State, seat: Seat, counter: Transport, **changes: Any) -> State:
    traveller = state.seats[seat]
    counters = ordered(traveller.open_counters, (counter,))
    return acted(state, seat, with_seat(state, seat, open_counters=counters, todo=traveller.todo - 1), **changes)


def _counter_placed(state: State, event: CounterPlaced) -> State:
    traveller = state.seats[event.seat]
    stock = "hidden_counters" if event.hidden else "open_counters"
    counters = without(getattr(traveller, stock), (event.counter,))
    board = (*state.board, Placed(event.road, event.counter, obstacle=False))
    return placement(state, event.seat, board, **{stock: counters})


def _obstacle_placed(state: State, event: ObstaclePlaced) -> State:
    board = tuple(replace(placed, obstacle=True) if placed.road == event.road else placed for placed in state.board)
    return placement(state, event.seat, board, obstacle=False)


def _counter_kept(state: State, event: CounterKept) -> State:
    kept_open = () if event.open_counter is None else (event.open_counter,)
    kept_hidden = () if event.hidden_counter is None else (event.hidden_counter,)
    obstacle = state.seats[event.seat].obstacle and not state.rules.obstacle_counts_as_kept
    return _returned(state, event.seat, kept_open, kept_hidden, obstacle=obstacle)


def _obstacle_kept(state: State, event: ObstacleKept) -> State:
    return _returned(state, event.seat, (), ())


def _returned(
    state: State, seat: Seat, kept_open: tuple[Transport, ...], kept_hidden: tuple[Transport, ...], **changes: Any
) -> State:
    traveller = state.seats[seat]
    pile = ordered(
        state.pile, without(traveller.open_counters, kept_open), without(traveller.hidden_counters, kept_hidden)
    )
    seats = with_seat(state, seat, open_counters=kept_open, hidden_counters=kept_hidden, todo=0, **changes)
    return replace(state, seats=seats, pile=pile)


# Moving


def _move_ended(state: State, event: MoveEnded) -> State:
    if len(state.seats[event.seat].hand) > HAND_LIMIT:
        return replace(state, phase=Phase.DISCARDING)
    return acted(state, event.seat, with_seat(state, event.seat, todo=0))


def _cards_discarded(state: State, event: CardsDiscarded) -> State:
    hand = without(state.seats[event.seat].hand, event.cards)
    seats = with_seat(state, event.seat, hand=hand, todo=0)
    return acted(state, event.seat, seats, phase=Phase.MOVING, discard=(*state.discard, *event.cards))


def _round_ended(state: State, _event: RoundEnded) -> State:
    return replace(state, board=(), pile=ordered(state.pile, tuple(placed.counter for placed in state.board)))


# The end


def _seat_left(state: State, event: SeatLeft) -> State:
    gone = state.seats[event.seat]
    drawn = () if gone.drawn is None else (gone.drawn,)
    pile = ordered(state.pile, gone.open_counters, gone.hidden_counters, drawn)
    deck = ordered(state.deck, gone.hand)
    seats = with_seat(
        state, event.seat, hand=(), open_counters=(), hidden_counters=(), drawn=None, obstacle=False, todo=0, left=True
    )
    state = replace(state, seats=seats, pile=pile, deck=deck)
    if state.turn != event.seat:
        return state
    phase = Phase.MOVING if state.phase is Phase.DISCARDING else state.phase
    return replace(state, phase=phase, turn=next_turn(seats, event.seat))


def _match_ended(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, ending=event.ending)


_EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    MatchStarted: shared.match_started,
    HomeDealt: shared.home_dealt,
    RoundStarted: _round_started,
    CardsDealt: shared.cards_dealt,
    CountersTurnedUp: _counters_turned_up,
    PhaseStarted: _phase_started,
    HiddenCounterDrawn: _hidden_drawn,
    HiddenCounterShown: _hidden_shown,
    HiddenCounterKept: _hidden_kept,
    OpenCounterTaken: _open_taken,
    BlindCounterTaken: _blind_taken,
    CounterPlaced: _counter_placed,
    ObstaclePlaced: _obstacle_placed,
    Passed: shared.passed,
    CounterKept: _counter_kept,
    ObstacleKept: _obstacle_kept,
    Travelled: shared.travelled,
    MoveEnded: _move_ended,
    CardsDiscarded: _cards_discarded,
    RoundEnded: _round_ended,
    SeatLeft: _seat_left,
    HomeRevealed: shared.home_revealed,
    MatchEnded: _match_ended,
}
