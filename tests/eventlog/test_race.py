"""Many writers of one version."""

from __future__ import annotations

import asyncio
import multiprocessing
from concurrent.futures import ProcessPoolExecutor

from redis.asyncio import Redis
from tests.eventlog.racers import line_up, race

from sagahall.eventlog.feed import Feeds
from sagahall.eventlog.keys import Keys, match_id, partition_of
from sagahall.eventlog.log import Appended, Conflict, Entry, EventLog
from sagahall.eventlog.streams import START

MATCH = match_id("anna", "r1", 64)


async def test_of_50_processes_that_append_one_version_exactly_one_wins(
    log: EventLog, redis: Redis, keys: Keys, redis_url: str
) -> None:
    """B02: the match grows by one record, and no loser is told that it won."""
    await log.append(MATCH, 1, b"created", None)
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["sagahall.eventlog.connect"])
    records = [b"racer %d" % number for number in range(50)]
    with ProcessPoolExecutor(50, context, initializer=line_up, initargs=(context.Barrier(50),)) as processes:
        racers = [processes.submit(race, redis_url, keys.prefix, MATCH, 2, record) for record in records]
        won = await asyncio.gather(*map(asyncio.wrap_future, racers))
    winners = [record for record, has_won in zip(records, won, strict=True) if has_won]
    assert await log.read(MATCH) == [Entry(1, b"created"), *(Entry(2, record) for record in winners)]
    assert len(winners) == 1
    feed = await Feeds(redis, keys).read_feed(partition_of(MATCH), START, 100)
    assert [(entry.version, entry.record) for entry in feed] == [(1, b"created"), (2, winners[0])]


async def test_writers_that_lose_take_the_next_version_and_nobody_is_lost(log: EventLog) -> None:
    """B02: 20 writers of 10 records each, all on one match, end with 200 versions, each in its writer's order."""

    async def write(writer: int) -> None:
        head = 0
        for number in range(10):
            while (result := await log.append(MATCH, head + 1, b"%d %d" % (writer, number), None)) != Appended():
                assert isinstance(result, Conflict)
                head = result.head
            head += 1

    await asyncio.gather(*map(write, range(20)))
    entries = await log.read(MATCH)
    assert [entry.version for entry in entries] == list(range(1, 201))
    for writer in range(20):
        own = [entry.record for entry in entries if entry.record.startswith(b"%d " % writer)]
        assert own == [b"%d %d" % (writer, number) for number in range(10)]
