"""What is played for a seat that lets its time run out, and rules that follow the tables of the data file."""

from __future__ import annotations

import pytest
from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    CAVALRY,
    ELITE,
    ENCIRCLE,
    FLANK,
    HEAVY,
    PIKEMEN,
    RAID,
    RALLY,
    SCOUT,
    SKIRMISH,
    SWORDSMEN,
    A,
    B,
    battle,
    dice,
    hand,
    held,
    legal,
    played,
    put,
    refused,
    table,
    to_act,
)

from sagahall.games.battlefields_of_olympus import choices, combat, rules_actions
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    AllowSkirmish,
    DeclineExtra,
    DiscardAction,
    DrawFate,
    EndTurn,
    Move,
    Pass,
    PlayAmbush,
    PlayEncircle,
    PlayFlankAttack,
    PlayRally,
    PlayScout,
    PlaySkirmish,
    Refit,
    RefuseChallenge,
    StartBattle,
    SwapWarriors,
)
from sagahall.games.battlefields_of_olympus.state import State


def default(state: State) -> Move:
    return GAME.default_move(state, to_act(state), dice())


def test_the_mildest_move_is_played_for_who_lets_the_time_run_out() -> None:
    quiet = table(held(), held(), held(), pile=("temple",))
    assert default(quiet) == DrawFate()
    assert default(played(quiet, (A, SwapWarriors((ARCHERS,))))) == EndTurn()
    assert default(played(quiet, (A, StartBattle()))) == RefuseChallenge()
    fought = battle(hand(CAVALRY, actions=(SKIRMISH,)), hand(CAVALRY, PIKEMEN))
    assert default(fought) == Pass()
    tied = played(fought, (A, put(CAVALRY)), (B, put(CAVALRY)))
    assert default(played(tied, (A, PlaySkirmish()))) == AllowSkirmish()
    assert default(played(tied, (A, Pass()))) == DeclineExtra()


def test_a_hand_stays_as_it_is_when_the_time_runs_out() -> None:
    state = played(table(held(RALLY), held()), (A, PlayRally()))
    assert default(state) == Refit((ARCHERS, CAVALRY, HEAVY, PIKEMEN))


def test_any_action_is_discarded_when_the_time_runs_out() -> None:
    there = table(held(ELITE, FLANK, SCOUT, RALLY), held(), fate_actions=(RAID,), fate_ares=0, fate_territories=())
    state = played(there, (A, DrawFate()))
    discarded = {GAME.default_move(state, A, dice(seed)) for seed in range(40)}
    assert discarded == {DiscardAction(action) for action in (ELITE, FLANK, SCOUT, RALLY, RAID)}


def test_what_eliminates_what_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """With other cards, a Flank Attack might leave an Encircle standing."""
    camps = hand(PIKEMEN, actions=(FLANK,)), hand(SWORDSMEN, actions=(ENCIRCLE,))
    state = played(battle(*camps), (A, put(PIKEMEN)), (B, put(SWORDSMEN, ENCIRCLE)), (A, PlayFlankAttack()))
    assert state.battle is not None
    assert combat.stand(state.battle).active == (False, True)
    monkeypatch.setitem(combat.ELIMINATES, FLANK, frozenset())
    assert combat.stand(state.battle).active == (True, True)


def test_what_cancels_what_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    camps = hand(PIKEMEN, actions=(FLANK,)), hand(SWORDSMEN, actions=(ELITE,))
    state = played(battle(*camps), (A, put(PIKEMEN)), (B, put(SWORDSMEN, ELITE)))
    assert refused(state, A, PlayFlankAttack()) == "eliminated"
    monkeypatch.setitem(combat.CANCELS, FLANK, frozenset({ELITE}))
    monkeypatch.setitem(combat.ELIMINATES, ELITE, frozenset())
    state = played(state, (A, PlayFlankAttack()))
    assert state.battle is not None
    assert state.battle.laid == ()
    assert state.action_discards == (ELITE, FLANK)


def test_who_beats_whom_is_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    state = played(battle(hand(SWORDSMEN), hand(PIKEMEN)), (A, put(SWORDSMEN)))
    assert refused(state, B, put(PIKEMEN)) == "too-weak"
    monkeypatch.setitem(combat.BEATS, PIKEMEN, frozenset({SWORDSMEN}))
    assert to_act(played(state, (B, put(PIKEMEN)))) == A


def test_what_stops_a_skirmish_and_what_undoes_an_ambush_are_in_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    camps = hand(CAVALRY, actions=(SKIRMISH,)), hand(CAVALRY, actions=(ENCIRCLE,))
    asked = played(battle(*camps), (A, put(CAVALRY)), (B, put(CAVALRY)), (A, PlaySkirmish()))
    ambushed = played(table(held(AMBUSH), held(SCOUT), pile=("temple",)), (A, PlayAmbush(B)))
    monkeypatch.setitem(combat.ELIMINATES, ENCIRCLE, frozenset())
    monkeypatch.setitem(combat.ELIMINATES, SCOUT, frozenset())
    assert refused(asked, B, PlayEncircle()) == "no-answer"
    assert to_act(played(ambushed, (B, PlayScout(A)))) == B


def test_whether_an_ambush_may_take_the_place_of_the_main_action_is_in_the_file(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    state = table(held(AMBUSH), held(), pile=("temple",))
    assert legal(state, A, PlayAmbush) == [PlayAmbush(B)]
    monkeypatch.setattr(rules_actions, "EARLY_AMBUSH", False)
    monkeypatch.setattr(choices, "EARLY_AMBUSH", False)
    assert refused(state, A, PlayAmbush(B)) == "main-action-first"
    assert legal(played(state, (A, SwapWarriors((ARCHERS,)))), A, PlayAmbush) == [PlayAmbush(B)]
