"""The feeds of partitions."""

from __future__ import annotations

import asyncio
import random
import time

import pytest
from redis.asyncio import Redis

from sagahall.eventlog.feed import FeedEntry, Feeds, feed_position_a_minute_before
from sagahall.eventlog.keys import Keys, match_id, partition_of
from sagahall.eventlog.log import Appended, EventLog
from sagahall.eventlog.streams import START, parse_position

MINUTE = 60_000


@pytest.fixture
def feeds(redis: Redis, keys: Keys) -> Feeds:
    return Feeds(redis, keys)


async def test_a_reader_that_runs_beside_32_writers_sees_every_record_once_and_in_order(
    log: EventLog, feeds: Feeds
) -> None:
    """B30: what the reader has seen is what the match streams hold, however the writers overlap."""
    partitions, writers, moves = 4, 32, 100
    stored: set[tuple[str, int, bytes]] = set()

    async def play(writer: int) -> None:
        chance = random.Random(writer)
        versions = {match_id(f"writer {writer}", str(number), partitions): 0 for number in range(3)}
        for number in range(moves):
            match = chance.choice(list(versions))
            versions[match] += 1
            record = b"%d %d" % (writer, number)
            assert await log.append(match, versions[match], record, None) == Appended()
            stored.add((match, versions[match], record))
            for _ in range(chance.randrange(4)):
                await asyncio.sleep(0)

    async def follow(partition: int) -> list[FeedEntry]:
        seen: list[FeedEntry] = []
        position = START
        while True:
            finished = playing.done()
            entries = await feeds.read_feed(partition, position, 17)
            if finished and not entries:
                return seen
            seen += entries
            position = entries[-1].position if entries else position

    playing = asyncio.gather(*map(play, range(writers)))
    followed = await asyncio.gather(*map(follow, range(partitions)))
    await playing
    assert len(stored) == writers * moves
    assert sum(map(len, followed)) == len(stored)
    assert {entry[1:] for seen in followed for entry in seen} == stored
    for partition, seen in enumerate(followed):
        versions: dict[str, int] = {}
        for entry in seen:
            assert partition_of(entry.match) == partition
            assert entry.version == versions.get(entry.match, 0) + 1
            versions[entry.match] = entry.version


async def test_several_feeds_are_read_together(log: EventLog, feeds: Feeds) -> None:
    matches = [match_id("anna", str(number), 3) for number in range(12)]
    for match in matches:
        await log.append(match, 1, match.encode(), None)
    found = await feeds.read_feeds(dict.fromkeys(range(4), START), 100)
    assert {partition: [entry.match for entry in entries] for partition, entries in found.items()} == {
        partition: [match for match in matches if partition_of(match) == partition] for partition in range(4)
    }
    ends = await feeds.ends(range(4))
    assert ends == {partition: entries[-1].position if entries else START for partition, entries in found.items()}
    assert ends[3] == START
    assert await feeds.read_feeds(ends, 100) == {partition: [] for partition in range(4)}


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (0, [0, 5, 9, 10, 15, 19, 20]),
        (5, [5, 9, 10, 15, 19, 20]),
        (10, [10, 15, 19, 20]),
        (15, [10, 15, 19, 20]),
        (20, [10, 15, 19, 20]),
        (99, [10, 15, 19, 20]),
    ],
)
async def test_trimming_spares_the_last_ten_minutes(
    feeds: Feeds, redis: Redis, keys: Keys, asked: int, left: list[int]
) -> None:
    now = time.time_ns() // 1_000_000
    minutes = {minute: f"{now + (minute - 20) * MINUTE}-0" for minute in (0, 5, 9, 10, 15, 19, 20)}
    for minute, position in minutes.items():
        await redis.xadd(keys.feed(7), {"match": "m", "version": minute, "record": b""}, id=position)
    trimmed = await feeds.trim_feed(7, f"{now + (asked - 20) * MINUTE}-0")
    assert trimmed == len(minutes) - len(left)
    assert [entry.version for entry in await feeds.read_feed(7, START, 100)] == left


async def test_a_feed_that_is_no_older_than_ten_minutes_or_empty_is_not_trimmed(log: EventLog, feeds: Feeds) -> None:
    match = match_id("anna", "r1", 1)
    assert await feeds.trim_feed(0, "9999999999999-0") == 0
    await log.append(match, 1, b"one", None)
    await log.append(match, 2, b"two", None)
    assert await feeds.trim_feed(0, "9999999999999-0") == 0
    assert len(await feeds.read_feed(0, START, 100)) == 2


def test_a_minute_before_a_position() -> None:
    assert feed_position_a_minute_before("1790000060000-3") == "1790000000000-0"
    assert feed_position_a_minute_before("59999-3") == START
    assert feed_position_a_minute_before(START) == START


def test_positions_compare_as_numbers() -> None:
    assert parse_position("9-10") < parse_position("10-2") < parse_position("10-10")
