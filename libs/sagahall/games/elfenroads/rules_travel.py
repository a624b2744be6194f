"""Travelling (specification, section 9.3, step 6): as in Elfenland, but without caravans, and for gold."""

from __future__ import annotations

from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.moves import Step
from sagahall.games.elfenboard.travel import STEPS, affords, collects, pay, way_along, ways
from sagahall.games.elfenroads.facts import EDITION, FACTS
from sagahall.games.elfenroads.moves import EndMove, Event, Move, MoveEnded, Travelled
from sagahall.games.elfenroads.state import Placed, Reward, State
from sagahall.games.kernel import Dice, Seat

_ENDS = tuple(map(EndMove, Reward))


def income(town: str, placed: Placed | None) -> int:
    """The gold for entering a town: its value, twice over a gold item."""
    return TOWNS[town].gold * (FACTS.gold_item if placed is not None and placed.gold else 1)


def travel_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """To end the move for gold or for cards, and every step that the hand can pay."""
    traveller = state.seats[seat]
    roads = ways(EDITION, traveller.boot, state.board)
    return (*_ENDS, *(STEPS[road.id] for road, _, cost in roads if affords(traveller.hand, cost)))


def step(state: State, seat: Seat, move: Step, _dice: Dice) -> tuple[Event, ...]:
    """Travels along a road for exactly the cards of the chart."""
    traveller = state.seats[seat]
    road, placed, cost = way_along(EDITION, traveller.boot, state.board, move.road)
    town = road.other(traveller.boot)
    cards = pay(traveller.hand, cost)
    return (Travelled(seat, road.id, town, cards, collects(traveller, town), income(town, placed)),)


def end_move(state: State, seat: Seat, move: EndMove, _dice: Dice) -> tuple[Event, ...]:
    """Ends the move: for its gold, or for cards that are then drawn. Nobody has to move."""
    gold = state.seats[seat].earned if move.reward is Reward.GOLD else 0
    return (MoveEnded(seat, move.reward, gold),)
