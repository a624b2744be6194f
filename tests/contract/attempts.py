"""Moves as anybody may send them: possible and impossible ones."""

from __future__ import annotations

from typing import Any

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from tests.contract.playing import Position, playings, positions
from tests.contract.tables import Table
from tests.contract.values import mutants, values

from sagahall.games.kernel import Seat

CONTRACT = settings(deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
"""The same examples on every run; the first one plays the matches that they are taken from."""


@st.composite
def attempts(draw: st.DrawFn, table: Table) -> tuple[Position, Seat, Any]:
    """A position, a seat and a move: one of another seat, another time or with one thing wrong, or any at all."""
    position = draw(st.sampled_from(positions(table)))
    seats = st.integers(0, table.seats - 1)
    seat = draw(seats)
    played = tuple(turn.move for turn in draw(st.sampled_from(playings(table))).turns if turn.move is not None)
    examples = tuple(form.example for form in position.forms(seat))
    sources = (position.listed(seat), position.listed(draw(seats)), played, examples)
    known = st.one_of([st.sampled_from(moves) for moves in sources if moves])
    kind = table.game.move_type
    return position, seat, draw(known.flatmap(lambda move: mutants(kind, move)) | known | values(kind))
