"""Who may do what: setting up, legal moves, decisions, leaving.

A seat that leaves is skipped from then on. Its boot and markers stay for its score; its cards go back unseen to the
deck, its items face down to the pile, its gold to the bank. With one seat left the match ends.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sagahall.games.elfenboard.facts import HOME_TOWNS
from sagahall.games.elfenboard.moves import Discard, Pass, Passed, SeatLeft, Step
from sagahall.games.elfenroads import rules_auction as auction
from sagahall.games.elfenroads import rules_cards as cards
from sagahall.games.elfenroads import rules_items as items
from sagahall.games.elfenroads import rules_travel as travel
from sagahall.games.elfenroads.moves import (
    Bid,
    DrawCard,
    EndMove,
    Event,
    KeepItems,
    Move,
    PlaceItem,
    ShowItem,
    TakeCard,
    TakeGold,
)
from sagahall.games.elfenroads.rules_flow import run_on
from sagahall.games.elfenroads.state import Phase, Reward, Rules, State, Traveller
from sagahall.games.kernel import Dice, Form, IllegalMove, Options, Seat


def _pass(_state: State, seat: Seat, _move: Pass, _dice: Dice) -> tuple[Event, ...]:
    """Bids no more for the item, or places nothing this time."""
    return (Passed(seat, forced=False),)


_DRAWS = (Phase.DRAWING, Phase.REWARD)

_DECISIONS: Mapping[type[Any], tuple[tuple[Phase, ...], Callable[[State, Seat, Any, Dice], tuple[Event, ...]]]] = {
    DrawCard: (_DRAWS, cards.draw_card),
    TakeCard: (_DRAWS, cards.take_card),
    TakeGold: (_DRAWS, cards.take_gold),
    ShowItem: ((Phase.ITEMS,), items.show_item),
    Bid: ((Phase.AUCTION,), auction.bid),
    PlaceItem: ((Phase.PLACING,), items.place_item),
    Pass: ((Phase.AUCTION, Phase.PLACING), _pass),
    Step: ((Phase.MOVING,), travel.step),
    EndMove: ((Phase.MOVING,), travel.end_move),
    Discard: ((Phase.DISCARDING,), cards.discard),
    KeepItems: ((Phase.KEEPING,), items.keep_items),
}

_CHOICES: Mapping[Phase, Callable[[State, Seat], tuple[Move, ...]]] = {
    Phase.DRAWING: cards.draw_choices,
    Phase.ITEMS: items.show_choices,
    Phase.AUCTION: auction.bidding_choices,
    Phase.PLACING: items.placing_choices,
    Phase.MOVING: travel.travel_choices,
    Phase.REWARD: cards.draw_choices,
    Phase.DISCARDING: cards.discard_choices,
    Phase.KEEPING: items.keeping_choices,
}

_FORMS: Mapping[Phase, Callable[[State, Seat], tuple[Form[Move], ...]]] = {
    Phase.AUCTION: auction.bidding_forms,
    Phase.DISCARDING: cards.discard_forms,
    Phase.KEEPING: items.keeping_forms,
}

_TOGETHER = (Phase.ITEMS, Phase.KEEPING)
"""The phases in which all choose at the same time."""

_DEFAULTS: Mapping[Phase, Move] = {
    Phase.AUCTION: Pass(),
    Phase.PLACING: Pass(),
    Phase.MOVING: EndMove(Reward.GOLD),
}


def initial(options: Options, seats: int) -> State:
    """The state before anything is dealt."""
    rules = Rules(
        rounds=int(options["rounds"]),
        home_town=bool(options["home_town"]),
        draw_all_three=bool(options["draw_all_three"]),
        hand_limit=int(options["hand_limit"]),
        random_first_player=options["first_player"] == "random",
    )
    return State(rules=rules, seats=(Traveller(),) * seats, homes=HOME_TOWNS if rules.home_town else ())


def setup(state: State, dice: Dice) -> tuple[Event, ...]:
    """The events up to the first choice."""
    return run_on(state, (), dice)


def to_act(state: State) -> tuple[Seat, ...]:
    """The seats that have a choice: showing and keeping items is simultaneous, all else goes in turn."""
    if state.phase in _TOGETHER:
        return tuple(seat for seat, traveller in enumerate(state.seats) if traveller.todo)
    return (state.turn,) if state.phase in _CHOICES else ()


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat; of its bids, which are open, a few."""
    return _CHOICES[state.phase](state, seat) if seat in to_act(state) else ()


def forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The bids, discards and kept items of the seat."""
    return _FORMS[state.phase](state, seat) if state.phase in _FORMS and seat in to_act(state) else ()


def default_move(state: State, seat: Seat, dice: Dice) -> Move:
    """Passes, draws from the deck, ends the move for gold; where something has to be chosen, chance does."""
    if state.phase in _DRAWS:
        return legal_moves(state, seat)[0]
    default = _DEFAULTS.get(state.phase)
    return dice.choice("default-move", legal_moves(state, seat)) if default is None else default


def decide(state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
    """What happens when the seat makes the move. Raises IllegalMove."""
    if seat not in to_act(state):
        raise IllegalMove("not-your-turn", f"seat {seat} has nothing to choose now")
    phases, decision = _DECISIONS[type(move)]
    if state.phase not in phases:
        raise IllegalMove("wrong-phase", f"that belongs to the phase {phases[0].value}, this is {state.phase.value}")
    return run_on(state, decision(state, seat, move, dice), dice)


def leave(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """The seat leaves, and the match runs on without it."""
    return run_on(state, (SeatLeft(seat),), dice)
