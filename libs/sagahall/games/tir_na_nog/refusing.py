"""How moves are refused."""

from __future__ import annotations

from sagahall.games.kernel import IllegalMove


def require(holds: bool, rule: str, detail: str) -> None:
    """Raises IllegalMove if it does not hold."""
    if not holds:
        raise IllegalMove(rule, detail)
