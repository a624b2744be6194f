from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from tests.processes import free_port
from tests.projection.conftest import database_url, server

from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys

__all__ = ["database_url", "server"]


@pytest.fixture
def hall_settings(settings: Settings, redis_url: str, database_url: str) -> Settings:
    """Settings of both services, which find each other and their stores."""
    return wired(settings, redis_url).model_copy(update={"database_url": database_url})


def wired(settings: Settings, redis_url: str) -> Settings:
    """The settings, with a fixed place for the projection service."""
    port = free_port()
    places = {"projection_port": port, "projection_address": f"127.0.0.1:{port}"}
    return settings.model_copy(update={"redis_url": redis_url, "games": ("parley",), "partitions": 8} | places)


@pytest.fixture
def keys(prefix: str) -> Keys:
    return Keys(prefix)


@pytest.fixture
async def redis(redis_url: str) -> AsyncIterator[Redis]:
    async with client(redis_url) as redis:
        yield redis
