"""What it costs to travel along a road (specification, sections 3 and 5)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from sagahall.games.elfenboard.board import Road, Transport
from sagahall.games.elfenboard.facts import CHART, LAKES, RAFT_DOWN, RAFT_UP, ROADS


@dataclass(frozen=True, slots=True)
class Price:
    """So many cards of one kind."""

    card: Transport
    number: int


def land_price(road: Road, counter: Transport, *, obstacle: bool) -> Price:
    """What the counter on the road costs; an obstacle adds one card of the same kind."""
    return Price(counter, CHART[counter][road.terrain] + obstacle)


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
