"""What each event of a challenge or a battle changes."""

from __future__ import annotations

from dataclasses import replace

from sagahall.games.battlefields_of_olympus.cards import Action
from sagahall.games.battlefields_of_olympus.events import AmbushEliminated
from sagahall.games.battlefields_of_olympus.events_battle import (
    ActionLaid,
    ActionsCancelled,
    BattleBegun,
    BattleEnded,
    ChallengeIssued,
    ChallengeRefused,
    ExtraDeclined,
    Passed,
    SkirmishAllowed,
    SkirmishAnnounced,
    TerritoryUncontested,
    WarriorPlayed,
)
from sagahall.games.battlefields_of_olympus.evolve_trade import without_party
from sagahall.games.battlefields_of_olympus.hands import covered, spent, taken
from sagahall.games.battlefields_of_olympus.multisets import ordered, without
from sagahall.games.battlefields_of_olympus.state import Battle, Challenge, Laid, Phase, Placed, State
from sagahall.games.kernel import Seat

# Challenges


def challenge_issued(state: State, event: ChallengeIssued) -> State:
    """The first seat is asked."""
    return replace(state, phase=Phase.CHALLENGE, challenge=Challenge(event.stake, event.asked))


def challenge_refused(state: State, event: ChallengeRefused) -> State:
    """The next seat is asked."""
    state = not_asked(state, event.seat)
    assert state.challenge is not None
    refused = (*state.challenge.refused, event.seat)
    return replace(state, challenge=replace(state.challenge, refused=refused))


def not_asked(state: State, seat: Seat) -> State:
    """The challenge without a seat that was still to answer."""
    assert state.challenge is not None
    asked = tuple(other for other in state.challenge.asked if other != seat)
    return replace(state, challenge=replace(state.challenge, asked=asked))


def territory_uncontested(state: State, event: TerritoryUncontested) -> State:
    """The attacker has the stake, and the turn is over."""
    return off(_won(state, event.seat, event.territory))


def off(state: State) -> State:
    """The turn is over; whatever called for a battle is dealt with."""
    spent_now = state.ares_in_play if state.challenge or state.battle else 0
    return replace(
        state,
        phase=Phase.REFIT,
        challenge=None,
        battle=None,
        ares_in_play=state.ares_in_play - spent_now,
        ares_spent=state.ares_spent + spent_now,
    )


def _won(state: State, seat: Seat, territory: str) -> State:
    camp, pile = state.camps[seat], without(state.pile, (territory,))
    return state.place(seat, replace(camp, territories=(*camp.territories, territory)), pile=pile)


# Battles


def battle_begun(state: State, event: BattleBegun) -> State:
    """The opener has to act; the fighters' proposals have lapsed."""
    battle = Battle(event.attacker, event.defender, event.stake, event.opener, event.ambush)
    proposals = without_party(without_party(state.proposals, event.attacker), event.defender)
    return replace(state, phase=Phase.BATTLE, challenge=None, battle=battle, proposals=proposals)


def ambush_eliminated(state: State, event: AmbushEliminated) -> State:
    """The ambusher plays first."""
    return replace(state, battle=replace(_battle(state), opener=event.seat, ambush=False))


def warrior_played(state: State, event: WarriorPlayed) -> State:
    """The line is one longer, and only the new Actions lie on the pair."""
    state = _laid_discarded(state)
    battle, camp = _battle(state), taken(state.camps[event.seat], (event.warrior,))
    camp = replace(camp, actions=without(camp.actions, event.actions))
    laid = tuple(Laid(event.seat, action) for action in event.actions)
    line = (*battle.line, Placed(event.seat, event.warrior))
    return state.place(event.seat, camp, battle=replace(battle, line=line, met=event.met, laid=laid))


def action_laid(state: State, event: ActionLaid) -> State:
    """One more Action lies on the pair; a Skirmish that it answers is over."""
    battle, camp = _battle(state), state.camps[event.seat]
    camp = replace(camp, actions=without(camp.actions, (event.action,)))
    battle = replace(battle, laid=(*battle.laid, Laid(event.seat, event.action)))
    return state.place(event.seat, camp, phase=Phase.BATTLE, battle=battle)


def actions_cancelled(state: State, event: ActionsCancelled) -> State:
    """The new Action and the one that it cancels are discarded."""
    battle = _battle(state)
    state = spent(state, event.seat, (event.action,))
    gone = battle.laid[event.place].action
    laid = battle.laid[: event.place] + battle.laid[event.place + 1 :]
    discards = ordered((*state.action_discards, gone))
    return replace(state, action_discards=discards, battle=replace(battle, laid=laid))


def skirmish_announced(state: State, event: SkirmishAnnounced) -> State:
    """The opponent is asked."""
    return spent(state, event.seat, (Action.SKIRMISH,), phase=Phase.SKIRMISH_REPLY)


def skirmish_allowed(state: State, event: SkirmishAllowed) -> State:
    """The Warrior that was met has left the line, and nothing lies on what is left of the pair."""
    state = _laid_discarded(state)
    battle, camp = _battle(state), state.camps[event.owner]
    assert battle.met is not None
    battle = replace(battle, line=battle.line[: battle.met] + battle.line[battle.met + 1 :], met=None)
    if event.reserved:
        camp = replace(camp, reserve=ordered((*camp.reserve, event.warrior)))
    else:
        camp = replace(camp, hand=ordered((*camp.hand, event.warrior)))
    return state.place(event.owner, camp, phase=Phase.BATTLE, battle=battle)


def passed(state: State, event: Passed) -> State:
    """On a tie the other is asked for an extra Warrior; else the battle is about to end."""
    return replace(state, phase=Phase.TIE_EXTRA) if event.tied else state


def extra_declined(state: State, _event: ExtraDeclined) -> State:
    """Nothing yet: the battle is about to end."""
    return state


def battle_ended(state: State, event: BattleEnded) -> State:
    """The stake, the line and the Ares are dealt with; whatever lay open is secret again."""
    battle = _battle(state)
    if event.winner is not None:
        state = _won(state, event.winner, event.territory)
    state = off(_laid_discarded(state))
    line = tuple(placed.warrior for placed in battle.line)
    return replace(
        state,
        camps=tuple(covered(camp) for camp in state.camps),
        warrior_discards=ordered(state.warrior_discards + line),
        looking=None,
        refits=tuple(seat for seat in (event.first, event.second) if not state.camps[seat].left),
        starter=event.first if state.duel else None,
    )


def _battle(state: State) -> Battle:
    assert state.battle is not None
    return state.battle


def _laid_discarded(state: State) -> State:
    battle = _battle(state)
    if not battle.laid:
        return state
    discards = ordered(state.action_discards + tuple(laid.action for laid in battle.laid))
    return replace(state, action_discards=discards, battle=replace(battle, laid=()))
