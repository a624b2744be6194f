"""How a battle stands and what it takes to go on (specification, sections 6.2, 6.3, 7 and 8)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.facts import ACTIONS, WARRIORS
from sagahall.games.battlefields_of_olympus.state import Battle, Laid
from sagahall.games.kernel import Seat

BEATS = {kind: card.beats for kind, card in WARRIORS.items()}
CANCELS = {kind: card.cancels for kind, card in ACTIONS.items()}
ELIMINATES = {kind: card.eliminates for kind, card in ACTIONS.items()}
REVERSING = (Action.ELITE, Action.FLANK_ATTACK)
"""The Actions that make their owner lead."""
LAID_IN_ADDITION = (Action.ELITE, Action.ENCIRCLE)
"""The Actions that may be laid together with a Warrior."""


@dataclass(frozen=True, slots=True)
class Stand:
    """Who leads a battle, who has to act, and what he has to meet."""

    active: tuple[bool, ...]
    """For each Action laid, whether it is active."""
    leader: Seat | None
    """None on a tie and before the first Warrior."""
    actor: Seat
    meets: Warrior | None
    """The Warrior to be beaten or tied; None if any Warrior will do."""
    strict: bool
    """Whether it has to be beaten: a tie is not enough."""
    tied: bool
    """Whether the fighters are even, so that a pass asks for an extra Warrior."""


def stand(battle: Battle) -> Stand:
    """How the battle stands."""
    active = active_actions(battle.laid)
    if not battle.line:
        return Stand(active, None, battle.opener, None, False, False)
    newest = battle.line[-1]
    leader = _reverser(battle.laid, active)
    if leader is None and tied_pair(battle):
        return Stand(active, None, battle.other(newest.seat), newest.warrior, False, True)
    if leader is None or leader == newest.seat:
        leader, meets = newest.seat, newest.warrior
    else:
        assert battle.met is not None
        meets = battle.line[battle.met].warrior
    strict = _has_active(battle.laid, active, leader, Action.ENCIRCLE)
    return Stand(active, leader, battle.other(leader), meets, strict, False)


def active_actions(laid: tuple[Laid, ...]) -> tuple[bool, ...]:
    """For each Action whether it is active: walked from the newest to the oldest, an Action is eliminated if an active
    newer one of the opponent eliminates its kind."""
    if not laid:
        return ()
    active: list[bool] = []
    newer: list[Laid] = []
    for card in reversed(laid):
        on = not any(other.seat != card.seat and card.action in ELIMINATES[other.action] for other in newer)
        active.append(on)
        if on:
            newer.append(card)
    return tuple(reversed(active))


def tied_pair(battle: Battle) -> bool:
    """Whether the newest Warrior is of the type that it was played against."""
    return battle.met is not None and battle.line[battle.met].warrior is battle.line[-1].warrior


def _reverser(laid: tuple[Laid, ...], active: tuple[bool, ...]) -> Seat | None:
    for card, on in zip(reversed(laid), reversed(active), strict=True):
        if on and card.action in REVERSING:
            return card.seat
    return None


def _has_active(laid: tuple[Laid, ...], active: tuple[bool, ...], seat: Seat, action: Action) -> bool:
    return any(on and card.seat == seat and card.action is action for card, on in zip(laid, active, strict=True))


def owns_newest(battle: Battle, seat: Seat) -> bool:
    """Whether the newest Warrior is the fighter's."""
    return bool(battle.line) and battle.line[-1].seat == seat


def owns_met(battle: Battle, seat: Seat) -> bool:
    """Whether the newest Warrior was played against one of the fighter's."""
    return battle.met is not None and battle.line[-1].seat != seat


# What an Action may do


def banned(battle: Battle, now: Stand, seat: Seat, action: Action) -> bool:
    """Whether an active Action of the opponent eliminates the kind."""
    return any(
        on and card.seat != seat and action in ELIMINATES[card.action]
        for card, on in zip(battle.laid, now.active, strict=True)
    )


def cancelled(battle: Battle, now: Stand, seat: Seat, action: Action) -> int | None:
    """The place of the Action that the fighter would cancel with his: the opponent's newest active one of its kinds."""
    for place in range(len(battle.laid) - 1, -1, -1):
        card = battle.laid[place]
        if now.active[place] and card.seat != seat and card.action in CANCELS[action]:
            return place
    return None


def eliminates_something(battle: Battle, now: Stand, seat: Seat, action: Action) -> bool:
    """Whether the Action would eliminate an active one of the opponent."""
    return any(
        on and card.seat != seat and card.action in ELIMINATES[action]
        for card, on in zip(battle.laid, now.active, strict=True)
    )


# Why something cannot be played: a rule and a sentence, or None if it can

Refusal: TypeAlias = tuple[str, str] | None


def warrior_refused(now: Stand, card: Warrior) -> Refusal:
    """Why the Warrior cannot be played now, by the fighter to act."""
    if now.meets is None or now.meets in BEATS[card]:
        return None
    if now.meets is not card:
        return "too-weak", f"it has to beat or tie the {WARRIORS[now.meets].title}"
    return ("encircled", "an Encircle stands: a tie is not enough") if now.strict else None


def addition_refused(now: Stand, card: Warrior, actions: tuple[Action, ...]) -> Refusal:
    """Why those Actions cannot be laid in addition to the Warrior, in that order."""
    leads = now.meets is None or now.meets in BEATS[card]
    for action in actions:
        if action not in LAID_IN_ADDITION:
            return "not-in-addition", f"{ACTIONS[action].title} cannot be laid together with a Warrior"
        leads = leads or action is Action.ELITE
        if not leads:
            return "encircle-needs-lead", "an Encircle is laid with a Warrior that leads"
    return None


def laying_refused(battle: Battle, now: Stand, seat: Seat, action: Action) -> Refusal:
    """Why an Elite, Flank Attack, Skirmish or Encircle cannot be played by the fighter to act."""
    if banned(battle, now, seat, action):
        return "eliminated", f"an active Action of the opponent eliminates every {ACTIONS[action].title}"
    return _REFUSALS[action](battle, now, seat)


def reply_refused(battle: Battle, now: Stand, seat: Seat) -> Refusal:
    """Why a Skirmish cannot be answered by an Encircle."""
    if Action.SKIRMISH not in ELIMINATES[Action.ENCIRCLE]:
        return "no-answer", "an Encircle does not stop a Skirmish"
    if banned(battle, now, seat, Action.ENCIRCLE):
        return "eliminated", "an active Action of the opponent eliminates every Encircle"
    return None


def _elite_refused(battle: Battle, _now: Stand, seat: Seat) -> Refusal:
    if owns_newest(battle, seat) or owns_met(battle, seat):
        return None
    return "no-warrior-in-pair", "an Elite needs an own Warrior in the pair"


def _flank_attack_refused(battle: Battle, now: Stand, seat: Seat) -> Refusal:
    if cancelled(battle, now, seat, Action.FLANK_ATTACK) is not None:
        return None
    if not owns_met(battle, seat):
        return "no-warrior-in-pair", "a Flank Attack needs an own Warrior that was beaten"
    return ("tied", "a Flank Attack does not reverse a tie") if tied_pair(battle) else None


def _skirmish_refused(battle: Battle, _now: Stand, seat: Seat) -> Refusal:
    if owns_met(battle, seat):
        return None
    return "no-warrior-in-pair", "a Skirmish needs an own Warrior that was beaten or tied"


def _encircle_refused(battle: Battle, now: Stand, seat: Seat) -> Refusal:
    if eliminates_something(battle, now, seat, Action.ENCIRCLE):
        return None
    return "nothing-to-eliminate", "an Encircle alone has to eliminate an Action of the opponent"


_REFUSALS = {
    Action.ELITE: _elite_refused,
    Action.FLANK_ATTACK: _flank_attack_refused,
    Action.SKIRMISH: _skirmish_refused,
    Action.ENCIRCLE: _encircle_refused,
}
