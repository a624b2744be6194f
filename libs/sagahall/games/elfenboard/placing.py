"""Where counters may be placed (specification, section 5, phase 4)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import CHART, ROADS, ROADS_FOR
from sagahall.games.elfenboard.names import kind_name
from sagahall.games.elfenboard.table import P, Placed, placed_on
from sagahall.games.kernel import IllegalMove


def taken_roads(board: Iterable[Placed]) -> frozenset[str]:
    """The roads that have a counter."""
    return frozenset(placed.road for placed in board)


def has_room(counters: Iterable[Transport], board: Iterable[Placed]) -> bool:
    """Whether one of the counters can still be placed somewhere."""
    taken = taken_roads(board)
    return any(not taken.issuperset(ROADS_FOR[counter]) for counter in counters)


def check_free(counter: Transport, road_id: str, board: Sequence[Placed]) -> None:
    """Raises IllegalMove unless the road is free and of a terrain on which the counter may lie."""
    road = ROADS.get(road_id)
    if road is None:
        raise IllegalMove("unknown-road", f"there is no road {road_id!r}")
    if road.terrain not in CHART[counter]:
        raise IllegalMove("terrain-forbidden", f"a {kind_name(counter)} cannot travel on {road.terrain.value}")
    if any(placed.road == road_id for placed in board):
        raise IllegalMove("road-taken", "the road has a counter already")


def counter_below(what: str, road_id: str, board: tuple[P, ...]) -> P:
    """The counter beside which ``what`` ("obstacle", say) is placed: so it never lies on water (C5).

    Raises IllegalMove where there is no counter, or an obstacle already.
    """
    placed = placed_on(board, road_id)
    if placed is None:
        raise IllegalMove(f"{what}-needs-counter", f"{what} goes only on a road with a counter")
    if placed.obstacle:
        raise IllegalMove("obstacle-there", "the road has an obstacle already")
    return placed
