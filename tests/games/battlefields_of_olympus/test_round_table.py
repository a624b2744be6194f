"""Three and four players: turns, challenges, and seats that leave."""

from __future__ import annotations

from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    CAVALRY,
    ELITE,
    FOUR,
    HEAVY,
    PIKEMEN,
    RALLY,
    SKIRMISH,
    SWORDSMEN,
    A,
    B,
    C,
    D,
    dice,
    events_of,
    hand,
    held,
    left,
    legal,
    only,
    played,
    put,
    refused,
    table,
    to_act,
)

from sagahall.games.battlefields_of_olympus.events_battle import BattleEnded, ChallengeIssued, TerritoryUncontested
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptChallenge,
    DeclineExtra,
    DrawFate,
    EndTurn,
    Pass,
    PlayAmbush,
    PlayRally,
    PlaySkirmish,
    Refit,
    RefuseChallenge,
    StartBattle,
    SwapWarriors,
)
from sagahall.games.battlefields_of_olympus.state import Camp, Phase, State
from sagahall.games.kernel import LeaveReason


def four(*camps: Camp, **changes: object) -> State:
    """Four players, those not named holding one Warrior of each kind but Swordsmen."""
    return table(*camps, *[held()] * (4 - len(camps)), **{"pile": ("bridge_r",), **changes})


def challenged(*camps: Camp, **changes: object) -> State:
    return played(four(*camps, **changes), (A, StartBattle()))


def fought(**changes: object) -> State:
    """A attacks, B refuses, C accepts."""
    return played(challenged(**changes), (B, RefuseChallenge()), (C, AcceptChallenge()))


def refitted(state: State) -> State:
    while state.looking is not None:
        state = played(state, (to_act(state), Refit(state.camps[to_act(state)].warriors)))
    return state


def test_example_20_the_first_to_accept_defends() -> None:
    state = challenged()
    assert (state.phase, to_act(state)) == (Phase.CHALLENGE, B)
    state = played(state, (B, RefuseChallenge()), (C, AcceptChallenge()))
    assert state.battle is not None
    assert (state.battle.attacker, state.battle.defender, to_act(state)) == (A, C, A)

    state = played(state, (A, put(PIKEMEN)), (C, put(ARCHERS)), (A, Pass()))
    assert state.camps[C].territories == ("bridge_r",)
    assert [len(camp.reserve) for camp in state.camps] == [2, 0, 1, 0]
    state = refitted(state)
    assert (state.turn, state.phase) == (B, Phase.MAIN)


def test_example_21_if_all_refuse_the_attacker_takes_the_territory() -> None:
    state = challenged(ares_in_play=1)
    events = events_of(played(state, (B, RefuseChallenge()), (C, RefuseChallenge())), D, RefuseChallenge())
    assert only(events, TerritoryUncontested) == TerritoryUncontested(A, "bridge_r")
    state = played(state, (B, RefuseChallenge()), (C, RefuseChallenge()), (D, RefuseChallenge()))
    assert state.camps[A].territories == ("bridge_r",)
    assert [len(camp.reserve) for camp in state.camps] == [0, 0, 0, 0]
    assert (state.ares_in_play, state.ares_spent) == (0, 1)
    assert (state.turn, state.phase) == (B, Phase.MAIN)


def test_a_battle_forced_by_a_drawn_card_may_be_refused_and_the_warrior_drawn_is_kept() -> None:
    there = four(hand(ARCHERS), fate_ares=1, fate_actions=(), fate_territories=())
    state = played(there, (A, DrawFate()))
    assert (state.phase, to_act(state), len(state.camps[A].hand)) == (Phase.CHALLENGE, B, 2)
    state = played(state, (B, RefuseChallenge()), (C, RefuseChallenge()), (D, RefuseChallenge()))
    assert len(state.camps[A].hand) == 2
    assert (state.ares_in_play, state.ares_spent) == (0, 1)


def test_the_attacker_does_not_withdraw_and_each_answers_in_turn() -> None:
    state = challenged()
    assert refused(state, A, EndTurn()) == "not-your-turn"
    assert refused(state, C, AcceptChallenge()) == "not-your-turn"
    assert legal(state, B, RefuseChallenge) == [RefuseChallenge()]
    assert legal(state, B, AcceptChallenge) == [AcceptChallenge()]
    assert refused(state, B, Pass()) == "wrong-phase"
    assert only(events_of(four(), A, StartBattle()), ChallengeIssued).asked == (B, C, D)


def test_turns_go_clockwise_whatever_the_battles_bring() -> None:
    state = played(fought(), (A, put(HEAVY)), (C, Pass()))
    assert state.camps[A].territories == ("bridge_r",)
    state = refitted(state)
    assert state.turn == B
    for seat in (B, C, D):
        state = played(state, (seat, SwapWarriors((ARCHERS,))), (seat, EndTurn()))
    assert state.turn == A


def test_a_drawn_battle_of_more_than_two_does_not_change_the_order() -> None:
    state = played(fought(), (A, put(HEAVY)), (C, put(HEAVY)), (A, Pass()), (C, DeclineExtra()))
    assert [len(camp.reserve) for camp in state.camps] == [1, 0, 1, 0]
    assert to_act(state) == C
    assert refitted(state).turn == B


def test_bystanders_neither_draw_nor_choose_a_hand() -> None:
    camps = (held(), held(reserve=(SWORDSMEN,)))
    state = played(challenged(*camps), (B, RefuseChallenge()), (C, AcceptChallenge()), (A, Pass()))
    assert to_act(state) == A
    state = played(state, (A, Refit(FOUR)))
    assert to_act(state) == C
    assert state.camps[B].reserve == (SWORDSMEN,)


# Leaving


def test_a_seat_that_leaves_discards_everything_and_its_territories_are_out_of_the_game() -> None:
    camp = held(ELITE, territories=("olympus", "bridge_b", "meadow_b"), mercenary=SWORDSMEN, reserve=(HEAVY,))
    state = left(four(held(), camp), B)
    assert state.camps[B] == Camp(left=True)
    assert state.warrior_discards == (ARCHERS, CAVALRY, HEAVY, HEAVY, PIKEMEN, SWORDSMEN)
    assert state.action_discards == (ELITE,)
    assert state.removed == ("olympus", "bridge_b", "meadow_b")
    assert (state.turn, state.phase) == (A, Phase.MAIN)


def test_seats_that_have_left_are_skipped() -> None:
    state = left(four(), B, C)
    state = played(state, (A, SwapWarriors((ARCHERS,))), (A, EndTurn()))
    assert state.turn == D
    state = played(state, (D, StartBattle()))
    assert (state.phase, to_act(state)) == (Phase.CHALLENGE, A), "two of four still challenge"
    state = played(state, (A, RefuseChallenge()))
    assert state.camps[D].territories == ("bridge_r",)


def test_a_fighter_who_leaves_loses_at_once_and_draws_nothing() -> None:
    state = played(fought(), (A, put(HEAVY)), (C, put(HEAVY)), (A, Pass()))
    assert state.phase is Phase.TIE_EXTRA
    events = GAME.leave(state, C, LeaveReason.TIMED_OUT, dice())
    assert only(events, BattleEnded) == BattleEnded(A, "bridge_r", C, A)
    state = left(state, C)
    assert state.camps[A].territories == ("bridge_r",)
    assert [len(camp.reserve) for camp in state.camps] == [1, 0, 0, 0]
    assert to_act(state) == A
    assert refitted(state).turn == B


def test_an_attacker_who_leaves_loses_and_the_turn_goes_on_from_him() -> None:
    state = left(fought(), A)
    assert state.camps[C].territories == ("bridge_r",)
    assert to_act(state) == C
    assert refitted(state).turn == B


def test_a_skirmish_that_a_leaver_should_answer_is_over_with_the_battle() -> None:
    camps = (held(SKIRMISH), held(), hand(CAVALRY))
    state = played(challenged(*camps), (B, RefuseChallenge()), (C, AcceptChallenge()), (A, put(HEAVY)))
    state = played(state, (C, put(CAVALRY)), (A, PlaySkirmish()))
    assert to_act(state) == C
    state = left(state, C)
    assert state.camps[A].territories == ("bridge_r",)


def test_a_hand_that_a_leaver_should_choose_is_skipped() -> None:
    state = played(fought(), (A, Pass()))
    assert to_act(state) == A
    assert to_act(left(state, A)) == C
    assert left(state, A, C).turn == B
    assert left(state, C).refits == ()


def test_a_leaver_looking_at_his_reserve_ends_his_own_turn() -> None:
    state = played(four(held(RALLY)), (A, PlayRally()))
    state = left(state, A)
    assert (state.turn, state.looking, state.phase) == (B, None, Phase.MAIN)


def test_the_turn_of_an_owner_who_leaves_outside_a_battle_ends() -> None:
    state = left(four(pile=(), ares_in_play=1), A)
    assert (state.turn, state.phase, state.ares_in_play) == (B, Phase.MAIN, 1)


def test_a_challenge_of_a_leaver_is_over_and_the_stake_stays() -> None:
    state = left(challenged(ares_in_play=1), A)
    assert (state.pile, state.ares_in_play, state.ares_spent) == (("bridge_r",), 0, 1)
    assert (state.turn, state.phase, state.challenge) == (B, Phase.MAIN, None)


def test_a_leaver_counts_as_refusing() -> None:
    state = left(challenged(), B)
    assert to_act(state) == C
    state = left(played(state, (C, RefuseChallenge())), D)
    assert state.camps[A].territories == ("bridge_r",)
    assert (state.turn, state.phase) == (C, Phase.MAIN)


def test_the_sixth_ares_still_ends_a_match_whose_challenge_is_abandoned() -> None:
    state = left(challenged(ares_in_play=1, ares_spent=5), A)
    assert state.ending == "ares"


def test_the_last_seat_wins_whatever_it_owns_and_leavers_come_last() -> None:
    state = left(four(held(territories=("olympus",))), A, D, B)
    outcome = GAME.outcome(state)
    assert outcome is not None
    assert outcome.ending == "last_seat"
    assert [(standing.seat, standing.rank) for standing in outcome.standings] == [(C, 1), (A, 2), (B, 2), (D, 2)]


def test_an_ambushed_seat_that_leaves_loses_the_best_territory() -> None:
    state = played(four(held(AMBUSH), pile=("temple", "bridge_r")), (A, PlayAmbush(C)))
    state = left(state, C)
    assert state.camps[A].territories == ("temple",)


def test_a_bystander_who_leaves_does_not_disturb_a_battle() -> None:
    state = fought()
    after = left(state, D)
    assert after.battle == state.battle
    assert to_act(after) == A
