"""Skirmish: announced, allowed or stopped."""

from __future__ import annotations

from tests.games.battlefields_of_olympus.fights import fight, kinds, laid, now
from tests.games.battlefields_of_olympus.tables import (
    ARCHERS,
    CAVALRY,
    ELITE,
    ENCIRCLE,
    FLANK,
    HEAVY,
    PIKEMEN,
    RALLY,
    SKIRMISH,
    SWORDSMEN,
    A,
    B,
    answers,
    battle,
    hand,
    legal,
    played,
    put,
    refused,
    to_act,
)

from sagahall.games.battlefields_of_olympus.moves import (
    AllowSkirmish,
    Pass,
    PlayElite,
    PlayEncircle,
    PlayFlankAttack,
    PlayRally,
    PlaySkirmish,
    Refit,
)
from sagahall.games.battlefields_of_olympus.state import Phase, Placed


def test_example_11_a_skirmish_takes_the_warrior_back() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN), (SKIRMISH,), a_cards=(CAVALRY,))
    state = played(state, (A, PlaySkirmish()))
    assert state.phase is Phase.SKIRMISH_REPLY
    assert to_act(state) == B
    state = played(state, (B, AllowSkirmish()))

    assert state.camps[A].hand == (CAVALRY, PIKEMEN)
    assert state.battle is not None
    assert state.battle.line == (Placed(B, SWORDSMEN),)
    assert now(state).leader == B
    assert to_act(state) == A
    state = played(state, (A, put(CAVALRY)))
    assert now(state).leader == A


def test_example_12_an_encircle_forbids_a_tie_and_elite_and_skirmish() -> None:
    state = battle(hand(ARCHERS, actions=(ENCIRCLE,)), hand(ARCHERS, HEAVY, actions=(ELITE, SKIRMISH)))
    state = played(state, (A, put(ARCHERS, ENCIRCLE)))
    assert refused(state, B, put(ARCHERS)) == "encircled"
    assert answers(state, B) == {HEAVY}
    assert refused(state, B, PlayElite()) == "eliminated"
    assert refused(state, B, PlaySkirmish()) == "eliminated"


def test_an_own_warrior_has_to_be_in_the_pair_for_elite_flank_attack_and_skirmish() -> None:
    state = battle(hand(ARCHERS), hand(HEAVY, actions=(ELITE, FLANK, SKIRMISH)))
    state = played(state, (A, put(ARCHERS)))
    assert refused(state, B, PlayElite()) == "no-warrior-in-pair"
    assert refused(state, B, PlayFlankAttack()) == "no-warrior-in-pair"
    assert refused(state, B, PlaySkirmish()) == "no-warrior-in-pair"


def test_after_a_skirmish_an_elite_has_to_wait_for_a_warrior() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN), (SKIRMISH, ELITE))
    state = played(state, (A, PlaySkirmish()), (B, AllowSkirmish()))
    assert refused(state, A, PlayElite()) == "no-warrior-in-pair"
    assert PlayElite in kinds(played(state, (A, put(CAVALRY)), (B, put(CAVALRY))), A)


def test_a_skirmish_is_answered_by_an_encircle() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN), (SKIRMISH, ELITE), (ENCIRCLE,))
    state = played(state, (A, PlaySkirmish()))
    assert legal(state, B, object) == [AllowSkirmish(), PlayEncircle()]
    state = played(state, (B, PlayEncircle()))

    assert laid(state) == ((B, ENCIRCLE, True),)
    assert state.action_discards == (SKIRMISH,)
    assert state.battle is not None
    assert state.battle.line == (Placed(A, PIKEMEN), Placed(B, SWORDSMEN))
    assert to_act(state) == A
    assert refused(state, A, PlayElite()) == "eliminated"
    assert answers(state, A) == {ARCHERS, CAVALRY, HEAVY}


def test_the_reply_to_a_skirmish_is_asked_whatever_the_opponent_holds() -> None:
    state = played(fight(PIKEMEN, put(SWORDSMEN), (SKIRMISH,)), (A, PlaySkirmish()))
    assert legal(state, B, object) == [AllowSkirmish()]
    assert refused(state, B, PlayEncircle()) == "not-in-hand"
    assert refused(state, B, Pass()) == "wrong-phase"


def test_a_skirmish_on_a_tie() -> None:
    state = fight(CAVALRY, put(CAVALRY), (SKIRMISH,))
    state = played(state, (A, PlaySkirmish()), (B, AllowSkirmish()))
    assert now(state).leader == B
    assert to_act(state) == A


def test_a_skirmish_discards_what_lay_on_the_pair() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN, ELITE), (SKIRMISH,), (ELITE,))
    state = played(state, (A, PlaySkirmish()), (B, AllowSkirmish()))
    assert laid(state) == ()
    assert state.action_discards == (ELITE, SKIRMISH)


def test_a_warrior_taken_back_into_a_full_hand_goes_to_the_reserve() -> None:
    """After a Rally there may be four Warriors in hand."""
    state = battle(hand(PIKEMEN, ARCHERS, CAVALRY, HEAVY, actions=(RALLY, SKIRMISH), reserve=(HEAVY,)), hand(SWORDSMEN))
    state = played(state, (A, put(PIKEMEN)), (B, put(SWORDSMEN)), (A, PlayRally()))
    state = played(state, (A, Refit((ARCHERS, CAVALRY, HEAVY, HEAVY))))
    before = len(state.camps[A].reserve)
    state = played(state, (A, PlaySkirmish()), (B, AllowSkirmish()))
    assert state.camps[A].hand == (ARCHERS, CAVALRY, HEAVY, HEAVY)
    assert len(state.camps[A].reserve) == before + 1
    assert PIKEMEN in state.camps[A].reserve


def test_who_passes_after_his_skirmish_loses() -> None:
    state = fight(CAVALRY, put(CAVALRY), (SKIRMISH,))
    state = played(state, (A, PlaySkirmish()), (B, AllowSkirmish()), (A, Pass()))
    assert state.camps[B].territories == ("meadow_r",)
