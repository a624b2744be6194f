"""Battles that have come to their first pair."""

from __future__ import annotations

from tests.games.battlefields_of_olympus.tables import (
    FOUR,
    A,
    B,
    battle,
    hand,
    legal,
    played,
    put,
    with_camp,
)

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.combat import Stand, stand
from sagahall.games.battlefields_of_olympus.moves import (
    PlayWarrior,
)
from sagahall.games.battlefields_of_olympus.state import State
from sagahall.games.kernel import Seat


def fight(
    first: Warrior,
    second: PlayWarrior,
    a_actions: tuple[Action, ...] = (),
    b_actions: tuple[Action, ...] = (),
    *,
    a_cards: tuple[Warrior, ...] = FOUR,
    b_cards: tuple[Warrior, ...] = FOUR,
) -> State:
    """A has played one Warrior and B has answered; both still hold those cards."""
    state = battle(hand(first, actions=a_actions), hand(second.card, actions=b_actions))
    state = played(state, (A, put(first)), (B, second))
    return with_camp(with_camp(state, A, hand=a_cards), B, hand=b_cards)


def now(state: State) -> Stand:
    assert state.battle is not None
    return stand(state.battle)


def laid(state: State) -> tuple[tuple[Seat, Action, bool], ...]:
    """The Actions on the pair, and whether they are active."""
    assert state.battle is not None
    return tuple((card.seat, card.action, on) for card, on in zip(state.battle.laid, now(state).active, strict=True))


def kinds(state: State, seat: Seat) -> set[type[object]]:
    return {type(move) for move in legal(state, seat, object)}
