"""When trades are possible, when proposals lapse, and what a trade ends."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    ELITE,
    FLANK,
    HEAVY,
    RAID,
    RALLY,
    SCOUT,
    SWORDSMEN,
    A,
    B,
    C,
    D,
    events_of,
    held,
    left,
    only,
    played,
    put,
    refused,
    to_act,
)
from tests.games.battlefields_of_olympus.trading import cards, challenged, fought, four, offer

from sagahall.games.battlefields_of_olympus.events import MatchEnded, MercenaryLost
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptChallenge,
    AcceptTrade,
    DrawFate,
    EndTurn,
    Pass,
    PlayAmbush,
    PlayRaid,
    PlayRally,
    PlayScout,
    Refit,
    RefuseChallenge,
    RejectTrade,
    StartBattle,
    SwapMercenary,
    SwapWarriors,
    TradeActions,
)
from sagahall.games.battlefields_of_olympus.state import Bundle, Phase


def test_in_a_challenge_only_those_who_have_refused_trade() -> None:
    state = played(challenged(), (B, RefuseChallenge()))
    assert refused(state, A, offer(B)) == "not-free"
    assert refused(state, B, offer(C)) == "partner-not-free"
    assert refused(state, C, offer(B)) == "not-free"
    state = played(state, (C, RefuseChallenge()), (B, offer(C)), (C, AcceptTrade(1, cards(SCOUT))))
    assert state.camps[C].actions == (ELITE, ELITE)
    assert to_act(state) == D


def test_a_proposal_made_before_a_challenge_is_not_accepted_before_both_have_refused() -> None:
    state = played(four(), (B, offer(C)), (A, StartBattle()))
    assert refused(state, C, AcceptTrade(1, cards(SCOUT))) == "not-free"
    state = played(state, (B, RefuseChallenge()), (C, RefuseChallenge()))
    assert played(state, (C, AcceptTrade(1, cards(SCOUT)))).camps[B].actions == (SCOUT, SCOUT)


def test_who_owes_a_choice_of_cards_does_not_trade() -> None:
    looking = played(four(held(RALLY, ELITE)), (A, PlayRally()))
    assert refused(looking, A, offer(B)) == "not-free"
    assert refused(looking, B, offer(A)) == "partner-not-free"
    overflow = played(
        four(held(ELITE, FLANK, AMBUSH, RALLY), fate_actions=(RAID,), fate_ares=0, fate_territories=()), (A, DrawFate())
    )
    assert overflow.phase is Phase.ACTION_OVERFLOW
    assert refused(overflow, A, offer(B)) == "not-free"
    assert refused(overflow, B, offer(A)) == "partner-not-free"
    after = played(fought(), (A, Pass()))
    assert to_act(after) == A
    assert refused(after, C, offer(B)) == "not-free"
    assert refused(after, B, offer(C)) == "partner-not-free"
    after = played(after, (A, Refit(after.camps[A].hand)))
    assert played(after, (A, offer(B))).proposals


def test_a_fighter_who_has_chosen_his_hand_trades_again() -> None:
    state = played(fought(), (A, Pass()))
    state = played(state, (A, Refit(state.camps[A].hand)))
    assert state.phase is Phase.REFIT
    assert played(state, (B, offer(A)), (A, AcceptTrade(1, cards(SCOUT)))).camps[A].actions == (ELITE, ELITE)


# Lapsing


def test_proposals_lapse_at_the_end_of_the_turn() -> None:
    state = played(four(), (B, offer(C)), (A, SwapWarriors((ARCHERS,))), (A, EndTurn()))
    assert state.proposals == ()


def test_proposals_lapse_when_a_party_fights_or_leaves() -> None:
    state = played(four(), (B, offer(C)), (D, offer(A)), (A, StartBattle()), (B, AcceptChallenge()))
    assert state.proposals == ()
    state = left(played(four(), (B, offer(C)), (D, offer(B)), (A, offer(D))), C)
    assert [proposal.seat for proposal in state.proposals] == [D, A]


@pytest.mark.parametrize(
    ("give", "moves"),
    [
        (cards(ELITE), [(A, TradeActions((ELITE,)))]),
        (cards(SCOUT), [(A, PlayScout(C))]),
        (cards(warriors=(HEAVY,)), [(A, SwapWarriors((HEAVY,)))]),
        (cards(warriors=(HEAVY,)), [(A, SwapMercenary(HEAVY))]),
        (cards(warriors=(HEAVY,)), [(A, PlayRally()), (A, Refit((ARCHERS,)))]),
    ],
)
def test_a_proposal_lapses_when_the_proposer_no_longer_has_what_he_gives(give: Bundle, moves: list[Any]) -> None:
    group = ("bridge_b", "meadow_b", "forest_b")
    state = played(four(held(ELITE, SCOUT, RALLY, territories=group, mercenary=SWORDSMEN)), (A, offer(B, give)))
    assert state.proposals
    assert played(state, *moves).proposals == ()


def test_a_proposal_lapses_when_a_raid_takes_what_it_gives() -> None:
    state = played(four(held(RAID), held(territories=("temple",))), (B, offer(C, cards(lands=("temple",)))))
    assert played(state, (A, PlayRaid("temple"))).proposals == ()


def test_a_proposal_lapses_when_another_trade_takes_what_it_gives() -> None:
    state = played(four(), (B, offer(C)), (D, offer(B, cards(warriors=(HEAVY,)), cards(ELITE))))
    assert played(state, (B, AcceptTrade(2, cards(ELITE)))).proposals == ()


# Mercenary and end


def test_a_trade_that_breaks_the_colour_loses_the_mercenary() -> None:
    group = ("bridge_b", "meadow_b", "forest_b")
    camp = held(territories=group, mercenary=SWORDSMEN)
    state = played(four(camp), (A, offer(B, cards(lands=("forest_b",)))))
    events = events_of(state, B, AcceptTrade(1, cards(SCOUT)))
    assert only(events, MercenaryLost) == MercenaryLost(A, SWORDSMEN)


POOR = ("olympus", "temple", "meadow_b")
"""Thirteen points."""


def test_a_trade_that_brings_sixteen_points_ends_the_match_at_once() -> None:
    state = four(held(), held(territories=POOR), held(territories=("bridge_b",)))
    state = played(state, (B, offer(C, cards(warriors=(HEAVY,)), cards(lands=("bridge_b",)))))
    assert only(events_of(state, C, AcceptTrade(1, cards(lands=("bridge_b",)))), MatchEnded).ending == "points"


def test_sixteen_points_by_a_trade_during_a_battle_count_when_it_is_closed() -> None:
    state = played(four(held(), held(territories=POOR), held(), held(territories=("bridge_b",))), (A, StartBattle()))
    state = played(state, (B, RefuseChallenge()), (C, AcceptChallenge()))
    state = played(state, (B, offer(D, cards(warriors=(HEAVY,)), cards(lands=("bridge_b",)))))
    state = played(state, (D, AcceptTrade(1, cards(lands=("bridge_b",)))))
    assert state.phase is Phase.BATTLE
    state = played(state, (A, put(HEAVY)), (C, Pass()))
    assert (state.phase, state.ending) == (Phase.OVER, "points")
    assert state.camps[A].territories == ("bridge_r",)


def test_a_trade_back_during_a_battle_counts_too() -> None:
    """The scores of the moment when the battle is closed."""
    state = played(four(held(), held(territories=POOR), held(), held(territories=("bridge_b",))), (A, StartBattle()))
    state = played(state, (B, RefuseChallenge()), (C, AcceptChallenge()))
    state = played(state, (B, offer(D, cards(warriors=(HEAVY,)), cards(lands=("bridge_b",)))))
    state = played(state, (D, AcceptTrade(1, cards(lands=("bridge_b",)))))
    state = played(state, (D, offer(B, cards(warriors=(HEAVY,)), cards(lands=("bridge_b",)))))
    state = played(state, (B, AcceptTrade(2, cards(lands=("bridge_b",)))))
    assert played(state, (A, Pass())).phase is Phase.REFIT


def test_a_trade_does_not_count_as_the_move_between_two_swaps() -> None:
    group = ("bridge_b", "meadow_b", "forest_b")
    state = four(held(ELITE, territories=group, mercenary=SWORDSMEN))
    state = played(state, (A, SwapMercenary(HEAVY)), (A, offer(B)), (B, RejectTrade(1)))
    assert refused(state, A, SwapMercenary(ARCHERS)) == "just-swapped"


def test_a_bystander_who_leaves_does_not_allow_another_swap() -> None:
    group = ("bridge_b", "meadow_b", "forest_b")
    state = played(four(held(territories=group, mercenary=SWORDSMEN)), (A, SwapMercenary(HEAVY)))
    assert refused(left(state, C), A, SwapMercenary(ARCHERS)) == "just-swapped"
    assert not left(state, A).swapped


def test_trades_do_not_move_the_idle_turns() -> None:
    state = played(four(), (B, offer(C)), (C, AcceptTrade(1, cards(SCOUT))))
    assert (state.idle_turns, state.drawn) == (0, False)


def test_an_ambush_target_loses_its_proposals() -> None:
    state = played(four(held(AMBUSH)), (B, offer(C)), (A, PlayAmbush(C)))
    assert state.proposals == ()
    assert state.battle is not None
