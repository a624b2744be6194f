"""Setting up, deciding, leaving, and what follows of itself (specification, sections 2, 5, 6.5, 11 and 12)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sagahall.games.battlefields_of_olympus import rules_actions as actions
from sagahall.games.battlefields_of_olympus import rules_battle as battle
from sagahall.games.battlefields_of_olympus import rules_trade as trade
from sagahall.games.battlefields_of_olympus import rules_turn as turn
from sagahall.games.battlefields_of_olympus.chronicle import Chronicle
from sagahall.games.battlefields_of_olympus.demands import demand
from sagahall.games.battlefields_of_olympus.events import (
    Event,
    MatchEnded,
    MercenaryLost,
    ReserveShown,
    SeatLeft,
    TurnStarted,
)
from sagahall.games.battlefields_of_olympus.facts import (
    ACTION_CARDS,
    ARES,
    FIRST_HAND,
    FIRST_SEAT,
    TABLES,
    TERRITORIES,
    WARRIOR_DECK,
)
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptChallenge,
    AcceptTrade,
    AllowSkirmish,
    DeclineExtra,
    DiscardAction,
    DrawFate,
    EndTurn,
    Move,
    Pass,
    PlayAmbush,
    PlayElite,
    PlayEncircle,
    PlayFlankAttack,
    PlayRaid,
    PlayRally,
    PlayScout,
    PlaySkirmish,
    PlayWarrior,
    ProposeTrade,
    Refit,
    RefuseChallenge,
    RejectTrade,
    StartBattle,
    SwapMercenary,
    SwapWarriors,
    TakeMercenary,
    TradeActions,
    WithdrawTrade,
)
from sagahall.games.battlefields_of_olympus.multisets import ordered
from sagahall.games.battlefields_of_olympus.scoring import LAST_SEAT, ending, has_colour_group
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State
from sagahall.games.kernel import Dice, Seat

_HANDLERS: Mapping[type[Any], Callable[[Chronicle, Seat, Any], None]] = {
    DrawFate: turn.draw_fate,
    SwapWarriors: turn.swap_warriors,
    TradeActions: turn.trade_actions,
    StartBattle: turn.start_battle,
    DiscardAction: turn.discard_action,
    EndTurn: turn.end_turn,
    Refit: turn.refit,
    TakeMercenary: turn.take_mercenary,
    SwapMercenary: turn.swap_mercenary,
    PlayAmbush: actions.play_ambush,
    PlayRaid: actions.play_raid,
    PlayRally: actions.play_rally,
    PlayScout: actions.play_scout,
    AcceptChallenge: battle.accept_challenge,
    RefuseChallenge: battle.refuse_challenge,
    PlayWarrior: battle.play_warrior,
    PlayElite: battle.play_elite,
    PlayFlankAttack: battle.play_flank_attack,
    PlaySkirmish: battle.play_skirmish,
    PlayEncircle: battle.play_encircle,
    AllowSkirmish: battle.allow_skirmish,
    Pass: battle.pass_by,
    DeclineExtra: battle.decline_extra,
    ProposeTrade: trade.propose_trade,
    AcceptTrade: trade.accept_trade,
    RejectTrade: trade.reject_trade,
    WithdrawTrade: trade.withdraw_trade,
}


def initial(seats: int) -> State:
    """Both decks, and empty camps."""
    return State(
        camps=(Camp(),) * seats,
        fate_actions=ACTION_CARDS,
        fate_territories=tuple(TERRITORIES),
        fate_ares=ARES,
        deck=WARRIOR_DECK,
    )


def setup(state: State, dice: Dice) -> tuple[Event, ...]:
    """Specification, section 2: hands and reserves, and the first turn."""
    log = Chronicle(state, dice)
    for seat in range(len(state.camps)):
        log.draw_warriors(seat, FIRST_HAND)
        log.draw_reserve(seat, TABLES[len(state.camps)].reserve)
    log.tell(TurnStarted(1, FIRST_SEAT))
    return log.events


def decide(state: State, seat: Seat, move: Move, dice: Dice) -> tuple[Event, ...]:
    """What happens when the seat makes the move. Raises IllegalMove."""
    demand(state.phase is not Phase.OVER, "match-over", "the match is over")
    demand(seat in state.present, "has-left", "this seat has left the match")
    log = Chronicle(state, dice)
    _HANDLERS[type(move)](log, seat, move)
    _settle(log)
    return log.events


def leave(state: State, seat: Seat, dice: Dice) -> tuple[Event, ...]:
    """What happens when a seat leaves for good (specification, section 12).

    Its opponent wins a battle at once, its own turn is over outside one; with one seat left the match ends.
    """
    log = Chronicle(state, dice)
    camp = state.camps[seat]
    mercenary = () if camp.mercenary is None else (camp.mercenary,)
    warriors = ordered(camp.warriors + camp.reserve + mercenary)
    log.tell(SeatLeft(seat, warriors, camp.actions, camp.territories))
    if len(log.state.present) > 1:
        if state.battle is not None and seat in state.battle.fighters:
            battle.close_battle(log, state.battle.other(seat))
        battle.conclude_challenge(log)
    _settle(log)
    return log.events


def _settle(log: Chronicle) -> None:
    """Whatever follows of itself happens, until a seat has to act or the match is over."""
    while (event := _due(log.state)) is not None:
        log.tell(event)


def _due(state: State) -> Event | None:
    """The next event that follows of itself: mercenaries go, the match ends, reserves are shown, a turn starts."""
    if state.phase is Phase.OVER:
        return None
    if len(state.present) == 1:
        return MatchEnded(LAST_SEAT)
    for seat, camp in enumerate(state.camps):
        if camp.mercenary is not None and not has_colour_group(camp.territories):
            return MercenaryLost(seat, camp.mercenary)
    if state.battle is None and state.challenge is None and (how := ending(state)) is not None:
        return MatchEnded(how)
    return _next_choice(state) if state.phase is Phase.REFIT and state.looking is None else None


def _next_choice(state: State) -> Event:
    """Specification, section 6.5, step 6, then section 5.4."""
    for seat in state.refits:
        if reserve := state.camps[seat].reserve:
            return ReserveShown(seat, len(reserve), reserve)
    following = state.after(state.turn)[0] if state.starter is None else state.starter
    return TurnStarted(state.turns + 1, following)
