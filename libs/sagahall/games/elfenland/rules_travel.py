"""Travelling (specification, section 5, phase 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sagahall.games.elfenboard.board import Road, Transport
from sagahall.games.elfenboard.cutting import cards_field, check_held, cut, cut_choices, cut_forms
from sagahall.games.elfenboard.facts import ROADS
from sagahall.games.elfenboard.hands import ordered
from sagahall.games.elfenboard.moves import Discard, Step
from sagahall.games.elfenboard.names import road_name
from sagahall.games.elfenboard.table import Placed
from sagahall.games.elfenboard.travel import OBSTACLE_SURCHARGE, STEPS, Price, affords, collects, pay, way_along, ways
from sagahall.games.elfenland.facts import FERRY, HAND_LIMIT
from sagahall.games.elfenland.moves import Caravan, EndMove, Event, Move, MoveEnded, Travelled
from sagahall.games.elfenland.state import Rules, State
from sagahall.games.kernel import Dice, Form, FormField, IllegalMove, Seat

_END = EndMove()


@dataclass(frozen=True, slots=True)
class Fare:
    """What a road costs from one of its ends: cards of a kind, or (where not 0) so many of any kinds."""

    price: Price
    any_cards: int


def fare(rules: Rules, road: Road, placed: Placed | None, cost: Price) -> Fare:
    """What it takes to travel along the road, given its counter and its price."""
    if placed is None:
        return Fare(cost, rules.ferrymen_cost if road.lake == FERRY else 0)
    return Fare(cost, rules.caravan_cost + OBSTACLE_SURCHARGE * placed.obstacle)


def may_use_caravan(rules: Rules, road: Road, fare: Fare, hand: tuple[Transport, ...]) -> bool:
    """Whether any cards may pay for the road (C1, C3): on land, perhaps only for those who cannot pay the counter;
    on water only where there are ferrymen, who take everybody."""
    if not fare.any_cards:
        return False
    return not (road.is_land and rules.caravan_only_if_unable and affords(hand, fare.price))


# What can be chosen


def _fares(state: State, seat: Seat) -> Iterator[tuple[Road, Fare]]:
    """The roads from the boot of the seat that are open to travel."""
    for road, placed, cost in ways(state.rules.edition.value, state.seats[seat].boot, state.board):
        yield road, fare(state.rules, road, placed, cost)


def travel_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """To end the move, every step for exact chart cost and, of the open caravans, one for each road."""
    hand = state.seats[seat].hand
    steps = tuple(STEPS[road.id] for road, cost in _fares(state, seat) if affords(hand, cost.price))
    return (_END, *steps, *(example for example, _ in _caravans(state, seat)))


def _caravans(state: State, seat: Seat) -> tuple[tuple[Caravan, int], ...]:
    """For each road that any cards can pay for, a caravan of spare cards and its price."""
    hand = state.seats[seat].hand
    usable = [
        (road.id, cost.any_cards)
        for road, cost in _fares(state, seat)
        if cost.any_cards <= len(hand) and may_use_caravan(state.rules, road, cost, hand)
    ]
    if not usable:
        return ()
    spare = spare_cards(hand, state.board)
    return tuple((Caravan(road, ordered(spare[:number])), number) for road, number in usable)


def spare_cards(hand: tuple[Transport, ...], board: tuple[Placed, ...]) -> tuple[Transport, ...]:
    """The hand, the cards first that are least missed: kinds that no counter on the board asks for, then those of
    which there are most."""
    wanted = {placed.counter for placed in board} | {Transport.RAFT}
    return tuple(sorted(hand, key=lambda card: (card in wanted, -hand.count(card))))


def caravan_forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """One form for each road that any cards can pay for."""
    hand = state.seats[seat].hand
    return tuple(_caravan_form(example, number, hand) for example, number in _caravans(state, seat))


def _caravan_form(example: Caravan, number: int, hand: tuple[Transport, ...]) -> Form[Move]:
    road = FormField(name="road", summary="The road", choices=(example.road,))
    who = "by caravan" if ROADS[example.road].is_land else "with the ferrymen"
    label = f"Travel along {road_name(example.road)} {who} for any {number} cards"
    return Form("caravan", label, (road, cards_field(hand, number)), example)


def discard_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every way to cut the hand to the limit, its cards in the order of the chart."""
    return cut_choices(state.seats[seat].hand, HAND_LIMIT)


def discard_forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The form for the cards to be discarded."""
    return cut_forms(state.seats[seat].hand, HAND_LIMIT)


# What comes of it


def step(state: State, seat: Seat, move: Step, _dice: Dice) -> tuple[Event, ...]:
    """Travels along a road for exactly the cards of the chart (C25)."""
    _, _, cost = way_along(state.rules.edition.value, state.seats[seat].boot, state.board, move.road)
    return (_travelled(state, seat, move.road, pay(state.seats[seat].hand, cost), caravan=False),)


def caravan(state: State, seat: Seat, move: Caravan, _dice: Dice) -> tuple[Event, ...]:
    """Travels along a road for any cards (C1 to C4)."""
    hand = state.seats[seat].hand
    road, placed, price = way_along(state.rules.edition.value, state.seats[seat].boot, state.board, move.road)
    cost = fare(state.rules, road, placed, price)
    if not cost.any_cards:
        raise IllegalMove("no-caravan-on-water", "only rafts travel here")
    if not may_use_caravan(state.rules, road, cost, hand):
        raise IllegalMove("caravan-only-if-unable", "the hand can pay the counter of the road")
    if len(move.cards) != cost.any_cards:
        raise IllegalMove("wrong-number-of-cards", f"it takes {cost.any_cards} cards, not {len(move.cards)}")
    check_held(hand, move.cards)
    return (_travelled(state, seat, move.road, move.cards, caravan=True),)


def end_move(_state: State, seat: Seat, _move: EndMove, _dice: Dice) -> tuple[Event, ...]:
    """Ends the move; a hand of more than four cards has then to be cut."""
    return (MoveEnded(seat, forced=False),)


def discard(state: State, seat: Seat, move: Discard, _dice: Dice) -> tuple[Event, ...]:
    """Cuts the hand to four cards, in every round (C13)."""
    return (cut(seat, state.seats[seat].hand, HAND_LIMIT, move),)


def _travelled(state: State, seat: Seat, road: str, cards: tuple[Transport, ...], *, caravan: bool) -> Travelled:
    traveller = state.seats[seat]
    town = ROADS[road].other(traveller.boot)
    return Travelled(seat, road, town, cards, caravan, collects(traveller, town))
