"""Placing explorers, and what they do in a turn (specification, sections 3, 5.2 and 7)."""

from __future__ import annotations

from sagahall.games.ice_flow.facts import ALASKA, ALASKA_LIMIT, FISH_FOR_A_ROPE
from sagahall.games.ice_flow.moves import (
    Collect,
    Event,
    ExplorerMoved,
    ExplorerPlaced,
    Fish,
    Fished,
    ItemTaken,
    MoveExplorer,
    NothingTaken,
    Pickup,
    PlaceExplorer,
    Skip,
)
from sagahall.games.ice_flow.paths import Chart
from sagahall.games.ice_flow.state import State
from sagahall.games.kernel import Dice, IllegalMove, Seat


def first_stations(state: State, seat: Seat) -> tuple[str, ...]:
    """Where the seat may put its next explorer: apart from its others, if there is such a station."""
    free = tuple(station for station in ALASKA if state.crowd(station) < ALASKA_LIMIT)
    return tuple(station for station in free if station not in state.expeditions[seat].explorers) or free


def place_explorer(state: State, seat: Seat, move: PlaceExplorer, _dice: Dice) -> Event:
    """Puts the next explorer of the seat into a station."""
    if move.station not in ALASKA:
        raise IllegalMove("unknown-piece", f"there is no station {move.station!r} in Alaska")
    if state.crowd(move.station) >= ALASKA_LIMIT:
        raise IllegalMove("station-full", f"there is no room at {move.station}")
    if move.station not in first_stations(state, seat):
        raise IllegalMove("station-taken", f"the seat has an explorer at {move.station} already")
    return ExplorerPlaced(seat, len(state.expeditions[seat].explorers) + 1, move.station)


def move_explorer(state: State, seat: Seat, move: MoveExplorer, _dice: Dice) -> Event:
    """Leads an explorer along a path, and leaves ropes where they are needed."""
    start = _explorer_at(state, seat, move.explorer)
    if not move.path:
        raise IllegalMove("empty-path", "a path has at least one space")
    toll = Chart(state, seat).walk(start, move.path, state.expeditions[seat])
    return ExplorerMoved(seat, move.explorer, move.path, toll.fish, toll.ropes)


def _explorer_at(state: State, seat: Seat, explorer: int) -> str:
    if not 1 <= explorer <= len(state.expeditions[seat].explorers):
        raise IllegalMove("unknown-piece", f"there is no explorer {explorer}")
    return state.expeditions[seat].at(explorer)


def collect(state: State, seat: Seat, move: Collect, _dice: Dice) -> Event:
    """Takes an item from where the explorer stands."""
    at = _explorer_at(state, seat, move.explorer)
    if not state.expeditions[seat].free_slots:
        raise IllegalMove("rucksack-full", "the rucksack is full")
    ground = state.ground(at)
    if ground is None or move.item not in ground.items:
        raise IllegalMove("no-item", f"there is no {move.item.value} at {at}")
    return ItemTaken(seat, move.explorer, at, move.item)


def fishing_problem(state: State, seat: Seat, at: str) -> tuple[str, str] | None:
    """The rule that keeps an explorer at the space from fishing, and why; None if it can."""
    if not state.expeditions[seat].rope:
        return "no-rope", "there is no rope to fish with"
    ground = state.ground(at)
    if ground is None or ground.tile is None:
        return "not-on-floe", "only from a floe an explorer can fish"
    return None if state.stock.fish else ("stock-empty", "there is no fish in the stock")


def fish(state: State, seat: Seat, move: Fish, _dice: Dice) -> Event:
    """Swaps a rope for as many fish as fit, two at most."""
    problem = fishing_problem(state, seat, _explorer_at(state, seat, move.explorer))
    if problem:
        raise IllegalMove(*problem)
    slots = state.expeditions[seat].free_slots + 1
    return Fished(seat, move.explorer, min(FISH_FOR_A_ROPE, slots, state.stock.fish))


def pickup(state: State, seat: Seat, move: Pickup, _dice: Dice) -> Event:
    """Takes an item that lay where the explorer arrived."""
    assert state.mover is not None
    assert state.mover_at is not None
    if move.item not in state.offer:
        raise IllegalMove("no-item", f"there lay no {move.item.value} at {state.mover_at}")
    return ItemTaken(seat, state.mover, state.mover_at, move.item)


def skip(state: State, seat: Seat, _move: Skip, _dice: Dice) -> Event:
    """Takes nothing."""
    assert state.mover is not None
    return NothingTaken(seat, state.mover)
