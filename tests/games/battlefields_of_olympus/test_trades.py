"""Trading between players who are not in a battle: what is proposed, who sees it, what changes hands."""

from __future__ import annotations

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
    refused,
    table,
    to_act,
)
from tests.games.battlefields_of_olympus.trading import cards, fought, four, offer

from sagahall.games.battlefields_of_olympus.events_trade import CardsExchanged, Parcel, TradeAccepted, TradeProposed
from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS as GAME
from sagahall.games.battlefields_of_olympus.moves import (
    AcceptTrade,
    EndTurn,
    PlayScout,
    ProposeTrade,
    RejectTrade,
    SwapWarriors,
    WithdrawTrade,
)
from sagahall.games.battlefields_of_olympus.state import Bundle, Camp, Phase
from sagahall.match.redaction import hidden_fields


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
