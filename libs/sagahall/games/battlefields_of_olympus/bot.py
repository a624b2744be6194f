"""A bot that sees what its seat sees.

It gives every move a worth in points and takes the best. A Warrior is worth the more kinds it beats, an Action what it
usually brings, a territory its points and the end of the match that they may be. In a battle a move is worth the stake
times the chance that the opponent has no answer, as far as the cards that are seen tell, less the cards that it costs.
Outside one it fights when its hand is strong, raids and ambushes for what is worth most, and else draws Fate cards. It
proposes no trades, and accepts those that give it more than they take.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sagahall.games.battlefields_of_olympus.cards import Action, Warrior
from sagahall.games.battlefields_of_olympus.facts import POINTS_TO_END, TERRITORIES, WARRIOR_DECK, WARRIORS
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
from sagahall.games.battlefields_of_olympus.multisets import common, without
from sagahall.games.battlefields_of_olympus.scoring import score
from sagahall.games.battlefields_of_olympus.state import Bundle, Phase
from sagahall.games.battlefields_of_olympus.view import BattleView, CampView, View
from sagahall.games.kernel import Seat

_ACTIONS = {
    Action.RAID: 2.0,
    Action.AMBUSH: 1.0,
    Action.ELITE: 0.9,
    Action.FLANK_ATTACK: 0.9,
    Action.ENCIRCLE: 0.7,
    Action.RALLY: 0.6,
    Action.SCOUT: 0.4,
    Action.SKIRMISH: 0.3,
}
"""What an Action is worth in points."""
_LAST = 20.0
"""What it is worth to end the match as its winner."""
_HOLD = 0.3
"""The chance to win a battle on from where the opponent has an answer."""
_STRONG = 1.3
"""A hand that is good enough for a battle."""


def advise(view: View, moves: tuple[Move, ...]) -> Move:
    """The best of the moves, the first of those that are equally good."""
    return max(moves, key=lambda move: _WORTH[type(move)](view, move))


# What cards are worth


def _warrior(kind: Warrior) -> float:
    return 0.15 + 0.15 * len(WARRIORS[kind].beats)


def _strength(hand: Iterable[Warrior]) -> float:
    """What a hand is worth: another kind is better than the same again."""
    held = tuple(hand)
    return sum(_warrior(kind) * (1 + 0.6 * (held.count(kind) - 1)) for kind in set(held))


def _stake(view: View, seat: Seat, territory: str) -> float:
    """What a territory is worth to the seat."""
    camp = view.camps[seat]
    after = score((*camp.territories, territory))
    return after - camp.score + (_LAST if after >= POINTS_TO_END else 0.0)


def _lands(view: View, seat: Seat, territories: tuple[str, ...]) -> float:
    return sum(_stake(view, seat, territory) for territory in territories)


def _bundle(cards: Bundle) -> float:
    """What the cards of a trade are worth."""
    lands = sum(TERRITORIES[territory].points for territory in cards.territories)
    return 1.5 * lands + sum(map(_warrior, cards.warriors)) + sum(_ACTIONS[action] for action in cards.actions)


def _own(view: View) -> CampView:
    assert view.seat is not None
    return view.camps[view.seat]


# Battles


def _battle(view: View) -> BattleView:
    assert view.battle is not None
    return view.battle


def _opponent(view: View) -> CampView:
    battle = _battle(view)
    return view.camps[battle.defender if view.seat == battle.attacker else battle.attacker]


def _at_stake(view: View) -> float:
    """What the battle is worth: to win the territory, and not to let the opponent have it."""
    stake = _battle(view).stake
    assert view.seat is not None
    return _stake(view, view.seat, stake) + 0.5 * _stake(view, _opponent(view).seat, stake)


def _unseen(view: View) -> tuple[Warrior, ...]:
    """The Warriors that may be in the opponent's hand."""
    seen = list(view.hand + view.warrior_discards + view.reserve)
    for camp in view.camps:
        seen += camp.revealed + (() if camp.mercenary is None else (camp.mercenary,))
    seen += [placed.warrior for placed in view.battle.line] if view.battle else []
    return without(WARRIOR_DECK, common(tuple(seen), WARRIOR_DECK))


def _chance(view: View, card: Warrior, *, strict: bool) -> float:
    """The chance that the opponent has no Warrior to meet that one."""
    answers = {kind for kind in Warrior if card in WARRIORS[kind].beats or (kind is card and not strict)}
    camp, unseen = _opponent(view), _unseen(view)
    if answers & {*camp.revealed, camp.mercenary}:
        return 0.0
    share = sum(kind in answers for kind in unseen) / max(1, len(unseen))
    return float((1 - share) ** (camp.hand_count - len(camp.revealed)))


def _gain(view: View, card: Warrior, cost: float, *, strict: bool = False) -> float:
    """What it is worth to lead with that Warrior at the cost."""
    chance = _chance(view, card, strict=strict)
    return _at_stake(view) * (chance + (1 - chance) * _HOLD) - cost


def _play_warrior(view: View, move: PlayWarrior) -> float:
    battle, cost = _battle(view), _warrior(move.card) + sum(_ACTIONS[action] for action in move.actions)
    if view.phase is Phase.TIE_EXTRA:
        return _at_stake(view) - cost
    strict = Action.ENCIRCLE in move.actions
    ties = battle.meets is move.card and Action.ELITE not in move.actions
    return _gain(view, move.card, cost, strict=strict) * (0.6 if ties else 1.0)


def _play_reverser(view: View, action: Action) -> float:
    """An Elite or a Flank Attack: the own Warrior of the pair leads, if the opponent has not stacked more."""
    battle = _battle(view)
    own = [placed.warrior for placed in battle.line if placed.seat == view.seat][-1:]
    against = sum(laid.active and laid.seat != view.seat and laid.action is action for laid in battle.laid)
    return _gain(view, own[0], _ACTIONS[action]) * (1.0 if against < 2 else 0.4) if own else 0.0


def _play_encircle(view: View, _move: PlayEncircle) -> float:
    gain = _at_stake(view) * 0.5 - _ACTIONS[Action.ENCIRCLE]
    return gain if view.phase is Phase.SKIRMISH_REPLY else gain * 0.8


def _play_rally(view: View, _move: PlayRally) -> float:
    """A new hand is worth most when the old one is empty or beaten."""
    reserve = _own(view).reserve_count
    if view.battle is None:
        return 0.2 * min(reserve, 4) - 0.4 * _strength(view.hand)
    helpless = not any(_meets(_battle(view), card) for card in view.hand)
    return _at_stake(view) * (0.6 if helpless else 0.1) * min(1.0, reserve / 3) - _ACTIONS[Action.RALLY]


def _meets(battle: BattleView, card: Warrior) -> bool:
    if battle.meets is None or battle.meets in WARRIORS[card].beats:
        return True
    return battle.meets is card and not battle.strict


def _play_scout(view: View, _move: PlayScout) -> float:
    undoes = view.battle is not None and view.battle.ambush and not view.battle.line
    return 0.5 if undoes else -0.1


def _swap_mercenary(view: View, move: SwapMercenary) -> float:
    """Worth it where the mercenary meets what the hand cannot, or is just better."""
    mercenary = _own(view).mercenary
    assert mercenary is not None
    if view.battle is not None and not any(_meets(view.battle, card) for card in view.hand):
        return _at_stake(view) - _warrior(move.card) if _meets(view.battle, mercenary) else -1.0
    return 3 * (_warrior(mercenary) - _warrior(move.card)) - 0.1 if view.battle is None else -1.0


# Turns


def _fight(view: View, territory: str, target: Seat | None) -> float:
    """An attack is worth the territory if the hand is strong, against a weak one all the more."""
    assert view.seat is not None
    others = [camp for camp in view.camps if camp.seat != view.seat and not camp.left and target in (None, camp.seat)]
    weakest = min(camp.hand_count for camp in others)
    edge = _strength(view.hand) - _STRONG + 0.15 * (4 - weakest) + 0.1 * len(view.actions)
    return edge * _stake(view, view.seat, territory)


def _start_battle(view: View, _move: StartBattle) -> float:
    return _fight(view, view.pile[-1], None)


def _play_ambush(view: View, move: PlayAmbush) -> float:
    best = max(view.pile, key=lambda territory: TERRITORIES[territory].points)
    return _fight(view, best, move.target) + 0.3 - _ACTIONS[Action.AMBUSH]


def _play_raid(view: View, move: PlayRaid) -> float:
    assert view.seat is not None
    owner = next(camp for camp in view.camps if move.territory in camp.territories)
    loss = owner.score - score(without(owner.territories, (move.territory,)))
    return _stake(view, view.seat, move.territory) + 0.7 * loss - _ACTIONS[Action.RAID]


def _swap_warriors(_view: View, move: SwapWarriors) -> float:
    """Worth it for a weak hand, the weak cards of it."""
    average = sum(map(_warrior, WARRIOR_DECK)) / len(WARRIOR_DECK)
    return sum(average - _warrior(card) for card in move.cards) - 0.1


def _trade_actions(view: View, move: TradeActions) -> float:
    """Worth it for an empty hand."""
    missing = 4 - len(view.hand)
    return 0.5 * min(missing, len(move.cards)) - sum(_ACTIONS[action] for action in move.cards)


def _accept_challenge(view: View, _move: AcceptChallenge) -> float:
    assert view.challenge is not None
    threat = _stake(view, view.turn, view.challenge.stake)
    return _fight(view, view.challenge.stake, view.turn) + (0.5 * threat if threat >= _LAST else 0.0)


def _accept_trade(view: View, move: AcceptTrade) -> float:
    assert view.seat is not None
    proposal = next(proposal for proposal in view.proposals if proposal.number == move.proposal)
    assert proposal.give is not None
    lands = _lands(view, view.seat, proposal.give.territories)
    return _bundle(proposal.give) + lands - 2 * _bundle(move.cards) - 0.2


def _take_mercenary(_view: View, _move: TakeMercenary) -> float:
    return _LAST


def _never(_view: View, _move: Move) -> float:
    return -_LAST


def _nothing(_view: View, _move: Move) -> float:
    return 0.0


_WORTH: Mapping[type[Any], Callable[[View, Any], float]] = {
    DrawFate: lambda _view, _move: 0.3,
    SwapWarriors: _swap_warriors,
    TradeActions: _trade_actions,
    StartBattle: _start_battle,
    DiscardAction: lambda _view, move: -_ACTIONS[move.card],
    EndTurn: _nothing,
    PlayAmbush: _play_ambush,
    PlayRaid: _play_raid,
    PlayRally: _play_rally,
    PlayScout: _play_scout,
    PlayElite: lambda view, _move: _play_reverser(view, Action.ELITE),
    PlayFlankAttack: lambda view, _move: _play_reverser(view, Action.FLANK_ATTACK),
    PlaySkirmish: lambda _view, _move: -0.1,
    PlayEncircle: _play_encircle,
    PlayWarrior: _play_warrior,
    Pass: _nothing,
    DeclineExtra: _nothing,
    AllowSkirmish: _nothing,
    AcceptChallenge: _accept_challenge,
    RefuseChallenge: _nothing,
    Refit: lambda _view, move: _strength(move.hand),
    TakeMercenary: _take_mercenary,
    SwapMercenary: _swap_mercenary,
    ProposeTrade: _never,
    AcceptTrade: _accept_trade,
    RejectTrade: _never,
    WithdrawTrade: _never,
}
