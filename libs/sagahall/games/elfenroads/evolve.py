"""How events change the state. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sagahall.games.elfenboard import evolve as shared
from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenboard.moves import (
    CardsDealt,
    CardsDiscarded,
    HomeDealt,
    HomeRevealed,
    MatchEnded,
    MatchStarted,
    Passed,
    RoundEnded,
    RoundStarted,
    SeatLeft,
)
from sagahall.games.elfenboard.table import acted, first_turn, next_turn, placement, with_seat
from sagahall.games.elfenroads import evolve_hands as hands
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.moves import (
    BidMade,
    CardDrawn,
    CardTaken,
    CardTurnedUp,
    DeckReshuffled,
    DrawLost,
    Event,
    GoldCardDrawn,
    GoldCardTurnedUp,
    GoldTaken,
    IncomePaid,
    ItemPlaced,
    ItemsDrawn,
    ItemShown,
    ItemsKept,
    ItemsOffered,
    ItemSold,
    ItemUnsold,
    MoveEnded,
    PhaseStarted,
    Travelled,
)
from sagahall.games.elfenroads.state import (
    ITEM_OF,
    SPECIAL,
    TRANSPORT_OF,
    Item,
    Phase,
    Placed,
    State,
    Traveller,
)
from sagahall.games.kernel import Seat


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


# Rounds and phases


def _round_started(state: State, event: RoundStarted) -> State:
    return replace(state, phase=Phase.STARTING, round=event.round, first=event.first, turn=event.first)


def _phase_started(state: State, event: PhaseStarted) -> State:
    return shared.phase_started(state, lambda seat: _todo(state.seats[seat], event.phase), phase=event.phase)


def _todo(traveller: Traveller, phase: Phase) -> int:
    if phase is Phase.DRAWING:
        return FACTS.draws
    return int(phase is not Phase.KEEPING or traveller.items > FACTS.kept_items)


def _income_paid(state: State, event: IncomePaid) -> State:
    seats = tuple(one if one.left else replace(one, gold=one.gold + event.gold) for one in state.seats)
    return replace(state, seats=seats)


def _round_ended(state: State, _event: RoundEnded) -> State:
    back = tuple(item for placed in state.board for item in _items_of(placed))
    return replace(state, board=(), pile=ordered(state.pile, back))


def _items_of(placed: Placed) -> tuple[Item, ...]:
    """What lies on a road."""
    special = (Item.OBSTACLE,) * placed.obstacle + (Item.GOLD,) * placed.gold
    return (ITEM_OF[placed.counter], *special)


# Items


def _items_drawn(state: State, event: ItemsDrawn) -> State:
    return replace(state, seats=with_seat(state, event.seat, drawn=event.items), pile=without(state.pile, event.items))


def _item_shown(state: State, event: ItemShown) -> State:
    traveller = state.seats[event.seat]
    seats = with_seat(
        state,
        event.seat,
        open_items=ordered(traveller.open_items, (event.item,)),
        hidden_items=ordered(traveller.hidden_items, without(traveller.drawn, (event.item,))),
        drawn=(),
        todo=0,
    )
    return replace(state, seats=seats)


def _items_offered(state: State, event: ItemsOffered) -> State:
    return replace(state, lots=event.items, pile=without(state.pile, event.items))


def _bid_made(state: State, event: BidMade) -> State:
    return acted(state, event.seat, state.seats, bid=event.amount, bidder=event.seat)


def _item_sold(state: State, event: ItemSold) -> State:
    buyer = state.seats[event.seat]
    items = ordered(buyer.open_items, (event.item,))
    seats = with_seat(state, event.seat, gold=buyer.gold - event.gold, open_items=items)
    return _next_lot(replace(state, seats=seats, lots=state.lots[:-1]))


def _item_unsold(state: State, event: ItemUnsold) -> State:
    return _next_lot(replace(state, lots=state.lots[:-1], pile=ordered(state.pile, (event.item,))))


def _next_lot(state: State) -> State:
    """All may bid for the item that is sold now, the first player first."""
    seats = tuple(replace(one, todo=int(not one.left)) for one in state.seats)
    return replace(state, seats=seats, bid=0, bidder=None, turn=first_turn(seats, state.first))


def _item_placed(state: State, event: ItemPlaced) -> State:
    stock = "hidden_items" if event.hidden else "open_items"
    items = without(getattr(state.seats[event.seat], stock), (event.item,))
    return placement(state, event.seat, _board_with(state.board, event.item, event.road), **{stock: items})


def _board_with(board: tuple[Placed, ...], item: Item, road: str) -> tuple[Placed, ...]:
    if item not in SPECIAL:
        return (*board, Placed(road, TRANSPORT_OF[item], obstacle=False, gold=False))
    return tuple(_with_special(placed, item) if placed.road == road else placed for placed in board)


def _with_special(placed: Placed, item: Item) -> Placed:
    return replace(placed, obstacle=True) if item is Item.OBSTACLE else replace(placed, gold=True)


def _items_kept(state: State, event: ItemsKept) -> State:
    traveller = state.seats[event.seat]
    back = without(traveller.open_items, event.open_items), without(traveller.hidden_items, event.hidden_items)
    seats = with_seat(state, event.seat, open_items=event.open_items, hidden_items=event.hidden_items, todo=0)
    return replace(state, seats=seats, pile=ordered(state.pile, *back))


# The end


def _seat_left(state: State, event: SeatLeft) -> State:
    gone = state.seats[event.seat]
    pile = ordered(state.pile, gone.open_items, gone.hidden_items, gone.drawn)
    seats = with_seat(
        state, event.seat, gold=0, hand=(), shown=(), open_items=(), hidden_items=(), drawn=(), earned=0, todo=0,
        left=True,
    )  # fmt: skip
    state = replace(state, seats=seats, pile=pile, deck=ordered(state.deck, gone.hand))
    if state.bidder == event.seat:
        return _next_lot(state)
    return _skipped(state, event.seat) if state.turn == event.seat else state


def _skipped(state: State, seat: Seat) -> State:
    """The turn of a seat that has left goes to the next, whatever it was about to do."""
    phase = Phase.MOVING if state.phase in (Phase.REWARD, Phase.DISCARDING) else state.phase
    return replace(state, phase=phase, turn=next_turn(state.seats, seat))


def _match_ended(state: State, event: MatchEnded) -> State:
    return replace(state, phase=Phase.OVER, ending=event.ending)


_EVOLVE: Mapping[type[Any], Callable[[State, Any], State]] = {
    MatchStarted: shared.match_started,
    HomeDealt: shared.home_dealt,
    CardsDealt: shared.cards_dealt,
    CardTurnedUp: hands.card_turned_up,
    GoldCardTurnedUp: hands.gold_card_turned_up,
    DeckReshuffled: hands.deck_reshuffled,
    RoundStarted: _round_started,
    PhaseStarted: _phase_started,
    CardTaken: hands.card_taken,
    CardDrawn: hands.card_drawn,
    GoldCardDrawn: hands.gold_card_turned_up,
    GoldTaken: hands.gold_taken,
    DrawLost: hands.draw_lost,
    IncomePaid: _income_paid,
    ItemsDrawn: _items_drawn,
    ItemShown: _item_shown,
    ItemsOffered: _items_offered,
    BidMade: _bid_made,
    Passed: shared.passed,
    ItemSold: _item_sold,
    ItemUnsold: _item_unsold,
    ItemPlaced: _item_placed,
    Travelled: hands.travelled,
    MoveEnded: hands.move_ended,
    CardsDiscarded: hands.cards_discarded,
    RoundEnded: _round_ended,
    ItemsKept: _items_kept,
    SeatLeft: _seat_left,
    HomeRevealed: shared.home_revealed,
    MatchEnded: _match_ended,
}
