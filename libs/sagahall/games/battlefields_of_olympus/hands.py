"""How cards enter and leave a camp."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.facts import WARRIOR_HAND
from sagahall.games.battlefields_of_olympus.multisets import common, ordered, without
from sagahall.games.battlefields_of_olympus.state import Camp, State
from sagahall.games.kernel import Seat


def taken(camp: Camp, warriors: tuple[Warrior, ...]) -> Camp:
    """The camp after Warriors have left the hand. Of equal ones, those that lie open go first."""
    shown = common(warriors, camp.revealed)
    hidden = without(warriors, shown)
    return replace(camp, revealed=without(camp.revealed, shown), hand=without(camp.hand, hidden))


def joined(camp: Camp, warriors: tuple[Warrior, ...]) -> Camp:
    """The camp after Warriors have come, unseen: what the hand cannot hold goes onto the reserve."""
    room = max(0, WARRIOR_HAND - len(camp.warriors))
    hand, reserve = ordered(camp.hand + warriors[:room]), ordered(camp.reserve + warriors[room:])
    return replace(camp, hand=hand, reserve=reserve)


def covered(camp: Camp) -> Camp:
    """The camp with all of the hand secret again."""
    return replace(camp, hand=ordered(camp.hand + camp.revealed), revealed=()) if camp.revealed else camp


def spent(state: State, seat: Seat, actions: tuple[Action, ...], **changes: Any) -> State:
    """The table after Actions have gone from a hand to the discards, with whatever else changes."""
    camp, discards = state.camps[seat], ordered(state.action_discards + actions)
    return state.place(seat, replace(camp, actions=without(camp.actions, actions)), action_discards=discards, **changes)
