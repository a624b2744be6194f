"""Ambush, Raid, Rally and Scout: the Actions of the own turn, two of them in battles too (specification, section 8)."""

from __future__ import annotations

from sagahall.games.battlefields_of_olympus.cards import Action
from sagahall.games.battlefields_of_olympus.chronicle import Chronicle
from sagahall.games.battlefields_of_olympus.combat import ELIMINATES, banned, stand
from sagahall.games.battlefields_of_olympus.demands import demand, demand_turn
from sagahall.games.battlefields_of_olympus.events import (
    ActionSpent,
    AmbushEliminated,
    HandRevealed,
    ReserveShown,
    TerritoryRaided,
)
from sagahall.games.battlefields_of_olympus.events_battle import BattleBegun
from sagahall.games.battlefields_of_olympus.facts import ACTIONS, EARLY_AMBUSH, TERRITORIES
from sagahall.games.battlefields_of_olympus.moves import PlayAmbush, PlayRaid, PlayRally, PlayScout
from sagahall.games.battlefields_of_olympus.state import OWN_TURN, Phase, State
from sagahall.games.kernel import Seat


def best_stake(pile: tuple[str, ...]) -> str:
    """The highest territory of the pile, of equal ones the nearest to the top."""
    return max(reversed(pile), key=lambda territory: TERRITORIES[territory].points)


def owner_of(state: State, territory: str) -> Seat | None:
    """The seat that owns the territory."""
    return next((seat for seat, camp in enumerate(state.camps) if territory in camp.territories), None)


def play_ambush(log: Chronicle, seat: Seat, move: PlayAmbush) -> None:
    """A battle for the best territory: the target plays first and cannot refuse."""
    state = log.state
    _demand_playable(state, seat, Action.AMBUSH)
    _demand_other(state, seat, move.target)
    demand(bool(state.pile), "empty-pile", "there is no territory to fight for")
    if state.phase is Phase.MAIN:
        demand(EARLY_AMBUSH, "main-action-first", "an Ambush follows the main action")
        demand(not state.must_draw, "must-draw", "after so many idle turns a Fate card has to be drawn first")
    log.tell(ActionSpent(seat, Action.AMBUSH))
    log.tell(BattleBegun(seat, move.target, best_stake(state.pile), move.target, ambush=True))


def play_raid(log: Chronicle, seat: Seat, move: PlayRaid) -> None:
    """Another player's territory changes hands."""
    _demand_playable(log.state, seat, Action.RAID)
    owner = owner_of(log.state, move.territory)
    demand(owner not in (None, seat), "not-anothers", "a Raid takes a territory of another player")
    assert owner is not None
    log.tell(ActionSpent(seat, Action.RAID))
    log.tell(TerritoryRaided(seat, owner, move.territory))


def play_rally(log: Chronicle, seat: Seat, _move: PlayRally) -> None:
    """A Warrior onto the reserve, then a new hand."""
    _demand_playable(log.state, seat, Action.RALLY)
    log.tell(ActionSpent(seat, Action.RALLY))
    log.draw_reserve(seat, 1)
    reserve = log.state.camps[seat].reserve
    if reserve:
        log.tell(ReserveShown(seat, len(reserve), reserve))


def play_scout(log: Chronicle, seat: Seat, move: PlayScout) -> None:
    """The target's hand is laid open; as the first thing that an ambushed player does, it undoes the Ambush."""
    state, battle = log.state, log.state.battle
    _demand_playable(state, seat, Action.SCOUT)
    _demand_other(state, seat, move.target)
    if battle is not None:
        demand(move.target == battle.other(seat), "not-the-opponent", "in a battle, a Scout is sent to the opponent")
    log.tell(ActionSpent(seat, Action.SCOUT))
    log.tell(HandRevealed(move.target, state.camps[move.target].hand))
    ambushed = battle is not None and battle.ambush and battle.defender == seat and not battle.line
    if ambushed and Action.AMBUSH in ELIMINATES[Action.SCOUT]:
        log.tell(AmbushEliminated(move.target))


def _demand_playable(state: State, seat: Seat, action: Action) -> None:
    """The seat has to act, has the Action, and may play it now (specification, section 5.3)."""
    demand_turn(state, seat, *OWN_TURN, Phase.BATTLE)
    card = ACTIONS[action]
    demand(action in state.camps[seat].actions, "not-in-hand", f"this seat has no {card.title}")
    if state.battle is None:
        demand(card.any_time, "needs-battle", f"{card.title} can only be played in a battle")
        return
    demand(card.in_battle, "not-in-battle", f"{card.title} cannot be played in a battle")
    eliminated = banned(state.battle, stand(state.battle), seat, action)
    demand(not eliminated, "eliminated", f"an active Action of the opponent eliminates every {card.title}")


def _demand_other(state: State, seat: Seat, target: Seat) -> None:
    demand(target in state.present and target != seat, "no-such-opponent", "the target is no other seat of the match")
