"""Trading between players who are not in a battle (specification, section 10)."""

from __future__ import annotations

from collections import Counter

from sagahall.games.battlefields_of_olympus.chronicle import Chronicle
from sagahall.games.battlefields_of_olympus.demands import demand
from sagahall.games.battlefields_of_olympus.events_trade import (
    CardsExchanged,
    Parcel,
    TradeAccepted,
    TradeProposed,
    TradeRejected,
    TradeWithdrawn,
)
from sagahall.games.battlefields_of_olympus.evolve_trade import owns
from sagahall.games.battlefields_of_olympus.facts import (
    ACTION_HAND,
    MAX_TRADED,
    MIN_TRADED,
    PROPOSALS_PER_TURN,
    TERRITORIES,
)
from sagahall.games.battlefields_of_olympus.moves import AcceptTrade, ProposeTrade, RejectTrade, WithdrawTrade
from sagahall.games.battlefields_of_olympus.multisets import common
from sagahall.games.battlefields_of_olympus.state import Bundle, Camp, Phase, Proposal, State
from sagahall.games.kernel import IllegalMove, Seat


def may_trade(state: State, seat: Seat) -> bool:
    """Whether the seat may trade at all now: it does not fight, owes no choice of cards, and in a challenge it has
    refused already."""
    if state.camps[seat].left or seat == state.looking or seat in state.refits:
        return False
    if state.challenge is not None:
        return seat in state.challenge.refused
    if state.battle is not None:
        return seat not in state.battle.fighters
    return state.phase is not Phase.ACTION_OVERFLOW or seat != state.turn


def may_propose(state: State, seat: Seat) -> bool:
    """Whether the seat may make one more proposal to somebody who may trade."""
    camp = state.camps[seat]
    open_one = any(proposal.seat == seat for proposal in state.proposals)
    return state.trading and camp.proposals < PROPOSALS_PER_TURN and not open_one and may_trade(state, seat)


def has_room(camp: Camp, gone: Bundle, come: Bundle) -> bool:
    """Whether the Actions of the camp are not too many after a trade."""
    return len(camp.actions) - len(gone.actions) + len(come.actions) <= ACTION_HAND


def propose_trade(log: Chronicle, seat: Seat, move: ProposeTrade) -> None:
    """A proposal that only the two parties can read."""
    state = log.state
    demand(state.trading, "no-trading", "cards are not traded at this table")
    demand(move.to in state.present and move.to != seat, "no-such-partner", "that is no other seat of the match")
    _demand_free(state, seat, move.to)
    camp = state.camps[seat]
    demand(all(proposal.seat != seat for proposal in state.proposals), "one-proposal", "one proposal is open already")
    demand(camp.proposals < PROPOSALS_PER_TURN, "enough-proposals", f"{PROPOSALS_PER_TURN} proposals in a turn at most")
    _demand_bundle(move.give)
    _demand_bundle(move.want)
    demand(owns(camp, move.give), "not-yours", "this seat does not have what it gives")
    log.tell(TradeProposed(state.proposed + 1, seat, move.to, (seat, move.to), move.give, move.want))


def accept_trade(log: Chronicle, seat: Seat, move: AcceptTrade) -> None:
    """The cards change hands in one step."""
    state, proposal = log.state, _proposal(log.state, move.proposal)
    demand(proposal.to == seat, "not-to-you", "the proposal was made to another seat")
    _demand_free(state, seat, proposal.seat)
    demand(_same(move.cards, proposal.want), "not-what-is-wanted", "these are not the cards that the proposal wants")
    demand(owns(state.camps[seat], move.cards), "not-yours", "this seat does not have these cards")
    room = has_room(state.camps[seat], move.cards, proposal.give)
    demand(room, "actions-too-many", f"this seat would have more than {ACTION_HAND} Actions")
    room = has_room(state.camps[proposal.seat], proposal.give, move.cards)
    demand(room, "actions-too-many", f"the other seat would have more than {ACTION_HAND} Actions")
    given, returned = _parcel(state, proposal.seat, proposal.give), _parcel(state, seat, move.cards)
    log.tell(TradeAccepted(proposal.number, proposal.seat, seat, given, returned))
    log.tell(CardsExchanged(proposal.seat, seat, (proposal.seat, seat), proposal.give, move.cards))


def reject_trade(log: Chronicle, seat: Seat, move: RejectTrade) -> None:
    """The proposal is closed by the one to whom it was made."""
    proposal = _proposal(log.state, move.proposal)
    demand(proposal.to == seat, "not-to-you", "the proposal was made to another seat")
    log.tell(TradeRejected(proposal.number, proposal.seat, seat))


def withdraw_trade(log: Chronicle, seat: Seat, move: WithdrawTrade) -> None:
    """The proposal is closed by the one who made it."""
    proposal = _proposal(log.state, move.proposal)
    demand(proposal.seat == seat, "not-by-you", "the proposal was made by another seat")
    log.tell(TradeWithdrawn(proposal.number, seat, proposal.to))


def _demand_free(state: State, seat: Seat, partner: Seat) -> None:
    demand(may_trade(state, seat), "not-free", "this seat fights, has cards to choose or has not refused to fight yet")
    demand(may_trade(state, partner), "partner-not-free",
           "that seat fights, has cards to choose or has not refused to fight yet")  # fmt: skip


def _demand_bundle(cards: Bundle) -> None:
    number = f"each side is {MIN_TRADED} to {MAX_TRADED} cards"
    demand(MIN_TRADED <= cards.size <= MAX_TRADED, "wrong-number-of-cards", number)
    known = all(territory in TERRITORIES for territory in cards.territories)
    demand(known, "no-such-territory", "there is no such territory")
    demand(len(set(cards.territories)) == len(cards.territories), "territory-twice", "a territory is there once only")


def _proposal(state: State, number: int) -> Proposal:
    for proposal in state.proposals:
        if proposal.number == number:
            return proposal
    raise IllegalMove("no-such-proposal", "no proposal of that number is open")


def _same(cards: Bundle, wanted: Bundle) -> bool:
    return (
        Counter(cards.actions) == Counter(wanted.actions)
        and Counter(cards.warriors) == Counter(wanted.warriors)
        and set(cards.territories) == set(wanted.territories)
        and len(cards.territories) == len(wanted.territories)
    )


def _parcel(state: State, seat: Seat, cards: Bundle) -> Parcel:
    shown = common(cards.warriors, state.camps[seat].revealed)
    return Parcel(len(cards.actions), len(cards.warriors), shown, cards.territories)
