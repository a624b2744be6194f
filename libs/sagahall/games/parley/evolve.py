"""What each event of parley changes."""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatch

from sagahall.games.kernel import Seat
from sagahall.games.parley.moves import (
    Buried,
    Dealt,
    Demanded,
    Event,
    Finished,
    Given,
    Left,
    Offered,
    Passed,
    Refused,
    Revealed,
    RoundEnded,
    Sealed,
    Traded,
    Withdrawn,
)
from sagahall.games.parley.state import POT, Card, Claim, Over, Proposal, Sealing, State, Talking


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _evolve(event, state)


@singledispatch
def _evolve(event: Event, _state: State) -> State:
    """The state after an event. One function for each kind of event."""
    raise TypeError(f"{event!r} is no event of parley")


@_evolve.register
def _(event: Buried, state: State) -> State:
    return replace(state, buried=event.card)


@_evolve.register
def _(event: Dealt, state: State) -> State:
    envoy = state.envoys[event.seat]
    return state.place(event.seat, replace(envoy, hand=envoy.hand + event.cards))


@_evolve.register
def _(event: Sealed, state: State) -> State:
    return state.place(event.seat, replace(state.envoys[event.seat].without(event.card), sealed=event.card))


@_evolve.register
def _(event: Revealed, state: State) -> State:
    turned = tuple(bid.card for bid in event.bids) + (() if event.rival is None else (event.rival,))
    first = event.winner or 0
    queue = tuple(sorted(state.present, key=lambda seat: (seat < first, seat)))
    for seat in state.present:
        envoy = state.envoys[seat]
        state = state.place(seat, replace(envoy, sealed=None, coins=envoy.coins + POT * (seat == event.winner)))
    return replace(state, stage=Talking(queue), discards=state.discards + turned)


@_evolve.register
def _(event: Demanded, state: State) -> State:
    assert isinstance(state.stage, Talking)
    return replace(state, stage=replace(state.stage, claim=Claim(event.target, event.suit)))


@_evolve.register
def _(event: Given, state: State) -> State:
    return _turn_over(_handed(state, event.seat, event.to, event.card))


@_evolve.register
def _(event: Refused, state: State) -> State:
    return _turn_over(_paid(state, event.seat, event.to, event.coins))


@_evolve.register
def _(_event: Passed, state: State) -> State:
    return _turn_over(state)


@_evolve.register
def _(event: Offered, state: State) -> State:
    proposal = Proposal(event.seat, event.to, event.coins, event.wish, event.note)
    return replace(state, proposals=(*state.proposals, proposal))


@_evolve.register
def _(event: Withdrawn, state: State) -> State:
    return _without_proposal(state, event.seat)


@_evolve.register
def _(event: Traded, state: State) -> State:
    state = _paid(_handed(state, event.seat, event.to, event.card), event.to, event.seat, event.coins)
    return _without_proposal(state, event.to)


@_evolve.register
def _(event: Left, state: State) -> State:
    state = state.place(event.seat, replace(state.envoys[event.seat], hand=(), sealed=None, left=True))
    proposals = tuple(proposal for proposal in state.proposals if event.seat not in (proposal.seat, proposal.to))
    stage = _talks_without(state.stage, event.seat) if isinstance(state.stage, Talking) else state.stage
    return replace(state, stage=stage, proposals=proposals)


@_evolve.register
def _(event: RoundEnded, state: State) -> State:
    return replace(state, round=event.round + 1, stage=Sealing(), proposals=())


@_evolve.register
def _(event: Finished, state: State) -> State:
    for hand in event.hands:
        envoy = state.envoys[hand.seat]
        state = state.place(hand.seat, replace(envoy, hand=(), sealed=None, gains=envoy.gains + hand.cards))
    return replace(state, stage=Over(event.ending), proposals=())


def _talks_without(talks: Talking, leaver: Seat) -> Talking:
    """A demand by or to the leaver is void, and the turn in which it was made is over."""
    void = talks.claim is not None and leaver in (talks.claim.target, talks.queue[0])
    gone = {leaver, talks.queue[0]} if void else {leaver}
    return Talking(tuple(seat for seat in talks.queue if seat not in gone), None if void else talks.claim)


def _turn_over(state: State) -> State:
    assert isinstance(state.stage, Talking)
    return replace(state, stage=Talking(state.stage.queue[1:]))


def _paid(state: State, seat: Seat, to: Seat, coins: int) -> State:
    payer, payee = state.envoys[seat], state.envoys[to]
    state = state.place(seat, replace(payer, coins=payer.coins - coins))
    return state.place(to, replace(payee, coins=payee.coins + coins))


def _handed(state: State, seat: Seat, to: Seat, card: Card) -> State:
    state = state.place(seat, state.envoys[seat].without(card))
    return state.place(to, replace(state.envoys[to], gains=(*state.envoys[to].gains, card)))


def _without_proposal(state: State, seat: Seat) -> State:
    return replace(state, proposals=tuple(proposal for proposal in state.proposals if proposal.seat != seat))
