"""Sending bears, and fleeing from them (specification, 7.2 and section 8)."""

from __future__ import annotations

from collections.abc import Iterator

from sagahall.games.ice_flow.facts import ALASKA, ALASKA_LIMIT, BEAR_LIMIT, ORDER, SIDES, WATER
from sagahall.games.ice_flow.moves import (
    BearSent,
    Event,
    ExplorerFled,
    ExplorerRescued,
    Flee,
    Helicopter,
    Rebound,
    SendBear,
)
from sagahall.games.ice_flow.paths import Chart
from sagahall.games.ice_flow.state import Expedition, State
from sagahall.games.kernel import Dice, IllegalMove, Seat


def bear_destinations(state: State, start: str) -> tuple[str, ...]:
    """Where a bear can go from the space: to a neighbouring floe or island, else to one across one space of the sea."""
    solid = {ground.at for ground in state.grounds}
    fit = {ground.at for ground in state.grounds if ground.bears < BEAR_LIMIT} - {start, state.mover_at}
    reached = fit.intersection(SIDES[start])
    if not reached:
        reached = fit.intersection(far for via in SIDES[start] if via in WATER - solid for far in SIDES[via])
    return tuple(sorted(reached, key=ORDER.__getitem__))


def send_bear(state: State, seat: Seat, move: SendBear, _dice: Dice) -> Event:
    """Sends a bear on from where the moving explorer met it."""
    start = state.mover_at
    assert start is not None
    _require_destination(state, start, move.to)
    return BearSent(seat, start, move.to, fish=0)


def _require_destination(state: State, start: str, to: str) -> None:
    if to not in bear_destinations(state, start):
        raise IllegalMove("bear-space", f"the bear cannot go from {start} to {to!r}")


def bear_lost(state: State) -> BearSent:
    """The bear that the moving explorer met goes to the stock, as it can go nowhere."""
    assert state.mover_at is not None
    return BearSent(state.turn, state.mover_at, None, fish=0)


def rebound(state: State, seat: Seat, move: Rebound, _dice: Dice) -> Event:
    """Sends the bear on from those that it threatens, for a fish."""
    start = state.bear_at
    assert start is not None
    if not state.rules.bear_rebound:
        raise IllegalMove("no-rebound", "in this match bears are not sent on")
    if not state.expeditions[seat].fish:
        raise IllegalMove("short-of-fish", "there is no fish to pay for it")
    if move.to is not None:
        _require_destination(state, start, move.to)
    elif bear_destinations(state, start):
        raise IllegalMove("bear-space", "the bear can go to another floe or island")
    return BearSent(seat, start, move.to, fish=1)


# Fleeing


def flights(state: State, seat: Seat) -> tuple[tuple[str, ...], ...]:
    """The paths by which a threatened explorer of the seat can flee: straight ones first, then across the sea."""
    assert state.bear_at is not None
    chart, start, pack = Chart(state, seat), state.bear_at, state.expeditions[seat]
    return tuple(path for path in _candidates(chart, start) if _can_flee(chart, start, path, pack))


def _candidates(chart: Chart, start: str) -> Iterator[tuple[str, ...]]:
    near = sorted(SIDES[start], key=ORDER.__getitem__)
    yield from ((to,) for to in near)
    yield from ((via, to) for via in near if chart.is_sea(via) for to in sorted(SIDES[via], key=ORDER.__getitem__))


def _can_flee(chart: Chart, start: str, path: tuple[str, ...], pack: Expedition) -> bool:
    try:
        chart.walk(start, path, pack, flight=True)
    except IllegalMove:
        return False
    return True


def flee(state: State, seat: Seat, move: Flee, _dice: Dice) -> Event:
    """Leads a threatened explorer to a neighbouring space or across one space of the sea."""
    start, expedition = state.bear_at, state.expeditions[seat]
    assert start is not None
    if not 1 <= move.explorer <= len(expedition.explorers):
        raise IllegalMove("unknown-piece", f"there is no explorer {move.explorer}")
    if expedition.at(move.explorer) != start:
        raise IllegalMove("not-threatened", f"explorer {move.explorer} is not beside the bear")
    chart = Chart(state, seat)
    if move.via is not None and not chart.is_sea(move.via):
        raise IllegalMove("not-adjacent", f"{move.via!r} is no space of the sea to swim through")
    path = (move.to,) if move.via is None else (move.via, move.to)
    toll = chart.walk(start, path, expedition, flight=True)
    return ExplorerFled(seat, move.explorer, path, toll.fish, toll.ropes)


def helicopter(state: State, seat: Seat, move: Helicopter, _dice: Dice) -> Event:
    """Flies a threatened explorer that cannot flee to Alaska."""
    if move.station not in ALASKA:
        raise IllegalMove("unknown-piece", f"there is no station {move.station!r} in Alaska")
    if flights(state, seat):
        raise IllegalMove("flight-exists", "the explorer can flee")
    if state.crowd(move.station) >= ALASKA_LIMIT:
        raise IllegalMove("station-full", f"there is no room at {move.station}")
    return ExplorerRescued(seat, state.expeditions[seat].explorers.index(state.bear_at or "") + 1, move.station)
