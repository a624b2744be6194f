from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tests.eventlog.server import Server

from sagahall.eventlog.connect import connect
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog


@pytest.fixture
def server(tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Server]:
    """A server of the test's own; in cluster mode, which takes two seconds to start, if the test asks for it."""
    with Server(tmp_path, cluster=getattr(request, "param", "plain") == "cluster") as server:
        yield server


@pytest.fixture
def keys(prefix: str) -> Keys:
    return Keys(prefix)


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with await connect(redis_url) as client:
        yield client


@pytest.fixture
def log(redis: Redis, keys: Keys) -> EventLog:
    return EventLog(redis, keys)
