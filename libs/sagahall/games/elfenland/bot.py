"""A bot that plans its journey.

It looks for the route that collects most towns with the cards in its hand, over the counters on the board and those
that it could still place itself; towns count most, then (before the last round) cards that may be kept and the nearness
of what is left to visit, in the last round the way home. From that one plan follows what it does:

- It draws the open counter that makes its best route better, else a blind one; what it may show it keeps hidden.
- It places the first counter that its route lacks, and passes when none is lacking. In the second half of the match it
  then puts its obstacle before the others' boots where its own route does not pass.
- It keeps the counter that fits its cards and the map best, a hidden one rather than an open one.
- It travels the route one step at a time, looking again after each, and stops where it is best to stop.
- It discards the cards that serve on the fewest roads, and keeps pairs.

It does not guess what others hold, nor wait for their counters.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sagahall.games.elfenboard.hands import ordered, without
from sagahall.games.elfenboard.moves import Discard, Pass, Step
from sagahall.games.elfenboard.routes import USES, Cards, Leg, Route, start_of, victims
from sagahall.games.elfenland.bot_routes import ElfenlandSearch
from sagahall.games.elfenland.moves import (
    Caravan,
    EndMove,
    KeepCounter,
    KeepHidden,
    Move,
    PlaceCounter,
    PlaceObstacle,
    TakeBlind,
    TakeOpen,
)
from sagahall.games.elfenland.state import Phase
from sagahall.games.elfenland.view import SeatView, View

_WIDE = 40
_NARROW = 15
"""Routes of each length that are followed: where one plan is made, and where one is made for each counter on offer."""


def advise(view: View, moves: tuple[Move, ...]) -> Move:
    """The move that the bot makes for the viewer, one of the given ones."""
    return _ADVICE[view.phase](view, moves)


def _own(view: View) -> SeatView:
    assert view.viewer is not None
    return view.seats[view.viewer]


def _counters(view: View) -> Cards:
    own = _own(view)
    return ordered(own.open_counters, own.hidden_counters)


def _keep_hidden(_view: View, _moves: tuple[Move, ...]) -> Move:
    return KeepHidden()


def _draw(view: View, moves: tuple[Move, ...]) -> Move:
    search = ElfenlandSearch(view)
    own = _counters(view)

    def worth(counters: Cards) -> float:
        return search.worth(search.best(start_of(_own(view), counters), _NARROW))

    now = worth(own)
    offers = [(worth(ordered(own, (move.counter,))), move) for move in moves if isinstance(move, TakeOpen)]
    blind = TakeBlind()
    gain, best = max(offers, key=lambda offer: offer[0], default=(now, blind))
    return blind if gain <= now and blind in moves else best


def _place(view: View, moves: tuple[Move, ...]) -> Move:
    search = ElfenlandSearch(view)
    route = search.best(start_of(_own(view), _counters(view)), _WIDE)
    open_counters = _own(view).open_counters
    for leg in route.legs:
        if leg.placed is not None:
            return PlaceCounter(leg.placed, leg.placed not in open_counters, leg.road)
    return _hinder(view, moves, route)


def _hinder(view: View, moves: tuple[Move, ...], route: Route) -> Move:
    """The obstacle before the most boots, off the own route; if there is none, or it is too early, nothing."""
    own_roads = {leg.road for leg in route.legs}
    offers = [move for move in moves if isinstance(move, PlaceObstacle) and move.road not in own_roads]
    best = max(offers, key=lambda move: victims(view, move.road), default=None)
    late = 2 * view.round > view.rules.rounds
    return best if late and best is not None and victims(view, best.road) else Pass()


def _keep(view: View, moves: tuple[Move, ...]) -> Move:
    hand = _own(view).hand

    def worth(move: Move) -> float:
        if not isinstance(move, KeepCounter):
            return 0
        return USES[move.counter] + 8 * min(2, hand.count(move.counter)) + 10 * move.hidden

    return max(moves, key=worth)


def _travel(view: View, moves: tuple[Move, ...]) -> Move:
    search = ElfenlandSearch(view)
    route = search.best(start_of(_own(view), ()), _WIDE)
    if not route.legs:
        return EndMove()
    return next(move for move in moves if _is_leg(move, route.legs[0]))


def _is_leg(move: Move, leg: Leg) -> bool:
    return isinstance(move, Caravan if leg.caravan else Step) and move.road == leg.road


def _discard(view: View, moves: tuple[Move, ...]) -> Move:
    own = _own(view)

    def worth(move: Move) -> float:
        assert isinstance(move, Discard)
        kept = without(own.hand, move.cards)
        return sum(USES[card] + 6 * (kept.count(card) == 2) for card in kept)

    return max(moves, key=worth)


_ADVICE: Mapping[Phase, Callable[[View, tuple[Move, ...]], Move]] = {
    Phase.HIDDEN_COUNTERS: _keep_hidden,
    Phase.OPEN_COUNTERS: _draw,
    Phase.PLACING: _place,
    Phase.KEEPING: _keep,
    Phase.MOVING: _travel,
    Phase.DISCARDING: _discard,
}
