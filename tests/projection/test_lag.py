"""What the projection service says of itself while the archive lags behind the log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import contextmanager

import pytest
from redis.asyncio import Redis
from sqlalchemy import text
from tests.chassis.scraping import measured
from tests.projection.archiving import append, put
from tests.projection.databases import postgres_database
from tests.projection.playing import match_named, play
from tests.projection.serving import Client, projection_service

from sagahall.chassis.settings import Settings
from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.projection import __main__ as main_module
from sagahall.projection.store import Store

RECORDS, SECONDS = "sagahall_archive_lag_records", "sagahall_archive_lag_seconds"


@pytest.fixture
def database(postgres_url: str) -> Iterator[str]:
    with postgres_database(postgres_url) as url:
        yield url


@pytest.fixture
async def service(projection_settings: Settings, database: str, token: Callable[[str], str]) -> AsyncIterator[Client]:
    async with projection_service(projection_settings.model_copy(update={"database_url": database}), token) as client:
        yield client


@contextmanager
def held(database: str) -> Iterator[None]:
    """Makes whoever wants to write to the archive wait."""
    store = Store(database)
    with store.writing() as connection:
        connection.execute(text("LOCK TABLE checkpoints IN EXCLUSIVE MODE"))
        yield
    store.close()


async def becomes(service: Client, name: str, condition: Callable[[float], bool], **labels: str) -> None:
    """Returns once a sample is as it should be."""
    async with asyncio.timeout(30):
        while (value := await measured(service.metrics_port, name, **labels)) is None or not condition(value):
            await asyncio.sleep(0.02)


async def test_lag_is_measured_and_health_follows_it_there_and_back(
    service: Client, database: str, log: EventLog, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B35: past the limit the service is of no use, and once it has caught up it is again."""
    monkeypatch.setattr(main_module, "MOST_LAG_SECONDS", 1.5)
    await becomes(service, RECORDS, lambda records: records == 0)
    with held(database):
        await append(log, play("one")[:5])
        await becomes(service, RECORDS, lambda records: records == 5)
        await becomes(service, SECONDS, lambda seconds: seconds > 0.5)
        await service.becomes("NOT_SERVING")
        await becomes(service, SECONDS, lambda seconds: seconds > 1.5)
        await becomes(service, "sagahall_serving", lambda serving: serving == 0)
    await service.becomes("SERVING")
    for name in (RECORDS, SECONDS):
        await becomes(service, name, lambda value: value == 0)
    assert (await service.summary("one", 5)).version == 5


async def test_one_bad_record_is_parked_and_counted_while_the_others_do_not_lag(
    service: Client, redis: Redis, keys: Keys, log: EventLog
) -> None:
    """B35: dead letter, lag and health."""
    await append(log, play("one")[:3])
    await put(redis, keys, "one", FeedEntry("*", match_named("one"), 4, b"\xff\xff"))
    await append(log, play("two"))

    await becomes(service, "sagahall_parked_matches", lambda matches: matches == 1, cause="unreadable")

    assert (await service.summary("two", len(play("two")))).version == len(play("two"))
    await becomes(service, SECONDS, lambda seconds: seconds < 1)
    assert await service.health() == "SERVING"
    assert await measured(service.metrics_port, "sagahall_parked_matches", cause="rival") == 0


async def test_missing_records_are_counted(service: Client, redis: Redis, keys: Keys, log: EventLog) -> None:
    """B36: in what Prometheus reads, too."""
    steps = play("one")
    assert await measured(service.metrics_port, "sagahall_feed_missing_records_total") == 0
    for step in steps[:2]:
        key = keys.match(match_named("one"))
        await redis.xadd(key, {"record": step.stored}, id=f"{step.record.version}-0")
    await append(log, steps[2:3])

    assert (await service.summary("one", 3)).version == 3
    await becomes(service, "sagahall_feed_missing_records_total", lambda missing: missing == 2)
