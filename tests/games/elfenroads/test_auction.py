"""The auction (specification, section 9.3, step 4)."""

from __future__ import annotations

import pytest
from tests.games.elfenroads.tables import PIG, SEATS, events_of, fold, in_phase, played, refusal, selling, with_seat

from sagahall.games.elfenboard.moves import Pass, Passed
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.elfenroads.moves import (
    Bid,
    BidMade,
    ItemShown,
    ItemsOffered,
    ItemSold,
    ItemUnsold,
    PhaseStarted,
    ShowItem,
)
from sagahall.games.elfenroads.state import Item, Phase, State
from sagahall.games.kernel import Form, FormField, Seat


def played_by(state: State, *moves: Bid | Pass) -> State:
    """The moves of whoever's turn it is."""
    for move in moves:
        state = played(state, state.turn, move)
    return state


@pytest.mark.parametrize("seats", SEATS)
def test_two_items_for_each_player_are_turned_up_in_a_row(seats: int) -> None:
    state = in_phase(Phase.ITEMS, seats)
    state = with_seat(state, 0, drawn=(Item.DRAGON, Item.GOLD))
    for seat in range(1, seats):
        state = with_seat(state, seat, todo=0)
    events = events_of(state, 0, ShowItem(Item.DRAGON))
    assert events[0] == ItemShown(0, Item.DRAGON)
    assert isinstance(events[1], ItemsOffered)
    assert len(events[1].items) == 2 * seats
    assert events[2] == PhaseStarted(Phase.AUCTION)
    assert fold(state, events).lots == events[1].items


def test_four_players_bid_for_eight_items() -> None:
    state = in_phase(Phase.ITEMS, 4)
    for seat in range(4):
        state = with_seat(state, seat, drawn=(Item.DRAGON, Item.GOLD))
    for seat in range(4):
        state = played(state, seat, ShowItem(Item.GOLD))
    assert len(state.lots) == 8


def test_the_highest_bid_buys_when_all_others_have_passed() -> None:
    """A 2, B 3, C pass, A pass: B pays 3."""
    state = selling(12, 12, 12, lots=(Item.UNICORN, Item.DRAGON))
    state = played_by(state, Bid(2), Bid(3), Pass())
    assert (state.bid, state.bidder, ELFENROADS.to_act(state)) == (3, 1, (0,))
    events = events_of(state, 0, Pass())
    assert events == (Passed(0, forced=False), ItemSold(1, Item.DRAGON, 3))
    after = fold(state, events)
    assert [one.gold for one in after.seats] == [12, 9, 12]
    assert after.seats[1].open_items == (Item.DRAGON,)
    assert after.lots == (Item.UNICORN,)


def test_without_any_bid_the_item_goes_back_face_down_and_is_not_replaced() -> None:
    """A pass, B pass, C pass: item back."""
    state = selling(12, 12, 12, lots=(Item.UNICORN, Item.DRAGON))
    before = len(state.pile)
    state = played_by(state, Pass(), Pass())
    events = events_of(state, 2, Pass())
    assert events == (Passed(2, forced=False), ItemUnsold(Item.DRAGON))
    after = fold(state, events)
    assert (after.lots, len(after.pile)) == ((Item.UNICORN,), before + 1)
    assert all(one.items == 0 for one in after.seats)


def test_the_last_one_may_still_bid_when_all_others_passed() -> None:
    """A pass, B pass, C 1: C pays 1."""
    state = played_by(selling(12, 12, 12), Pass(), Pass())
    assert ELFENROADS.to_act(state) == (2,)
    events = events_of(state, 2, Bid(1))
    assert events[:2] == (BidMade(2, 1), ItemSold(2, Item.DRAGON, 1))


def test_the_items_are_sold_from_the_right_and_the_first_player_opens_every_sale() -> None:
    lots = (Item.UNICORN, Item.GOLD, Item.DRAGON)
    state = selling(12, 12, 12, lots=lots)
    sold = []
    while state.phase is Phase.AUCTION:
        assert (state.turn, state.bid, state.bidder) == (0, 0, None)
        sold.append(state.lots[-1])
        state = played_by(state, Pass(), Bid(1), Pass())
    assert sold == [Item.DRAGON, Item.GOLD, Item.UNICORN]
    assert state.seats[1].open_items == (Item.UNICORN, Item.DRAGON, Item.GOLD)
    assert state.phase is Phase.PLACING


def test_a_pass_is_final_for_the_item_and_only_for_it() -> None:
    state = played_by(selling(12, 12, 12, lots=(Item.UNICORN, Item.DRAGON)), Pass(), Bid(1), Bid(2))
    assert ELFENROADS.to_act(state) == (1,)
    assert refusal(state, 0, Bid(5)) == "not-your-turn"
    state = played_by(state, Pass())
    assert ELFENROADS.to_act(state) == (0,)


def test_bids_go_round_and_rise_by_any_whole_amount() -> None:
    state = played_by(selling(20, 20, 20), Bid(1), Bid(7), Bid(8))
    assert (state.bid, state.bidder, ELFENROADS.to_act(state)) == (8, 2, (0,))
    assert refusal(state, 0, Bid(8)) == "bid-too-low"
    assert refusal(state, 0, Bid(3)) == "bid-too-low"
    assert played(state, 0, Bid(9)).bidder == 0


@pytest.mark.parametrize("amount", [0, -1, -100])
def test_the_lowest_bid_is_one(amount: int) -> None:
    assert refusal(selling(12, 12), 0, Bid(amount)) == "bid-too-low"


def test_a_bid_above_ones_own_gold_is_refused_and_all_ones_gold_is_not() -> None:
    state = selling(3, 12)
    assert refusal(state, 0, Bid(4)) == "not-enough-gold"
    after = played(played(state, 0, Bid(3)), 1, Pass())
    assert after.seats[0].gold == 0


def test_who_cannot_raise_passes_by_himself() -> None:
    """Gold is public, so that tells nothing."""
    state = selling(12, 3, 12)
    events = events_of(state, 0, Bid(3))
    assert events == (BidMade(0, 3), Passed(1, forced=True))
    assert ELFENROADS.to_act(fold(state, events)) == (2,)


def test_when_nobody_else_can_raise_the_item_is_sold_at_once() -> None:
    events = events_of(selling(12, 3, 2), 0, Bid(3))
    assert events[1:4] == (Passed(1, forced=True), Passed(2, forced=True), ItemSold(0, Item.DRAGON, 3))


def test_the_opener_without_gold_passes_by_himself() -> None:
    state = selling(5, 0, lots=(Item.UNICORN, Item.DRAGON))
    state = with_seat(state, 0, gold=1)
    events = events_of(state, 0, Bid(1))
    # The dragon is sold; for the unicorn nobody has any gold left.
    assert events[2:] == (
        ItemSold(0, Item.DRAGON, 1),
        Passed(0, forced=True),
        Passed(1, forced=True),
        ItemUnsold(Item.UNICORN),
        PhaseStarted(Phase.PLACING),
    )


def test_a_few_bids_are_listed_and_a_form_takes_any() -> None:
    state = played(selling(12, 6), 0, Bid(2))
    assert ELFENROADS.legal_moves(state, 1) == (Pass(), Bid(3), Bid(4), Bid(6))
    amount = FormField(name="amount", summary="Gold that is offered", minimum=3, maximum=6)
    assert ELFENROADS.forms(state, 1) == (Form("bid", "Bid from 3 to 6 gold", (amount,), Bid(3)),)
    assert ELFENROADS.is_open(Bid(5))
    assert played(state, 1, Bid(5)).bidder == 1


def test_listed_bids_are_never_above_ones_own_gold() -> None:
    state = played(selling(12, 4), 0, Bid(2))
    assert ELFENROADS.legal_moves(state, 1) == (Pass(), Bid(3), Bid(4))


def test_items_of_all_kinds_are_sold() -> None:
    for item in Item:
        after = played_by(selling(12, 12, lots=(Item.DRAGON, item)), Bid(1), Pass())
        assert after.seats[0].open_items == (item,)


def test_a_sale_goes_the_same_way_whatever_the_others_hold() -> None:
    """B15: nothing of a hidden hand leaks through an auction."""

    def told(seat: Seat, hand: tuple[object, ...], hidden: tuple[Item, ...]) -> object:
        state = with_seat(selling(12, 4, 1), seat, hand=hand, hidden_items=hidden)
        state = played_by(state, Bid(2), Bid(3))
        return events_of(state, 0, Bid(5)), ELFENROADS.forms(state, 0), ELFENROADS.legal_moves(state, 0)

    for seat in (1, 2):
        assert told(seat, (PIG,), (Item.GOLD,)) == told(seat, (), (Item.DRAGON,))


def test_a_seat_that_waits_for_its_turn_has_no_form() -> None:
    state = selling(12, 12)
    assert ELFENROADS.forms(state, 1) == ()
    assert ELFENROADS.legal_moves(state, 1) == ()
