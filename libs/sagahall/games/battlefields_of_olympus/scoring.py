"""Points, colours and how a match comes out (specification, sections 9 and 11)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

from sagahall.games.battlefields_of_olympus.cards import ANY_COLOUR
from sagahall.games.battlefields_of_olympus.facts import (
    ARES_TO_END,
    MERCENARY_GROUP,
    POINTS_TO_END,
    SET_POINTS,
    SET_SIZE,
    TERRITORIES,
)
from sagahall.games.battlefields_of_olympus.state import Camp, State
from sagahall.games.kernel import Detail, Outcome, Seat, Standing

POINTS = "points"
ARES = "ares"
LAST_SEAT = "last_seat"


@lru_cache(maxsize=1 << 12)
def score(territories: tuple[str, ...]) -> int:
    """The printed points, and those of the sets."""
    return sum(TERRITORIES[territory].points for territory in territories) + set_points(territories)


def set_points(territories: tuple[str, ...]) -> int:
    """The points of the sets of identical territories."""
    types = Counter(TERRITORIES[territory].type for territory in territories)
    return SET_POINTS * sum(number // SET_SIZE for number in types.values())


def has_colour_group(territories: tuple[str, ...]) -> bool:
    """Whether there are enough territories of one colour for a mercenary."""
    if len(territories) < MERCENARY_GROUP:
        return False
    colours = Counter(TERRITORIES[territory].colour for territory in territories)
    wild = colours.pop(ANY_COLOUR, 0)
    return max(colours.values(), default=0) + wild >= MERCENARY_GROUP


def ending(state: State) -> str | None:
    """How the match ends now that no challenge or battle is open, or None if it goes on."""
    if any(score(camp.territories) >= POINTS_TO_END for camp in state.camps):
        return POINTS
    return ARES if state.ares_in_play + state.ares_spent >= ARES_TO_END else None


def outcome(state: State) -> Outcome | None:
    """Most points win, then most territories; whoever is still tied shares the place. Seats that left come last."""
    if state.ending is None:
        return None
    keys = {seat: _key(camp) for seat, camp in enumerate(state.camps)}
    ranks = {seat: 1 + sum(other > key for other in keys.values()) for seat, key in keys.items()}
    order = sorted(keys, key=lambda seat: ranks[seat])
    return Outcome(state.ending, tuple(_standing(state.camps[seat], seat, ranks[seat]) for seat in order))


def _key(camp: Camp) -> tuple[bool, int, int]:
    return (not camp.left, score(camp.territories), len(camp.territories))


def _standing(camp: Camp, seat: Seat, rank: int) -> Standing:
    bonus = Detail("set_points", set_points(camp.territories))
    return Standing(seat, rank, score(camp.territories), (bonus, Detail("territories", len(camp.territories))))
