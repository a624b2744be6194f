"""What the fighter to act can choose (specification, sections 6.3, 6.4 and 8)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from sagahall.games.battlefields_of_olympus.cards import Action
from sagahall.games.battlefields_of_olympus.combat import (
    Stand,
    addition_refused,
    banned,
    laying_refused,
    reply_refused,
    stand,
    warrior_refused,
)
from sagahall.games.battlefields_of_olympus.facts import ACTIONS
from sagahall.games.battlefields_of_olympus.moves import (
    AllowSkirmish,
    DeclineExtra,
    Move,
    Pass,
    PlayElite,
    PlayEncircle,
    PlayFlankAttack,
    PlayRally,
    PlayScout,
    PlaySkirmish,
    PlayWarrior,
)
from sagahall.games.battlefields_of_olympus.state import Battle, Camp, State
from sagahall.games.kernel import Seat

_LAYING: Mapping[Action, Callable[[], Move]] = {
    Action.ELITE: PlayElite,
    Action.FLANK_ATTACK: PlayFlankAttack,
    Action.SKIRMISH: PlaySkirmish,
    Action.ENCIRCLE: PlayEncircle,
}


def battle_choices(state: State, seat: Seat) -> Iterator[Move]:
    """A pass, the Warriors that are good enough, and the Actions that may be played."""
    battle, camp = _battle(state), state.camps[seat]
    now = stand(battle)
    yield Pass()
    yield from warrior_choices(camp, now)
    for action in dict.fromkeys(camp.actions):
        if not ACTIONS[action].in_battle:
            continue
        if action in _LAYING:
            if laying_refused(battle, now, seat, action) is None:
                yield _LAYING[action]()
        elif not banned(battle, now, seat, action):
            yield PlayRally() if action is Action.RALLY else PlayScout(battle.other(seat))


def warrior_choices(camp: Camp, now: Stand) -> Iterator[PlayWarrior]:
    """The Warriors that are good enough, alone and with what may be laid on them, Elites first."""
    additions = _additions(camp)
    for card in dict.fromkeys(camp.warriors):
        if warrior_refused(now, card) is None:
            for actions in additions:
                if addition_refused(now, card, actions) is None:
                    yield PlayWarrior(card, actions)


def _additions(camp: Camp) -> list[tuple[Action, ...]]:
    elites = range(camp.actions.count(Action.ELITE) + 1)
    encircles = range(camp.actions.count(Action.ENCIRCLE) + 1)
    return [(Action.ELITE,) * elite + (Action.ENCIRCLE,) * encircle for elite in elites for encircle in encircles]


def reply_choices(state: State, seat: Seat) -> Iterator[Move]:
    """The Skirmish is allowed, or stopped by an Encircle."""
    battle = _battle(state)
    yield AllowSkirmish()
    held = Action.ENCIRCLE in state.camps[seat].actions
    if held and reply_refused(battle, stand(battle), seat) is None:
        yield PlayEncircle()


def extra_choices(state: State, seat: Seat) -> Iterator[Move]:
    """The battle is left drawn, or one more Warrior wins it."""
    now = stand(_battle(state))
    yield DeclineExtra()
    for card in dict.fromkeys(state.camps[seat].warriors):
        if warrior_refused(now, card) is None:
            yield PlayWarrior(card, ())


def _battle(state: State) -> Battle:
    assert state.battle is not None
    return state.battle
