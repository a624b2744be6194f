"""What happens by itself: setting up, dealing, turning up, passing for those with nothing left, ending.

After every move the match runs on until somebody has a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sagahall.games.elfenboard import flow
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.homes import deal_homes, reveal_homes
from sagahall.games.elfenboard.moves import (
    CardsDealt,
    MatchEnded,
    MatchStarted,
    Passed,
    RoundEnded,
    RoundStarted,
)
from sagahall.games.elfenboard.scoring import ALL_LEFT
from sagahall.games.elfenland.facts import DEAL, OPEN_COUNTERS
from sagahall.games.elfenland.moves import (
    CounterKept,
    CountersTurnedUp,
    Event,
    HiddenCounterDrawn,
    MoveEnded,
    PhaseStarted,
)
from sagahall.games.elfenland.rules_counters import can_place_something
from sagahall.games.elfenland.rules_evolve import evolve
from sagahall.games.elfenland.scoring import ending_after_round
from sagahall.games.elfenland.state import Edition, Phase, State
from sagahall.games.kernel import Dice, Seat


def run_on(state: State, events: tuple[Event, ...], dice: Dice) -> tuple[Event, ...]:
    """The events and everything that follows from them by itself."""
    return flow.run_on(state, events, lambda now: _following(now, dice), evolve)


def _following(state: State, dice: Dice) -> tuple[Event, ...]:
    if state.phase is Phase.OVER:
        return ()
    if state.is_deserted():
        return _match_end(state, ALL_LEFT)
    return _FOLLOWING[state.phase](state, dice)


# Setting up and dealing


def _set_up(state: State, dice: Dice) -> tuple[Event, ...]:
    first = dice.below("first-player", len(state.seats)) if state.rules.random_first_player else 0
    return (MatchStarted(first), *deal_homes(state, dice), RoundStarted(1, first))


def _deal(state: State, dice: Dice) -> tuple[Event, ...]:
    deck = dice.shuffled("deal", state.deck)
    dealt: list[Event] = []
    for seat in state.in_turn_order():
        number = DEAL if state.rules.edition is Edition.MOON else DEAL - len(state.seats[seat].hand)
        dealt.append(CardsDealt(seat, number, deck[:number]))
        deck = deck[number:]
    turned_up = _turn_up(state, dice) if state.rules.edition is Edition.AMIGO else ()
    return (*dealt, *turned_up, PhaseStarted(Phase.HIDDEN_COUNTERS))


def _turn_up(state: State, dice: Dice) -> tuple[Event, ...]:
    missing = OPEN_COUNTERS - len(state.open_counters)
    if missing <= 0:
        return ()
    return (CountersTurnedUp(dice.shuffled("open-counters", state.pile)[:missing]),)


# Counters


def _draw_hidden(state: State, dice: Dice) -> tuple[Event, ...]:
    if state.all_done():
        return (*_turn_up(state, dice), PhaseStarted(Phase.OPEN_COUNTERS))
    if state.seats[state.turn].drawn is not None:
        return ()
    return (HiddenCounterDrawn(state.turn, dice.choice("hidden-counter", state.pile)),)


def _after_drawing(state: State, _dice: Dice) -> tuple[Event, ...]:
    return (PhaseStarted(Phase.PLACING),) if state.all_done() else ()


def _placing(state: State, _dice: Dice) -> tuple[Event, ...]:
    if state.all_done():
        # What is kept is kept for the next round, so nobody is asked in the last.
        keep = state.rules.edition is Edition.MOON and state.round < state.rules.rounds
        return (PhaseStarted(Phase.KEEPING if keep else Phase.MOVING),)
    return () if can_place_something(state, state.turn) else (Passed(state.turn, forced=True),)


def _keeping(state: State, _dice: Dice) -> tuple[Event, ...]:
    if state.all_done():
        return (PhaseStarted(Phase.MOVING),) if state.rules.edition is Edition.MOON else (_next_round(state),)
    forced = (_only_counter(state, seat) for seat, traveller in enumerate(state.seats) if traveller.todo)
    return tuple(CounterKept(seat, counter, None) for seat, counter in forced if counter is not None)


def _only_counter(state: State, seat: Seat) -> tuple[Seat, Transport | None]:
    """The counter that the seat has to keep, if everybody can see that it has no other."""
    traveller = state.seats[seat]
    alike = not traveller.hidden_counters and len(set(traveller.open_counters)) == 1
    choose_obstacle = state.rules.obstacle_counts_as_kept and traveller.obstacle
    return seat, traveller.open_counters[0] if alike and not choose_obstacle else None


# Moving and ending


def _moving(state: State, _dice: Dice) -> tuple[Event, ...]:
    if not state.all_done():
        return () if state.seats[state.turn].hand else (MoveEnded(state.turn, forced=True),)
    if ending := ending_after_round(state):
        return _match_end(state, ending)
    after = PhaseStarted(Phase.KEEPING) if state.rules.edition is Edition.AMIGO else _next_round(state)
    return (RoundEnded(state.round), after)


def _next_round(state: State) -> RoundStarted:
    return RoundStarted(state.round + 1, state.next_first())


def _match_end(state: State, ending: str) -> tuple[Event, ...]:
    return (*reveal_homes(state), MatchEnded(ending))


def _nothing(_state: State, _dice: Dice) -> tuple[Event, ...]:
    return ()


_FOLLOWING: Mapping[Phase, Callable[[State, Dice], tuple[Event, ...]]] = {
    Phase.SETUP: _set_up,
    Phase.DEALING: _deal,
    Phase.HIDDEN_COUNTERS: _draw_hidden,
    Phase.OPEN_COUNTERS: _after_drawing,
    Phase.PLACING: _placing,
    Phase.KEEPING: _keeping,
    Phase.MOVING: _moving,
    Phase.DISCARDING: _nothing,
}
