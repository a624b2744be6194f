"""How events change the state. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from itertools import chain
from typing import Any

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenland.facts import DRAWS, HAND_LIMIT
from sagahall.games.elfenland.moves import (
    BlindCounterTaken,
    CardsDealt,
    CardsDiscarded,
    CounterKept,
    CounterPlaced,
    CountersTurnedUp,
    Event,
    HiddenCounterDrawn,
    HiddenCounterKept,
    HiddenCounterShown,
    HomeDealt,
    HomeRevealed,
    MatchEnded,
    MatchStarted,
    MoveEnded,
    ObstacleKept,
    ObstaclePlaced,
    OpenCounterTaken,
    Passed,
    PhaseStarted,
    RoundEnded,
    RoundStarted,
    SeatLeft,
    Travelled,
)
from sagahall.games.elfenland.state import Edition, Phase, Placed, State, Traveller
from sagahall.games.kernel import Seat


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after the events."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


def tokens(state: State, seat: Seat) -> int:
    """How many things of a seat count towards the one that it may keep (C7)."""
    traveller = state.seats[seat]
    return traveller.counters + int(state.rules.obstacle_counts_as_kept and traveller.obstacle)


def with_seat(state: State, seat: Seat, **changes: Any) -> tuple[Traveller, ...]:
    """The seats after a change to one of them."""
    seats = state.seats
    return (*seats[:seat], replace(seats[seat], **changes), *seats[seat + 1 :])


def _next_turn(seats: tuple[Traveller, ...], seat: Seat) -> Seat:
    """The next seat with something to do; the given one if there is no other."""
    for other in chain(range(seat + 1, len(seats)), range(seat)):
        if seats[other].todo and not seats[other].left:
            return other
    return seat


def _acted(state: State, seat: Seat, seats: tuple[Traveller, ...], **changes: Any) -> State:
    return replace(state, seats=seats, turn=_next_turn(seats, seat), **changes)


# Setting up


def _match_started(state: State, event: MatchStarted) -> State:
    return replace(state, first=event.first)


def _home_dealt(state: State, event: HomeDealt) -> State:
    homes = tuple(town for town in state.homes if town != event.town)
    return replace(state, seats=with_seat(state, event.seat, home=event.town), homes=homes)


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


def _cards_dealt(state: State, event: CardsDealt) -> State:
    hand = ordered(state.seats[event.seat].hand, event.cards)
    return replace(state, seats=with_seat(state, event.seat, hand=hand), deck=without(state.deck, event.cards))


def _counters_turned_up(state: State, event: CountersTurnedUp) -> State:
    return replace(
        state,
        open_counters=ordered(state.open_counters, event.counters),
        pile=without(state.pile, event.counters),
    )


def _phase_started(state: State, event: PhaseStarted) -> State:
    seats = tuple(
        replace(traveller, todo=0 if traveller.left else _todo(state, seat, event.phase))
        for seat, traveller in enumerate(state.seats)
    )
    before_first = (state.first - 1) % len(seats)
    return replace(state, phase=event.phase, seats=seats, turn=_next_turn(seats, before_first))


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
    return _acted(state, event.seat, with_seat(state, event.seat, hidden_counters=hidden, todo=0), pile=pile)


def _hidden_shown(state: State, event: HiddenCounterShown) -> State:
    counters = ordered(state.seats[event.seat].open_counters, (event.counter,))
    return _acted(state, event.seat, with_seat(state, event.seat, open_counters=counters, drawn=None, todo=0))


def _hidden_kept(state: State, event: HiddenCounterKept) -> State:
    traveller = state.seats[event.seat]
    assert traveller.drawn is not None
    counters = ordered(traveller.hidden_counters, (traveller.drawn,))
    return _acted(state, event.seat, with_seat(state, event.seat, hidden_counters=counters, drawn=None, todo=0))


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
    return _acted(state, seat, with_seat(state, seat, open_counters=counters, todo=traveller.todo - 1), **changes)


def _counter_placed(state: State, event: CounterPlaced) -> State:
    traveller = state.seats[event.seat]
    stock = "hidden_counters" if event.hidden else "open_counters"
    counters = without(getattr(traveller, stock), (event.counter,))
    board = (*state.board, Placed(event.road, event.counter, obstacle=False))
    return _placement(state, event.seat, board, **{stock: counters})


def _obstacle_placed(state: State, event: ObstaclePlaced) -> State:
    board = tuple(replace(placed, obstacle=True) if placed.road == event.road else placed for placed in state.board)
    return _placement(state, event.seat, board, obstacle=False)


def _placement(state: State, seat: Seat, board: tuple[Placed, ...], **changes: Any) -> State:
    seats = tuple(
        traveller if traveller.todo or traveller.left else replace(traveller, todo=1)
        for traveller in with_seat(state, seat, **changes)
    )
    return _acted(state, seat, seats, board=board)


def _passed(state: State, event: Passed) -> State:
    return _acted(state, event.seat, with_seat(state, event.seat, todo=0))


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


def _travelled(state: State, event: Travelled) -> State:
    traveller = state.seats[event.seat]
    visited = (*traveller.visited, event.town) if event.collected else traveller.visited
    hand = without(traveller.hand, event.cards)
    seats = with_seat(state, event.seat, boot=event.town, visited=visited, hand=hand)
    return replace(state, seats=seats, discard=(*state.discard, *event.cards))


def _move_ended(state: State, event: MoveEnded) -> State:
    if len(state.seats[event.seat].hand) > HAND_LIMIT:
        return replace(state, phase=Phase.DISCARDING)
    return _acted(state, event.seat, with_seat(state, event.seat, todo=0))


def _cards_discarded(state: State, event: CardsDiscarded) -> State:
    hand = without(state.seats[event.seat].hand, event.cards)
    seats = with_seat(state, event.seat, hand=hand, todo=0)
    return _acted(state, event.seat, seats, phase=Phase.MOVING, discard=(*state.discard, *event.cards))


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
    return replace(state, phase=phase, turn=_next_turn(seats, event.seat))


def _home_revealed(state: State, event: HomeRevealed) -> State:
    return replace(state, seats=with_seat(state, event.seat, home=event.town))


def _match_ended(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, ending=event.ending)


_EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    MatchStarted: _match_started,
    HomeDealt: _home_dealt,
    RoundStarted: _round_started,
    CardsDealt: _cards_dealt,
    CountersTurnedUp: _counters_turned_up,
    PhaseStarted: _phase_started,
    HiddenCounterDrawn: _hidden_drawn,
    HiddenCounterShown: _hidden_shown,
    HiddenCounterKept: _hidden_kept,
    OpenCounterTaken: _open_taken,
    BlindCounterTaken: _blind_taken,
    CounterPlaced: _counter_placed,
    ObstaclePlaced: _obstacle_placed,
    Passed: _passed,
    CounterKept: _counter_kept,
    ObstacleKept: _obstacle_kept,
    Travelled: _travelled,
    MoveEnded: _move_ended,
    CardsDiscarded: _cards_discarded,
    RoundEnded: _round_ended,
    SeatLeft: _seat_left,
    HomeRevealed: _home_revealed,
    MatchEnded: _match_ended,
}
