"""What a viewer may see of a match: everything, as nothing in Ice Flow is hidden."""

from __future__ import annotations

from dataclasses import dataclass

from sagahall.games.ice_flow.rules import to_act
from sagahall.games.ice_flow.state import State, Step, Stock
from sagahall.games.kernel import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """The table as one seat, or a spectator, sees it: the whole state, and what follows from it."""

    viewer: Seat | None
    state: State
    step: Step
    to_act: tuple[Seat, ...]
    stock: Stock
    bag_count: int
    deck_count: int


def view(state: State, viewer: Seat | None) -> View:
    """The table as the viewer sees it."""
    return View(
        viewer=viewer,
        state=state,
        step=state.step,
        to_act=to_act(state),
        stock=state.stock,
        bag_count=len(state.bag),
        deck_count=len(state.deck),
    )
