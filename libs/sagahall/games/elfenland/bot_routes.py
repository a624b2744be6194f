"""What a route is worth in Elfenland, and what a traveller can pay with."""

from __future__ import annotations

from collections.abc import Iterator

from sagahall.games.elfenboard.board import Road
from sagahall.games.elfenboard.homes import distance_home
from sagahall.games.elfenboard.routes import TOWN, Cards, Route, Search
from sagahall.games.elfenboard.table import Placed
from sagahall.games.elfenboard.travel import Price
from sagahall.games.elfenland.facts import HAND_LIMIT
from sagahall.games.elfenland.rules_travel import fare, may_use_caravan, spare_cards
from sagahall.games.elfenland.state import Edition
from sagahall.games.elfenland.view import View


class ElfenlandSearch(Search):
    """The search for the viewer's routes."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        super().__init__(view.rules.edition.value, view.board)
        self._rules = view.rules
        self._lying_now = view.board
        self._last_round = view.round == view.rules.rounds
        self._home = view.seats[view.viewer].home

    def worth(self, route: Route) -> float:
        """What it is worth to stop at the end of the route."""
        away = distance_home(route.town, self._home)
        if self._last_round:
            return -TOWN * (len(route.missing) + away) + 0.1 * len(route.hand)
        card = 2.0 if self._rules.edition is Edition.MOON else 0.2
        cards = card * min(HAND_LIMIT, len(route.hand))
        return cards + route.prospect() - TOWN * len(route.missing) - 0.3 * away

    def caravans(self, hand: Cards, road: Road, placed: Placed | None, cost: Price) -> Iterator[Cards]:
        """The cards that are least missed, where any cards may pay."""
        what = fare(self._rules, road, placed, cost)
        if what.any_cards <= len(hand) and may_use_caravan(self._rules, road, what, hand):
            yield spare_cards(hand, self._lying_now)[: what.any_cards]
