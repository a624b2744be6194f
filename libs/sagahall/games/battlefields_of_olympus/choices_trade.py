"""The trades that a seat can propose, accept and close (specification, section 10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.evolve_trade import owns
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptTrade,
    Move,
    ProposeTrade,
    RejectTrade,
    WithdrawTrade,
)
from sagahall.games.battlefields_of_olympus.rules_trade import has_room, may_propose, may_trade
from sagahall.games.battlefields_of_olympus.state import Bundle, Camp, Proposal, State
from sagahall.games.kernel import Seat

_ACTIONS = {action: Bundle(actions=(action,)) for action in Action}
_WARRIORS = {warrior: Bundle(warriors=(warrior,)) for warrior in Warrior}
_CARDS = (*_ACTIONS.values(), *_WARRIORS.values())


def trade_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Answers to the seat's open proposals, then proposals of one card for one."""
    if not state.trading:
        return ()
    answers = tuple(_answers(state, seat)) if state.proposals else ()
    if not may_propose(state, seat):
        return answers
    gives = single_cards(state.camps[seat])
    others = ((other, state.camps[other].territories) for other in partners(state, seat))
    return answers + tuple(
        move for other, territories in others for give in gives for move in _one_for_one(other, give, territories)
    )


def partners(state: State, seat: Seat) -> tuple[Seat, ...]:
    """The seats to which the seat could make a proposal now, if it can make one at all."""
    return tuple(other for other in state.after(seat) if may_trade(state, other))


def acceptable(state: State, seat: Seat, proposal: Proposal) -> bool:
    """Whether the seat can accept the proposal now."""
    own, other = state.camps[seat], state.camps[proposal.seat]
    return (
        proposal.to == seat
        and may_trade(state, seat)
        and may_trade(state, proposal.seat)
        and owns(own, proposal.want)
        and has_room(own, proposal.want, proposal.give)
        and has_room(other, proposal.give, proposal.want)
    )


def _answers(state: State, seat: Seat) -> Iterator[Move]:
    for proposal in state.proposals:
        if proposal.seat == seat:
            yield WithdrawTrade(proposal.number)
        if proposal.to == seat:
            yield RejectTrade(proposal.number)
            if acceptable(state, seat, proposal):
                yield AcceptTrade(proposal.number, proposal.want)


def single_cards(camp: Camp) -> tuple[Bundle, ...]:
    """Each kind of card that the camp could give, and each of its territories."""
    return (
        *(_ACTIONS[action] for action in dict.fromkeys(camp.actions)),
        *(_WARRIORS[warrior] for warrior in dict.fromkeys(camp.warriors)),
        *(Bundle(territories=(territory,)) for territory in camp.territories),
    )


@lru_cache(maxsize=1 << 12)
def _one_for_one(to: Seat, give: Bundle, territories: tuple[str, ...]) -> tuple[ProposeTrade, ...]:
    """The proposals to give that card for any other kind of card, or for one of those territories."""
    wants = (*_CARDS, *(Bundle(territories=(territory,)) for territory in territories))
    return tuple(ProposeTrade(to, give, want) for want in wants if want != give)
