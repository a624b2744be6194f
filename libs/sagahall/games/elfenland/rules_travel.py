"""Travelling (specification, section 5, phase 5)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from sagahall.games.elfenboard.board import Road, Transport
from sagahall.games.elfenboard.facts import CAPITAL, EXITS, ROADS
from sagahall.games.elfenboard.hands import contains, ordered, selections
from sagahall.games.elfenboard.names import kind_name, road_name
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


def _fares(state: State, seat: Seat) -> Iterator[tuple[Road, Fare]]:
    """The roads from the boot of the seat that are open to travel."""
    boot = state.seats[seat].boot
    board = {placed.road: placed for placed in state.board}
    for way in EXITS[boot]:
        cost = fare(state.rules, way.road, boot, board.get(way.road.id))
        if cost is not None:
            yield way.road, cost


def travel_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """To end the move, every step for exact chart cost and, of the open caravans, one for each road."""
    hand = state.seats[seat].hand
    steps = tuple(_STEPS[road.id] for road, cost in _fares(state, seat) if affords(hand, cost.price))
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
    return Form("caravan", label, (road, _cards_field(hand, number)), example)


def _cards_field(hand: tuple[Transport, ...], number: int) -> FormField:
    return FormField(
        name="cards",
        summary=f"{number} cards of the hand; each may be chosen as often as it is listed",
        choices=tuple(f"TRANSPORT_{card.name}" for card in hand),
        min_items=number,
        max_items=number,
    )


def discard_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every way to cut the hand to the limit, its cards in the order of the chart."""
    hand = state.seats[seat].hand
    return tuple(map(Discard, selections(hand, len(hand) - HAND_LIMIT)))


def discard_forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The form for the cards to be discarded."""
    hand = state.seats[seat].hand
    surplus = len(hand) - HAND_LIMIT
    example = Discard(hand[:surplus])
    return (Form("discard", f"Discard {surplus} cards", (_cards_field(hand, surplus),), example),)


# What comes of it


def step(state: State, seat: Seat, move: Step, _dice: Dice) -> tuple[Event, ...]:
    """Travels along a road for exactly the cards of the chart (C25)."""
    _, cost = _fare_of(state, seat, move.road)
    if not affords(state.seats[seat].hand, cost.price):
        raise IllegalMove("cards-missing", f"the road costs {cost.price.number} {kind_name(cost.price.card)}")
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
