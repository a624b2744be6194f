"""Battles between two players: who plays what, who wins, and what comes after."""

from __future__ import annotations

import pytest
from tests.games.battlefields_of_olympus.tables import (
    ARCHERS,
    CAVALRY,
    ELITE,
    FOUR,
    HEAVY,
    PIKEMEN,
    RALLY,
    SCOUT,
    SWORDSMEN,
    A,
    B,
    answers,
    battle,
    events_of,
    hand,
    held,
    legal,
    only,
    played,
    put,
    refused,
    table,
    to_act,
)

from sagahall.games.battlefields_of_olympus.cards import Warrior
from sagahall.games.battlefields_of_olympus.events import WarriorReserved
from sagahall.games.battlefields_of_olympus.events_battle import BattleEnded
from sagahall.games.battlefields_of_olympus.moves import (
    DeclineExtra,
    DrawFate,
    EndTurn,
    Pass,
    PlayElite,
    PlayRally,
    PlayScout,
    Refit,
    StartBattle,
)
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State


def refitted(state: State) -> State:
    """The match after every fighter has kept his hand as it is."""
    while state.looking is not None:
        state = played(state, (to_act(state), Refit(state.camps[to_act(state)].warriors)))
    return state


def test_example_2_an_answer_must_beat_or_tie() -> None:
    state = played(battle(hand(SWORDSMEN), held()), (A, put(SWORDSMEN)))

    assert refused(state, B, put(PIKEMEN)) == "too-weak"
    state = played(state, (B, put(ARCHERS)))
    assert to_act(state) == A


def test_example_3_a_tie_is_answered_and_the_battle_won() -> None:
    state = battle(hand(CAVALRY, ARCHERS), hand(CAVALRY, PIKEMEN))
    state = played(state, (A, put(CAVALRY)), (B, put(CAVALRY)))
    assert to_act(state) == A
    state = played(state, (A, put(ARCHERS)), (B, Pass()))

    assert state.camps[A].territories == ("meadow_r",)
    assert state.pile == ()
    assert [len(camp.reserve) for camp in state.camps] == [1, 2]
    state = refitted(state)
    assert (state.turn, state.phase) == (B, Phase.MAIN)


def tied() -> State:
    """Example 4: Cavalry against Cavalry, and A has passed."""
    state = battle(hand(CAVALRY, ARCHERS), hand(CAVALRY, CAVALRY, PIKEMEN, SWORDSMEN))
    return played(state, (A, put(CAVALRY)), (B, put(CAVALRY)), (A, Pass()))


@pytest.mark.parametrize("extra", [CAVALRY, PIKEMEN])
def test_example_4_an_extra_warrior_that_beats_or_ties_wins(extra: Warrior) -> None:
    state = tied()
    assert state.phase is Phase.TIE_EXTRA
    assert to_act(state) == B
    assert answers(state, B) == {CAVALRY, PIKEMEN}
    assert refused(state, B, put(SWORDSMEN)) == "too-weak"
    state = played(state, (B, put(extra)))

    assert state.camps[B].territories == ("meadow_r",)
    assert [len(camp.reserve) for camp in state.camps] == [2, 1]
    assert refitted(state).turn == A


def test_example_4_declining_leaves_the_battle_drawn() -> None:
    state = played(tied(), (B, DeclineExtra()))

    assert state.pile == ("meadow_r",)
    assert [camp.territories for camp in state.camps] == [(), ()]
    assert [len(camp.reserve) for camp in state.camps] == [1, 1]
    assert to_act(state) == B, "who played the last card chooses his hand first"
    assert refitted(state).turn == B


def test_the_extra_step_is_asked_even_of_an_empty_hand() -> None:
    state = battle(hand(CAVALRY), hand(CAVALRY))
    state = played(state, (A, put(CAVALRY)), (B, put(CAVALRY)), (A, Pass()))

    assert state.phase is Phase.TIE_EXTRA
    assert legal(state, B, object) == [DeclineExtra()]


def test_an_extra_warrior_comes_without_actions() -> None:
    state = battle(hand(CAVALRY), hand(CAVALRY, PIKEMEN, actions=(ELITE, RALLY)))
    state = played(state, (A, put(CAVALRY)), (B, put(CAVALRY)), (A, Pass()))

    assert refused(state, B, put(PIKEMEN, ELITE)) == "no-actions"
    assert refused(state, B, PlayElite()) == "wrong-phase"
    assert refused(state, B, PlayRally()) == "wrong-phase"
    assert refused(state, B, Pass()) == "wrong-phase"


def test_example_5_who_passes_before_he_has_played_loses() -> None:
    state = played(battle(held(), held()), (A, Pass()))

    assert state.camps[B].territories == ("meadow_r",)
    assert [len(camp.reserve) for camp in state.camps] == [2, 1], "the loser draws two although he never played"
    assert refitted(state).turn == A


def test_the_defender_who_passes_at_once_loses() -> None:
    state = played(battle(held(), held()), (A, put(PIKEMEN)), (B, Pass()))
    assert state.camps[A].territories == ("meadow_r",)


def test_an_attacker_without_warriors_can_only_pass() -> None:
    state = battle(Camp(), held())
    assert legal(state, A, object) == [Pass()]


def test_the_first_warrior_may_be_any() -> None:
    assert answers(battle(held(), held()), A) == set(FOUR)


def test_the_stake_is_the_top_of_the_pile() -> None:
    state = played(battle(held(), held(), pile=("temple", "forest_r")), (A, Pass()))
    assert state.camps[B].territories == ("forest_r",)
    assert state.pile == ("temple",)


def test_the_winner_draws_before_the_loser_and_each_onto_the_reserve() -> None:
    """Even with room in hand."""
    state = played(battle(hand(CAVALRY), hand(PIKEMEN)), (A, put(CAVALRY)))
    events = events_of(state, B, Pass())

    assert only(events, BattleEnded) == BattleEnded(A, "meadow_r", B, A)
    assert [event.seat for event in events if isinstance(event, WarriorReserved)] == [A, B, B]


def test_after_a_drawn_battle_the_last_cards_player_draws_first() -> None:
    events = events_of(tied(), B, DeclineExtra())
    assert only(events, BattleEnded) == BattleEnded(None, "meadow_r", B, A)
    assert [event.seat for event in events if isinstance(event, WarriorReserved)] == [B, A]


def test_all_cards_of_a_battle_are_discarded() -> None:
    state = battle(hand(CAVALRY, ARCHERS), hand(PIKEMEN, actions=(ELITE,)))
    state = played(state, (A, put(CAVALRY)), (B, put(PIKEMEN, ELITE)), (A, Pass()))

    assert state.warrior_discards == (CAVALRY, PIKEMEN)
    assert state.action_discards == (ELITE,)
    assert state.battle is None


def test_every_ares_in_play_is_spent_after_a_battle() -> None:
    state = battle(held(), held(), ares_in_play=2, ares_spent=1)
    state = played(state, (A, Pass()))
    assert (state.ares_in_play, state.ares_spent) == (0, 3)


def test_the_loser_chooses_his_hand_first_then_the_winner() -> None:
    state = played(battle(held(), held()), (A, Pass()))
    assert (state.phase, to_act(state)) == (Phase.REFIT, A)
    assert refused(state, A, DrawFate()) == "hand-first"
    state = played(state, (A, Refit(FOUR)))
    assert (state.phase, to_act(state)) == (Phase.REFIT, B)
    state = played(state, (B, Refit(FOUR)))
    assert (state.phase, state.turn) == (Phase.MAIN, A)


def test_a_hand_is_any_four_cards_of_hand_and_reserve() -> None:
    camp = hand(ARCHERS, CAVALRY, reserve=(PIKEMEN, SWORDSMEN, SWORDSMEN))
    state = played(battle(camp, held(), deck=(), warrior_discards=()), (A, Pass()))
    assert to_act(state) == A

    assert refused(state, A, Refit((ARCHERS, CAVALRY, PIKEMEN, SWORDSMEN, SWORDSMEN))) == "hand-too-large"
    assert refused(state, A, Refit((HEAVY,))) == "not-available"
    assert refused(state, A, Refit((ARCHERS, ARCHERS))) == "not-available"
    assert refused(state, B, Refit(())) == "no-refit"
    after = played(state, (A, Refit((SWORDSMEN, PIKEMEN, SWORDSMEN))))
    assert after.camps[A].hand == (PIKEMEN, SWORDSMEN, SWORDSMEN)
    assert after.camps[A].reserve == (ARCHERS, CAVALRY)
    assert played(state, (A, Refit(()))).camps[A].hand == ()


def test_nobody_is_asked_for_a_hand_whose_reserve_is_empty() -> None:
    state = played(battle(held(), held(), deck=()), (A, Pass()))
    assert (state.phase, state.turn) == (Phase.MAIN, A)


def test_every_hand_that_can_be_chosen_is_listed_once() -> None:
    camp = hand(ARCHERS, ARCHERS, reserve=(PIKEMEN, PIKEMEN, PIKEMEN))
    state = played(battle(camp, held(), deck=()), (A, Pass()))
    hands = {move.hand for move in legal(state, A, Refit)}
    assert len(hands) == len(legal(state, A, Refit))
    assert hands == {
        (ARCHERS,) * archers + (PIKEMEN,) * pikemen
        for archers in range(3)
        for pikemen in range(4)
        if archers + pikemen <= 4
    }


def test_warriors_that_lay_open_are_secret_again_after_the_battle() -> None:
    state = battle(hand(CAVALRY, actions=(SCOUT,)), hand(PIKEMEN, SWORDSMEN))
    state = played(state, (A, PlayScout(B)))
    assert state.camps[B].revealed == (PIKEMEN, SWORDSMEN)
    state = played(state, (A, Pass()))
    assert state.camps[B].revealed == ()
    assert state.camps[B].hand == (PIKEMEN, SWORDSMEN)


def test_a_new_warrior_leaves_an_open_hand_open() -> None:
    state = battle(hand(CAVALRY, ARCHERS, actions=(SCOUT,)), hand(PIKEMEN, SWORDSMEN))
    state = played(state, (A, PlayScout(B)), (A, put(CAVALRY)), (B, put(PIKEMEN)))
    assert state.camps[B].revealed == (SWORDSMEN,)
    state = played(state, (A, put(ARCHERS)))
    assert state.camps[B].revealed == (SWORDSMEN,)


def test_a_battle_ends_the_turn_and_there_is_one_at_most() -> None:
    state = refitted(played(battle(held(), held(), pile=("forest_r", "meadow_r")), (A, Pass())))
    assert state.turns == 2
    assert state.phase is Phase.MAIN


def test_a_battle_needs_a_territory() -> None:
    assert refused(table(held(), held()), A, StartBattle()) == "empty-pile"


def test_the_warriors_are_reshuffled_when_the_deck_is_empty() -> None:
    """Specification, section 12: those of the very battle too; if there are none, the draw is skipped."""
    state = battle(hand(CAVALRY), hand(PIKEMEN), deck=())
    state = played(state, (A, put(CAVALRY)), (B, Pass()))
    assert state.deck == state.warrior_discards == ()
    assert [camp.reserve for camp in state.camps] == [(CAVALRY,), ()]


def test_moves_of_a_turn_are_refused_in_a_battle_and_those_of_a_battle_outside_one() -> None:
    state = battle(held(), held())
    assert refused(state, A, EndTurn()) == "wrong-phase"
    assert refused(state, B, Pass()) == "not-your-turn"
    assert refused(table(held(), held()), A, Pass()) == "wrong-phase"
    assert refused(table(held(), held()), A, put(CAVALRY)) == "wrong-phase"


def test_a_warrior_has_to_be_in_hand() -> None:
    assert refused(battle(held(), held()), A, put(SWORDSMEN)) == "not-in-hand"
    assert refused(battle(held(), held()), A, put(CAVALRY, ELITE)) == "not-in-hand"


def test_of_equal_warriors_the_open_one_is_played_first() -> None:
    state = battle(hand(CAVALRY, revealed=(CAVALRY,)), held())
    state = played(state, (A, put(CAVALRY)))
    assert state.camps[A].revealed == ()
    assert state.camps[A].hand == (CAVALRY,)
