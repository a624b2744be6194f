"""Trading between players who are not in a battle."""

from __future__ import annotations

from typing import Any

import pytest
from tests.games.battlefields_of_olympus.tables import (
    AMBUSH,
    ARCHERS,
    CAVALRY,
    ELITE,
    FLANK,
    HEAVY,
    PIKEMEN,
    RAID,
    RALLY,
    SCOUT,
    SWORDSMEN,
    A,
    B,
    C,
    D,
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

from sagahall.games.battlefields_of_olympus.events import MatchEnded, MercenaryLost
from sagahall.games.battlefields_of_olympus.events_trade import CardsExchanged, Parcel, TradeAccepted, TradeProposed
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
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
    ProposeTrade,
    Refit,
    RefuseChallenge,
    RejectTrade,
    StartBattle,
    SwapMercenary,
    SwapWarriors,
    TradeActions,
    WithdrawTrade,
)
from sagahall.games.battlefields_of_olympus.state import Bundle, Camp, Phase, State
from sagahall.games.kernel import Seat
from sagahall.match.redaction import hidden_fields


def cards(*actions: Any, warriors: tuple[Any, ...] = (), lands: tuple[str, ...] = ()) -> Bundle:
    return Bundle(actions, warriors, lands)


def four(*camps: Camp, **changes: Any) -> State:
    """Four players, those not named holding an Elite, a Scout and four Warriors."""
    others = [held(ELITE, SCOUT)] * (4 - len(camps))
    return table(*camps, *others, **{"pile": ("bridge_r",), **changes})


def offer(to: Seat, give: Bundle | None = None, want: Bundle | None = None) -> ProposeTrade:
    return ProposeTrade(to, give or cards(ELITE), want or cards(SCOUT))


def challenged() -> State:
    return played(four(), (A, StartBattle()))


def fought() -> State:
    """A fights against C."""
    return played(challenged(), (B, RefuseChallenge()), (C, AcceptChallenge()))


def test_example_22_bystanders_exchange_cards_during_a_battle() -> None:
    state = played(fought(), (B, offer(D)))
    assert to_act(state) == A, "nobody waits for an answer"
    events = events_of(state, D, AcceptTrade(1, cards(SCOUT)))
    assert [type(event) for event in events] == [TradeAccepted, CardsExchanged]
    state = played(state, (D, AcceptTrade(1, cards(SCOUT))))
    assert state.camps[B].actions == (SCOUT, SCOUT)
    assert state.camps[D].actions == (ELITE, ELITE)
    assert state.proposals == ()
    assert refused(state, B, offer(C)) == "partner-not-free"
    assert refused(state, C, offer(B)) == "not-free"


def test_cards_of_every_deck_are_traded_in_one_step() -> None:
    first = Camp(hand=(ARCHERS, CAVALRY), actions=(ELITE, FLANK), territories=("temple", "forest_r"))
    second = Camp(hand=(HEAVY,), actions=(RAID,), territories=("bridge_b",))
    give = cards(ELITE, warriors=(ARCHERS, CAVALRY), lands=("forest_r",))
    want = cards(RAID, warriors=(HEAVY,), lands=("bridge_b",))
    state = played(four(first, second), (A, offer(B, give, want)), (B, AcceptTrade(1, want)))
    assert state.camps[A] == Camp((HEAVY,), (), (), (FLANK, RAID), ("temple", "bridge_b"), proposals=1)
    assert state.camps[B] == Camp((ARCHERS, CAVALRY), (), (), (ELITE,), ("forest_r",))
    assert (state.phase, to_act(state)) == (Phase.MAIN, A)


def test_two_players_do_not_trade() -> None:
    state = table(held(ELITE), held(SCOUT))
    assert refused(state, A, offer(B)) == "no-trading"
    assert legal(state, A, ProposeTrade) == []


def test_three_players_trade() -> None:
    state = played(table(held(ELITE), held(SCOUT), held()), (C, offer(A, cards(warriors=(HEAVY,)))))
    assert state.proposals[0].seat == C


def test_a_proposal_is_withdrawn_rejected_or_accepted_by_its_own_party_only() -> None:
    state = played(four(), (B, offer(D)))
    assert legal(state, B, WithdrawTrade) == [WithdrawTrade(1)]
    assert legal(state, D, RejectTrade) == [RejectTrade(1)]
    assert legal(state, D, AcceptTrade) == [AcceptTrade(1, cards(SCOUT))]
    assert refused(state, A, AcceptTrade(1, cards(SCOUT))) == "not-to-you"
    assert refused(state, A, RejectTrade(1)) == "not-to-you"
    assert refused(state, D, WithdrawTrade(1)) == "not-by-you"
    assert refused(state, D, RejectTrade(2)) == "no-such-proposal"
    assert played(state, (B, WithdrawTrade(1))).proposals == ()
    assert played(state, (D, RejectTrade(1))).proposals == ()


def test_one_proposal_is_open_and_three_are_made_in_a_turn() -> None:
    state = played(four(), (B, offer(D)))
    assert refused(state, B, offer(A)) == "one-proposal"
    state = played(state, (D, RejectTrade(1)), (B, offer(A)), (B, WithdrawTrade(2)), (B, offer(C)), (C, RejectTrade(3)))
    assert refused(state, B, offer(A)) == "enough-proposals"
    assert legal(state, B, ProposeTrade) == []
    state = played(state, (A, SwapWarriors((ARCHERS,))), (A, EndTurn()), (B, offer(A)))
    assert [proposal.number for proposal in state.proposals] == [4]


@pytest.mark.parametrize(
    ("give", "want", "rule"),
    [
        (cards(), cards(SCOUT), "wrong-number-of-cards"),
        (cards(ELITE), cards(), "wrong-number-of-cards"),
        (cards(ELITE), cards(SCOUT, SCOUT, warriors=(HEAVY, HEAVY, HEAVY)), "wrong-number-of-cards"),
        (cards(RALLY), cards(SCOUT), "not-yours"),
        (cards(ELITE, ELITE), cards(SCOUT), "not-yours"),
        (cards(warriors=(SWORDSMEN,)), cards(SCOUT), "not-yours"),
        (cards(lands=("temple",)), cards(SCOUT), "not-yours"),
        (cards(lands=("atlantis",)), cards(SCOUT), "no-such-territory"),
        (cards(ELITE), cards(lands=("atlantis",)), "no-such-territory"),
        (cards(ELITE), cards(lands=("temple", "temple")), "territory-twice"),
    ],
)
def test_what_cannot_be_proposed(give: Bundle, want: Bundle, rule: str) -> None:
    assert refused(four(), B, ProposeTrade(D, give, want)) == rule


def test_a_proposal_is_made_to_another_seat() -> None:
    state = left(four(), D)
    assert refused(state, A, offer(A)) == "no-such-partner"
    assert refused(state, A, offer(D)) == "no-such-partner"
    assert refused(state, A, offer(4)) == "no-such-partner"


def test_reserve_and_mercenary_are_not_traded() -> None:
    group = ("bridge_b", "meadow_b", "forest_b")
    state = four(held(reserve=(SWORDSMEN,), mercenary=SWORDSMEN, territories=group))
    assert refused(state, A, offer(B, cards(warriors=(SWORDSMEN,)))) == "not-yours"


def test_what_the_other_does_not_have_may_be_wanted() -> None:
    """Otherwise a proposal would be a look at a hand."""
    want = cards(RAID, RAID, warriors=(SWORDSMEN,), lands=("olympus",))
    state = played(four(), (A, offer(B, want=want)))
    assert refused(state, B, AcceptTrade(1, want)) == "not-yours"
    assert refused(state, B, AcceptTrade(1, cards(SCOUT))) == "not-what-is-wanted"
    assert legal(state, B, AcceptTrade) == []


def test_one_card_for_one_is_listed_for_every_seat_and_larger_proposals_are_open() -> None:
    state = four(Camp(hand=(ARCHERS,), actions=(ELITE,)), held(territories=("temple",)))
    listed = legal(state, A, ProposeTrade)
    assert {move.to for move in listed} == {B, C, D}
    assert all(move.give.size == move.want.size == 1 for move in listed)
    assert offer(B, cards(ELITE), cards(lands=("temple",))) in listed
    assert legal(state, D, ProposeTrade), "whoever has to act"
    large = offer(B, cards(ELITE, warriors=(ARCHERS,)), cards(lands=("temple",)))
    assert large not in listed
    assert played(state, (A, large)).proposals[0].want == cards(lands=("temple",))
    assert "propose_trade" in {form.kind for form in GAME.forms(state, A)}


def test_a_trade_that_makes_a_hand_of_actions_too_large_is_not_accepted() -> None:
    full = held(ELITE, FLANK, SCOUT, AMBUSH)
    state = played(four(full), (B, offer(A, cards(ELITE, SCOUT), cards(FLANK))))
    assert refused(state, A, AcceptTrade(1, cards(FLANK))) == "actions-too-many"
    state = played(four(full), (A, offer(B, cards(FLANK), cards(ELITE, SCOUT))))
    assert refused(state, B, AcceptTrade(1, cards(ELITE, SCOUT))) == "actions-too-many"
    assert legal(state, B, AcceptTrade) == []


def test_warriors_beyond_a_full_hand_go_to_the_reserve_in_the_order_named() -> None:
    state = played(four(), (A, offer(B, cards(warriors=(HEAVY, PIKEMEN)), cards(SCOUT))))
    state = played(state, (B, AcceptTrade(1, cards(SCOUT))))
    assert state.camps[B].hand == (ARCHERS, CAVALRY, HEAVY, PIKEMEN)
    assert state.camps[B].reserve == (HEAVY, PIKEMEN)
    state = played(
        four(hand(ARCHERS, CAVALRY, HEAVY, actions=(ELITE,))), (A, offer(B, want=cards(warriors=(ARCHERS, CAVALRY))))
    )
    state = played(state, (B, AcceptTrade(1, cards(warriors=(CAVALRY, ARCHERS)))))
    assert (state.camps[A].hand, state.camps[A].reserve) == ((ARCHERS, CAVALRY, CAVALRY, HEAVY), (ARCHERS,))


def test_an_open_warrior_that_changes_hands_is_secret() -> None:
    state = played(four(Camp(hand=(ARCHERS,), actions=(SCOUT,))), (A, PlayScout(B)))
    state = played(state, (B, offer(A, cards(warriors=(HEAVY,)), cards(warriors=(ARCHERS,)))))
    events = events_of(state, A, AcceptTrade(1, cards(warriors=(ARCHERS,))))
    assert only(events, TradeAccepted).given == Parcel(0, 1, (HEAVY,), ())
    state = played(state, (A, AcceptTrade(1, cards(warriors=(ARCHERS,)))))
    assert (state.camps[A].hand, state.camps[A].revealed) == ((HEAVY,), ())
    assert (state.camps[B].hand, state.camps[B].revealed) == ((ARCHERS,), (ARCHERS, CAVALRY, PIKEMEN))


# What others see


def test_only_the_parties_see_what_is_given_and_wanted() -> None:
    event = only(events_of(four(), B, offer(D)), TradeProposed)
    assert hidden_fields(event, B) == hidden_fields(event, D) == frozenset()
    for viewer in (A, C, None):
        assert hidden_fields(event, viewer) == {"give", "want"}
    state = played(four(), (B, offer(D)))
    for seat in (B, D):
        assert GAME.view(state, seat).proposals[0].give == cards(ELITE)
    for viewer in (A, C, None):
        (proposal,) = GAME.view(state, viewer).proposals
        assert (proposal.seat, proposal.to, proposal.give, proposal.want) == (B, D, None, None)


def test_others_see_the_territories_and_the_numbers_of_cards_that_changed_hands() -> None:
    give, want = cards(ELITE, warriors=(HEAVY,)), cards(lands=("temple",))
    state = played(four(held(ELITE), held(territories=("temple",))), (A, offer(B, give, want)))
    accepted, exchanged = events_of(state, B, AcceptTrade(1, want))
    assert accepted == TradeAccepted(1, A, B, Parcel(1, 1, (), ()), Parcel(0, 0, (), ("temple",)))
    assert hidden_fields(accepted, C) == frozenset()
    assert hidden_fields(exchanged, C) == {"given", "returned"}
    assert hidden_fields(exchanged, B) == frozenset()


def test_a_proposal_disturbs_its_parties_only() -> None:
    state = four()
    proposed = events_of(state, B, offer(D))
    withdrawn = events_of(played(state, (B, offer(D))), B, WithdrawTrade(1))
    for event in (*proposed, *withdrawn):
        assert [GAME.disturbs(event, seat) for seat in (A, B, C, D)] == [False, True, False, True]


# When trades are possible


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


def test_trades_do_not_move_the_idle_turns() -> None:
    state = played(four(), (B, offer(C)), (C, AcceptTrade(1, cards(SCOUT))))
    assert (state.idle_turns, state.drawn) == (0, False)


def test_an_ambush_target_loses_its_proposals() -> None:
    state = played(four(held(AMBUSH)), (B, offer(C)), (A, PlayAmbush(C)))
    assert state.proposals == ()
    assert state.battle is not None
