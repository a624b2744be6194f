"""What moves do, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sagahall.games.elfenboard import labels as shared
from sagahall.games.elfenboard.facts import ROADS
from sagahall.games.elfenboard.moves import Discard, Pass, Step
from sagahall.games.elfenboard.names import counted, kind_name, road_name
from sagahall.games.elfenland.moves import (
    Caravan,
    EndMove,
    KeepCounter,
    KeepHidden,
    KeepObstacle,
    Move,
    PlaceCounter,
    PlaceObstacle,
    ShowHidden,
    TakeBlind,
    TakeOpen,
)
from sagahall.games.elfenland.view import View


def label(view: View, move: Move) -> str:
    """What the move does, seen by the seat that makes it."""
    return _LABELS[type(move)](view, move)


def _place_counter(_view: View, move: PlaceCounter) -> str:
    hidden = "hidden " if move.hidden else ""
    return f"Place the {hidden}{kind_name(move.counter)} on {road_name(move.road)}"


def _keep_counter(_view: View, move: KeepCounter) -> str:
    return f"Keep the {'hidden' if move.hidden else 'open'} {kind_name(move.counter)}"


def _caravan(view: View, move: Caravan) -> str:
    who = "by caravan" if ROADS[move.road].is_land else "with the ferrymen"
    return f"Travel {shared.way(view, move.road)} {who} for {counted(move.cards)}"


_LABELS: Mapping[type[Any], Callable[[View, Any], str]] = {
    ShowHidden: lambda _view, _move: "Show the hidden counter",
    KeepHidden: lambda _view, _move: "Keep the counter hidden",
    TakeOpen: lambda _view, move: f"Take the open {kind_name(move.counter)}",
    TakeBlind: lambda _view, _move: "Take a face-down counter",
    PlaceCounter: _place_counter,
    PlaceObstacle: lambda _view, move: f"Place the obstacle on {road_name(move.road)}",
    Pass: lambda _view, _move: "Pass",
    KeepCounter: _keep_counter,
    KeepObstacle: lambda _view, _move: "Keep the obstacle",
    Step: lambda view, move: shared.step(view, view.rules.edition.value, move),
    Caravan: _caravan,
    EndMove: lambda _view, _move: "End the move",
    Discard: lambda _view, move: shared.discard(move),
}
