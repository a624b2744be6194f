"""T."""

from __future__ import annotations

from sagahall.games.tir_na_nog.view import View


def text(view: View) -> str:
    """T."""
    return str(view.round)
