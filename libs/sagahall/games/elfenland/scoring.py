"""How a match came out (specification, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sagahall.games.elfenboard import scoring as shared
from sagahall.games.elfenboard.homes import distance_home
from sagahall.games.elfenboard.scoring import ALL_TOWNS, LAST_ROUND, Result, details_of, outcome_of, someone_visited_all
from sagahall.games.elfenland.facts import EARLY_END_OF_MOON
from sagahall.games.elfenland.state import Edition, Rules, State
from sagahall.games.kernel import Detail, Outcome


def ending_after_round(state: State) -> str | None:
    """How the match ends now that everybody has moved in this round, or None if it goes on."""
    if state.round == state.rules.rounds:
        return LAST_ROUND
    early = state.rules.edition is Edition.AMIGO or state.round == EARLY_END_OF_MOON
    return ALL_TOWNS if early and someone_visited_all(state) else None


class Scored(shared.Scored, Protocol):
    """What counts of a seat in the end."""

    @property
    def hand_count(self) -> int:
        """How many cards are left."""


def outcome(rules: Rules, ending: str | None, seats: Sequence[Scored]) -> Outcome | None:
    """Every seat's result, or None while the match is played. Seats that left come after all that stayed."""
    if ending is None:
        return None
    homes = rules.home_town and not (rules.edition is Edition.MOON and ending == ALL_TOWNS)
    results = [_result(rules, scored, distance_home(scored.boot, scored.home) if homes else 0) for scored in seats]
    details = [details_of(scored, homes=homes, last=Detail("cards", scored.hand_count)) for scored in seats]
    return outcome_of(ending, results, details)


def _result(rules: Rules, scored: Scored, away: int) -> Result:
    nearest_home = -away if rules.edition is Edition.AMIGO else 0
    return Result(not scored.left, len(scored.visited) - away, (nearest_home, scored.hand_count))
