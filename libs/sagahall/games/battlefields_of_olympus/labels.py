"""What moves do, in words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

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
from sagahall.games.battlefields_of_olympus.names import bundled, counted, land, listed, title
from sagahall.games.battlefields_of_olympus.view import View


def label(view: View, move: Move) -> str:
    """What the move does, seen by the seat that makes it."""
    return _LABELS[type(move)](view, move)


def _start_battle(view: View, _move: StartBattle) -> str:
    return f"Start a battle for {land(view.pile[-1])}" if view.pile else "Start a battle"


def _play_warrior(_view: View, move: PlayWarrior) -> str:
    return f"Play {title(move.card)}" + (f" with {listed(move.actions)}" if move.actions else "")


def _discard(_view: View, move: DiscardAction) -> str:
    return f"Discard {title(move.card)}"


def _accept_challenge(view: View, _move: AcceptChallenge) -> str:
    return f"Accept the battle for {land(view.challenge.stake)}" if view.challenge else "Accept the battle"


def _accept_trade(_view: View, move: AcceptTrade) -> str:
    return f"Accept proposal {move.proposal}: give {bundled(move.cards)}"


def _propose_trade(_view: View, move: ProposeTrade) -> str:
    return f"Propose a trade to seat {move.to}: {bundled(move.give)} for {bundled(move.want)}"


_LABELS: Mapping[type[Any], Callable[[View, Any], str]] = {
    DrawFate: lambda _view, _move: "Draw a Fate card",
    SwapWarriors: lambda _view, move: f"Swap {counted(move.cards)} for as many new Warriors",
    TradeActions: lambda _view, move: f"Trade {counted(move.cards)} for as many Warriors",
    StartBattle: _start_battle,
    DiscardAction: _discard,
    EndTurn: lambda _view, _move: "End the turn",
    PlayAmbush: lambda _view, move: f"Ambush seat {move.target} for the best territory of the pile",
    PlayRaid: lambda _view, move: f"Raid {land(move.territory)}",
    PlayRally: lambda _view, _move: "Rally: draw a Warrior onto the reserve and choose your hand",
    PlayScout: lambda _view, move: f"Scout the Warriors of seat {move.target}",
    PlayElite: lambda _view, _move: "Play Elite",
    PlayFlankAttack: lambda _view, _move: "Play Flank Attack",
    PlaySkirmish: lambda _view, _move: "Announce a Skirmish: take your Warrior back",
    PlayEncircle: lambda _view, _move: "Play Encircle",
    PlayWarrior: _play_warrior,
    Pass: lambda _view, _move: "Pass",
    DeclineExtra: lambda _view, _move: "Play no extra Warrior: the battle is drawn",
    AllowSkirmish: lambda _view, _move: "Allow the Skirmish",
    AcceptChallenge: _accept_challenge,
    RefuseChallenge: lambda _view, _move: "Refuse the battle",
    Refit: lambda _view, move: f"Take into hand: {counted(move.hand)}",
    TakeMercenary: lambda _view, _move: "Draw a mercenary",
    SwapMercenary: lambda _view, move: f"Swap the mercenary for {title(move.card)}",
    ProposeTrade: _propose_trade,
    AcceptTrade: _accept_trade,
    RejectTrade: lambda _view, move: f"Reject proposal {move.proposal}",
    WithdrawTrade: lambda _view, move: f"Withdraw proposal {move.proposal}",
}
