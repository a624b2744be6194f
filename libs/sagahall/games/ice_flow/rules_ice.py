"""Drifting, turning, drawing and placing floes (specification, sections 3, 5.1 and 6)."""

from __future__ import annotations

from sagahall.games.ice_flow.facts import CARDS, DRIFTS, ENTRIES, NOTCHES, SEA, SIDES
from sagahall.games.ice_flow.moves import (
    Drift,
    Event,
    FloeDrawn,
    FloeDrifted,
    FloeLost,
    FloePlaced,
    FloeTurned,
    PlaceFloe,
    Reveal,
    Rotate,
)
from sagahall.games.ice_flow.state import Direction, Ground, State
from sagahall.games.kernel import Dice, IllegalMove, Seat


def may_handle(state: State, seat: Seat, floe: Ground) -> bool:
    """Whether the seat may drift or turn the floe: one with explorers on it only if it has one there."""
    if not state.rules.only_move_own_or_empty_floes:
        return True
    return floe.at in state.expeditions[seat].explorers or not state.crowd(floe.at)


def drift_problem(state: State, floe: Ground, taken: set[str]) -> str | None:
    """The rule that keeps the floe where it is, if there is one. ``taken`` are the spaces with floes."""
    drifting = DRIFTS.get(floe.at)
    if drifting is None:
        return "no-current"
    if drifting.grounded:
        return "grounded"
    if not taken.isdisjoint(drifting.through):
        return "lane-blocked"
    return "explorer-aboard" if drifting.to is None and state.crowd(floe.at) else None


def can_act_on_ice(state: State, seat: Seat) -> bool:
    """Whether there is an ice action that the seat could take: any floe that it may drift it may also turn."""
    return any(may_handle(state, seat, floe) for floe in state.floes) or can_reveal(state)


def can_reveal(state: State) -> bool:
    """Whether a floe can be drawn and placed."""
    return bool(state.bag and free_entries(state))


def free_entries(state: State) -> tuple[str, ...]:
    """Where a new floe can come into the strait."""
    taken = {floe.at for floe in state.floes}
    return tuple(space for space in ENTRIES if space not in taken)


def placements(state: State) -> tuple[str, ...]:
    """Where the floe that was drawn can be placed: in the set-up away from all others, if there is such a space."""
    if state.round:
        return free_entries(state)
    taken = {floe.at for floe in state.floes}
    empty = tuple(space for space in SEA if space not in taken)
    return tuple(space for space in empty if taken.isdisjoint(SIDES[space])) or empty


def draw_floe(state: State, seat: Seat, dice: Dice) -> FloeDrawn:
    """Draws a floe from the bag and an ice card from the deck, which is shuffled anew when it is empty."""
    return FloeDrawn(seat, dice.choice("floe", state.bag), dice.choice("ice-card", state.deck or tuple(CARDS)))


def drift(state: State, seat: Seat, move: Drift, _dice: Dice) -> Event:
    """Lets the floe drift by the full speed of its current."""
    floe = _floe(state, seat, move.at)
    rule = drift_problem(state, floe, {other.at for other in state.floes})
    if rule:
        raise IllegalMove(rule, f"the floe at {move.at} cannot drift")
    to = DRIFTS[move.at].to
    return FloeLost(seat, move.at, floe.tile or "") if to is None else FloeDrifted(seat, move.at, to)


def rotate(state: State, seat: Seat, move: Rotate, _dice: Dice) -> Event:
    """Turns the floe by one notch."""
    floe = _floe(state, seat, move.at)
    notch = 1 if move.direction is Direction.RIGHT else -1
    return FloeTurned(seat, move.at, (floe.rotation + notch) % NOTCHES)


def _floe(state: State, seat: Seat, at: str) -> Ground:
    floe = state.ground(at)
    if floe is None or floe.tile is None:
        raise IllegalMove("no-floe", f"there is no floe at {at!r}")
    if not may_handle(state, seat, floe):
        raise IllegalMove("floe-held", f"only others have explorers on the floe at {at}")
    return floe


def reveal(state: State, seat: Seat, _move: Reveal, dice: Dice) -> Event:
    """Draws a floe, which the seat has to place then."""
    if not state.bag:
        raise IllegalMove("bag-empty", "there is no floe left to draw")
    if not free_entries(state):
        raise IllegalMove("no-entry", "there is a floe on every space where a current enters")
    return draw_floe(state, seat, dice)


def place_floe(state: State, seat: Seat, move: PlaceFloe, _dice: Dice) -> Event:
    """Places the floe that was drawn, with what its card shows as far as the stock has it."""
    assert state.drawn is not None
    if not 0 <= move.rotation < NOTCHES:
        raise IllegalMove("unknown-piece", f"a floe is turned by 0 to {NOTCHES - 1} notches")
    if move.at not in placements(state):
        raise IllegalMove("space-not-allowed", f"the floe cannot be placed at {move.at!r}")
    card, stock = CARDS[state.drawn.card], state.stock
    return FloePlaced(
        seat,
        move.at,
        state.drawn.tile,
        move.rotation,
        rope=min(card.rope, stock.rope),
        fish=min(card.fish, stock.fish),
        bears=min(card.bear, stock.bears),
    )
