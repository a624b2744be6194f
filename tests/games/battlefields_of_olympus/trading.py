"""Tables at which cards are traded."""

from __future__ import annotations

from typing import Any

from tests.games.battlefields_of_olympus.tables import (
    ELITE,
    SCOUT,
    A,
    B,
    C,
    held,
    played,
    table,
)

from sagahall.games.battlefields_of_olympus.moves import (
    AcceptChallenge,
    ProposeTrade,
    RefuseChallenge,
    StartBattle,
)
from sagahall.games.battlefields_of_olympus.state import Bundle, Camp, State
from sagahall.games.kernel import Seat


def cards(*actions: Any, warriors: tuple[Any, ...] = (), lands: tuple[str, ...] = ()) -> Bundle:
    return Bundle(actions, warriors, lands)


def four(*camps: Camp, **changes: Any) -> State:
    """Four players, those not named holding an Elite, a Scout and four Warriors."""
    others = [held(ELITE, SCOUT)] * (4 - len(camps))
    return table(*camps, *others, **{"pile": ("bridge_r",), **changes})


def offer(to: Seat, give: Bundle | None = None, want: Bundle | None = None) -> ProposeTrade:
    return ProposeTrade(to, give or cards(ELITE), want or cards(SCOUT))


def challenged() -> State:
    return played(four(), (A, StartBattle()))


def fought() -> State:
    """A fights against C."""
    return played(challenged(), (B, RefuseChallenge()), (C, AcceptChallenge()))
