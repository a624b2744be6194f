"""An append whose reply never comes."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from tests.eventlog.proxy import Proxy

from sagahall.eventlog.connect import connect
from sagahall.eventlog.feed import Feeds
from sagahall.eventlog.keys import Keys, match_id
from sagahall.eventlog.log import Appended, Conflict, Entry, EventLog
from sagahall.eventlog.streams import START

MATCH = match_id("anna", "r1", 1)


@pytest.fixture
async def proxy(redis_url: str) -> AsyncIterator[Proxy]:
    async with Proxy(redis_url) as proxy:
        yield proxy


async def test_a_lost_reply_is_an_error_and_the_record_is_there_once(
    proxy: Proxy, redis: Redis, keys: Keys, log: EventLog
) -> None:
    """B04, B06: the client does not repeat the append by itself, so the caller is not told of a conflict with itself.

    The caller finds its own bytes under the version and knows that it won.
    """
    async with await connect(proxy.url) as behind:
        cut = EventLog(behind, keys)
        assert await cut.append(MATCH, 1, b"created", None) == Appended()
        proxy.lose_next_reply = True
        before = proxy.requests
        with pytest.raises(RedisConnectionError):
            await cut.append(MATCH, 2, b"mine", None)
        assert proxy.requests == before + 1
        assert await cut.read(MATCH, after_version=1) == [Entry(2, b"mine")]
        assert await cut.append(MATCH, 2, b"mine", None) == Conflict(2)
    assert [entry.version for entry in await Feeds(redis, keys).read_feed(0, START, 10)] == [1, 2]


async def test_after_a_lost_reply_the_record_of_another_is_told_from_ones_own(
    proxy: Proxy, keys: Keys, log: EventLog
) -> None:
    """B04: the append lost the race and its reply; what stands under the version is not its own."""
    await log.append(MATCH, 1, b"created", None)
    async with await connect(proxy.url) as behind:
        cut = EventLog(behind, keys)
        await log.append(MATCH, 2, b"theirs", None)
        proxy.lose_next_reply = True
        with pytest.raises(RedisConnectionError):
            await cut.append(MATCH, 2, b"mine", None)
        assert await cut.read(MATCH, after_version=1) == [Entry(2, b"theirs")]
