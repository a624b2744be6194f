"""What a route is worth in Elfenroads."""

from __future__ import annotations

from sagahall.games.elfenboard.facts import TOWNS
from sagahall.games.elfenboard.homes import distance_home
from sagahall.games.elfenboard.routes import TOWN, Leg, Route, Search
from sagahall.games.elfenroads.facts import EDITION, FACTS
from sagahall.games.elfenroads.view import View

GOLD = 0.3
"""What a piece of gold is worth, before the last round."""
CARD = 2.5
"""What a card that is kept is worth, before the last round."""


class ElfenroadsSearch(Search):
    """The search for the viewer's routes."""

    def __init__(self, view: View) -> None:
        assert view.viewer is not None
        super().__init__(EDITION, view.board)
        own = view.seats[view.viewer]
        self._golden = frozenset(placed.road for placed in view.board if placed.gold)
        self._last_round = view.round == view.rules.rounds
        self._home, self._earned = own.home, own.earned

    def worth(self, route: Route) -> float:
        """What it is worth to stop at the end of the route."""
        away = distance_home(route.town, self._home)
        gold = self._earned + sum(map(self._income, route.legs))
        if self._last_round:
            return -TOWN * (len(route.missing) + away) + 0.1 * gold
        reward = max(GOLD * gold, CARD * FACTS.reward_cards)
        return reward + CARD * len(route.hand) + route.prospect() - TOWN * len(route.missing) - 0.3 * away

    def _income(self, leg: Leg) -> int:
        return TOWNS[leg.town].gold * (FACTS.gold_item if leg.road in self._golden else 1)
