"""The auction of items (specification, section 9.3, step 4).

The items lie in a row and are sold one after the other, from the right. The first player opens every sale; a pass is
final for the item; who alone has not passed buys it for its bid. A seat that cannot bid, as all can see, passes by
itself. When the highest bidder leaves the match, its bid is void and the sale of the item begins anew.
"""

from __future__ import annotations

from sagahall.games.elfenboard.moves import Pass, Passed
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.moves import Bid, BidMade, Event, ItemsOffered, ItemSold, ItemUnsold, Move, PhaseStarted
from sagahall.games.elfenroads.state import Phase, State
from sagahall.games.kernel import Dice, Form, FormField, IllegalMove, Seat


def lowest_bid(bid: int) -> int:
    """The least that can be bid when that is the highest bid so far, 0 being none."""
    return max(FACTS.lowest_bid, bid + 1)


def bidding_choices(state: State, seat: Seat) -> tuple[Move, ...]:
    """To pass and, of the bids, which are open, a few."""
    gold = state.seats[seat].gold
    bids = (lowest_bid(state.bid) + raised for raised in FACTS.listed_raises)
    return (Pass(), *(Bid(amount) for amount in bids if amount <= gold))


def bidding_forms(state: State, seat: Seat) -> tuple[Form[Move], ...]:
    """The form for any bid; none for a seat that cannot raise the highest one."""
    lowest, gold = lowest_bid(state.bid), state.seats[seat].gold
    if lowest > gold:
        return ()
    amount = FormField(name="amount", summary="Gold that is offered", minimum=lowest, maximum=gold)
    return (Form("bid", f"Bid from {lowest} to {gold} gold", (amount,), Bid(lowest)),)


def bid(state: State, seat: Seat, move: Bid, _dice: Dice) -> tuple[Event, ...]:
    """Raises the highest bid by any amount, up to all own gold."""
    if move.amount < lowest_bid(state.bid):
        raise IllegalMove("bid-too-low", f"the lowest bid is {lowest_bid(state.bid)}")
    if move.amount > state.seats[seat].gold:
        raise IllegalMove("not-enough-gold", f"the seat has {state.seats[seat].gold} gold")
    return (BidMade(seat, move.amount),)


def offer_items(state: State, dice: Dice) -> tuple[Event, ...]:
    """Turns up the items that are sold this round."""
    number = FACTS.items_for_sale * len(state.in_turn_order())
    return (ItemsOffered(dice.shuffled("items-for-sale", state.pile)[:number]), PhaseStarted(Phase.AUCTION))


def sell(state: State) -> tuple[Event, ...]:
    """What follows of itself: the end of a sale, or the pass of a seat that cannot bid."""
    if not state.lots:
        return (PhaseStarted(Phase.PLACING),)
    item, bidder = state.lots[-1], state.bidder
    rivals = any(one.todo for seat, one in enumerate(state.seats) if seat != bidder)
    if not rivals:
        return (ItemUnsold(item) if bidder is None else ItemSold(bidder, item, state.bid),)
    if state.seats[state.turn].gold < lowest_bid(state.bid):
        return (Passed(state.turn, forced=True),)
    return ()
