"""Appending and reading the records of one match."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from sagahall.eventlog.keys import Keys, match_id, partition_of
from sagahall.eventlog.log import Appended, Conflict, Entry, EventLog

MATCH = match_id("anna", "r1", 64)


async def test_what_was_appended_is_read_back_in_order(log: EventLog) -> None:
    for version, record in enumerate((b"created", b"", b"\x00\xff\r\n"), 1):
        assert await log.append(MATCH, version, record, None) == Appended()
    assert await log.read(MATCH) == [Entry(1, b"created"), Entry(2, b""), Entry(3, b"\x00\xff\r\n")]
    assert await log.head(MATCH) == 3


async def test_an_unknown_match_is_empty(log: EventLog) -> None:
    assert await log.read(MATCH) == []
    assert await log.head(MATCH) == 0


@pytest.mark.parametrize("version", [1, 2, 4, 5, 2**60])
async def test_another_version_than_the_next_is_a_conflict_and_writes_nothing(
    log: EventLog, redis: Redis, keys: Keys, version: int
) -> None:
    await log.append(MATCH, 1, b"one", None)
    await log.append(MATCH, 2, b"two", 5000)
    before = await _everything(redis, keys)
    assert await log.append(MATCH, version, b"late", 9000) == Conflict(2)
    assert await _everything(redis, keys) == before


async def _everything(redis: Redis, keys: Keys) -> list[object]:
    partition = partition_of(MATCH)
    return [
        await redis.xrange(keys.match(MATCH)),
        await redis.xrange(keys.feed(partition)),
        await redis.zrange(keys.deadlines(partition), 0, -1, withscores=True),
    ]
