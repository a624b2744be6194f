"""How a match came out (specification, section 10)."""

from __future__ import annotations

from collections.abc import Sequence

from sagahall.games.ice_flow.facts import ALASKA_DISTANCE, COLUMNS, EXPLORERS, SIBERIA, SPOTS
from sagahall.games.ice_flow.state import Expedition
from sagahall.games.kernel import Detail, Outcome, Standing

IN_SIBERIA = "siberia"
LAST_ROUND = "last_round"
ALL_LEFT = "all_left"


def distance(expedition: Expedition) -> int:
    """How far the explorers are from Siberia, added up. Who is not on the board counts as in Alaska."""
    absent = EXPLORERS - len(expedition.explorers)
    return sum(map(_columns, expedition.explorers)) + absent * ALASKA_DISTANCE


def _columns(at: str) -> int:
    if at in SIBERIA:
        return 0
    column = SPOTS[at][0]
    return column + 1 if column < COLUMNS else ALASKA_DISTANCE


def outcome(ending: str | None, expeditions: Sequence[Expedition]) -> Outcome | None:
    """Every seat's result, or None while the match is played: explorers in Siberia, then nearness to it.

    Seats that left come after all that stayed. Nobody shares the first place with who has all explorers in Siberia.
    """
    if ending is None:
        return None
    keys = [(not one.left, one.arrived, -distance(one)) for one in expeditions]
    order = sorted(range(len(expeditions)), key=lambda seat: keys[seat], reverse=True)
    return Outcome(ending, tuple(_standing(seat, 1 + sum(k > keys[seat] for k in keys), expeditions) for seat in order))


def _standing(seat: int, rank: int, expeditions: Sequence[Expedition]) -> Standing:
    one = expeditions[seat]
    return Standing(
        seat, rank, one.arrived, (Detail("in_siberia", one.arrived), Detail("columns_to_go", distance(one)))
    )
