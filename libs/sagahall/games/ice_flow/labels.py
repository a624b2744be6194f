"""What moves do, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sagahall.games.ice_flow.board import DIRECTIONS
from sagahall.games.ice_flow.facts import DRIFTS, ISLANDS, ROUGH, SIDES
from sagahall.games.ice_flow.moves import (
    Collect,
    Drift,
    EndTurn,
    Fish,
    Flee,
    Helicopter,
    Move,
    MoveExplorer,
    Pickup,
    PlaceExplorer,
    PlaceFloe,
    Rebound,
    Reveal,
    Rotate,
    SendBear,
    Skip,
)
from sagahall.games.ice_flow.paths import Chart, Toll
from sagahall.games.ice_flow.view import View


def label(view: View, move: Move) -> str:
    """What the move does, seen by the seat that makes it."""
    return _LABELS[type(move)](view, move)


def space_name(at: str) -> str:
    """A space as people call it."""
    return ISLANDS[at].name if at in ISLANDS else at


def counted(number: int, thing: str) -> str:
    """So many things; fish are fish, however many."""
    return f"{number} {thing}" if number == 1 or thing == "fish" else f"{number} {thing}s"


def things(rope: int, fish: int, bears: int = 0) -> str:
    """Ropes, fish and bears in words; empty if there are none."""
    numbers = ((rope, "rope"), (fish, "fish"), (bears, "bear"))
    return ", ".join(counted(number, thing) for number, thing in numbers if number)


def rough_sides(tile: str, rotation: int) -> str:
    """The directions in which the floe has rough edges when it lies so."""
    return " ".join(DIRECTIONS[side] for side, rough in enumerate(ROUGH[tile][rotation]) if rough)


def _place_floe(view: View, move: PlaceFloe) -> str:
    drawn = view.state.drawn
    where = f"Place the floe at {move.at}"
    if drawn is None or not 0 <= move.rotation < len(DIRECTIONS):
        return f"{where}, turned {move.rotation}"
    return f"{where}, rough to the {rough_sides(drawn.tile, move.rotation)} (turned {move.rotation})"


def _drift(_view: View, move: Drift) -> str:
    drifting = DRIFTS.get(move.at)
    where = "" if drifting is None else f" to {drifting.to}" if drifting.to else " off the board"
    return f"Let the floe at {move.at} drift{where}"


def _rotate(view: View, move: Rotate) -> str:
    floe = view.state.ground(move.at)
    words = f"Turn the floe at {move.at} {move.direction.value}"
    if floe is None or floe.tile is None:
        return words
    notch = 1 if move.direction.value == "right" else -1
    return f"{words}: rough to the {rough_sides(floe.tile, (floe.rotation + notch) % len(DIRECTIONS))}"


def _move_explorer(view: View, move: MoveExplorer) -> str:
    return f"Move {_journey(view, move.explorer, move.path)}"


def _flee(view: View, move: Flee) -> str:
    return f"Flee with {_journey(view, move.explorer, (move.to,) if move.via is None else (move.via, move.to))}"


def _journey(view: View, explorer: int, path: Sequence[str]) -> str:
    """The explorer, its path from where it stands, and what it costs."""
    at = _explorer_at(view, explorer)
    stops = [*([] if at is None else [at]), *path]
    words = f"explorer {explorer}: {' > '.join(map(space_name, stops))}"
    toll = _toll(view, stops)
    cost = things(len(toll.ropes), toll.fish)
    return f"{words} for {cost}" if cost else words


def _explorer_at(view: View, explorer: int) -> str | None:
    explorers = () if view.viewer is None else view.state.expeditions[view.viewer].explorers
    return explorers[explorer - 1] if 1 <= explorer <= len(explorers) else None


def _toll(view: View, stops: Sequence[str]) -> Toll:
    """What the steps cost together, as far as they are steps."""
    chart = Chart(view.state, view.viewer or 0)
    tolls = [chart.toll(at, to) for at, to in pairwise(stops) if to in SIDES.get(at, {})]
    return Toll(sum(toll.fish for toll in tolls), tuple(rope for toll in tolls for rope in toll.ropes))


def _stay(view: View, explorer: int, action: str) -> str:
    at = _explorer_at(view, explorer)
    return f"{action} with explorer {explorer}" + (f" at {space_name(at)}" if at else "")


def _rebound(_view: View, move: Rebound) -> str:
    return f"Send the bear on to {space_name(move.to)} for 1 fish" if move.to else "Drive the bear away for 1 fish"


_LABELS: Mapping[type[Any], Callable[[View, Any], str]] = {
    PlaceExplorer: lambda _view, move: f"Put an explorer into {move.station}",
    PlaceFloe: _place_floe,
    Drift: _drift,
    Rotate: _rotate,
    Reveal: lambda _view, _move: "Draw a floe, to be placed where a current enters",
    MoveExplorer: _move_explorer,
    Collect: lambda view, move: _stay(view, move.explorer, f"Collect a {move.item.value}"),
    Fish: lambda view, move: f"{_stay(view, move.explorer, 'Fish')} for 1 rope",
    EndTurn: lambda _view, _move: "End the turn",
    SendBear: lambda _view, move: f"Send the bear to {space_name(move.to)}",
    Flee: _flee,
    Helicopter: lambda _view, move: f"Call the helicopter to {move.station}",
    Rebound: _rebound,
    Pickup: lambda _view, move: f"Take a {move.item.value}",
    Skip: lambda _view, _move: "Take nothing",
}
