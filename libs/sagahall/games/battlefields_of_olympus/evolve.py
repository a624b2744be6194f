"""What each event changes: cards, turns and the way into and out of a battle."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sagahall.games.battlefields_of_olympus import evolve_battle as battle
from sagahall.games.battlefields_of_olympus import evolve_trade as trade
from sagahall.games.battlefields_of_olympus.events import (
    ActionGained,
    ActionsDiscarded,
    ActionSpent,
    AmbushEliminated,
    DeckReshuffled,
    Event,
    FateDrawn,
    HandRevealed,
    MatchEnded,
    MercenaryLost,
    MercenarySwapped,
    MercenaryTaken,
    Refitted,
    ReserveShown,
    SeatLeft,
    TerritoryFound,
    TerritoryRaided,
    TurnEnded,
    TurnStarted,
    WarriorDrawn,
    WarriorReserved,
    WarriorsDiscarded,
)
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
from sagahall.games.battlefields_of_olympus.events_trade import (
    CardsExchanged,
    TradeAccepted,
    TradeProposed,
    TradeRejected,
    TradeWithdrawn,
)
from sagahall.games.battlefields_of_olympus.facts import ACTION_HAND
from sagahall.games.battlefields_of_olympus.hands import covered, joined, spent, taken
from sagahall.games.battlefields_of_olympus.multisets import ordered, without
from sagahall.games.battlefields_of_olympus.state import OWN_TURN, Camp, Fate, Phase, State


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    kind = type(event)
    state = _EVOLVE[kind](state, event)
    if state.swapped and kind not in _BESIDES:
        state = replace(state, swapped=False)
    return trade.without_lapsed(state) if state.proposals else state


def _turn_started(state: State, event: TurnStarted) -> State:
    idle = 0 if state.drawn or event.number == 1 else state.idle_turns + 1
    camps = tuple(replace(covered(camp), proposals=0) if camp.proposals else covered(camp) for camp in state.camps)
    return replace(
        state,
        camps=camps,
        phase=Phase.MAIN,
        turn=event.seat,
        turns=event.number,
        idle_turns=idle,
        drawn=False,
        refits=(),
        starter=None,
        proposals=(),
    )


# Cards


def _deck_reshuffled(state: State, _event: DeckReshuffled) -> State:
    return replace(state, deck=ordered(state.warrior_discards), warrior_discards=())


def _warrior_drawn(state: State, event: WarriorDrawn) -> State:
    camp, deck = state.camps[event.seat], without(state.deck, (event.warrior,))
    return state.place(event.seat, replace(camp, hand=ordered((*camp.hand, event.warrior))), deck=deck)


def _warrior_reserved(state: State, event: WarriorReserved) -> State:
    camp, deck = state.camps[event.seat], without(state.deck, (event.warrior,))
    return state.place(event.seat, replace(camp, reserve=ordered((*camp.reserve, event.warrior))), deck=deck)


def _fate_drawn(state: State, event: FateDrawn) -> State:
    state = replace(state, idle_turns=0, drawn=True, phase=Phase.AFTER_MAIN)
    if event.fate is not Fate.ARES:
        return state
    return replace(state, fate_ares=state.fate_ares - 1, ares_in_play=state.ares_in_play + 1)


def _action_gained(state: State, event: ActionGained) -> State:
    camp = state.camps[event.seat]
    actions = ordered((*camp.actions, event.action))
    phase = Phase.ACTION_OVERFLOW if len(actions) > ACTION_HAND else Phase.AFTER_MAIN
    fate = without(state.fate_actions, (event.action,))
    return state.place(event.seat, replace(camp, actions=actions), fate_actions=fate, phase=phase)


def _territory_found(state: State, event: TerritoryFound) -> State:
    left = without(state.fate_territories, (event.territory,))
    return replace(state, fate_territories=left, pile=(*state.pile, event.territory))


def _warriors_discarded(state: State, event: WarriorsDiscarded) -> State:
    camp = taken(state.camps[event.seat], event.warriors)
    discards = ordered(state.warrior_discards + event.warriors)
    return state.place(event.seat, camp, phase=Phase.AFTER_MAIN, warrior_discards=discards)


def _actions_discarded(state: State, event: ActionsDiscarded) -> State:
    return spent(state, event.seat, event.actions, phase=Phase.AFTER_MAIN)


def _action_spent(state: State, event: ActionSpent) -> State:
    phase = Phase.AFTER_MAIN if state.phase is Phase.ACTION_OVERFLOW else state.phase
    return spent(state, event.seat, (event.action,), phase=phase)


def _territory_raided(state: State, event: TerritoryRaided) -> State:
    owner = state.camps[event.owner]
    state = state.place(event.owner, replace(owner, territories=without(owner.territories, (event.territory,))))
    raider = state.camps[event.seat]
    return state.place(event.seat, replace(raider, territories=(*raider.territories, event.territory)))


def _hand_revealed(state: State, event: HandRevealed) -> State:
    camp = state.camps[event.seat]
    hand = without(camp.hand, event.warriors)
    return state.place(event.seat, replace(camp, hand=hand, revealed=ordered(camp.revealed + event.warriors)))


def _turn_ended(state: State, _event: TurnEnded) -> State:
    return replace(state, phase=Phase.REFIT)


# Reserve and mercenary


def _reserve_shown(state: State, event: ReserveShown) -> State:
    refits = state.refits[state.refits.index(event.seat) + 1 :] if event.seat in state.refits else state.refits
    return replace(state, looking=event.seat, refits=refits)


def _refitted(state: State, event: Refitted) -> State:
    camp = state.camps[event.seat]
    reserve = ordered(without(camp.hand + camp.reserve, event.hand))
    return state.place(event.seat, replace(camp, hand=ordered(event.hand), reserve=reserve), looking=None)


def _mercenary_taken(state: State, event: MercenaryTaken) -> State:
    camp, deck = state.camps[event.seat], without(state.deck, (event.warrior,))
    return state.place(event.seat, replace(camp, mercenary=event.warrior), deck=deck)


def _mercenary_swapped(state: State, event: MercenarySwapped) -> State:
    camp = state.camps[event.seat]
    assert camp.mercenary is not None
    camp = joined(taken(camp, (event.warrior,)), (camp.mercenary,))
    return state.place(event.seat, replace(camp, mercenary=event.warrior), swapped=True)


def _mercenary_lost(state: State, event: MercenaryLost) -> State:
    discards = ordered((*state.warrior_discards, event.warrior))
    return state.place(event.seat, replace(state.camps[event.seat], mercenary=None), warrior_discards=discards)


# Ends


def _seat_left(state: State, event: SeatLeft) -> State:
    turn_over = state.turn == event.seat and (state.phase in OWN_TURN or state.challenge is not None)
    state = state.place(
        event.seat,
        Camp(left=True),
        warrior_discards=ordered(state.warrior_discards + event.warriors),
        action_discards=ordered(state.action_discards + event.actions),
        removed=state.removed + event.territories,
        looking=None if state.looking == event.seat else state.looking,
        refits=tuple(seat for seat in state.refits if seat != event.seat),
        proposals=trade.without_party(state.proposals, event.seat),
    )
    if turn_over:
        return battle.off(state)
    return battle.not_asked(state, event.seat) if state.challenge else state


def _match_ended(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, ending=event.ending, looking=None, refits=(), proposals=())


_EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    TurnStarted: _turn_started,
    DeckReshuffled: _deck_reshuffled,
    WarriorDrawn: _warrior_drawn,
    WarriorReserved: _warrior_reserved,
    FateDrawn: _fate_drawn,
    ActionGained: _action_gained,
    TerritoryFound: _territory_found,
    WarriorsDiscarded: _warriors_discarded,
    ActionsDiscarded: _actions_discarded,
    TurnEnded: _turn_ended,
    ReserveShown: _reserve_shown,
    Refitted: _refitted,
    MercenaryTaken: _mercenary_taken,
    MercenarySwapped: _mercenary_swapped,
    MercenaryLost: _mercenary_lost,
    ActionSpent: _action_spent,
    TerritoryRaided: _territory_raided,
    HandRevealed: _hand_revealed,
    AmbushEliminated: battle.ambush_eliminated,
    ChallengeIssued: battle.challenge_issued,
    ChallengeRefused: battle.challenge_refused,
    TerritoryUncontested: battle.territory_uncontested,
    BattleBegun: battle.battle_begun,
    WarriorPlayed: battle.warrior_played,
    ActionLaid: battle.action_laid,
    ActionsCancelled: battle.actions_cancelled,
    SkirmishAnnounced: battle.skirmish_announced,
    SkirmishAllowed: battle.skirmish_allowed,
    Passed: battle.passed,
    ExtraDeclined: battle.extra_declined,
    BattleEnded: battle.battle_ended,
    TradeProposed: trade.trade_proposed,
    TradeWithdrawn: trade.trade_closed,
    TradeRejected: trade.trade_closed,
    TradeAccepted: trade.trade_accepted,
    CardsExchanged: trade.cards_exchanged,
    SeatLeft: _seat_left,
    MatchEnded: _match_ended,
}

_BESIDES = {
    SeatLeft,
    MercenarySwapped,
    MercenaryLost,
    TradeProposed,
    TradeWithdrawn,
    TradeRejected,
    TradeAccepted,
    CardsExchanged,
}
"""The events after which a mercenary that was just swapped still counts as just swapped."""
