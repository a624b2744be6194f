"""All games by name. A new game is one line here, beside its folder, its proto area and two lines of games.proto."""

from __future__ import annotations

from collections.abc import Mapping

from sagahall.games.battlefields_of_olympus.game import BATTLEFIELDS_OF_OLYMPUS
from sagahall.games.elfenland.game import ELFENLAND
from sagahall.games.elfenroads.game import ELFENROADS
from sagahall.games.ice_flow.game import ICE_FLOW
from sagahall.games.kernel import AnyGame, InvalidOption
from sagahall.games.parley.game import PARLEY
from sagahall.games.tir_na_nog.game import TIR_NA_NOG

_ALL: tuple[AnyGame, ...] = (ELFENLAND, BATTLEFIELDS_OF_OLYMPUS, ICE_FLOW, TIR_NA_NOG, ELFENROADS, PARLEY)

GAMES: Mapping[str, AnyGame] = {game.name: game for game in _ALL}

UNRELEASED = frozenset({PARLEY.name})
"""Games that are only served where the installation names them."""

RELEASED = tuple(name for name in GAMES if name not in UNRELEASED)
"""The games that every installation serves."""


def offered(names: tuple[str, ...]) -> Mapping[str, AnyGame]:
    """The games that an installation which names these serves; the released ones if it names none.

    Raises InvalidOption for a name that is no game's.
    """
    for name in names:
        if name not in GAMES:
            raise InvalidOption("games", f"there is no game {name!r}; there are {', '.join(GAMES)}")
    return {name: GAMES[name] for name in names or RELEASED}
