"""How a match came out (specification, section 9.3, end)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sagahall.games.elfenboard import scoring as shared
from sagahall.games.elfenboard.homes import distance_home
from sagahall.games.elfenboard.scoring import ALL_TOWNS, LAST_ROUND, Result, details_of, outcome_of, someone_visited_all
from sagahall.games.elfenroads.state import Rules, State
from sagahall.games.kernel import Detail, Outcome


def ending_after_round(state: State) -> str | None:
    """How the match ends now that everybody has moved in this round, or None if it goes on."""
    if someone_visited_all(state):
        return ALL_TOWNS
    return LAST_ROUND if state.round == state.rules.rounds else None


class Scored(shared.Scored, Protocol):
    """What counts of a seat in the end."""

    @property
    def gold(self) -> int:
        """The gold that is left."""


def outcome(rules: Rules, ending: str | None, seats: Sequence[Scored]) -> Outcome | None:
    """Every seat's result, or None while the match is played. Seats that left come after all that stayed.

    Home towns are ignored when somebody visited all towns: he wins, of several the one with the most gold.
    """
    if ending is None:
        return None
    homes = rules.home_town and ending != ALL_TOWNS
    away = [distance_home(scored.boot, scored.home) if homes else 0 for scored in seats]
    results = [
        Result(not scored.left, len(scored.visited) - far, (-far, scored.gold))
        for scored, far in zip(seats, away, strict=True)
    ]
    details = [details_of(scored, homes=homes, last=Detail("gold", scored.gold)) for scored in seats]
    return outcome_of(ending, results, details)
