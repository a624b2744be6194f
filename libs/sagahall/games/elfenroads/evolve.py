"""How events change the state. Nothing is checked and nothing is drawn here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sagahall.games.elfenboard import evolve as shared
from sagahall.games.elfenboard.board import Transport
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
    Reward,
    State,
    Traveller,
)
from sagahall.games.kernel import Seat


def evolve(state: State, event: Event) -> State:
    """The state after the event."""
    return _EVOLVE[type(event)](state, event)


# Cards


def _card_turned_up(state: State, event: CardTurnedUp) -> State:
    return replace(state, open_cards=ordered(state.open_cards, (event.card,)), deck=without(state.deck, (event.card,)))


def _gold_card_turned_up(state: State, _event: GoldCardTurnedUp | GoldCardDrawn) -> State:
    return replace(state, deck_gold=state.deck_gold - 1, gold_stack=state.gold_stack + 1)


def _deck_reshuffled(state: State, _event: DeckReshuffled) -> State:
    return replace(
        state,
        deck=ordered(state.deck, state.discard),
        deck_gold=state.deck_gold + state.discard_gold,
        discard=(),
        discard_gold=0,
    )


def _card_taken(state: State, event: CardTaken) -> State:
    traveller = state.seats[event.seat]
    state = replace(state, open_cards=without(state.open_cards, (event.card,)))
    hand, shown = ordered(traveller.hand, (event.card,)), ordered(traveller.shown, (event.card,))
    return _drew(state, event.seat, hand=hand, shown=shown)


def _card_drawn(state: State, event: CardDrawn) -> State:
    state = replace(state, deck=without(state.deck, (event.card,)))
    return _drew(state, event.seat, hand=ordered(state.seats[event.seat].hand, (event.card,)))


def _gold_taken(state: State, event: GoldTaken) -> State:
    state = replace(state, gold_stack=0, discard_gold=state.discard_gold + event.cards)
    return _drew(state, event.seat, gold=state.seats[event.seat].gold + event.gold)


def _draw_lost(state: State, event: DrawLost) -> State:
    return _drew(state, event.seat)


def _drew(state: State, seat: Seat, **changes: Any) -> State:
    """One draw less to do. At the end of a move all its draws are made at once, else all draw in turn."""
    todo = state.seats[seat].todo - 1
    seats = with_seat(state, seat, todo=todo, **changes)
    if state.phase is Phase.REWARD:
        state = replace(state, seats=seats)
        return state if todo else _move_over(state, seat)
    if state.rules.draw_all_three and todo:
        return replace(state, seats=seats)
    return acted(state, seat, seats)


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


# Moving


def _travelled(state: State, event: Travelled) -> State:
    traveller = state.seats[event.seat]
    shown = _still_shown(traveller.shown, event.cards)
    return shared.travelled(state, event, shown=shown, earned=traveller.earned + event.gold)


def _still_shown(shown: tuple[Transport, ...], gone: tuple[Transport, ...]) -> tuple[Transport, ...]:
    """The cards that all know to be in the hand when others have gone from it."""
    return without(shown, tuple(card for i, card in enumerate(gone) if gone[: i + 1].count(card) <= shown.count(card)))


def _move_ended(state: State, event: MoveEnded) -> State:
    gold = state.seats[event.seat].gold + event.gold
    if event.reward is Reward.GOLD:
        return _move_over(replace(state, seats=with_seat(state, event.seat, gold=gold)), event.seat)
    return replace(state, seats=with_seat(state, event.seat, todo=FACTS.reward_cards), phase=Phase.REWARD)


def _move_over(state: State, seat: Seat) -> State:
    """The turn passes on, unless the hand has to be cut."""
    limit = state.rules.hand_limit
    if limit and state.seats[seat].hand_count > limit:
        return replace(state, seats=with_seat(state, seat, todo=1), phase=Phase.DISCARDING)
    return acted(state, seat, with_seat(state, seat, todo=0, earned=0), phase=Phase.MOVING)


def _cards_discarded(state: State, event: CardsDiscarded) -> State:
    traveller = state.seats[event.seat]
    hand, shown = without(traveller.hand, event.cards), _still_shown(traveller.shown, event.cards)
    state = replace(state, seats=with_seat(state, event.seat, hand=hand, shown=shown))
    return _move_over(replace(state, discard=(*state.discard, *event.cards)), event.seat)


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
    CardTurnedUp: _card_turned_up,
    GoldCardTurnedUp: _gold_card_turned_up,
    DeckReshuffled: _deck_reshuffled,
    RoundStarted: _round_started,
    PhaseStarted: _phase_started,
    CardTaken: _card_taken,
    CardDrawn: _card_drawn,
    GoldCardDrawn: _gold_card_turned_up,
    GoldTaken: _gold_taken,
    DrawLost: _draw_lost,
    IncomePaid: _income_paid,
    ItemsDrawn: _items_drawn,
    ItemShown: _item_shown,
    ItemsOffered: _items_offered,
    BidMade: _bid_made,
    Passed: shared.passed,
    ItemSold: _item_sold,
    ItemUnsold: _item_unsold,
    ItemPlaced: _item_placed,
    Travelled: _travelled,
    MoveEnded: _move_ended,
    CardsDiscarded: _cards_discarded,
    RoundEnded: _round_ended,
    ItemsKept: _items_kept,
    SeatLeft: _seat_left,
    HomeRevealed: shared.home_revealed,
    MatchEnded: _match_ended,
}
