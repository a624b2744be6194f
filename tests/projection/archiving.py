"""An archiver at work, and what it feeds on."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from tempfile import TemporaryDirectory

from prometheus_client import CollectorRegistry
from redis.asyncio import Redis
from tests.eventlog import waiting
from tests.projection.databases import Contents, contents, prepared
from tests.projection.playing import PARTITIONS, match_named

from sagahall.eventlog.feed import FeedEntry, Feeds
from sagahall.eventlog.keys import Keys, partition_of
from sagahall.eventlog.log import Appended, EventLog
from sagahall.eventlog.streams import START
from sagahall.match.match import Step
from sagahall.projection import archive
from sagahall.projection.archiver import Archiver
from sagahall.projection.metrics import Metrics
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.projection import Projection
from sagahall.projection.store import Store


@asynccontextmanager
async def archiving(
    redis: Redis,
    keys: Keys,
    store: Store,
    projections: Sequence[Projection] = PROJECTIONS,
    registry: CollectorRegistry | None = None,
) -> AsyncIterator[Archiver]:
    """An archiver that runs, until the block is left; it counts in the registry, if one is given."""
    missing = Metrics(registry or CollectorRegistry()).missing
    archiver = Archiver(redis, keys, PARTITIONS, store, projections, missing=missing)
    running = asyncio.create_task(archiver.run())
    try:
        yield archiver
    finally:
        running.cancel()
        await asyncio.wait([running], timeout=5)
        assert running.cancelled()


async def append(log: EventLog, steps: Iterable[Step]) -> None:
    for step in steps:
        appended = await log.append(step.record.match, step.record.version, step.stored, None)
        assert isinstance(appended, Appended)


async def until(condition: Callable[[], bool]) -> None:
    """Returns once the condition holds, which on a busy machine may take its time."""
    await waiting.until(condition, seconds=30)


async def archived(store: Store, name: str, version: int, seconds: float = 30) -> None:
    """Returns once a match is archived up to a version."""
    async with asyncio.timeout(seconds):
        while (await store.read(archive.head_of, match_named(name))).version < version:
            await asyncio.sleep(0.01)


def feed_of(keys: Keys, name: str) -> str:
    """The feed that the records of a match go to."""
    return keys.feed(partition_of(match_named(name)))


async def feed(redis: Redis, keys: Keys, name: str) -> list[FeedEntry]:
    """What is in that feed."""
    return await Feeds(redis, keys).read_feed(partition_of(match_named(name)), START, 10_000)


async def put(redis: Redis, keys: Keys, name: str, entry: FeedEntry) -> None:
    """Adds an entry to the feed of a match behind the back of the log. Position ``*`` is the server's choice."""
    position, match, version, record = entry
    await redis.xadd(feed_of(keys, name), {"match": match, "version": version, "record": record}, id=position)


async def afresh(redis: Redis, keys: Keys, versions: Mapping[str, int]) -> Contents:
    """What a new consumer that reads all feeds from the beginning comes to, once it has these versions of matches."""
    with TemporaryDirectory() as folder, prepared(f"sqlite:///{folder}/afresh.db") as store:
        async with archiving(redis, keys, store):
            for name, version in versions.items():
                await archived(store, name, version)
        return await store.read(contents)
