"""What a viewer of parley may see, and what might lie in its place as far as the viewer can tell."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sagahall.games.kernel import Dice, Seat
from sagahall.games.parley.state import DECK, Card, Envoy, Over, Proposal, Stage, State


@dataclass(frozen=True, slots=True)
class Place:
    """What everybody sees of one seat."""

    seat: Seat
    coins: int
    hand: int
    sealed: bool
    gains: tuple[Card, ...]
    left: bool


@dataclass(frozen=True, slots=True)
class View:
    """The table as one seat, or a spectator, sees it."""

    seat: Seat | None
    round: int
    rounds: int
    demands: bool
    stage: Stage
    places: tuple[Place, ...]
    discards: tuple[Card, ...]
    proposals: tuple[Proposal, ...]
    hand: tuple[Card, ...]
    sealed: Card | None
    buried: Card | None


def view(state: State, seat: Seat | None) -> View:
    """The table as the seat, or a spectator (None), may see it."""
    own = None if seat is None else state.envoys[seat]
    return View(
        seat=seat,
        round=state.round,
        rounds=state.rounds,
        demands=state.demands,
        stage=state.stage,
        places=tuple(_place(number, envoy) for number, envoy in enumerate(state.envoys)),
        discards=state.discards,
        proposals=tuple(_overheard(proposal, seat) for proposal in state.proposals),
        hand=own.hand if own else (),
        sealed=own.sealed if own else None,
        buried=state.buried if isinstance(state.stage, Over) else None,
    )


def _place(seat: Seat, envoy: Envoy) -> Place:
    return Place(seat, envoy.coins, len(envoy.hand), envoy.sealed is not None, envoy.gains, envoy.left)


def _overheard(proposal: Proposal, seat: Seat | None) -> Proposal:
    return proposal if seat in (proposal.seat, proposal.to) else replace(proposal, note=None)


def resample(state: State, seat: Seat | None, dice: Dice) -> State:
    """The same match with other cards in other hands and other words in other notes."""
    if isinstance(state.stage, Over):
        return state
    hidden = [number for number in range(len(state.envoys)) if number != seat]
    known = set(state.discards).union(*(envoy.gains for envoy in state.envoys))
    if seat is not None:
        known |= set(state.envoys[seat].cards)
    cards = iter(dice.shuffled("resample", [card for card in DECK if card not in known]))
    for number in hidden:
        envoy = state.envoys[number]
        sealed = None if envoy.sealed is None else next(cards)
        state = state.place(number, replace(envoy, hand=tuple(next(cards) for _ in envoy.hand), sealed=sealed))
    notes = tuple(_misheard(proposal, seat, dice) for proposal in state.proposals)
    return replace(state, buried=next(cards), proposals=notes)


def _misheard(proposal: Proposal, seat: Seat | None, dice: Dice) -> Proposal:
    if seat in (proposal.seat, proposal.to):
        return proposal
    return replace(proposal, note=dice.choice("resample-notes", ("", "yes", "not before the ship is in")))
