"""How events change the state. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Any

from sagahall.games.ice_flow.facts import ORDER
from sagahall.games.ice_flow.moves import (
    BearSent,
    Event,
    ExplorerFled,
    ExplorerMoved,
    ExplorerPlaced,
    ExplorerRescued,
    Fished,
    FloeDrawn,
    FloeDrifted,
    FloeLost,
    FloePlaced,
    FloeTurned,
    ItemTaken,
    MatchEnded,
    NothingTaken,
    SeatLeft,
    TurnStarted,
)
from sagahall.games.ice_flow.state import Drawn, Expedition, Ground, State
from sagahall.games.kernel import Seat


def fold(state: State, events: Iterable[Event]) -> State:
    """The state after the events."""
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _settled(_EVOLVE[type(event)](state, event))


def _settled(state: State) -> State:
    """A bear that nobody is beside any more threatens nobody; a move that leaves nothing to choose is over."""
    if state.bear_at is not None and not state.threatened:
        state = replace(state, bear_at=None)
    if state.mover is None or state.bear_at is not None or state.bears_to_send:
        return state
    may_pick_up = state.offer and state.expeditions[state.turn].free_slots
    return state if may_pick_up else replace(state, mover=None, offer=())


def _next(state: State, seat: Seat) -> Seat:
    """The seat after this one among those that have not left."""
    return next(iter(state.clockwise(seat + 1)), seat)


def _ordered(grounds: Iterable[Ground]) -> tuple[Ground, ...]:
    return tuple(sorted(grounds, key=lambda ground: ORDER[ground.at]))


def _swapped(state: State, *changed: Ground) -> tuple[Ground, ...]:
    """The grounds with new ones in the place of those at the same spaces."""
    new = {ground.at: ground for ground in changed}
    return tuple([new.get(ground.at, ground) for ground in state.grounds])


# Ice


def _floe_drawn(state: State, event: FloeDrawn) -> State:
    # A card that was used already can only come from a deck that was shuffled anew.
    discards = () if event.card in state.discards else state.discards
    return replace(state, turn=event.seat, drawn=Drawn(event.tile, event.card), discards=discards)


def _floe_placed(state: State, event: FloePlaced) -> State:
    assert state.drawn is not None
    floe = Ground(event.at, event.tile, event.rotation, event.rope, event.fish, event.bears)
    discards = (*state.discards, state.drawn.card)
    placed = replace(state, grounds=_ordered((*state.grounds, floe)), discards=discards, drawn=None)
    return replace(placed, turn=_next(state, event.seat)) if state.round == 0 else _ice_done(placed)


def _floe_drifted(state: State, event: FloeDrifted) -> State:
    grounds = _ordered(replace(one, at=event.to) if one.at == event.at else one for one in state.grounds)
    expeditions = tuple(
        replace(one, explorers=tuple(event.to if at == event.at else at for at in one.explorers))
        for one in state.expeditions
    )
    return _ice_done(replace(state, grounds=grounds, expeditions=expeditions))


def _floe_lost(state: State, event: FloeLost) -> State:
    return _ice_done(replace(state, grounds=tuple(ground for ground in state.grounds if ground.at != event.at)))


def _floe_turned(state: State, event: FloeTurned) -> State:
    grounds = (replace(one, rotation=event.rotation) if one.at == event.at else one for one in state.grounds)
    return _ice_done(replace(state, grounds=tuple(grounds)))


def _ice_done(state: State) -> State:
    """The first ice action of a turn is the one that is owed, a second one replaces the explorer's."""
    return replace(state, explorer_done=True) if state.ice_done else replace(state, ice_done=True)


# Explorers


def _explorer_placed(state: State, event: ExplorerPlaced) -> State:
    expedition = state.expeditions[event.seat]
    placed = replace(expedition, explorers=(*expedition.explorers, event.station))
    expeditions = state.with_expedition(event.seat, placed)
    return replace(state, expeditions=expeditions, turn=_next(state, event.seat))


def _explorer_moved(state: State, event: ExplorerMoved) -> State:
    ground = state.ground(event.path[-1])
    return replace(
        _walked(state, event), explorer_done=True, mover=event.explorer, offer=() if ground is None else ground.items
    )


def _explorer_fled(state: State, event: ExplorerFled) -> State:
    return _walked(state, event)


def _walked(state: State, event: ExplorerMoved | ExplorerFled) -> State:
    """The state with an explorer at the end of its path, and its ropes on the floes where they were needed."""
    expedition = state.expeditions[event.seat].moved(event.explorer, event.path[-1])
    expeditions = state.with_expedition(event.seat, expedition.paying(len(event.ropes), event.fish))
    if not event.ropes:
        return replace(state, expeditions=expeditions)
    grounds = (
        replace(one, rope=one.rope + event.ropes.count(one.at)) if one.at in event.ropes else one
        for one in state.grounds
    )
    return replace(state, expeditions=expeditions, grounds=tuple(grounds))


def _item_taken(state: State, event: ItemTaken) -> State:
    ground = state.ground(event.at)
    assert ground is not None
    expeditions = state.with_expedition(event.seat, state.expeditions[event.seat].holding(event.item))
    grounds = _swapped(state, ground.without(event.item))
    return replace(state, expeditions=expeditions, grounds=grounds, explorer_done=True, mover=None, offer=())


def _nothing_taken(state: State, _event: NothingTaken) -> State:
    return replace(state, mover=None, offer=())


def _fished(state: State, event: Fished) -> State:
    expedition = state.expeditions[event.seat].paying(1, -event.fish)
    return replace(state, expeditions=state.with_expedition(event.seat, expedition), explorer_done=True)


def _explorer_rescued(state: State, event: ExplorerRescued) -> State:
    expedition = state.expeditions[event.seat].moved(event.explorer, event.station)
    return replace(state, expeditions=state.with_expedition(event.seat, expedition))


# Bears


def _bear_sent(state: State, event: BearSent) -> State:
    ends = [state.ground(at) for at in (event.at, event.to) if at is not None]
    moved = (
        replace(ground, bears=ground.bears + (1 if ground.at == event.to else -1))
        for ground in ends
        if ground is not None
    )
    expedition = state.expeditions[event.seat].paying(0, event.fish)
    expeditions = state.with_expedition(event.seat, expedition)
    return replace(state, grounds=_swapped(state, *moved), expeditions=expeditions, bear_at=event.to)


# Turns and the end


def _turn_started(state: State, event: TurnStarted) -> State:
    return replace(state, turn=event.seat, round=event.round, ice_done=False, explorer_done=False)


def _seat_left(state: State, event: SeatLeft) -> State:
    gone = replace(state, expeditions=state.with_expedition(event.seat, Expedition(left=True)))
    if state.turn != event.seat:
        return gone
    turn = _next(gone, event.seat) if state.round == 0 else state.turn
    discards = state.discards if state.drawn is None else (*state.discards, state.drawn.card)
    return replace(gone, turn=turn, drawn=None, discards=discards, mover=None, offer=())


def _match_ended(state: State, event: MatchEnded) -> State:
    return replace(state, ending=event.ending)


_EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    ExplorerPlaced: _explorer_placed,
    FloeDrawn: _floe_drawn,
    FloePlaced: _floe_placed,
    FloeDrifted: _floe_drifted,
    FloeLost: _floe_lost,
    FloeTurned: _floe_turned,
    ExplorerMoved: _explorer_moved,
    ItemTaken: _item_taken,
    NothingTaken: _nothing_taken,
    Fished: _fished,
    BearSent: _bear_sent,
    ExplorerFled: _explorer_fled,
    ExplorerRescued: _explorer_rescued,
    TurnStarted: _turn_started,
    SeatLeft: _seat_left,
    MatchEnded: _match_ended,
}
