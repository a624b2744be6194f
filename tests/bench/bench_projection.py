"""How fast the projection service archives: from the feeds to the archive and the matches projection on SQLite.

The floor is what the same stores do with the same bytes and nothing in between: reading the feeds in the same batches,
then inserting the records in the same batches, one transaction each. Both are measured in turn; medians are told.
"""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

from prometheus_client import CollectorRegistry
from redis.asyncio import Redis
from sqlalchemy import Connection
from tests.projection.playing import PARTITIONS, match_named, play

from sagahall.chassis.embedded import embedded_redis
from sagahall.eventlog.connect import client
from sagahall.eventlog.feed import FeedEntry, Feeds
from sagahall.eventlog.keys import Keys, partition_of
from sagahall.eventlog.streams import START
from sagahall.projection import archive
from sagahall.projection.archiver import BATCH, Archiver
from sagahall.projection.metrics import Metrics
from sagahall.projection.migrate import prepare
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.store import Store
from sagahall.projection.tables import records

MATCHES = 250
TURNS = 3
KEYS = Keys("bench")

Work: TypeAlias = Callable[[Redis, Store, dict[str, int]], Awaitable[None]]


def measure() -> list[dict[str, object]]:
    """Records per second, and what part of the floor that is."""
    return asyncio.run(_measure())


async def _measure() -> list[dict[str, object]]:
    with TemporaryDirectory() as folder, embedded_redis(Path(folder, "redis")) as server:
        async with client(server.url) as redis:
            versions = await _fill(redis)
            floors, values = [], []
            for turn in range(TURNS):
                floors.append(await _rate(redis, versions, Path(folder, f"floor{turn}.db"), _copy))
                values.append(await _rate(redis, versions, Path(folder, f"value{turn}.db"), _archive))
    floor, value = statistics.median(floors), statistics.median(values)
    figures = {"value": round(value), "floor": round(floor), "ratio": round(value / floor, 3)}
    return [{"name": "projection.archive.sqlite", "unit": "records/s", **figures}]


async def _fill(redis: Redis) -> dict[str, int]:
    """Puts matches into the feeds, all played at the same time. Returns how many records each has."""
    plays = {name: play(name, game="elfenland") for name in map(str, range(MATCHES))}
    steps = [step for steps in plays.values() for step in steps]
    pipeline = redis.pipeline(transaction=False)
    for step in sorted(steps, key=lambda step: step.record.version):
        match, version = step.record.match, step.record.version
        fields = {"match": match, "version": version, "record": step.stored}
        pipeline.xadd(KEYS.feed(partition_of(match)), fields)  # type: ignore[arg-type]  # its dict is invariant
    await pipeline.execute()
    return {match_named(name): len(steps) for name, steps in plays.items()}


async def _rate(redis: Redis, versions: dict[str, int], database: Path, work: Work) -> float:
    with closing(Store(f"sqlite:///{database}")) as store:
        await store.write(prepare, PROJECTIONS)
        started = time.perf_counter()
        await work(redis, store, versions)
        return sum(versions.values()) / (time.perf_counter() - started)


async def _copy(redis: Redis, store: Store, versions: dict[str, int]) -> None:
    feeds, after = Feeds(redis, KEYS), dict.fromkeys(range(PARTITIONS), START)
    while found := {key: part for key, part in (await feeds.read_feeds(after, BATCH // PARTITIONS)).items() if part}:
        await store.write(_insert, [entry for part in found.values() for entry in part])
        after |= {partition: part[-1].position for partition, part in found.items()}


def _insert(connection: Connection, entries: list[FeedEntry]) -> None:
    rows = [{"match": entry.match, "version": entry.version, "record": entry.record} for entry in entries]
    connection.execute(records.insert(), rows)


async def _archive(redis: Redis, store: Store, versions: dict[str, int]) -> None:
    missing = Metrics(CollectorRegistry()).missing
    archiver = Archiver(redis, KEYS, PARTITIONS, store, PROJECTIONS, missing=missing)
    running = asyncio.create_task(archiver.run())
    for match, version in versions.items():
        while (await store.read(archive.head_of, match)).version < version:
            await asyncio.sleep(0.005)
    running.cancel()
    await asyncio.wait([running])


if __name__ == "__main__":
    print(*measure(), sep="\n")  # noqa: T201
