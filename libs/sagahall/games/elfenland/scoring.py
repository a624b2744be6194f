"""How a match came out (specification, section 6)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from sagahall.games.elfenboard.facts import DISTANCES
from sagahall.games.elfenland.facts import EARLY_END_OF_MOON, TOWNS_TO_VISIT
from sagahall.games.elfenland.state import Edition, Rules, State
from sagahall.games.kernel import Detail, Outcome, Standing

LAST_ROUND = "last_round"
ALL_TOWNS = "all_towns"
ALL_LEFT = "all_left"


def ending_after_round(state: State) -> str | None:
    """How the match ends now that everybody has moved in this round, or None if it goes on."""
    if state.round == state.rules.rounds:
        return LAST_ROUND
    early = state.rules.edition is Edition.AMIGO or state.round == EARLY_END_OF_MOON
    visited_all = any(len(one.visited) == TOWNS_TO_VISIT for one in state.seats if not one.left)
    return ALL_TOWNS if early and visited_all else None


class Scored(Protocol):
    """What counts of a seat in the end."""

    @property
    def boot(self) -> str:
        """The town where the boot stands."""

    @property
    def visited(self) -> tuple[str, ...]:
        """The towns whose markers were collected."""

    @property
    def hand_count(self) -> int:
        """How many cards are left."""

    @property
    def home(self) -> str | None:
        """The home town, if there is one."""

    @property
    def left(self) -> bool:
        """Whether the seat left the match."""


def outcome(rules: Rules, ending: str | None, seats: Sequence[Scored]) -> Outcome | None:
    """Every seat's result, or None while the match is played. Seats that left come after all that stayed."""
    if ending is None:
        return None
    homes = rules.home_town and not (rules.edition is Edition.MOON and ending == ALL_TOWNS)
    keys = [_key(rules, scored, _distance_home(scored) if homes else 0) for scored in seats]
    order = sorted(range(len(seats)), key=lambda seat: keys[seat], reverse=True)
    standings = (
        Standing(seat, 1 + sum(key > keys[seat] for key in keys), keys[seat][1], _details(seats[seat], homes=homes))
        for seat in order
    )
    return Outcome(ending, tuple(standings))


def _distance_home(scored: Scored) -> int:
    return 0 if scored.home is None else DISTANCES[scored.boot][scored.home]


def _key(rules: Rules, scored: Scored, away: int) -> tuple[int, int, int, int]:
    """What is compared, the highest first: having stayed, the score, then the tie-breaks."""
    nearest_home = -away if rules.edition is Edition.AMIGO else 0
    return int(not scored.left), len(scored.visited) - away, nearest_home, scored.hand_count


def _details(scored: Scored, *, homes: bool) -> tuple[Detail, ...]:
    away = (Detail("distance_home", _distance_home(scored)),) if homes else ()
    return (Detail("towns", len(scored.visited)), *away, Detail("cards", scored.hand_count))
