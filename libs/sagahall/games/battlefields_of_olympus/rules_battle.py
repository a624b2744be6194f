"""Challenges and battles, from the opening to the closing (specification, sections 6 and 10)."""

from __future__ import annotations

from sagahall.games.battlefields_of_olympus.cards import Action
from sagahall.games.battlefields_of_olympus.chronicle import Chronicle
from sagahall.games.battlefields_of_olympus.combat import (
    addition_refused,
    cancelled,
    laying_refused,
    reply_refused,
    stand,
    warrior_refused,
)
from sagahall.games.battlefields_of_olympus.demands import allow, demand, demand_battle, demand_turn
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
from sagahall.games.battlefields_of_olympus.facts import ACTIONS, DRAWS, WARRIOR_HAND
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptChallenge,
    AllowSkirmish,
    DeclineExtra,
    Pass,
    PlayElite,
    PlayEncircle,
    PlayFlankAttack,
    PlaySkirmish,
    PlayWarrior,
    RefuseChallenge,
)
from sagahall.games.battlefields_of_olympus.multisets import contains
from sagahall.games.battlefields_of_olympus.state import Battle, Phase
from sagahall.games.kernel import Seat

# Opening


def open_battle(log: Chronicle) -> None:
    """The owner of the turn attacks for the top territory; with three or four players a defender has to be found."""
    state = log.state
    seat, stake, others = state.turn, state.pile[-1], state.after(state.turn)
    if state.duel:
        log.tell(BattleBegun(seat, others[0], stake, seat, ambush=False))
    else:
        log.tell(ChallengeIssued(seat, stake, others))


def accept_challenge(log: Chronicle, seat: Seat, _move: AcceptChallenge) -> None:
    """Specification, section 10: the first to accept defends."""
    demand_turn(log.state, seat, Phase.CHALLENGE)
    challenge, attacker = log.state.challenge, log.state.turn
    assert challenge is not None
    log.tell(BattleBegun(attacker, seat, challenge.stake, attacker, ambush=False))


def refuse_challenge(log: Chronicle, seat: Seat, _move: RefuseChallenge) -> None:
    """Specification, section 10: the next is asked."""
    demand_turn(log.state, seat, Phase.CHALLENGE)
    log.tell(ChallengeRefused(seat))
    conclude_challenge(log)


def conclude_challenge(log: Chronicle) -> None:
    """If nobody is left to be asked, the attacker takes the stake."""
    challenge = log.state.challenge
    if challenge is not None and not challenge.asked:
        log.tell(TerritoryUncontested(log.state.turn, challenge.stake))


# Fighting


def play_warrior(log: Chronicle, seat: Seat, move: PlayWarrior) -> None:
    """Specification, section 6.3, and the extra Warrior of section 6.4, which wins."""
    battle = demand_battle(log.state, seat, Phase.BATTLE, Phase.TIE_EXTRA)
    camp, now, extra = log.state.camps[seat], stand(battle), log.state.phase is Phase.TIE_EXTRA
    demand(move.card in camp.warriors, "not-in-hand", "this Warrior is not in hand")
    demand(contains(camp.actions, move.actions), "not-in-hand", "these Actions are not all in hand")
    demand(not (extra and move.actions), "no-actions", "an extra Warrior comes without Actions")
    allow(warrior_refused(now, move.card))
    allow(addition_refused(now, move.card, move.actions))
    log.tell(WarriorPlayed(seat, move.card, _met(battle), move.actions))
    if extra:
        close_battle(log, seat)


def _met(battle: Battle) -> int | None:
    """The place in the line of the Warrior that the next one is played against."""
    if not battle.line:
        return None
    leader = stand(battle).leader
    return len(battle.line) - 1 if leader in (None, battle.line[-1].seat) else battle.met


def play_elite(log: Chronicle, seat: Seat, _move: PlayElite) -> None:
    """Specification, section 8."""
    _lay(log, seat, Action.ELITE)


def play_flank_attack(log: Chronicle, seat: Seat, _move: PlayFlankAttack) -> None:
    """Specification, section 8."""
    _lay(log, seat, Action.FLANK_ATTACK)


def play_encircle(log: Chronicle, seat: Seat, _move: PlayEncircle) -> None:
    """Specification, section 8; also as the answer to a Skirmish, which it eliminates."""
    if log.state.phase is not Phase.SKIRMISH_REPLY:
        _lay(log, seat, Action.ENCIRCLE)
        return
    battle = demand_battle(log.state, seat, Phase.SKIRMISH_REPLY)
    demand(Action.ENCIRCLE in log.state.camps[seat].actions, "not-in-hand", "this seat has no Encircle")
    allow(reply_refused(battle, stand(battle), seat))
    log.tell(ActionLaid(seat, Action.ENCIRCLE))


def play_skirmish(log: Chronicle, seat: Seat, _move: PlaySkirmish) -> None:
    """Specification, section 8: the opponent is asked first."""
    _demand_laying(log, seat, Action.SKIRMISH)
    log.tell(SkirmishAnnounced(seat))


def allow_skirmish(log: Chronicle, seat: Seat, _move: AllowSkirmish) -> None:
    """Specification, section 8: the Warrior goes back."""
    battle = demand_battle(log.state, seat, Phase.SKIRMISH_REPLY)
    assert battle.met is not None
    back = battle.line[battle.met]
    full = len(log.state.camps[back.seat].warriors) >= WARRIOR_HAND
    log.tell(SkirmishAllowed(seat, back.seat, back.warrior, reserved=full))


def _lay(log: Chronicle, seat: Seat, action: Action) -> None:
    """Specification, section 7: a card that can cancel always cancels and has no other effect."""
    battle = _demand_laying(log, seat, action)
    place = cancelled(battle, stand(battle), seat, action)
    log.tell(ActionLaid(seat, action) if place is None else ActionsCancelled(seat, action, place))


def _demand_laying(log: Chronicle, seat: Seat, action: Action) -> Battle:
    battle = demand_battle(log.state, seat, Phase.BATTLE)
    title = ACTIONS[action].title
    demand(action in log.state.camps[seat].actions, "not-in-hand", f"this seat has no {title}")
    demand(ACTIONS[action].in_battle, "not-in-battle", f"{title} cannot be played in a battle")
    allow(laying_refused(battle, stand(battle), seat, action))
    return battle


# Closing


def pass_by(log: Chronicle, seat: Seat, _move: Pass) -> None:
    """Specification, section 6.4: on a tie the opponent is asked for an extra Warrior, else he wins."""
    battle = demand_battle(log.state, seat, Phase.BATTLE)
    tied = stand(battle).tied
    log.tell(Passed(seat, tied))
    if not tied:
        close_battle(log, battle.other(seat))


def decline_extra(log: Chronicle, seat: Seat, _move: DeclineExtra) -> None:
    """Specification, section 6.4: a drawn battle."""
    demand_battle(log.state, seat, Phase.TIE_EXTRA)
    log.tell(ExtraDeclined(seat))
    close_battle(log, None)


def close_battle(log: Chronicle, winner: Seat | None) -> None:
    """Specification, section 6.5, steps 1 to 4. A seat that has left draws nothing."""
    battle = log.state.battle
    assert battle is not None
    first = battle.line[-1].seat if winner is None else battle.other(winner)
    second = battle.other(first)
    log.tell(BattleEnded(winner, battle.stake, first, second))
    draws = ((first, "drawn"), (second, "drawn")) if winner is None else ((second, "winner"), (first, "loser"))
    for seat, number in draws:
        if not log.state.camps[seat].left:
            log.draw_reserve(seat, DRAWS[number])
