"""Appending and reading the records of one match."""

from __future__ import annotations

import pytest
from redis.asyncio import Redis

from sagahall.eventlog.deadlines import Deadlines
from sagahall.eventlog.keys import InvalidMatch, Keys, match_id, partition_of
from sagahall.eventlog.log import PAGE, Appended, BrokenStream, Conflict, Entry, EventLog

MATCH = match_id("anna", "r1", 64)
PARTITION = partition_of(MATCH)


async def test_what_was_appended_is_read_back_in_order(log: EventLog) -> None:
    for version, record in enumerate((b"created", b"", b"\x00\xff\r\n"), 1):
        assert await log.append(MATCH, version, record, None) == Appended()
    assert await log.read(MATCH) == [Entry(1, b"created"), Entry(2, b""), Entry(3, b"\x00\xff\r\n")]
    assert await log.head(MATCH) == 3


async def test_an_unknown_match_is_empty(log: EventLog) -> None:
    assert await log.read(MATCH) == []
    assert await log.head(MATCH) == 0
    assert await log.append(MATCH, 2, b"two", None) == Conflict(0)


@pytest.mark.parametrize("version", [1, 2, 4, 5, 2**60])
async def test_another_version_than_the_next_is_a_conflict_and_writes_nothing(
    log: EventLog, redis: Redis, keys: Keys, version: int
) -> None:
    await log.append(MATCH, 1, b"one", None)
    await log.append(MATCH, 2, b"two", 5000)
    before = await _everything(redis, keys)
    assert await log.append(MATCH, version, b"late", 9000) == Conflict(2)
    assert await log.append(MATCH, version, b"late", None) == Conflict(2)
    assert await _everything(redis, keys) == before


async def test_what_begins_at_another_record_than_the_newest_is_a_conflict_and_writes_nothing(
    log: EventLog, redis: Redis, keys: Keys
) -> None:
    """B10: a server that lost a record may hold another one under its version by now."""
    await log.append(MATCH, 1, b"one", None)
    await log.append(MATCH, 2, b"two", None, before=b"one")
    before = await _everything(redis, keys)
    assert await log.append(MATCH, 3, b"three", 9000, before=b"another two") == Conflict(2)
    assert await _everything(redis, keys) == before
    assert await log.append(MATCH, 3, b"three", None, before=b"two") == Appended()


async def test_a_version_that_was_there_before_and_is_gone_is_never_written_again(
    log: EventLog, redis: Redis, keys: Keys
) -> None:
    """B10: the end of a stream cannot be cut off in silence."""
    await log.append(MATCH, 1, b"one", None)
    await log.append(MATCH, 2, b"two", None)
    await redis.xdel(keys.match(MATCH), "2-0")
    before = await _everything(redis, keys)
    with pytest.raises(BrokenStream, match="has lost its version 2"):
        await log.append(MATCH, 2, b"another two", None, before=b"one")
    assert await _everything(redis, keys) == before


async def test_each_append_sets_or_clears_the_deadline_of_its_match(log: EventLog, redis: Redis, keys: Keys) -> None:
    deadlines = Deadlines(redis, keys)
    now = 1_790_000_000_000
    await log.append(MATCH, 1, b"one", now)
    assert await deadlines.overdue([PARTITION], now - 1, 10) == []
    assert await deadlines.overdue([PARTITION], now, 10) == [MATCH]
    await log.append(MATCH, 2, b"two", now + 5)
    assert await deadlines.overdue([PARTITION], now, 10) == []
    assert await deadlines.overdue(range(64), now + 5, 10) == [MATCH]
    await log.append(MATCH, 3, b"three", None)
    assert await deadlines.overdue(range(64), now + 5, 10) == []


async def test_the_oldest_deadlines_of_each_partition_come_first(log: EventLog, redis: Redis, keys: Keys) -> None:
    matches = [match_id("anna", str(number), 2) for number in range(20)]
    for number, match in enumerate(matches):
        await log.append(match, 1, b"one", 1000 - number)
    of_each = [[match for match in reversed(matches) if partition_of(match) == partition] for partition in (0, 1)]
    found = await Deadlines(redis, keys).overdue([0, 1], 1000, 3)
    assert found == of_each[0][:3] + of_each[1][:3]


async def test_a_long_match_is_read_in_pages(log: EventLog) -> None:
    records = [Entry(version, b"%d" % version) for version in range(1, 2 * PAGE + 2)]
    for entry in records:
        await log.append(MATCH, entry.version, entry.record, None)
    assert await log.read(MATCH) == records
    assert await log.read(MATCH, after_version=1) == records[1:]
    assert await log.read(MATCH, after_version=5, count=PAGE + 1) == records[5 : PAGE + 6]
    assert await log.read(MATCH, after_version=2 * PAGE, count=5) == records[2 * PAGE :]
    assert await log.read(MATCH, after_version=len(records)) == []
    assert await log.read(MATCH, count=0) == []


async def test_a_server_that_forgot_the_script_learns_it_again(log: EventLog, redis: Redis) -> None:
    await log.append(MATCH, 1, b"one", None)
    await redis.script_flush()
    assert await log.append(MATCH, 2, b"two", None) == Appended()
    await redis.script_flush()
    assert await log.append(MATCH, 2, b"two", None) == Conflict(2)


async def test_a_hole_in_a_match_is_never_read_over(log: EventLog, redis: Redis, keys: Keys) -> None:
    """B30: a reader that finds a version missing says so."""
    for version in range(1, 6):
        await log.append(MATCH, version, b"%d" % version, None)
    await redis.xdel(keys.match(MATCH), "3-0")
    assert await log.read(MATCH, count=2) == [Entry(1, b"1"), Entry(2, b"2")]
    with pytest.raises(BrokenStream, match=f"{MATCH} has version 4 where 3 belongs"):
        await log.read(MATCH)
    with pytest.raises(BrokenStream):
        await log.read(MATCH, after_version=2)


async def test_what_makes_no_sense_is_refused(log: EventLog) -> None:
    with pytest.raises(ValueError, match="version must be at least 1"):
        await log.append(MATCH, 0, b"zero", None)
    with pytest.raises(ValueError, match="after_version must be at least 0"):
        await log.read(MATCH, after_version=-1)
    for call in (log.append("nonsense", 1, b"", None), log.read("nonsense"), log.head("nonsense")):
        with pytest.raises(InvalidMatch):
            await call


async def _everything(redis: Redis, keys: Keys) -> list[object]:
    return [
        await redis.xrange(keys.match(MATCH)),
        await redis.xrange(keys.feed(PARTITION)),
        await redis.zrange(keys.deadlines(PARTITION), 0, -1, withscores=True),
    ]
