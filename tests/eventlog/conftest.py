from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tests.eventlog.server import Server

from sagahall.eventlog.connect import connect
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog


@pytest.fixture(scope="session")
def redis_url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A server in cluster mode, so that keys that do not belong together fail at once."""
    server = Server(tmp_path_factory.mktemp("cluster"), cluster=True)
    server.start()
    yield server.url
    server.kill()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    """A server of the test's own, in plain mode because that starts at once."""
    server = Server(tmp_path)
    server.start()
    yield server
    server.kill()


@pytest.fixture
def keys() -> Keys:
    """A prefix of the test's own."""
    return Keys(f"test-{uuid.uuid4().hex[:12]}")


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with await connect(redis_url) as client:
        yield client


@pytest.fixture
def log(redis: Redis, keys: Keys) -> EventLog:
    return EventLog(redis, keys)
