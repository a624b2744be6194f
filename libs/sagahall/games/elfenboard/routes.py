"""How bots look for a route: a beam search over what the cards, the counters on the board and the own counters allow.

What a game lets a traveller pay with, and what a route is worth there, is the game's own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest

from sagahall.games.elfenboard.board import Road, Transport
from sagahall.games.elfenboard.facts import CHART, COUNTERS, DISTANCES, EXITS, LAND_ROADS, ROADS
from sagahall.games.elfenboard.hands import without
from sagahall.games.elfenboard.table import Placed
from sagahall.games.elfenboard.travel import Price, affords, price
from sagahall.games.elfenboard.view import SeatView, View

Cards = tuple[Transport, ...]

TOWN = 10.0
"""What a collected marker is worth; all else is measured against it."""
USES: Mapping[Transport, float] = {
    counter: sum(1 / CHART[counter][road.terrain] for road in LAND_ROADS if road.terrain in CHART[counter])
    for counter in COUNTERS
} | {Transport.RAFT: 10.0}
"""On how many roads a card serves, half as much where it takes two."""
_NEARNESS = {
    town: {other: 0.6**distance for other, distance in distances.items()} for town, distances in DISTANCES.items()
}


@dataclass(frozen=True, slots=True)
class Leg:
    """A step of a route. ``placed`` is the own counter that has to be placed for it; ``caravan`` tells whether any
    cards pay for it."""

    road: str
    town: str
    placed: Transport | None
    caravan: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """A way to travel: where it ends, what is then left, and its legs."""

    town: str
    hand: Cards
    counters: Cards
    missing: frozenset[str]
    legs: tuple[Leg, ...] = ()

    def prospect(self) -> float:
        """How near the towns are that remain to be visited."""
        return 2.0 * sum(nearness for town, nearness in _NEARNESS[self.town].items() if town in self.missing)


def start_of(seat: SeatView, counters: Cards) -> Route:
    """The route that goes nowhere yet, with counters that can still be placed."""
    return Route(seat.boot, seat.hand, counters, frozenset(seat.missing))


def victims(view: View, road: str) -> int:
    """How many others stand at the road and still want to go where it leads: an obstacle there would hinder them."""
    others = (seat for seat in view.seats if seat.seat != view.viewer and not seat.left)
    return sum(seat.boot in ROADS[road].ends and ROADS[road].other(seat.boot) in seat.missing for seat in others)


class Search(ABC):
    """What the routes of one seat in this round depend on."""

    def __init__(self, edition: str, board: tuple[Placed, ...]) -> None:
        self._edition = edition
        self._board = {placed.road: placed for placed in board}

    @abstractmethod
    def worth(self, route: Route) -> float:
        """What it is worth to stop at the end of the route."""

    def promise(self, route: Route) -> float:
        """What may still become of the route."""
        return 3.0 * len(route.hand) + route.prospect() - TOWN * len(route.missing)

    def caravans(self, _hand: Cards, _road: Road, _placed: Placed | None, _cost: Price) -> Iterator[Cards]:
        """Other cards that pay for the road than those of the chart."""
        return iter(())

    def best(self, start: Route, width: int) -> Route:
        """The best route found when only the most promising ones of each length are followed."""
        best = start
        beam = [start]
        while beam:
            longer = {(r.town, r.hand, r.missing): r for route in beam for r in self._longer(route)}
            beam = nlargest(width, longer.values(), key=self.promise)
            best = max([best, *beam], key=self.worth)
        return best

    def _longer(self, route: Route) -> Iterator[Route]:
        own = {leg.road: leg.placed for leg in route.legs if leg.placed}
        for way in EXITS[route.town]:
            lying = self._lying(way.road, own)
            if lying is not None or not way.road.is_land:
                yield from self._over(route, way.road, lying, None)
                continue
            for counter in dict.fromkeys(route.counters):
                if way.road.terrain in CHART[counter]:
                    yield from self._over(route, way.road, Placed(way.road.id, counter, obstacle=False), counter)

    def _lying(self, road: Road, own: Mapping[str, Transport]) -> Placed | None:
        if road.id in own:
            return Placed(road.id, own[road.id], obstacle=False)
        return self._board.get(road.id)

    def _over(self, route: Route, road: Road, lying: Placed | None, placed: Transport | None) -> Iterator[Route]:
        cost = price(self._edition, road, route.town, lying)
        assert cost is not None
        counters = without(route.counters, (placed,)) if placed else route.counters
        town = road.other(route.town)
        missing = route.missing - {town}
        if affords(route.hand, cost):
            hand = without(route.hand, (cost.card,) * cost.number)
            yield Route(town, hand, counters, missing, (*route.legs, Leg(road.id, town, placed)))
        for paid in self.caravans(route.hand, road, lying, cost):
            leg = Leg(road.id, town, placed, caravan=True)
            yield Route(town, without(route.hand, paid), counters, missing, (*route.legs, leg))
