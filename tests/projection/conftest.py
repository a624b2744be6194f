from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.projection.databases import postgres_database, prepared

from sagahall.projection.store import Store


@pytest.fixture(params=["sqlite", "postgresql"])
def database_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """An empty database, once of each kind: what is promised of one holds for the other."""
    if request.param == "sqlite":
        yield f"sqlite:///{tmp_path}/projection/sagahall.db"
    else:
        with postgres_database(request.getfixturevalue("postgres_url")) as url:
            yield url


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """A store with all tables."""
    with prepared(database_url) as store:
        yield store
