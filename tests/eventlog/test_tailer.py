"""Following the feeds."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from redis.asyncio import Redis
from structlog.testing import capture_logs
from tests.eventlog.server import Server
from tests.eventlog.waiting import until

from sagahall.eventlog.connect import client
from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.hearing import BEAT_SECONDS
from sagahall.eventlog.keys import Keys, match_id, partition_of
from sagahall.eventlog.log import EventLog
from sagahall.eventlog.tailer import Tailer

PARTITIONS = 8
MATCHES = [match_id("anna", str(number), PARTITIONS) for number in range(20)]


class Follower:
    """A tailer and what it has delivered."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self.delivered: list[FeedEntry] = []
        self.resyncs = 0
        self.tailer = Tailer(redis, keys, PARTITIONS, deliver=self.delivered.append, resync=self._resync)

    def _resync(self) -> None:
        self.resyncs += 1

    @property
    def identities(self) -> list[tuple[str, int]]:
        return [(entry.match, entry.version) for entry in self.delivered]

    async def has_delivered(self, count: int) -> None:
        """So many different records."""
        await until(lambda: len(set(self.identities)) == count)

    async def connected(self) -> None:
        await until(lambda: self.tailer.connected)


@asynccontextmanager
async def following(redis: Redis, keys: Keys) -> AsyncIterator[Follower]:
    """A tailer that runs."""
    follower = Follower(redis, keys)
    running = asyncio.create_task(follower.tailer.run())
    try:
        yield follower
    finally:
        running.cancel()
        await asyncio.wait([running], timeout=5)
        assert running.cancelled()


async def announce(redis: Redis, keys: Keys, match: str, position: str = "*") -> None:
    """Adds a record to a feed without waking anybody."""
    await redis.xadd(keys.feed(partition_of(match)), {"match": match, "version": 1, "record": b"silent"}, id=position)


async def test_every_append_is_delivered_with_its_record_and_in_order(redis: Redis, keys: Keys, log: EventLog) -> None:
    """B30: each record that is appended by many writers at once comes through once, each match in order."""
    async with following(redis, keys) as follower:
        await follower.connected()

        async def play(match: str) -> None:
            for version in range(1, 31):
                await log.append(match, version, b"%s %d" % (match.encode(), version), None)

        await asyncio.gather(*map(play, MATCHES))
        await until(lambda: len(follower.delivered) >= 30 * len(MATCHES))
        assert len(follower.delivered) == 30 * len(MATCHES)
        for match in MATCHES:
            found = [(entry.version, entry.record) for entry in follower.delivered if entry.match == match]
            assert found == [(version, b"%s %d" % (match.encode(), version)) for version in range(1, 31)]


async def test_an_append_wakes_the_tailer_at_once(redis: Redis, keys: Keys, log: EventLog) -> None:
    async with following(redis, keys) as follower:
        await follower.connected()
        started = time.monotonic()
        for number, match in enumerate(MATCHES, 1):
            await log.append(match, 1, b"", None)
            await follower.has_delivered(number)
        assert time.monotonic() - started < len(MATCHES) * BEAT_SECONDS / 4


async def test_what_was_there_before_is_not_delivered(redis: Redis, keys: Keys, log: EventLog) -> None:
    await log.append(MATCHES[0], 1, b"old", None)
    async with following(redis, keys) as follower:
        await follower.connected()
        await log.append(MATCHES[0], 2, b"new", None)
        await until(lambda: bool(follower.delivered))
        assert [entry.record for entry in follower.delivered] == [b"new"]
        assert follower.resyncs == 1


async def test_a_wake_up_that_never_comes_costs_a_second(redis: Redis, keys: Keys) -> None:
    async with following(redis, keys) as follower:
        await follower.connected()
        for match in MATCHES:
            await announce(redis, keys, match)
        await until(lambda: len(follower.delivered) == len(MATCHES), seconds=2 * BEAT_SECONDS + 1)


async def test_more_than_a_batch_is_delivered_at_once(redis: Redis, keys: Keys, log: EventLog) -> None:
    async with following(redis, keys) as follower:
        await follower.connected()
        feed = keys.feed(partition_of(MATCHES[0]))
        pipeline = redis.pipeline(transaction=False)
        for version in range(1, 1001):
            pipeline.xadd(feed, {"match": MATCHES[0], "version": version, "record": b""})
        await pipeline.execute()
        await until(lambda: len(follower.delivered) == 1000, seconds=2 * BEAT_SECONDS + 1)
        assert follower.identities == [(MATCHES[0], version) for version in range(1, 1001)]


async def test_a_tailer_whose_wake_connection_is_cut_comes_back_and_misses_nothing(
    redis: Redis, keys: Keys, log: EventLog
) -> None:
    async with following(redis, keys) as follower:
        await follower.connected()
        for version in range(1, 101):
            await log.append(MATCHES[0], version, b"", None)
            if version % 25 == 0:
                await redis.client_kill_filter(_type="pubsub")
        await follower.has_delivered(100)
        await until(lambda: follower.resyncs > 1)


@pytest.mark.parametrize("server", ["plain", "cluster"], indirect=True)
async def test_a_tailer_survives_the_restart_of_the_server(server: Server, keys: Keys) -> None:
    """B39: within ten seconds of each restart everything that was appended has been delivered."""
    async with client(server.url) as redis, following(redis, keys) as follower:
        log = EventLog(redis, keys)
        await follower.connected()
        for life in range(1, 4):
            await log.append(MATCHES[0], 2 * life - 1, b"before", None)
            server.kill()
            await until(lambda: not follower.tailer.connected)
            server.start()
            await log.append(MATCHES[0], 2 * life, b"after", None)
            await follower.has_delivered(2 * life)
            await follower.connected()
            assert follower.resyncs == life + 1


async def test_after_a_reconnect_the_last_minute_is_read_again(server: Server, keys: Keys) -> None:
    """B33: a failover may bring back records that lie before the position; the rest comes twice."""
    async with client(server.url) as redis, following(redis, keys) as follower:
        log = EventLog(redis, keys)
        await follower.connected()
        now = time.time_ns() // 1_000_000
        await announce(redis, keys, MATCHES[0], f"{now - 90_000}-0")
        await log.append(MATCHES[0], 1, b"", None)
        await until(lambda: len(follower.delivered) == 2)
        server.restart()
        await until(lambda: len(follower.delivered) == 3)
        assert follower.delivered[2] == follower.delivered[1]


async def test_a_server_that_was_emptied_is_followed_on(server: Server, keys: Keys) -> None:
    """B39: whether it was emptied while it ran, or came back empty and with an earlier clock."""
    async with client(server.url) as redis, following(redis, keys) as follower:
        log = EventLog(redis, keys)
        await follower.connected()
        await log.append(MATCHES[0], 1, b"first", None)
        await until(lambda: len(follower.delivered) == 1)
        await redis.flushall()
        await redis.script_flush()
        await log.append(MATCHES[0], 1, b"second", None)
        in_an_hour = time.time_ns() // 1_000_000 + 3_600_000
        await announce(redis, keys, MATCHES[0], f"{in_an_hour}-0")
        await until(lambda: len(follower.delivered) == 3)
        await redis.flushall()
        server.kill()
        await until(lambda: not follower.tailer.connected)
        server.start()
        await log.append(MATCHES[0], 1, b"third", None)
        await until(lambda: follower.delivered[-1].record == b"third")
        assert [entry.record for entry in follower.delivered] == [b"first", b"second", b"silent", b"third"]


async def test_a_tailer_may_start_before_the_server(server: Server, keys: Keys) -> None:
    server.kill()
    with capture_logs() as logs:
        async with client(server.url) as redis, following(redis, keys) as follower:
            await until(lambda: bool(logs))
            assert not follower.tailer.connected
            server.start()
            await follower.connected()
            await EventLog(redis, keys).append(MATCHES[0], 1, b"", None)
            await until(lambda: follower.identities == [(MATCHES[0], 1)])


async def test_each_change_of_the_connection_is_logged_once(server: Server, keys: Keys) -> None:
    with capture_logs() as logs:
        async with client(server.url) as redis, following(redis, keys) as follower:
            await follower.connected()
            server.kill()
            await until(lambda: not follower.tailer.connected)
            # Long enough for several attempts.
            await asyncio.sleep(1)
            server.start()
            await follower.connected()
    assert [entry["event"] for entry in logs] == ["tailer connected", "tailer disconnected", "tailer connected"]
    assert [entry["log_level"] for entry in logs] == ["info", "warning", "info"]


async def test_a_tailer_stops_whenever_it_is_told_to(redis: Redis, keys: Keys, log: EventLog) -> None:
    for version in range(1, 41):
        async with following(redis, keys):
            await log.append(MATCHES[0], version, b"", None)
            for _ in range(version):
                await asyncio.sleep(0)


async def test_what_goes_wrong_in_the_consumer_is_not_hidden(redis: Redis, keys: Keys, log: EventLog) -> None:
    def refuse(entry: FeedEntry) -> None:
        raise LookupError(entry.match)

    tailer = Tailer(redis, keys, PARTITIONS, deliver=refuse, resync=lambda: None)
    running = asyncio.create_task(tailer.run())
    await until(lambda: tailer.connected)
    await log.append(MATCHES[0], 1, b"", None)
    with pytest.raises(ExceptionGroup) as raised:
        await running
    assert raised.group_contains(LookupError, match=MATCHES[0])
