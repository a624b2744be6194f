"""What happens by itself: setting up, refilling the open cards, income, passing for those who can do nothing, ending.

After every move the match runs on until somebody has a choice.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sagahall.games.elfenboard import flow
from sagahall.games.elfenboard.homes import deal_homes, reveal_homes
from sagahall.games.elfenboard.moves import CardsDealt, MatchEnded, MatchStarted, Passed, RoundEnded, RoundStarted
from sagahall.games.elfenboard.scoring import ALL_LEFT
from sagahall.games.elfenroads.evolve import evolve
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.moves import CardTurnedUp, Event, IncomePaid, PhaseStarted
from sagahall.games.elfenroads.rules_auction import offer_items, sell
from sagahall.games.elfenroads.rules_cards import lost_draw, refill
from sagahall.games.elfenroads.rules_items import can_place_something, draw_items
from sagahall.games.elfenroads.scoring import ending_after_round
from sagahall.games.elfenroads.state import Phase, State
from sagahall.games.kernel import Dice


def run_on(state: State, events: tuple[Event, ...], dice: Dice) -> tuple[Event, ...]:
    """The events and everything that follows from them by itself."""
    return flow.run_on(state, events, lambda now: _following(now, dice), evolve)


def _following(state: State, dice: Dice) -> tuple[Event, ...]:
    if state.phase is Phase.OVER:
        return ()
    if state.phase is Phase.SETUP:
        return _set_up(state, dice)
    if state.is_deserted():
        return _match_end(state, ALL_LEFT)
    return refill(state, dice) or _FOLLOWING[state.phase](state, dice)


def _set_up(state: State, dice: Dice) -> tuple[Event, ...]:
    """Deals and turns up travel cards only: the gold cards are shuffled into what is left."""
    seats, number = len(state.seats), FACTS.start_cards
    first = dice.below("first-player", seats) if state.rules.random_first_player else 0
    deck = dice.shuffled("deal", state.deck)
    hands = tuple(CardsDealt(seat, number, deck[number * seat : number * (seat + 1)]) for seat in range(seats))
    row = map(CardTurnedUp, deck[number * seats : number * seats + FACTS.open_cards])
    return (MatchStarted(first), *deal_homes(state, dice), *hands, *row, RoundStarted(1, first))


def _starting(state: State, dice: Dice) -> tuple[Event, ...]:
    """In the first round nobody takes cards or gets an income."""
    return _items(state, dice) if state.round == 1 else (PhaseStarted(Phase.DRAWING),)


def _drawing(state: State, dice: Dice) -> tuple[Event, ...]:
    return (IncomePaid(FACTS.income), *_items(state, dice)) if state.all_done() else lost_draw(state)


def _items(state: State, dice: Dice) -> tuple[Event, ...]:
    return (*draw_items(state, dice), PhaseStarted(Phase.ITEMS))


def _showing(state: State, dice: Dice) -> tuple[Event, ...]:
    return offer_items(state, dice) if state.all_done() else ()


def _auction(state: State, _dice: Dice) -> tuple[Event, ...]:
    return sell(state)


def _placing(state: State, _dice: Dice) -> tuple[Event, ...]:
    if state.all_done():
        return (PhaseStarted(Phase.MOVING),)
    return () if can_place_something(state, state.turn) else (Passed(state.turn, forced=True),)


def _moving(state: State, _dice: Dice) -> tuple[Event, ...]:
    if not state.all_done():
        return ()
    if ending := ending_after_round(state):
        return _match_end(state, ending)
    return (RoundEnded(state.round), PhaseStarted(Phase.KEEPING))


def _rewarding(state: State, _dice: Dice) -> tuple[Event, ...]:
    return lost_draw(state)


def _keeping(state: State, _dice: Dice) -> tuple[Event, ...]:
    return (RoundStarted(state.round + 1, state.next_first()),) if state.all_done() else ()


def _nothing(_state: State, _dice: Dice) -> tuple[Event, ...]:
    return ()


def _match_end(state: State, ending: str) -> tuple[Event, ...]:
    return (*reveal_homes(state), MatchEnded(ending))


_FOLLOWING: Mapping[Phase, Callable[[State, Dice], tuple[Event, ...]]] = {
    Phase.STARTING: _starting,
    Phase.DRAWING: _drawing,
    Phase.ITEMS: _showing,
    Phase.AUCTION: _auction,
    Phase.PLACING: _placing,
    Phase.MOVING: _moving,
    Phase.REWARD: _rewarding,
    Phase.DISCARDING: _nothing,
    Phase.KEEPING: _keeping,
}
