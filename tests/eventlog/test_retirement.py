"""Matches that have retired: what is left of them, and that they never begin again."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Sequence

import pytest
from redis.asyncio import Redis
from tests.eventlog.server import Server

from sagahall.eventlog.connect import client, connect
from sagahall.eventlog.deadlines import Deadlines
from sagahall.eventlog.hub import Hub
from sagahall.eventlog.keys import Keys, match_id, partition_of
from sagahall.eventlog.log import PAGE, Appended, AppendResult, BrokenStream, Conflict, Entry, EventLog
from sagahall.eventlog.retirement import Retiree, Retirement

MATCH = match_id("anna", "r1", 64)
PARTITION = partition_of(MATCH)
RECORDS = (b"created", b"\x00\xff\r\n", b"over")
MOST_BYTES = 300


@pytest.fixture
def retirement(redis: Redis, keys: Keys) -> Retirement:
    return Retirement(redis, keys)


@pytest.fixture
def archive(redis: Redis) -> EventLog:
    """A log of its own with the same records, which stands for the archive."""
    return EventLog(redis, Keys("archive-of-this-test"))


async def fill(log: EventLog, records: Sequence[bytes] = RECORDS, match: str = MATCH) -> list[Entry]:
    for version, record in enumerate(records, 1):
        assert await log.append(match, version, record, None) == Appended()
    return await log.read(match)


def retiree(records: Sequence[bytes] = RECORDS, match: str = MATCH) -> Retiree:
    return Retiree(match, len(records), records[-1])


async def everything(redis: Redis, keys: Keys) -> dict[bytes, bytes | None]:
    """All keys of an installation, with what is in them."""
    return {key: await redis.dump(key) async for key in redis.scan_iter(f"{keys.prefix}:*", count=10_000)}


async def test_nothing_stays_of_a_match_but_its_empty_stream(
    log: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    await fill(log, [b"x" * 1000] * 200)
    await redis.zadd(keys.deadlines(PARTITION), {MATCH: 5000})
    assert await retirement.retire([Retiree(MATCH, 200, b"x" * 1000)]) == [True]
    await redis.delete(keys.feed(PARTITION))
    assert list(await everything(redis, keys)) == [keys.match(MATCH).encode()]
    assert (await redis.memory_usage(keys.match(MATCH), samples=0) or 0) in range(1, MOST_BYTES)
    assert (await log.head(MATCH), await log.retired_at(MATCH)) == (0, 200)
    assert await Deadlines(redis, keys).overdue([PARTITION], 2**42, 10) == []


async def test_no_version_of_a_match_that_has_retired_can_be_appended(
    log: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    """Not its first, which would make a second match of the same id, and not the one that would come next."""
    await fill(log)
    await retirement.retire([retiree()])
    before = await everything(redis, keys)
    for version in range(1, 6):
        assert await log.append(MATCH, version, b"late", 9000, before=b"over" if version > 1 else None) == Conflict(0)
    assert await everything(redis, keys) == before


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(Retiree(MATCH, 3, b"another end"), id="the newest record is another"),
        pytest.param(Retiree(MATCH, 2, RECORDS[1]), id="a record came late"),
        pytest.param(Retiree(MATCH, 4, RECORDS[2]), id="the log has lost a record"),
        pytest.param(Retiree(match_id("bob", "r1", 64), 3, RECORDS[2]), id="the log does not know the match"),
    ],
)
async def test_a_match_with_other_records_than_the_archive_stays_whole(
    log: EventLog, retirement: Retirement, redis: Redis, keys: Keys, other: Retiree
) -> None:
    await fill(log)
    before = await everything(redis, keys)
    assert await retirement.retire([other]) == [False]
    assert await everything(redis, keys) == before


async def test_a_match_that_lacks_a_record_in_its_middle_stays_as_it_is(
    log: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    await fill(log)
    await redis.xdel(keys.match(MATCH), "2-0")
    assert await retirement.retire([retiree()]) == [False]
    assert await log.head(MATCH) == 2


async def test_a_match_may_retire_again_and_several_at_once(
    log: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    others = [match_id("bob", str(number), 64) for number in range(20)]
    for match in (MATCH, *others):
        await fill(log, match=match)
    await retirement.retire([retiree()])
    all_of_them = [retiree(match=match) for match in (MATCH, *others)]
    first, second = await asyncio.gather(retirement.retire(all_of_them), retirement.retire(all_of_them))
    assert first == second == [True] * 21
    assert [await log.retired_at(match) for match in (MATCH, *others)] == [3] * 21


async def test_a_record_appended_at_the_same_time_is_kept_or_refused_and_never_lost(
    log: EventLog, retirement: Retirement, keys: Keys, redis_url: str
) -> None:
    """One goes through the matches from the front and the other from the end, so that they meet."""
    matches = [match_id("anna", f"race-{number}", 64) for number in range(100)]
    for match in matches:
        await fill(log, match=match)
    async with client(redis_url) as other:
        rival = EventLog(other, keys)

        async def append() -> list[AppendResult]:
            return [await rival.append(match, 4, b"late", None) for match in matches]

        async def retire() -> list[bool]:
            return [(await retirement.retire([retiree(match=match)]))[0] for match in reversed(matches)]

        appended, retired = await asyncio.gather(append(), retire())
    for match, result, gone in zip(matches, appended, reversed(retired), strict=True):
        assert result == (Conflict(0) if gone else Appended())
        assert await log.head(match) == (0 if gone else 4)
    assert set(retired) == {True, False}


async def test_a_match_that_has_retired_is_read_from_the_archive(
    log: EventLog, archive: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    both = EventLog(redis, keys, archive)
    match = match_id(keys.prefix, "read", 64)
    entries = await fill(log, match=match)
    await fill(archive, match=match)
    assert await both.read(match) == entries
    await retirement.retire([retiree(match=match)])
    assert await log.read(match) == []
    for after, count in itertools.product(range(5), (None, 0, 1, 2, 3, 4)):
        assert await both.read(match, after, count) == entries[after:][:count]
    assert await both.read(match_id("bob", "unknown", 64)) == []


async def test_a_reader_whose_match_retires_between_two_pages_reads_on_to_its_end(
    log: EventLog, archive: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    match = match_id(keys.prefix, "pages", 64)
    records = [b"%d" % version for version in range(2 * PAGE)]
    await fill(archive, records, match)
    await fill(log, records, match)
    both = EventLog(redis, keys, archive)
    first = await both.read(match, 0, PAGE)
    await retirement.retire([retiree(records, match)])
    assert [entry.record for entry in first + await both.read(match, PAGE)] == records


async def test_a_watcher_sees_all_of_a_match_that_has_retired(
    log: EventLog, archive: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    match = match_id(keys.prefix, "watched", 64)
    records = [b"%d" % version for version in range(40)]
    await fill(archive, records, match)
    await fill(log, records, match)
    hub = Hub(EventLog(redis, keys, archive), capacity=8)
    with hub.subscribe(match) as begun, hub.subscribe(match) as late:
        seen = [(await anext(begun)).record for _ in range(12)]
        await retirement.retire([retiree(records, match)])
        assert seen + [(await anext(begun)).record for _ in range(28)] == records
        assert [(await anext(late)).record for _ in range(40)] == records


async def test_records_that_are_neither_in_the_log_nor_in_the_archive_are_missed_aloud(
    log: EventLog, archive: EventLog, retirement: Retirement, redis: Redis, keys: Keys
) -> None:
    match = match_id(keys.prefix, "missing", 64)
    await fill(log, match=match)
    await fill(archive, RECORDS[:2], match)
    await retirement.retire([retiree(match=match)])
    with pytest.raises(BrokenStream, match="the archive lacks what follows on version 0"):
        await EventLog(redis, keys, archive).read(match)


async def test_a_match_stays_retired_when_the_server_is_killed_and_when_it_rewrites_its_file(
    server: Server, keys: Keys
) -> None:
    async with await connect(server.url) as redis:
        await fill(EventLog(redis, keys))
        await Retirement(redis, keys).retire([retiree()])
    server.restart()
    await _is_retired(server.url, keys)
    async with await connect(server.url) as redis:
        await redis.bgrewriteaof()
        while (await redis.info("persistence"))["aof_rewrite_in_progress"]:
            await asyncio.sleep(0.01)
    server.restart()
    await _is_retired(server.url, keys)


async def _is_retired(url: str, keys: Keys) -> None:
    async with await connect(url) as redis:
        log = EventLog(redis, keys)
        assert await log.retired_at(MATCH) == 3
        for version in range(1, 5):
            assert await log.append(MATCH, version, b"late", None) == Conflict(0)
