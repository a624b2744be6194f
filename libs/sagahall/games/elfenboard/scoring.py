"""Standings from what is compared of every seat."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from sagahall.games.elfenboard.facts import MARKED_TOWNS
from sagahall.games.elfenboard.homes import distance_home
from sagahall.games.elfenboard.table import S
from sagahall.games.kernel import Detail, Outcome, Standing

LAST_ROUND = "last_round"
ALL_TOWNS = "all_towns"
ALL_LEFT = "all_left"


class Scored(Protocol):
    """What counts of a seat in the end, in both games."""

    @property
    def boot(self) -> str:
        """The town where the boot stands."""

    @property
    def visited(self) -> tuple[str, ...]:
        """The towns whose markers were collected."""

    @property
    def home(self) -> str | None:
        """The home town, if there is one."""

    @property
    def left(self) -> bool:
        """Whether the seat left the match."""


@dataclass(frozen=True, slots=True, order=True)
class Result:
    """What is compared of a seat, the greatest being first: having stayed, the score, then the tie-breaks."""

    stayed: bool
    score: int
    ties: tuple[int, ...]


def someone_visited_all(state: S) -> bool:
    """Whether a seat that still plays has taken all its markers."""
    return any(len(one.visited) == len(MARKED_TOWNS) for one in state.seats if not one.left)


def outcome_of(ending: str, results: Sequence[Result], details: Sequence[tuple[Detail, ...]]) -> Outcome:
    """Every seat's standing, best first; equals share their rank."""
    order = sorted(range(len(results)), key=lambda seat: results[seat], reverse=True)
    return Outcome(
        ending,
        tuple(
            Standing(seat, 1 + sum(other > results[seat] for other in results), results[seat].score, details[seat])
            for seat in order
        ),
    )


def details_of(scored: Scored, *, homes: bool, last: Detail) -> tuple[Detail, ...]:
    """What a score is made of, and the last tie-break."""
    away = (Detail("distance_home", distance_home(scored.boot, scored.home)),) if homes else ()
    return (Detail("towns", len(scored.visited)), *away, last)
