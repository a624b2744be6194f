"""How the bot looks for a route: a beam search over what its cards, the counters on the board and its own counters
allow."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from heapq import nlargest

from sagahall.games.elfenboard.board import Road, Transport
from sagahall.games.elfenboard.facts import CAPITAL, CHART, DISTANCES, EXITS, TOWNS
from sagahall.games.elfenboard.hands import without
from sagahall.games.elfenland.facts import HAND_LIMIT
from sagahall.games.elfenland.rules_travel import affords, fare, may_use_caravan, spare_cards
from sagahall.games.elfenland.state import Edition, Placed, Rules
from sagahall.games.elfenland.view import View

Cards = tuple[Transport, ...]

TOWN = 10.0
"""What a collected marker is worth; all else is measured against it."""
_NEARNESS = {
    town: {other: 0.6**distance for other, distance in distances.items()} for town, distances in DISTANCES.items()
}


@dataclass(frozen=True, slots=True)
class Leg:
    """A step of a route. ``placed`` is the own counter that has to be placed for it."""

    road: str
    placed: Transport | None
    caravan: bool


@dataclass(frozen=True, slots=True)
class Route:
    """A way to travel: where it ends, what is then left, and its legs."""

    town: str
    hand: Cards
    counters: Cards
    missing: frozenset[str]
    legs: tuple[Leg, ...] = ()


@dataclass(frozen=True, slots=True)
class Search:
    """What the routes of one seat in this round depend on."""

    rules: Rules
    board: Mapping[str, Placed]
    last_round: bool
    home: str | None

    def worth(self, route: Route) -> float:
        """What it is worth to stop at the end of the route."""
        away = 0 if self.home is None else DISTANCES[route.town][self.home]
        if self.last_round:
            return -TOWN * (len(route.missing) + away) + 0.1 * len(route.hand)
        card = 2.0 if self.rules.edition is Edition.MOON else 0.2
        cards = card * min(HAND_LIMIT, len(route.hand))
        return cards + self._prospect(route) - TOWN * len(route.missing) - 0.3 * away

    def _prospect(self, route: Route) -> float:
        """How near the towns are that remain to be visited."""
        nearness = _NEARNESS[route.town]
        return 2.0 * sum(nearness[town] for town in route.missing)

    def _promise(self, route: Route) -> float:
        """What may still become of the route."""
        return 3.0 * len(route.hand) + self._prospect(route) - TOWN * len(route.missing)

    def best(self, start: Route, width: int) -> Route:
        """The best route found when only the most promising ones of each length are followed."""
        best = start
        beam = [start]
        while beam:
            longer = {(r.town, r.hand, r.missing): r for route in beam for r in self._longer(route)}
            beam = nlargest(width, longer.values(), key=self._promise)
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
        return self.board.get(road.id)

    def _over(self, route: Route, road: Road, lying: Placed | None, placed: Transport | None) -> Iterator[Route]:
        cost = fare(self.rules, road, route.town, lying)
        assert cost is not None
        counters = without(route.counters, (placed,)) if placed else route.counters
        town = road.other(route.town)
        missing = route.missing - {town}
        if affords(route.hand, cost.price):
            hand = without(route.hand, (cost.price.card,) * cost.price.number)
            yield Route(town, hand, counters, missing, (*route.legs, Leg(road.id, placed, caravan=False)))
        if cost.any_cards <= len(route.hand) and may_use_caravan(self.rules, road, cost, route.hand):
            paid = spare_cards(route.hand, tuple(self.board.values()))[: cost.any_cards]
            hand = without(route.hand, paid)
            yield Route(town, hand, counters, missing, (*route.legs, Leg(road.id, placed, caravan=True)))


def search_of(view: View) -> Search:
    """The search for the viewer's routes."""
    assert view.viewer is not None
    return Search(
        view.rules,
        {placed.road: placed for placed in view.board},
        view.round == view.rules.rounds,
        view.seats[view.viewer].home,
    )


def start_of(view: View, counters: Cards) -> Route:
    """The route that goes nowhere yet, with counters that can still be placed."""
    assert view.viewer is not None
    own = view.seats[view.viewer]
    missing = frozenset(town for town in TOWNS if town != CAPITAL and town not in own.visited)
    return Route(own.boot, own.hand, counters, missing)
