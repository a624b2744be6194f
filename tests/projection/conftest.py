from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tests.eventlog.server import Server
from tests.projection.databases import postgres_database, prepared
from tests.projection.playing import PARTITIONS
from tests.projection.serving import Client, projection_service

from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
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
def empty(database_url: str) -> Iterator[Store]:
    """A store without any table."""
    store = Store(database_url)
    yield store
    store.close()


@pytest.fixture
def store(database_url: str) -> Iterator[Store]:
    """A store with all tables."""
    with prepared(database_url) as store:
        yield store


@pytest.fixture
def keys(prefix: str) -> Keys:
    return Keys(prefix)


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with client(redis_url) as redis:
        yield redis


@pytest.fixture
def log(redis: Redis, keys: Keys) -> EventLog:
    return EventLog(redis, keys)


@pytest.fixture
def sqlite_store(tmp_path: Path) -> Iterator[Store]:
    with prepared(f"sqlite:///{tmp_path}/sagahall.db") as store:
        yield store


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A Redis of the test's own, to be killed and emptied."""
    with Server(tmp_path) as server:
        yield server


@pytest.fixture
def projection_settings(settings: Settings, redis_url: str) -> Settings:
    """Settings of a service with all that it needs. The tests' matches ended years ago; they stay in the log."""
    stays = {"retire_seconds": 1e10}
    return settings.model_copy(update={"redis_url": redis_url, "partitions": PARTITIONS} | stays)


@pytest.fixture
async def service(projection_settings: Settings, token: Callable[[str], str]) -> AsyncIterator[Client]:
    """A running service, on the log of ``log``."""
    async with projection_service(projection_settings, token) as client:
        yield client
