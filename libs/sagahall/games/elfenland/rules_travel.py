"""Travelling (specification, section 5, phase 5)."""

from __future__ import annotations

from dataclasses import dataclass

from sagahall.games.elfenboard.board import Road, Transport
from sagahall.games.elfenboard.facts import CAPITAL, EXITS, ROADS
from sagahall.games.elfenboard.hands import contains, selections
from sagahall.games.elfenboard.travel import WATER_PRICES, Price, land_price
from sagahall.games.elfenland.facts import FERRY, HAND_LIMIT, OBSTACLE_SURCHARGE
from sagahall.games.elfenland.moves import (
    Caravan,
    CardsDiscarded,
    Discard,
    EndMove,
    Event,
    Move,
    MoveEnded,
    Step,
    Travelled,
)
from sagahall.games.elfenland.state import Placed, Rules, State
from sagahall.games.kernel import Dice, Form, FormField, IllegalMove, Seat

_STEPS = {road: Step(road) for road in ROADS}
_END = EndMove()


@dataclass(frozen=True, slots=True)
class Fare:
    """What a road costs from one of its ends: cards of a kind, or (where not 0) so many of any kinds."""

    price: Price
    any_cards: int


def fare(rules: Rules, road: Road, start: str, placed: Placed | None) -> Fare | None:
    """What it takes to travel along the road, or None where there is no counter on land."""
    if not road.is_land:
        ferrymen = rules.ferrymen_cost if road.lake == FERRY else 0
        return Fare(WATER_PRICES[rules.edition.value][start, road.id], ferrymen)
    if placed is None:
        return None
    price = land_price(road, placed.counter, obstacle=placed.obstacle)
    return Fare(price, rules.caravan_cost + OBSTACLE_SURCHARGE * placed.obstacle)


def affords(hand: tuple[Transport, ...], price: Price) -> bool:
    """Whether the hand can pay the price."""
    return hand.count(price.card) >= price.number


def may_use_caravan(rules: Rules, road: Road, fare: Fare, hand: tuple[Transport, ...]) -> bool:
    """Whether any cards may pay for the road (C1, C3): on land, perhaps only for those who cannot pay the counter;
    on water only where there are ferrymen, who take everybody."""
    if not fare.any_cards:
        return False
    return not (road.is_land and rules.caravan_only_if_unable and affords(hand, fare.price))


# What can be chosen


def travel_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every step for exact chart cost, and to end the move. Caravans are open moves."""
    traveller = state.seats[seat]
    board = {placed.road: placed for placed in state.board}
    moves: list[Move] = [_END]
    for way in EXITS[traveller.boot]:
        cost = fare(state.rules, way.road, traveller.boot, board.get(way.road.id))
        if cost is not None and affords(traveller.hand, cost.price):
            moves.append(_STEPS[way.road.id])
    return tuple(moves)


def caravan_forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """One form for each road that any cards can pay for."""
    traveller = state.seats[seat]
    board = {placed.road: placed for placed in state.board}
    forms: list[Form[Move]] = []
    for way in EXITS[traveller.boot]:
        cost = fare(state.rules, way.road, traveller.boot, board.get(way.road.id))
        if cost is None or len(traveller.hand) < cost.any_cards:
            continue
        if may_use_caravan(state.rules, way.road, cost, traveller.hand):
            forms.append(_form(way.road, cost.any_cards, traveller.hand))
    return tuple(forms)


def _form(road: Road, number: int, hand: tuple[Transport, ...]) -> Form[Move]:
    cards = FormField(
        name="cards",
        summary=f"any {number} cards of the hand, each as often as it is listed",
        choices=tuple(card.value for card in hand),
        min_items=number,
        max_items=number,
    )
    way = FormField(name="road", summary="the road", choices=(road.id,))
    kind = "caravan" if road.is_land else "ferrymen"
    return Form("caravan", f"Travel {road.id} with the {kind} for any {number} cards", (way, cards),
                Caravan(road.id, hand[:number]))  # fmt: skip


def discard_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every way to cut the hand to the limit."""
    hand = state.seats[seat].hand
    return tuple(map(Discard, selections(hand, len(hand) - HAND_LIMIT)))


# What comes of it


def step(state: State, seat: Seat, move: Step, _dice: Dice) -> tuple[Event, ...]:
    """Travels along a road for exactly the cards of the chart (C25)."""
    _, cost = _fare_of(state, seat, move.road)
    if not affords(state.seats[seat].hand, cost.price):
        raise IllegalMove("cards-missing", f"the road costs {cost.price.number} {_name(cost.price.card)}")
    return (_travelled(state, seat, move.road, (cost.price.card,) * cost.price.number, caravan=False),)


def caravan(state: State, seat: Seat, move: Caravan, _dice: Dice) -> tuple[Event, ...]:
    """Travels along a road for any cards (C1 to C4)."""
    road, cost = _fare_of(state, seat, move.road)
    hand = state.seats[seat].hand
    if not cost.any_cards:
        raise IllegalMove("no-caravan-on-water", "only rafts travel here")
    if not may_use_caravan(state.rules, road, cost, hand):
        raise IllegalMove("caravan-only-if-unable", "the hand can pay the counter of the road")
    if len(move.cards) != cost.any_cards:
        raise IllegalMove("wrong-number-of-cards", f"it takes {cost.any_cards} cards, not {len(move.cards)}")
    if not contains(hand, move.cards):
        raise IllegalMove("cards-missing", "the cards are not all in the hand")
    return (_travelled(state, seat, move.road, move.cards, caravan=True),)


def end_move(_state: State, seat: Seat, _move: EndMove, _dice: Dice) -> tuple[Event, ...]:
    """Ends the move; a hand of more than four cards has then to be cut."""
    return (MoveEnded(seat, forced=False),)


def discard(state: State, seat: Seat, move: Discard, _dice: Dice) -> tuple[Event, ...]:
    """Cuts the hand to four cards, in every round (C13)."""
    hand = state.seats[seat].hand
    surplus = len(hand) - HAND_LIMIT
    if len(move.cards) != surplus:
        raise IllegalMove("wrong-number-of-cards", f"{surplus} cards are to be discarded, not {len(move.cards)}")
    if not contains(hand, move.cards):
        raise IllegalMove("cards-missing", "the cards are not all in the hand")
    return (CardsDiscarded(seat, move.cards),)


def _fare_of(state: State, seat: Seat, road_id: str) -> tuple[Road, Fare]:
    road = ROADS.get(road_id)
    boot = state.seats[seat].boot
    if road is None:
        raise IllegalMove("unknown-road", f"there is no road {road_id!r}")
    if boot not in road.ends:
        raise IllegalMove("road-elsewhere", "the boot does not stand at that road")
    cost = fare(state.rules, road, boot, state.placed_on(road_id))
    if cost is None:
        raise IllegalMove("no-counter", "there is no counter on the road")
    return road, cost


def _travelled(state: State, seat: Seat, road: str, cards: tuple[Transport, ...], *, caravan: bool) -> Travelled:
    traveller = state.seats[seat]
    town = ROADS[road].other(traveller.boot)
    collected = town != CAPITAL and town not in traveller.visited
    return Travelled(seat, road, town, cards, caravan, collected)


def _name(card: Transport) -> str:
    return card.value.replace("_", " ")
