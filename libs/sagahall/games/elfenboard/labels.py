"""What moves that both games have do, in words."""

from __future__ import annotations

from sagahall.games.elfenboard.facts import ROADS
from sagahall.games.elfenboard.moves import Discard, Step
from sagahall.games.elfenboard.names import counted, kind_name, road_name, town_name
from sagahall.games.elfenboard.table import placed_on
from sagahall.games.elfenboard.travel import price
from sagahall.games.elfenboard.view import View


def way(view: View, road_id: str) -> str:
    """Where the road leads the viewer's boot, if it stands there."""
    road = ROADS[road_id]
    boot = _boot(view)
    if boot not in road.ends:
        return f"along {road_name(road_id)}"
    return f"to {town_name(road.other(boot))} ({road.terrain.value})"


def step(view: View, edition: str, move: Step) -> str:
    """Where a step leads, and what it costs."""
    road = ROADS[move.road]
    boot = _boot(view)
    cost = price(edition, road, boot, placed_on(view.board, move.road)) if boot in road.ends else None
    paid = "" if cost is None else f" for {cost.number} {kind_name(cost.card)}"
    return f"Travel {way(view, move.road)}{paid}"


def discard(move: Discard) -> str:
    """Which cards are laid off."""
    return f"Discard {counted(move.cards)}"


def _boot(view: View) -> str:
    return "" if view.viewer is None else view.seats[view.viewer].boot
