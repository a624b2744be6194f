"""What a seat can do now, listed (specification, section 5 and 7.1)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sagahall.games.ice_flow import rules_bears as bears
from sagahall.games.ice_flow import rules_explorers as explorers
from sagahall.games.ice_flow import rules_ice as ice
from sagahall.games.ice_flow.facts import ALASKA, ALASKA_LIMIT, EXPLORERS, NOTCHES, SPOTS
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
from sagahall.games.ice_flow.paths import Chart
from sagahall.games.ice_flow.rules import may_end_turn, to_act
from sagahall.games.ice_flow.state import Direction, State, Step
from sagahall.games.kernel import Dice, Form, FormField, Seat


def legal_moves(state: State, seat: Seat) -> tuple[Move, ...]:
    """Every move of the seat; of the paths of its explorers, which are open, the useful ones."""
    return tuple(_CHOICES[state.step](state, seat)) if seat in to_act(state) else ()


def _stations(state: State, seat: Seat) -> Iterator[Move]:
    return map(PlaceExplorer, explorers.first_stations(state, seat))


def _placements(state: State, _seat: Seat) -> Iterator[Move]:
    return (PlaceFloe(at, rotation) for at in ice.placements(state) for rotation in range(NOTCHES))


def _turn(state: State, seat: Seat) -> Iterator[Move]:
    if may_end_turn(state, seat):
        yield EndTurn()
    if state.may_act_on_ice:
        yield from _ice(state, seat)
    if not state.explorer_done:
        yield from _journeys(state, seat)
        yield from _stays(state, seat)


def _ice(state: State, seat: Seat) -> Iterator[Move]:
    if ice.can_reveal(state):
        yield Reveal()
    taken = {floe.at for floe in state.floes}
    for floe in state.floes:
        if ice.may_handle(state, seat, floe):
            if not ice.drift_problem(state, floe, taken):
                yield Drift(floe.at)
            yield from (Rotate(floe.at, direction) for direction in Direction)


def _journeys(state: State, seat: Seat) -> Iterator[MoveExplorer]:
    chart, expedition = Chart(state, seat), state.expeditions[seat]
    for explorer, at in enumerate(expedition.explorers, start=1):
        for journey in chart.journeys(at, expedition):
            yield MoveExplorer(explorer, journey.path)


def _stays(state: State, seat: Seat) -> Iterator[Move]:
    """What explorers can do where they are."""
    expedition = state.expeditions[seat]
    for explorer, at in enumerate(expedition.explorers, start=1):
        ground = state.ground(at)
        if ground is not None and expedition.free_slots:
            yield from (Collect(explorer, item) for item in ground.items)
        if explorers.fishing_problem(state, seat, at) is None:
            yield Fish(explorer)


def _bears(state: State, _seat: Seat) -> Iterator[Move]:
    assert state.mover_at is not None
    return map(SendBear, bears.bear_destinations(state, state.mover_at))


def _flights(state: State, seat: Seat) -> Iterator[Move]:
    assert state.bear_at is not None
    expedition, paths = state.expeditions[seat], bears.flights(state, seat)
    for explorer, at in enumerate(expedition.explorers, start=1):
        if at == state.bear_at:
            yield from (Flee(explorer, path[0] if len(path) > 1 else None, path[-1]) for path in paths)
    if not paths:
        yield from (Helicopter(station) for station in ALASKA if state.crowd(station) < ALASKA_LIMIT)
    if state.rules.bear_rebound and expedition.fish:
        yield from map(Rebound, bears.bear_destinations(state, state.bear_at) or (None,))


def _pickups(state: State, _seat: Seat) -> Iterator[Move]:
    yield Skip()
    yield from map(Pickup, state.offer)


_CHOICES: Mapping[Step, Callable[[State, Seat], Iterator[Move]]] = {
    Step.SETUP_EXPLORERS: _stations,
    Step.SETUP_FLOES: _placements,
    Step.TURN: _turn,
    Step.PLACE_FLOE: _placements,
    Step.SEND_BEAR: _bears,
    Step.FLEE: _flights,
    Step.PICKUP: _pickups,
}


def forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The form of an explorer's path, while one of the seat's can move."""
    if state.step is not Step.TURN or seat != state.turn or state.explorer_done:
        return ()
    example = next(_journeys(state, seat), None)
    if example is None:
        return ()
    fields = (
        FormField(name="explorer", summary="The explorer", minimum=1, maximum=EXPLORERS),
        FormField(
            name="path",
            summary="The spaces after the one where it stands, each beside the one before",
            choices=tuple(SPOTS),
            min_items=1,
            max_items=len(SPOTS),
        ),
    )
    return (Form("move_explorer", "Lead an explorer along any path", fields, example),)


def default_move(state: State, seat: Seat, dice: Dice) -> Move:
    """The mildest move: to end the turn, else to turn a floe, if possible one without explorers; to leave what lies
    there; to send a bear where nobody is; else whatever is listed first. New pieces are placed by chance."""
    moves = legal_moves(state, seat)
    match state.step:
        case Step.SETUP_EXPLORERS | Step.SETUP_FLOES | Step.PLACE_FLOE:
            return dice.choice("default-move", moves)
        case Step.TURN:
            return min(moves, key=lambda move: _harm(state, move))
        case Step.SEND_BEAR:
            return min(moves, key=lambda move: state.crowd(move.to) if isinstance(move, SendBear) else 0)
        case _:
            return moves[0]


def _harm(state: State, move: Move) -> int:
    match move:
        case EndTurn():
            return 0
        case Rotate(at):
            return 2 if state.crowd(at) else 1
        case _:
            return 3
