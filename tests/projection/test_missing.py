"""Records that are taken out of a feed before anybody has read them: nobody ought to, and somebody will."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import pytest
from prometheus_client import CollectorRegistry
from redis.asyncio import Redis
from structlog.testing import capture_logs
from tests.projection.archiving import append, archived, archiving, feed, feed_of, put
from tests.projection.databases import contents
from tests.projection.playing import PARTITIONS, match_named, play

from sagahall.eventlog import hearing
from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.projection import archive
from sagahall.projection.store import Store

NAMES = [str(number) for number in range(12)]


def missing(registry: CollectorRegistry) -> float | None:
    """How many records were missing in their feeds."""
    return registry.get_sample_value("sagahall_feed_missing_records_total")


def told(logs: Iterable[Any]) -> dict[str, tuple[int, int]]:
    """For each match the first version that was told to be missing, and how many were."""
    lines = [line for line in logs if line["event"] == "a feed lacks records"]
    return {line["match"]: (line["version"], line["records"]) for line in lines}


async def delete(redis: Redis, keys: Keys, name: str, versions: Sequence[int]) -> None:
    """Takes versions of a match out of its feed."""
    gone = [one.position for one in await feed(redis, keys, name) if (one.match, one.version) in pairs(name, versions)]
    assert len(gone) == len(versions)
    await redis.xdel(feed_of(keys, name), *gone)


def pairs(name: str, versions: Sequence[int]) -> set[tuple[str, int]]:
    return {(match_named(name), version) for version in versions}


async def trim(redis: Redis, keys: Keys, length: int) -> None:
    """Leaves so many records in each feed."""
    for partition in range(PARTITIONS):
        await redis.xtrim(keys.feed(partition), maxlen=length, approximate=False)


async def sweeps(redis: Redis, more: int) -> None:
    """Returns once an archiver has looked at its feeds so many times more."""

    async def looks() -> int:
        return int((await redis.info("commandstats"))["cmdstat_xinfo|stream"]["calls"]) // PARTITIONS

    enough = await looks() + more
    async with asyncio.timeout(30):
        while await looks() < enough:
            await asyncio.sleep(0.01)


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes archivers look at all feeds often."""
    monkeypatch.setattr(hearing, "BEAT_SECONDS", 0.05)


async def test_deleted_entries_are_read_from_the_match_counted_and_told(
    redis: Redis, keys: Keys, log: EventLog, store: Store
) -> None:
    """B36: from the middle and from the end, where nothing that follows tells of the gap."""
    steps, registry = play("one"), CollectorRegistry()
    await append(log, steps)
    await delete(redis, keys, "one", [1, 4, 5, len(steps)])

    with capture_logs() as logs:
        async with archiving(redis, keys, store, registry=registry):
            await archived(store, "one", len(steps))

    assert await store.read(archive.read, match_named("one"), 0) == [step.stored for step in steps]
    assert missing(registry) == 4
    assert told(logs) == {match_named("one"): (1, 4)}


@pytest.mark.parametrize("left", [0, 5])
async def test_feeds_that_were_trimmed_before_anybody_read_them_cost_nothing(
    redis: Redis, keys: Keys, log: EventLog, store: Store, left: int
) -> None:
    """B36"""
    plays = {name: play(name) for name in NAMES}
    for steps in plays.values():
        await append(log, steps)
    kept = await trimmed(redis, keys, left)
    registry = CollectorRegistry()

    async with archiving(redis, keys, store, registry=registry):
        for name, steps in plays.items():
            await archived(store, name, len(steps))

    assert missing(registry) == sum(map(len, plays.values())) - kept
    assert (await store.read(contents))["parked"] == []


async def trimmed(redis: Redis, keys: Keys, length: int) -> int:
    """Leaves so many records in each feed. Returns how many that makes."""
    await trim(redis, keys, length)
    return sum([await redis.xlen(keys.feed(partition)) for partition in range(PARTITIONS)])


async def test_entries_that_go_while_the_reader_waits_for_its_database_are_not_lost(
    redis: Redis, keys: Keys, log: EventLog, sqlite_store: Store, quick: None
) -> None:
    """B36: it does not crash, goes on at once, and does not look at the same gap for ever."""
    first, steps, registry = play("first"), play("one"), CollectorRegistry()
    with capture_logs() as logs:
        async with archiving(redis, keys, sqlite_store, registry=registry):
            await append(log, first)
            await archived(sqlite_store, "first", len(first))
            await sweeps(redis, 2)
            with sqlite_store.writing():
                await append(log, steps)
                await trim(redis, keys, 0)
            await archived(sqlite_store, "one", len(steps))
            await sweeps(redis, 5)
            await append(log, play("two"))
            await archived(sqlite_store, "two", len(play("two")))

    assert await sqlite_store.read(archive.read, match_named("one"), 0) == [step.stored for step in steps]
    assert [line for line in logs if line["log_level"] == "error"] == []
    looked = [line["partition"] for line in logs if line["event"] == "records were taken out of a feed"]
    assert len(looked) == len(set(looked))
    assert missing(registry) == sum(records for _, records in told(logs).values())


async def test_a_reader_that_starts_behind_the_beginning_of_a_feed_finds_what_is_gone(
    redis: Redis, keys: Keys, log: EventLog, sqlite_store: Store
) -> None:
    """As with a database that was restored from last week's backup."""
    steps = play("one")
    await append(log, steps[:3])
    async with archiving(redis, keys, sqlite_store):
        await archived(sqlite_store, "one", 3)
    await append(log, steps[3:])
    await trim(redis, keys, 1)
    registry = CollectorRegistry()

    async with archiving(redis, keys, sqlite_store, registry=registry):
        await archived(sqlite_store, "one", len(steps))

    assert missing(registry) == len(steps) - 4


async def test_what_the_archiver_trims_itself_is_not_missing(
    redis: Redis, keys: Keys, sqlite_store: Store, quick: None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sagahall.projection.archiver.TIDY_SECONDS", 0.0)
    steps, registry = play("one"), CollectorRegistry()
    with capture_logs() as logs:
        async with archiving(redis, keys, sqlite_store, registry=registry):
            for step, position in zip(steps, ("1-0", "2-0", "900000-0", "*"), strict=False):
                entry = FeedEntry(position, match_named("one"), step.record.version, step.stored)
                await put(redis, keys, "one", entry)
                await archived(sqlite_store, "one", step.record.version)
                await sweeps(redis, 3)

    assert await redis.xlen(feed_of(keys, "one")) < 4
    assert [line for line in logs if line["log_level"] == "warning"] == []
    assert missing(registry) == 0
