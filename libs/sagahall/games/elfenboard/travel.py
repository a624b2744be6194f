"""Travelling along a road, and what it costs (specification, sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from sagahall.games.elfenboard.board import Road, Transport
from sagahall.games.elfenboard.facts import CAPITAL, CHART, EXITS, LAKES, RAFT_DOWN, RAFT_UP, ROADS
from sagahall.games.elfenboard.moves import Step
from sagahall.games.elfenboard.names import kind_name
from sagahall.games.elfenboard.table import P, Placed, Traveller, placed_on
from sagahall.games.kernel import IllegalMove


@dataclass(frozen=True, slots=True)
class Price:
    """So many cards of one kind."""

    card: Transport
    number: int


OBSTACLE_SURCHARGE = 1


def _rafts(road: Road, start: str, edition: str) -> int:
    if road.lake is not None:
        return LAKES[road.lake].rafts[edition]
    assert road.flow is not None
    return RAFT_DOWN if start == road.flow[0] else RAFT_UP


_EDITIONS = tuple(next(iter(LAKES.values())).rafts)

WATER_PRICES: Mapping[str, Mapping[tuple[str, str], Price]] = {
    edition: {
        (start, road.id): Price(Transport.RAFT, _rafts(road, start, edition))
        for road in ROADS.values()
        if not road.is_land
        for start in road.ends
    }
    for edition in _EDITIONS
}
"""What rivers and lakes cost in each edition of the rules, by the town one starts from and the road."""

STEPS: Mapping[str, Step] = {road: Step(road) for road in ROADS}


def price(edition: str, road: Road, start: str, placed: Placed | None) -> Price | None:
    """What the road costs from one of its ends; None on land without a counter. An obstacle adds a card of the same
    kind (C6)."""
    if not road.is_land:
        return WATER_PRICES[edition][start, road.id]
    if placed is None:
        return None
    return Price(placed.counter, CHART[placed.counter][road.terrain] + OBSTACLE_SURCHARGE * placed.obstacle)


def affords(hand: tuple[Transport, ...], cost: Price) -> bool:
    """Whether the hand can pay the price."""
    return hand.count(cost.card) >= cost.number


def ways(edition: str, start: str, board: tuple[P, ...]) -> Iterator[tuple[Road, P | None, Price]]:
    """The roads out of the town that are open to travel, each with its counter and its price."""
    lying = {placed.road: placed for placed in board}
    for way in EXITS[start]:
        placed = lying.get(way.road.id)
        cost = price(edition, way.road, start, placed)
        if cost is not None:
            yield way.road, placed, cost


def way_along(edition: str, start: str, board: tuple[P, ...], road_id: str) -> tuple[Road, P | None, Price]:
    """The road out of the town, with its counter and its price. Raises IllegalMove if it is not open to travel."""
    road = ROADS.get(road_id)
    if road is None:
        raise IllegalMove("unknown-road", f"there is no road {road_id!r}")
    if start not in road.ends:
        raise IllegalMove("road-elsewhere", "the boot does not stand at that road")
    placed = placed_on(board, road_id)
    cost = price(edition, road, start, placed)
    if cost is None:
        raise IllegalMove("no-counter", "there is no counter on the road")
    return road, placed, cost


def pay(hand: tuple[Transport, ...], cost: Price) -> tuple[Transport, ...]:
    """The cards that pay the price exactly (C25). Raises IllegalMove if the hand lacks some."""
    if not affords(hand, cost):
        raise IllegalMove("cards-missing", f"the road costs {cost.number} {kind_name(cost.card)}")
    return (cost.card,) * cost.number


def collects(traveller: Traveller, town: str) -> bool:
    """Whether the seat's marker is still in the town (C15)."""
    return town != CAPITAL and town not in traveller.visited
