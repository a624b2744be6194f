"""Elite, Flank Attack and Encircle: who leads, what is cancelled and what is eliminated."""

from __future__ import annotations

from tests.games.battlefields_of_olympus.fights import fight, laid, now
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
    answers,
    battle,
    hand,
    played,
    put,
    refused,
    to_act,
    with_camp,
)

from sagahall.games.battlefields_of_olympus.moves import (
    Pass,
    PlayAmbush,
    PlayElite,
    PlayEncircle,
    PlayFlankAttack,
    PlayRaid,
    PlayRally,
    PlayScout,
    PlaySkirmish,
    Refit,
    TakeMercenary,
)
from sagahall.games.battlefields_of_olympus.state import Laid, Phase, Placed, State


def flanked() -> State:
    """Example 6: Heavy Infantry of A, Cavalry of B, Flank Attack of A."""
    cards = (CAVALRY, HEAVY, SWORDSMEN)
    state = fight(HEAVY, put(CAVALRY), (FLANK, FLANK, ENCIRCLE), (ELITE,), b_cards=cards)
    return played(state, (A, PlayFlankAttack()))


def test_example_6_a_flank_attack_reverses_the_result() -> None:
    state = flanked()
    assert now(state).leader == A
    assert to_act(state) == B
    assert refused(state, B, put(SWORDSMEN)) == "too-weak"
    assert answers(state, B) == {HEAVY, CAVALRY}


def test_example_7_an_elite_eliminates_the_flank_attack() -> None:
    state = played(flanked(), (B, PlayElite()))
    assert laid(state) == ((A, FLANK, False), (B, ELITE, True))
    assert now(state).leader == B
    assert to_act(state) == A
    assert refused(state, A, PlayFlankAttack()) == "eliminated"


def test_example_8_a_card_is_active_again_when_its_eliminator_is_eliminated() -> None:
    state = played(flanked(), (B, PlayElite()), (A, PlayEncircle()))
    assert laid(state) == ((A, FLANK, True), (B, ELITE, False), (A, ENCIRCLE, True))
    assert now(state).leader == A
    assert to_act(state) == B
    assert refused(state, B, put(HEAVY)) == "encircled"
    assert answers(state, B) == {CAVALRY}


def test_example_9_two_elites_cancel_each_other() -> None:
    state = fight(SWORDSMEN, put(ARCHERS), (ELITE,), (ELITE,))
    state = played(state, (A, PlayElite()))
    assert now(state).leader == A
    assert to_act(state) == B
    state = played(state, (B, PlayElite()))
    assert laid(state) == ()
    assert state.action_discards == (ELITE, ELITE)
    assert now(state).leader == B
    assert to_act(state) == A


def test_example_10_stacked_elites_are_cancelled_one_for_one() -> None:
    state = fight(SWORDSMEN, put(ARCHERS, ELITE, ELITE), (ELITE, ELITE), (ELITE, ELITE))
    assert laid(state) == ((B, ELITE, True), (B, ELITE, True))
    state = played(state, (A, PlayElite()))
    assert laid(state) == ((B, ELITE, True),)
    assert now(state).leader == B
    assert to_act(state) == A
    state = played(state, (A, PlayElite()))
    assert laid(state) == ()
    assert state.action_discards == (ELITE,) * 4
    assert now(state).leader == B
    assert to_act(state) == A


def test_example_13_a_new_warrior_discards_the_flank_attack() -> None:
    state = played(flanked(), (B, put(HEAVY)))
    assert state.battle is not None
    assert state.battle.laid == ()
    assert state.battle.line[0] == Placed(A, HEAVY)
    assert state.battle.met == 0, "the pair is A's card and B's new one"
    assert state.battle.line[-1] == Placed(B, HEAVY)
    assert state.action_discards == (FLANK,)
    assert now(state).tied


def test_example_26_a_flank_attack_eliminates_an_encircle_until_an_elite_eliminates_it() -> None:
    cards = (ARCHERS, CAVALRY, HEAVY, PIKEMEN)
    state = fight(PIKEMEN, put(SWORDSMEN, ENCIRCLE), (FLANK,), (ENCIRCLE, ELITE), b_cards=cards)
    state = played(state, (A, PlayFlankAttack()))
    assert laid(state) == ((B, ENCIRCLE, False), (A, FLANK, True))
    assert now(state).leader == A
    assert answers(state, B) == {ARCHERS, HEAVY, PIKEMEN}
    assert answers(with_camp(state, B, hand=(SWORDSMEN, CAVALRY)), B) == {SWORDSMEN}
    assert refused(state, B, put(CAVALRY)) == "too-weak"

    state = played(state, (B, PlayElite()))
    assert laid(state) == ((B, ENCIRCLE, True), (A, FLANK, False), (B, ELITE, True))
    assert to_act(state) == A
    assert answers(state, A) == {ARCHERS, CAVALRY, HEAVY}
    assert refused(with_camp(state, A, hand=(SWORDSMEN,)), A, put(SWORDSMEN)) == "encircled"


def test_example_27_an_encircle_eliminates_all_elites_but_does_not_lead() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN, ELITE, ELITE), (ENCIRCLE, FLANK), (ELITE, ELITE))
    assert refused(state, A, PlayFlankAttack()) == "eliminated"
    state = played(state, (A, PlayEncircle()))
    assert laid(state) == ((B, ELITE, False), (B, ELITE, False), (A, ENCIRCLE, True))
    assert now(state).leader == B
    assert to_act(state) == A
    state = played(state, (A, PlayFlankAttack()))
    assert now(state).leader == A


def test_an_elite_on_a_tie_makes_its_owner_lead() -> None:
    state = played(fight(CAVALRY, put(CAVALRY), (ELITE,)), (A, PlayElite()))
    assert now(state).leader == A
    assert now(state).meets is CAVALRY
    assert to_act(state) == B


def test_a_flank_attack_does_not_reverse_a_tie() -> None:
    assert refused(fight(CAVALRY, put(CAVALRY), (FLANK,)), A, PlayFlankAttack()) == "tied"


def test_nothing_can_be_laid_before_the_first_warrior() -> None:
    state = battle(hand(ARCHERS, actions=(ELITE, FLANK, SKIRMISH, ENCIRCLE)), hand(HEAVY))
    assert refused(state, A, PlayElite()) == "no-warrior-in-pair"
    assert refused(state, A, PlayFlankAttack()) == "no-warrior-in-pair"
    assert refused(state, A, PlaySkirmish()) == "no-warrior-in-pair"
    assert refused(state, A, PlayEncircle()) == "nothing-to-eliminate"


def test_an_elite_on_the_first_warrior_only_forbids_flank_attacks() -> None:
    state = battle(hand(ARCHERS, actions=(ELITE,)), hand(HEAVY, actions=(FLANK,)))
    state = played(state, (A, put(ARCHERS, ELITE)))
    assert now(state).leader == A
    assert answers(state, B) == {HEAVY}
    assert refused(state, B, PlayFlankAttack()) == "eliminated"


def test_an_encircle_is_laid_with_a_warrior_that_leads() -> None:
    state = battle(hand(CAVALRY), hand(CAVALRY, PIKEMEN, actions=(ENCIRCLE, ELITE)))
    state = played(state, (A, put(CAVALRY)))
    assert refused(state, B, put(CAVALRY, ENCIRCLE)) == "encircle-needs-lead"
    assert refused(state, B, put(CAVALRY, ENCIRCLE, ELITE)) == "encircle-needs-lead"
    assert now(played(state, (B, put(CAVALRY, ELITE, ENCIRCLE)))).leader == B
    assert now(played(state, (B, put(PIKEMEN, ENCIRCLE)))).strict


def test_only_elite_and_encircle_are_laid_in_addition() -> None:
    state = battle(hand(CAVALRY, actions=(FLANK, SCOUT)), hand(CAVALRY))
    assert refused(state, A, put(CAVALRY, FLANK)) == "not-in-addition"
    assert refused(state, A, put(CAVALRY, SCOUT)) == "not-in-addition"


def test_an_action_in_addition_has_to_be_held_as_often_as_it_is_laid() -> None:
    assert refused(battle(hand(CAVALRY, actions=(ELITE,)), hand()), A, put(CAVALRY, ELITE, ELITE)) == "not-in-hand"


def test_an_elite_is_not_played_under_a_standing_encircle_not_even_to_cancel() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN, ELITE, ENCIRCLE), (ELITE,), (ELITE, ENCIRCLE))
    assert refused(state, A, PlayElite()) == "eliminated"


def test_an_encircle_alone_needs_an_elite_to_eliminate() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN), (ENCIRCLE,))
    assert refused(state, A, PlayEncircle()) == "nothing-to-eliminate"


def test_two_flank_attacks_cancel_each_other_and_the_new_one_eliminates_nothing() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN, ENCIRCLE), (FLANK,), (ENCIRCLE, FLANK))
    state = played(state, (A, PlayFlankAttack()))
    assert to_act(state) == B
    state = played(state, (B, PlayFlankAttack()))
    assert laid(state) == ((B, ENCIRCLE, True),)
    assert now(state).leader == B
    assert now(state).strict


def test_an_encircle_in_reply_on_a_tie_forbids_elites_but_not_a_tie() -> None:
    state = fight(CAVALRY, put(CAVALRY), (SKIRMISH, ELITE), (ENCIRCLE,))
    state = played(state, (A, PlaySkirmish()), (B, PlayEncircle()))
    assert now(state).leader is None
    assert to_act(state) == A
    assert refused(state, A, PlayElite()) == "eliminated"
    assert answers(state, A) == {ARCHERS, CAVALRY, PIKEMEN}
    assert played(state, (A, Pass())).phase is Phase.TIE_EXTRA


def test_playing_an_action_does_not_use_up_the_right_to_a_warrior() -> None:
    state = fight(PIKEMEN, put(SWORDSMEN, ELITE, ELITE), (ENCIRCLE,), (ELITE, ELITE))
    state = played(state, (A, PlayEncircle()))
    assert to_act(state) == A
    assert answers(state, A) == {ARCHERS, CAVALRY, HEAVY}


def test_the_leader_by_an_elite_has_his_own_card_met() -> None:
    """The pair is (A Swordsmen, B Archers); with A's Elite, B has to meet the Swordsmen."""
    state = fight(SWORDSMEN, put(ARCHERS), (ELITE,), b_cards=(PIKEMEN, CAVALRY))
    state = played(state, (A, PlayElite()))
    assert now(state).meets is SWORDSMEN
    assert answers(state, B) == {CAVALRY}
    state = played(state, (B, put(CAVALRY)))
    assert state.battle is not None
    assert state.battle.met == 0


def test_ambush_and_raid_are_not_played_in_a_battle() -> None:
    state = battle(hand(CAVALRY, actions=(AMBUSH, RAID)), hand(CAVALRY, territories=("forest_r",)))
    assert refused(state, A, PlayAmbush(B)) == "not-in-battle"
    assert refused(state, A, PlayRaid("forest_r")) == "not-in-battle"


def test_a_rally_in_a_battle_draws_looks_and_goes_on() -> None:
    state = battle(hand(PIKEMEN, actions=(RALLY,)), hand(SWORDSMEN), deck=(ARCHERS,))
    state = played(state, (A, PlayRally()))
    assert state.looking == A
    assert refused(state, A, put(PIKEMEN)) == "hand-first"
    assert refused(state, A, TakeMercenary()) == "hand-first"
    state = played(state, (A, Refit((ARCHERS, PIKEMEN))))
    assert (state.phase, to_act(state)) == (Phase.BATTLE, A)
    assert state.action_discards == (RALLY,)
    assert answers(state, A) == {ARCHERS, PIKEMEN}


def test_a_scout_in_a_battle_goes_to_the_opponent_and_leaves_the_turn_to_act() -> None:
    state = battle(hand(PIKEMEN, actions=(SCOUT,)), hand(SWORDSMEN))
    state = played(state, (A, PlayScout(B)))
    assert state.camps[B].revealed == (SWORDSMEN,)
    assert to_act(state) == A
    assert state.battle is not None
    assert state.battle.laid == ()


def test_laid_cards_come_from_the_hand() -> None:
    state = battle(hand(CAVALRY, actions=(ELITE, ELITE, ENCIRCLE)), hand())
    state = played(state, (A, put(CAVALRY, ELITE, ENCIRCLE)))
    assert state.camps[A].actions == (ELITE,)
    assert state.battle is not None
    assert state.battle.laid == (Laid(A, ELITE), Laid(A, ENCIRCLE))
