"""The tables that the contract is tested at: every game, every variant, every number of seats."""

from __future__ import annotations

import os
from dataclasses import dataclass

from sagahall.games.kernel import AnyGame, Seat, Variant
from sagahall.games.registry import GAMES

THOROUGH = int(os.environ.get("SAGAHALL_THOROUGH", "1"))
"""How many times the usual amount of random play is wanted."""


@dataclass(frozen=True, slots=True)
class Table:
    """A game, one of its variants and a number of seats."""

    game: AnyGame
    variant: Variant
    seats: int

    def __str__(self) -> str:
        return f"{self.game.name}-{self.variant.name}-{self.seats}"

    @property
    def viewers(self) -> tuple[Seat | None, ...]:
        """Every seat, and a spectator."""
        return (*range(self.seats), None)


TABLES = tuple(
    Table(game, variant, seats)
    for game in GAMES.values()
    for variant in game.variants
    for seats in range(variant.min_seats, variant.max_seats + 1)
)
