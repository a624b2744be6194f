"""T."""

from __future__ import annotations

from sagahall.games.drawing import picture
from sagahall.games.tir_na_nog.view import View


def svg(view: View) -> str:
    """T."""
    return picture(view.round, 1)
