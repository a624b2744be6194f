"""From real feeds to real databases."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Sequence
from pathlib import Path

import pytest
from redis.asyncio import Redis
from sqlalchemy import Column, Connection, Integer, MetaData, String, Table
from structlog.testing import capture_logs
from tests.eventlog.server import Server
from tests.projection.archiving import afresh, append, archived, archiving, feed, feed_of, put, until
from tests.projection.databases import closed, contents, full, postgres_database, prepared
from tests.projection.playing import match_named, play

from sagahall.eventlog.connect import client
from sagahall.eventlog.feed import FeedEntry, Feeds
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.projection import archive
from sagahall.projection import archiver as archiver_module
from sagahall.projection.metrics import Backlog
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.projection import Projection
from sagahall.projection.store import Store, insert


async def rows(store: Store, table: str) -> list[tuple[object, ...]]:
    return (await store.read(contents))[table]


@pytest.fixture
def small_batches(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes an archiver write often, and lose often against another."""
    monkeypatch.setattr(archiver_module, "BATCH", 20)
    monkeypatch.setattr(archiver_module, "PER_FEED", 5)
    monkeypatch.setattr(archiver_module, "RIVAL_SECONDS", 0.01)


async def test_what_many_writers_append_at_once_is_archived_and_projected_whole(
    redis: Redis, keys: Keys, log: EventLog, store: Store
) -> None:
    """B30: 32 writers; what is projected is what is stored."""
    plays = {f"{writer}-{number}": play(f"{writer}-{number}") for writer in range(32) for number in range(3)}

    async def write(writer: int) -> None:
        for number in range(3):
            await append(log, plays[f"{writer}-{number}"])

    async with archiving(redis, keys, store):
        await asyncio.gather(*map(write, range(32)))
        for name, steps in plays.items():
            await archived(store, name, len(steps))

    expected = {(step.record.match, step.record.version, step.stored) for steps in plays.values() for step in steps}
    found = await rows(store, "records")
    assert {(match, version, record) for match, version, _, record in found} == expected
    assert len(found) == len(expected)
    projected = {(match, version) for match, _, _, version, *_ in await rows(store, "matches")}
    assert projected == {(match_named(name), len(steps)) for name, steps in plays.items()}
    assert await rows(store, "parked") == []


async def test_what_was_played_before_the_first_start_is_all_there(
    redis: Redis, keys: Keys, log: EventLog, store: Store
) -> None:
    """B85: without a checkpoint the feeds are read from their beginning."""
    await append(log, play("one"))

    async with archiving(redis, keys, store):
        await archived(store, "one", len(play("one")))


async def test_an_append_is_archived_at_once(redis: Redis, keys: Keys, log: EventLog, sqlite_store: Store) -> None:
    async with archiving(redis, keys, sqlite_store) as archiver:
        await until(lambda: archiver.working)
        started = time.monotonic()
        for step in play("one"):
            with archiver.news.of(match_named("one")) as news:
                await append(log, [step])
                await asyncio.wait_for(news.wait(), 10)
        assert time.monotonic() - started < len(play("one")) / 4


async def test_a_feed_that_holds_several_batches_is_read_to_its_end(
    redis: Redis, keys: Keys, log: EventLog, sqlite_store: Store, small_batches: None
) -> None:
    names = [str(number) for number in range(10)]
    for name in names:
        await append(log, play(name))

    async with archiving(redis, keys, sqlite_store):
        for name in names:
            await archived(sqlite_store, name, len(play(name)))


async def test_a_hole_in_a_feed_is_mended_from_the_stream_of_the_match(
    redis: Redis, keys: Keys, log: EventLog, store: Store
) -> None:
    """B30: entries that are gone from the feed before anybody read them."""
    steps = play("one")
    await append(log, steps)
    lost = [entry.position for entry in await feed(redis, keys, "one") if entry.version in (1, 4, 5)]
    await redis.xdel(feed_of(keys, "one"), *lost)

    async with archiving(redis, keys, store):
        await archived(store, "one", len(steps))

    assert await store.read(archive.read, match_named("one"), 0) == [step.stored for step in steps]
    assert await rows(store, "parked") == []


async def test_a_version_that_is_gone_from_feed_and_stream_parks_its_match_loudly(
    redis: Redis, keys: Keys, log: EventLog, store: Store
) -> None:
    """B30, B35: the others go on."""
    steps, other = play("one"), play("two")
    await append(log, steps[:6])
    lost = [entry.position for entry in await feed(redis, keys, "one") if entry.version == 4]
    await redis.xdel(feed_of(keys, "one"), *lost)
    await redis.xdel(keys.match(match_named("one")), "4-0")

    with capture_logs() as logs:
        async with archiving(redis, keys, store):
            await archived(store, "one", 3)
            await append(log, other)
            await archived(store, "two", len(other))

    ((match, version, reason, *_),) = await rows(store, "parked")
    assert (match, version, reason) == (match_named("one"), 4, "version 4 is lost")
    errors = [entry for entry in logs if entry["log_level"] == "error"]
    assert [(entry["event"], entry["match"], entry["reason"]) for entry in errors] == [("match parked", match, reason)]


async def test_a_poisoned_feed_stops_neither_its_partition_nor_anybody_else(
    redis: Redis, keys: Keys, log: EventLog, store: Store
) -> None:
    """B35: bytes that are no record, and an entry that names no match; the lag of the others stays small."""
    steps = play("one")
    await append(log, steps[:3])
    await put(redis, keys, "one", FeedEntry("*", match_named("one"), 4, b"\xff\xff"))
    await put(redis, keys, "one", FeedEntry("*", "nonsense", 1, b""))
    await put(redis, keys, "one", FeedEntry("*", match_named("two"), 0, b""))
    neighbour = next(name for name in map(str, range(99)) if feed_of(keys, name) == feed_of(keys, "one"))

    async with archiving(redis, keys, store) as archiver:
        await append(log, play(neighbour))
        await archived(store, neighbour, len(play(neighbour)))
        backlog = Backlog(Feeds(redis, keys))
        async with asyncio.timeout(30):
            while backlog.records != 0:
                await backlog.measure(archiver.checkpoints)
        assert backlog.seconds == 0

    assert [row[0] for row in await rows(store, "parked")] == [match_named("one")]


async def test_two_archivers_at_once_come_to_what_one_comes_to(
    redis: Redis, keys: Keys, log: EventLog, store: Store, small_batches: None
) -> None:
    """B33: of two consumers one wins each batch."""
    plays = {str(number): play(str(number)) for number in range(40)}

    async with archiving(redis, keys, store), archiving(redis, keys, store):
        await asyncio.gather(*(append(log, steps) for steps in plays.values()))
        for name, steps in plays.items():
            await archived(store, name, len(steps))

    alone = await afresh(redis, keys, {name: len(steps) for name, steps in plays.items()})
    assert await store.read(contents) == alone


async def test_when_the_consumer_stops_another_takes_over(
    redis: Redis, keys: Keys, log: EventLog, sqlite_store: Store
) -> None:
    steps = play("one")
    async with archiving(redis, keys, sqlite_store):
        async with archiving(redis, keys, sqlite_store):
            await append(log, steps[:5])
            await archived(sqlite_store, "one", 5)
        await append(log, steps[5:])
        await archived(sqlite_store, "one", len(steps))


class Counted(Projection):
    """How many records each match has: a projection that only a later release knows."""

    name = "counted"
    revision = 1
    tables = MetaData()
    table = Table("counted", tables, Column("match", String, primary_key=True), Column("version", Integer))

    def apply(self, connection: Connection, records: Sequence[Record]) -> None:
        for record in records:
            row = insert(connection, self.table).values(match=record.match, version=record.version)
            last = row.on_conflict_do_update(index_elements=["match"], set_={"version": record.version})
            connection.execute(last)


async def test_an_old_release_gives_way_to_a_new_one_that_has_another_projection(
    redis: Redis, keys: Keys, log: EventLog, store: Store
) -> None:
    """While both run, nothing is archived past the new projection."""
    steps, others = play("one"), play("two")
    async with archiving(redis, keys, store) as old:
        await append(log, steps[:5])
        await archived(store, "one", 5)
        async with archiving(redis, keys, store, (*PROJECTIONS, Counted())) as new:
            for step in (*steps[5:], *others):
                await append(log, [step])
            await archived(store, "one", len(steps))
            await archived(store, "two", len(others))
            await until(lambda: not old.working and new.working)

    expected = [(match_named("one"), len(steps)), (match_named("two"), len(others))]
    assert sorted(await rows(store, "counted")) == sorted(expected)


async def test_a_restart_of_redis_is_survived(server: Server, keys: Keys, sqlite_store: Store) -> None:
    """B39: within ten seconds everything that was appended is archived; the last minute is read again."""
    steps = play("one")
    async with client(server.url) as redis, archiving(redis, keys, sqlite_store) as archiver:
        log = EventLog(redis, keys)
        await append(log, steps[:4])
        await archived(sqlite_store, "one", 4)
        server.kill()
        await until(lambda: not archiver.working)
        server.start()
        await append(log, steps[4:])
        await archived(sqlite_store, "one", len(steps))
        await until(lambda: archiver.working)
    assert await rows(sqlite_store, "parked") == []


@pytest.mark.parametrize("ahead_ms", [0, 3_600_000])
async def test_a_redis_that_was_emptied_is_followed_on_and_the_archive_keeps_what_it_has(
    server: Server, keys: Keys, sqlite_store: Store, ahead_ms: int
) -> None:
    """B39: also when the positions of the new feed lie before those of the old."""
    old, new = play("one"), play("two")
    async with client(server.url) as redis, archiving(redis, keys, sqlite_store):
        log = EventLog(redis, keys)
        await append(log, old[:-1])
        later = f"{time.time_ns() // 1_000_000 + ahead_ms}-0" if ahead_ms else "*"
        await put(redis, keys, "one", FeedEntry(later, match_named("one"), len(old), old[-1].stored))
        await archived(sqlite_store, "one", len(old))
        with capture_logs() as logs:
            await redis.flushall()
            await until(lambda: any(entry["event"] == "feeds end before their checkpoints" for entry in logs))
        await append(log, new)
        await archived(sqlite_store, "two", len(new))
        neighbour = [play(name) for name in map(str, range(20))]
        await asyncio.gather(*(append(log, steps) for steps in neighbour))
        for name, steps in enumerate(neighbour):
            await archived(sqlite_store, str(name), len(steps))

    assert await sqlite_store.read(archive.read, match_named("one"), 0) == [step.stored for step in old]


async def test_a_match_that_begins_anew_in_an_emptied_redis_is_parked(
    server: Server, keys: Keys, sqlite_store: Store
) -> None:
    """B33: other bytes for a version that is archived are a fork."""
    steps = play("one")
    async with client(server.url) as redis, archiving(redis, keys, sqlite_store):
        log = EventLog(redis, keys)
        await append(log, steps[:3])
        await archived(sqlite_store, "one", 3)
        await redis.flushall()
        await log.append(match_named("one"), 1, steps[0].stored + b"\x5a\x00", None)
        async with asyncio.timeout(30):
            while not await rows(sqlite_store, "parked"):
                await asyncio.sleep(0.02)
    assert len(await sqlite_store.read(archive.read, match_named("one"), 0)) == 3


async def test_the_feed_is_trimmed_behind_the_archive_but_never_its_last_ten_minutes(
    redis: Redis, keys: Keys, sqlite_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(archiver_module, "TIDY_SECONDS", 0.0)
    steps = play("one")
    now = time.time_ns() // 1_000_000
    for step, minutes in zip(steps, (30, 11, 9), strict=False):
        position = f"{now - minutes * 60_000}-0"
        await put(redis, keys, "one", FeedEntry(position, match_named("one"), step.record.version, step.stored))

    async with archiving(redis, keys, sqlite_store):
        await archived(sqlite_store, "one", 3)
        await put(redis, keys, "one", FeedEntry("*", match_named("one"), 4, steps[3].stored))
        async with asyncio.timeout(30):
            while await redis.xlen(feed_of(keys, "one")) > 2:
                await asyncio.sleep(0.02)

    assert [entry.version for entry in await feed(redis, keys, "one")] == [3, 4]


async def test_a_full_disk_is_survived(redis: Redis, keys: Keys, log: EventLog, tmp_path: Path) -> None:
    """Nothing is half written while SQLite has no room, and nothing is missing once it has."""
    plays = {str(number): play(str(number)) for number in range(30)}
    with prepared(f"sqlite:///{tmp_path}/small.db") as store:
        async with archiving(redis, keys, store) as archiver:
            with full(store):
                for steps in plays.values():
                    await append(log, steps)
                await until(lambda: not archiver.working)
            for name, steps in plays.items():
                await archived(store, name, len(steps))
            await until(lambda: archiver.working)


async def test_a_database_that_closes_is_waited_for(redis: Redis, keys: Keys, log: EventLog, postgres_url: str) -> None:
    steps = play("one")
    with postgres_database(postgres_url) as url, prepared(url) as store:
        async with archiving(redis, keys, store) as archiver:
            await append(log, steps[:4])
            await archived(store, "one", 4)
            with closed(postgres_url, url):
                await append(log, steps[4:])
                await until(lambda: not archiver.working)
            await archived(store, "one", len(steps))
            await until(lambda: archiver.working)
