"""What a viewer may see of a match."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sagahall.games.elfenboard import view as shared
from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenboard.homes import resample_homes
from sagahall.games.elfenroads.rules import to_act
from sagahall.games.elfenroads.state import Item, Phase, Placed, Rules, State, Traveller
from sagahall.games.kernel import Dice, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView(shared.SeatView):
    """One seat, as all see it; hand, hidden items and home only where the viewer may see them."""

    shown: tuple[Transport, ...]
    gold: int
    earned: int
    open_items: tuple[Item, ...]
    hidden_count: int
    hidden_items: tuple[Item, ...]
    drawn: tuple[Item, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class View(shared.View):
    """The table as one seat, or a spectator, sees it."""

    rules: Rules
    phase: Phase
    seats: tuple[SeatView, ...]
    board: tuple[Placed, ...]
    open_cards: tuple[Transport, ...]
    gold_stack: int
    discard_gold: int
    pile_count: int
    lots: tuple[Item, ...]
    bid: int
    bidder: Seat | None


def view(state: State, viewer: Seat | None) -> View:
    """The table as the viewer may see it."""
    return View(
        viewer=viewer,
        rules=state.rules,
        phase=state.phase,
        round=state.round,
        first=state.first,
        to_act=to_act(state),
        seats=tuple(
            _seat_view(seat, traveller, own=seat == viewer, over=state.phase is Phase.OVER)
            for seat, traveller in enumerate(state.seats)
        ),
        board=state.board,
        open_cards=state.open_cards,
        gold_stack=state.gold_stack,
        deck_count=state.deck_count,
        discard=state.discard,
        discard_gold=state.discard_gold,
        pile_count=len(state.pile),
        lots=state.lots,
        bid=state.bid,
        bidder=state.bidder,
        ending=state.ending,
    )


def _seat_view(seat: Seat, traveller: Traveller, *, own: bool, over: bool) -> SeatView:
    return SeatView(
        **shared.seen_of(seat, traveller, own=own, over=over),
        shown=traveller.shown,
        gold=traveller.gold,
        earned=traveller.earned,
        open_items=traveller.open_items,
        hidden_count=len(traveller.hidden_items) + len(traveller.drawn),
        hidden_items=traveller.hidden_items if own else (),
        drawn=traveller.drawn if own else (),
    )


def resample(state: State, viewer: Seat | None, dice: Dice) -> State:
    """The same match with everything drawn again that the viewer must not know: the deck, the pile and, of others, the
    cards that nobody saw them take, their hidden items and (until they are revealed) their home towns."""
    state = _resample_items(_resample_cards(state, viewer, dice), viewer, dice)
    return state if state.phase is Phase.OVER else resample_homes(state, viewer, dice)


def _resample_cards(state: State, viewer: Seat | None, dice: Dice) -> State:
    unseen = {seat: without(one.hand, one.shown) for seat, one in enumerate(state.seats) if seat != viewer}
    cards = dice.shuffled("resample-cards", sum(unseen.values(), state.deck))
    seats = list(state.seats)
    for seat, hidden in unseen.items():
        seats[seat] = replace(seats[seat], hand=ordered(seats[seat].shown, cards[: len(hidden)]))
        cards = cards[len(hidden) :]
    return replace(state, seats=tuple(seats), deck=ordered(cards))


def _resample_items(state: State, viewer: Seat | None, dice: Dice) -> State:
    others = [seat for seat in range(len(state.seats)) if seat != viewer]
    hidden = sum((state.seats[seat].hidden_items + state.seats[seat].drawn for seat in others), ())
    items = dice.shuffled("resample-items", state.pile + hidden)
    seats = list(state.seats)
    for seat in others:
        kept, drawn = len(seats[seat].hidden_items), len(seats[seat].drawn)
        new = ordered(items[:kept]), ordered(items[kept : kept + drawn])
        seats[seat] = replace(seats[seat], hidden_items=new[0], drawn=new[1])
        items = items[kept + drawn :]
    return replace(state, seats=tuple(seats), pile=ordered(items))
