"""The trades that a seat can propose, accept and close (specification, section 10)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import chain

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.evolve_trade import owns
from sagahall.games.battlefields_of_olympus.facts import TERRITORIES
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
_LANDS = {territory: Bundle(territories=(territory,)) for territory in TERRITORIES}
_CARDS = (*_ACTIONS.values(), *_WARRIORS.values())


def trade_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """Answers to the seat's open proposals, then proposals of one card for one."""
    if not state.trading:
        return ()
    answers = tuple(_answers(state, seat)) if state.proposals else ()
    if not may_propose(state, seat):
        return answers
    gives = single_cards(state.camps[seat])
    proposals = (_one_for_one(other, gives, state.camps[other].territories) for other in partners(state, seat))
    return answers + tuple(chain.from_iterable(proposals))


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
        *(_LANDS[territory] for territory in camp.territories),
    )


def _one_for_one(to: Seat, gives: tuple[Bundle, ...], territories: tuple[str, ...]) -> Iterator[ProposeTrade]:
    """The proposals to give one of those cards for any other kind of card, or for one of the territories."""
    for give in gives:
        yield from _for_cards(to, give)
        for territory in territories:
            yield _for_land(to, give, territory)


@cache
def _for_cards(to: Seat, give: Bundle) -> tuple[ProposeTrade, ...]:
    """The proposals to give that card for a Warrior or an Action of another kind."""
    return tuple(ProposeTrade(to, give, want) for want in _CARDS if want != give)


@cache
def _for_land(to: Seat, give: Bundle, territory: str) -> ProposeTrade:
    return ProposeTrade(to, give, _LANDS[territory])
