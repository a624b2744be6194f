from __future__ import annotations

import pytest
from tests.contract.tables import TABLES

from sagahall.games.registry import GAMES


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A test with a ``table`` runs at every table, one with a ``game`` for every game."""
    if "table" in metafunc.fixturenames:
        metafunc.parametrize("table", TABLES, ids=str)
    if "game" in metafunc.fixturenames:
        metafunc.parametrize("game", GAMES.values(), ids=GAMES.keys())
