"""The same match with everything that a viewer must not know drawn again (specification, section 4)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from enum import Enum
from typing import TypeVar

from sagahall.games.battlefields_of_olympus.cards import Action
from sagahall.games.battlefields_of_olympus.choices_trade import single_cards
from sagahall.games.battlefields_of_olympus.multisets import common, ordered, without
from sagahall.games.battlefields_of_olympus.state import Bundle, Proposal, State
from sagahall.games.kernel import Dice, Seat

K = TypeVar("K", bound=Enum)


def resample(state: State, seat: Seat | None, dice: Dice) -> State:
    """Other hands and Actions of the others, other reserves but one that the viewer looks at, other decks, and other
    proposals between others. What somebody offers to the viewer stays in that one's hand."""
    state = _with_other_actions(_with_other_warriors(state, seat, dice), seat, dice)
    proposals = tuple(_misheard(state, proposal, seat, dice) for proposal in state.proposals)
    return replace(state, proposals=proposals)


def _with_other_warriors(state: State, viewer: Seat | None, dice: Dice) -> State:
    hands = {seat: camp.hand for seat, camp in enumerate(state.camps) if seat != viewer}
    known = {seat: without(cards, common(cards, state.camps[seat].revealed))
             for seat, cards in ((seat, _offered(state, seat, viewer).warriors) for seat in hands)}  # fmt: skip
    reserves = [seat for seat in range(len(state.camps)) if seat != viewer or state.looking != seat]
    hidden = [card for seat, hand in hands.items() for card in without(hand, known[seat])]
    hidden += [card for seat in reserves for card in state.camps[seat].reserve]
    cards = iter(dice.shuffled("resample-warriors", ordered((*hidden, *state.deck))))
    for seat, hand in hands.items():
        drawn = _draw(cards, len(hand) - len(known[seat]))
        state = state.place(seat, replace(state.camps[seat], hand=ordered(known[seat] + drawn)))
    for seat in reserves:
        reserve = ordered(_draw(cards, len(state.camps[seat].reserve)))
        state = state.place(seat, replace(state.camps[seat], reserve=reserve))
    return replace(state, deck=ordered(cards))


def _with_other_actions(state: State, viewer: Seat | None, dice: Dice) -> State:
    others = [seat for seat in range(len(state.camps)) if seat != viewer]
    known = {seat: _offered(state, seat, viewer).actions for seat in others}
    hidden = [card for seat in others for card in without(state.camps[seat].actions, known[seat])]
    cards = iter(dice.shuffled("resample-actions", ordered((*hidden, *state.fate_actions))))
    for seat in others:
        camp = state.camps[seat]
        drawn = _draw(cards, len(camp.actions) - len(known[seat]))
        state = state.place(seat, replace(camp, actions=ordered(known[seat] + drawn)))
    return replace(state, fate_actions=ordered(cards))


def _offered(state: State, seat: Seat, viewer: Seat | None) -> Bundle:
    """What the seat offers to the viewer, who thereby knows that it has it."""
    offers = (proposal.give for proposal in state.proposals if proposal.seat == seat and proposal.to == viewer)
    return next(offers, Bundle())


def _misheard(state: State, proposal: Proposal, viewer: Seat | None, dice: Dice) -> Proposal:
    if viewer in (proposal.seat, proposal.to):
        return proposal
    give = dice.choice("resample-gives", single_cards(state.camps[proposal.seat]))
    want = Bundle(actions=(dice.choice("resample-wants", tuple(Action)),))
    return replace(proposal, give=give, want=want)


def _draw(cards: Iterator[K], number: int) -> tuple[K, ...]:
    return tuple(next(cards) for _ in range(number))
