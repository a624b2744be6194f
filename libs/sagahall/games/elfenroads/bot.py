"""A bot that plans its journey.

It looks for the route that collects most towns with the cards in its hand, over the counters on the board and those
that it could still place itself; towns count most, then (before the last round) gold, cards that are kept and the
nearness of what is left to visit, in the last round the way home. From that one plan follows what it does:

- It takes the card that serves on the most roads and goes with its other cards and its items, or the gold stack if
  that is worth more; of its free items it hides the better one.
- At an auction it raises by one, up to what the item makes its best route better; a counter that its route does not
  need but its hand has cards for is worth a little.
- It places the first counter that its route lacks, then its gold on the dearest road of the route and its obstacle
  before the others' boots where its own route does not pass; else it passes.
- It travels the route one step at a time, looking again after each, stops where it is best to stop, and takes gold or
  cards, whichever is worth more.
- It keeps the items and cards that it would take.

It does not guess what others hold, nor wait for their counters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from sagahall.games.elfenboard.board import Transport
from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenboard.moves import Discard, Pass, Step
from sagahall.games.elfenboard.routes import USES, Cards, Route, start_of, victims
from sagahall.games.elfenroads.bot_routes import CARD, GOLD, ElfenroadsSearch
from sagahall.games.elfenroads.facts import FACTS
from sagahall.games.elfenroads.moves import Bid, DrawCard, EndMove, KeepItems, Move, PlaceItem, ShowItem, TakeCard
from sagahall.games.elfenroads.rules_auction import lowest_bid
from sagahall.games.elfenroads.state import ITEM_OF, SPECIAL, TRANSPORT_OF, Item, Phase, Reward
from sagahall.games.elfenroads.view import SeatView, View

_WIDE = 40
_NARROW = 12
"""Routes of each length that are followed: where one plan is made, and where an item for sale is looked at."""
_USEFUL = 24.0
"""How useful a card is that is worth CARD."""


def advise(view: View, moves: tuple[Move, ...]) -> Move:
    """The move that the bot makes for the viewer, one of the given ones."""
    return _ADVICE[view.phase](view, moves)


def _own(view: View) -> SeatView:
    assert view.viewer is not None
    return view.seats[view.viewer]


def _items(own: SeatView) -> tuple[Item, ...]:
    return own.open_items + own.hidden_items


def _counters(items: Iterable[Item]) -> Cards:
    return ordered(tuple(TRANSPORT_OF[item] for item in items if item not in SPECIAL))


# Cards


def _draw(view: View, moves: tuple[Move, ...]) -> Move:
    own = _own(view)

    def worth(move: Move) -> float:
        if isinstance(move, TakeCard):
            return CARD * _use_of_card(own, move.card) / _USEFUL
        if isinstance(move, DrawCard):
            return CARD
        return GOLD * FACTS.gold_card * view.gold_stack

    return max(moves, key=worth)


def _use_of_card(own: SeatView, card: Transport) -> float:
    """How well the card goes with the other cards and the items."""
    fitting = _counters(_items(own)).count(card)
    return USES[card] + 6 * (own.hand.count(card) == 1) + 8 * min(2, fitting)


def _discard(view: View, moves: tuple[Move, ...]) -> Move:
    own = _own(view)

    def worth(move: Move) -> float:
        assert isinstance(move, Discard)
        kept = without(own.hand, move.cards)
        return sum(USES[card] + 6 * (kept.count(card) == 2) for card in kept)

    return max(moves, key=worth)


# Items


def _use_of_item(own: SeatView, item: Item) -> float:
    """How well the item goes with the cards."""
    if item in SPECIAL:
        return 45.0 if item is Item.GOLD else 15.0
    return USES[TRANSPORT_OF[item]] + 8 * min(2, own.hand.count(TRANSPORT_OF[item]))


def _show(view: View, moves: tuple[Move, ...]) -> Move:
    own = _own(view)
    return min(moves, key=lambda move: _use_of_item(own, move.item) if isinstance(move, ShowItem) else 0.0)


def _keep(view: View, moves: tuple[Move, ...]) -> Move:
    own = _own(view)

    def worth(move: Move) -> float:
        assert isinstance(move, KeepItems)
        kept = (*move.open_items, *move.hidden_items)
        return sum(_use_of_item(own, item) for item in kept) + len(move.hidden_items)

    return max(moves, key=worth)


def _bid(view: View, moves: tuple[Move, ...]) -> Move:
    raised = Bid(lowest_bid(view.bid))
    return raised if raised in moves and raised.amount <= _price(view, view.lots[-1]) else Pass()


def _price(view: View, item: Item) -> float:
    """The gold that the item is worth."""
    own = _own(view)
    if item in SPECIAL:
        return 4.0 if item is Item.GOLD else 1.0
    search = ElfenroadsSearch(view)
    counters = _counters(_items(own))
    now, then = (
        search.worth(search.best(start_of(own, held), _NARROW))
        for held in (counters, ordered(counters, (TRANSPORT_OF[item],)))
    )
    return (then - now) / (2 * GOLD) + min(2, own.hand.count(TRANSPORT_OF[item]))


# Placing and travelling


def _place(view: View, moves: tuple[Move, ...]) -> Move:
    own = _own(view)
    route = ElfenroadsSearch(view).best(start_of(own, _counters(_items(own))), _WIDE)
    for leg in route.legs:
        if leg.placed is not None:
            item = ITEM_OF[leg.placed]
            return PlaceItem(item, item not in own.open_items, leg.road)
    return _place_special(view, moves, route)


def _place_special(view: View, moves: tuple[Move, ...], route: Route) -> Move:
    """The gold where the route enters the dearest town; the obstacle before the most boots, off the route."""
    incomes = {leg.road: TOWNS[leg.town].gold for leg in route.legs}

    def worth(move: Move) -> float:
        if not isinstance(move, PlaceItem) or move.item not in SPECIAL:
            return 0
        if move.item is Item.GOLD:
            return incomes.get(move.road, 0)
        return 0 if move.road in incomes else victims(view, move.road)

    best = max(moves, key=worth)
    return best if worth(best) > 0 else Pass()


def _travel(view: View, _moves: tuple[Move, ...]) -> Move:
    own = _own(view)
    route = ElfenroadsSearch(view).best(start_of(own, ()), _WIDE)
    if route.legs:
        return Step(route.legs[0].road)
    last = view.round == view.rules.rounds
    gold = last or GOLD * own.earned >= CARD * FACTS.reward_cards
    return EndMove(Reward.GOLD if gold else Reward.CARDS)


_ADVICE: Mapping[Phase, Callable[[View, tuple[Move, ...]], Move]] = {
    Phase.DRAWING: _draw,
    Phase.ITEMS: _show,
    Phase.AUCTION: _bid,
    Phase.PLACING: _place,
    Phase.MOVING: _travel,
    Phase.REWARD: _draw,
    Phase.DISCARDING: _discard,
    Phase.KEEPING: _keep,
}
