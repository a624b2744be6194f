"""How far the bot thinks every space is from Siberia, over the ice as it lies."""

from __future__ import annotations

from collections.abc import Mapping
from heapq import heappop, heappush

from sagahall.games.ice_flow.facts import LANE_OF, NOTCHES, ROUGH, SIBERIA, SIDES, WATER
from sagahall.games.ice_flow.state import State
from sagahall.games.kernel import Seat

_STEP = 0.06
"""What a space on the way counts; a rope or a fish counts 1."""
_FAR = 1000.0
_LONG = 8
_FLAT = (False,) * NOTCHES


def efforts(state: State, seat: Seat) -> Mapping[str, float]:
    """The items, and a little for the spaces, that the cheapest way takes from each space to a station of Siberia that
    the seat has still to reach; 0 for all those stations."""
    own = state.expeditions[seat].explorers
    grounds = {ground.at: ground for ground in state.grounds}
    rough = {ground.at: ROUGH[ground.tile][ground.rotation] for ground in state.grounds if ground.tile}
    found = dict.fromkeys(SIBERIA, 0.0)
    heap = [(0.0, station) for station in SIBERIA if station not in own]
    while heap:
        effort, to = heappop(heap)
        if effort > found[to]:
            continue
        ground = grounds.get(to)
        entering = effort + _STEP + (ground.bears if ground else to in WATER)
        edges = rough.get(to, _FLAT)
        for at, side in SIDES[to].items():
            leaving = entering + edges[side] + rough.get(at, _FLAT)[(side + NOTCHES // 2) % NOTCHES]
            if leaving < found.get(at, _FAR):
                found[at] = leaving
                heappush(heap, (leaving, at))
    return found


def waiting(state: State, at: str) -> int:
    """How often ice has to drift until a floe without a bear lies beside the space; at most _LONG."""
    calm = {ground.at for ground in state.grounds if not ground.bears}
    if not calm.isdisjoint(SIDES[at]):
        return 0
    return min((_drifts(calm, space) for space in SIDES[at] if space in LANE_OF), default=_LONG)


def _drifts(calm: set[str], space: str) -> int:
    lane = LANE_OF[space]
    upstream = lane.path[: lane.path.index(space)]
    return next((1 + away // lane.speed for away, at in enumerate(reversed(upstream)) if at in calm), _LONG)
