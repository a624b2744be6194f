"""What each event of a trade changes."""

from __future__ import annotations

from dataclasses import replace

from sagahall.games.battlefields_of_olympus.events_trade import (
    CardsExchanged,
    TradeAccepted,
    TradeProposed,
    TradeRejected,
    TradeWithdrawn,
)
from sagahall.games.battlefields_of_olympus.hands import joined, taken
from sagahall.games.battlefields_of_olympus.multisets import contains, ordered, without
from sagahall.games.battlefields_of_olympus.state import Bundle, Camp, Proposal, State
from sagahall.games.kernel import Seat


def owns(camp: Camp, cards: Bundle) -> bool:
    """Whether the camp has the cards, the reserve not counted."""
    return (
        contains(camp.actions, cards.actions)
        and contains(camp.warriors, cards.warriors)
        and contains(camp.territories, cards.territories)
    )


def without_party(proposals: tuple[Proposal, ...], seat: Seat) -> tuple[Proposal, ...]:
    """The proposals that do not concern the seat."""
    return tuple(proposal for proposal in proposals if seat not in (proposal.seat, proposal.to))


def without_lapsed(state: State) -> State:
    """The table without the proposals of those who no longer have what they give."""
    standing = tuple(proposal for proposal in state.proposals if owns(state.camps[proposal.seat], proposal.give))
    return state if len(standing) == len(state.proposals) else replace(state, proposals=standing)


def trade_proposed(state: State, event: TradeProposed) -> State:
    """One more proposal is open."""
    proposal = Proposal(event.proposal, event.seat, event.to, event.give, event.want)
    camp = state.camps[event.seat]
    camp, proposals = replace(camp, proposals=camp.proposals + 1), (*state.proposals, proposal)
    return state.place(event.seat, camp, proposals=proposals, proposed=event.proposal)


def trade_closed(state: State, event: TradeWithdrawn | TradeRejected | TradeAccepted) -> State:
    """The proposal is no longer open."""
    proposals = tuple(proposal for proposal in state.proposals if proposal.number != event.proposal)
    return replace(state, proposals=proposals)


def trade_accepted(state: State, event: TradeAccepted) -> State:
    """The territories have changed hands."""
    state = trade_closed(state, event)
    given, returned = event.given.territories, event.returned.territories
    for seat, gone, come in ((event.seat, given, returned), (event.to, returned, given)):
        camp = state.camps[seat]
        state = state.place(seat, replace(camp, territories=without(camp.territories, gone) + come))
    return state


def cards_exchanged(state: State, event: CardsExchanged) -> State:
    """The Actions and Warriors have changed hands."""
    state = state.place(event.seat, _exchanged(state.camps[event.seat], event.given, event.returned))
    return state.place(event.to, _exchanged(state.camps[event.to], event.returned, event.given))


def _exchanged(camp: Camp, gone: Bundle, come: Bundle) -> Camp:
    camp = joined(taken(camp, gone.warriors), come.warriors)
    return replace(camp, actions=ordered(without(camp.actions, gone.actions) + come.actions))
