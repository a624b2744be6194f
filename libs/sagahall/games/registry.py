"""All games by name. A new game is one line here, beside its folder, its proto area and two lines of games.proto."""

from __future__ import annotations

from collections.abc import Mapping

from sagahall.games.kernel import AnyGame
from sagahall.games.parley.game import PARLEY

_ALL: tuple[AnyGame, ...] = (PARLEY,)

GAMES: Mapping[str, AnyGame] = {game.name: game for game in _ALL}

UNRELEASED = frozenset({PARLEY.name})
"""Games that are only served where the installation names them."""

RELEASED = tuple(name for name in GAMES if name not in UNRELEASED)
"""The games that every installation serves."""
