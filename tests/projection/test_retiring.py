"""Which matches retire from the log, which do not, and what the archive must be sure of before."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from redis.asyncio import Redis
from sqlalchemy import delete, exc, text
from tests.projection.archiving import append, archived, archiving, put
from tests.projection.batches import entries, write
from tests.projection.playing import match_named, play

from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import Appended, EventLog
from sagahall.eventlog.retirement import Retirement
from sagahall.match.match import BrokenLog
from sagahall.projection import archive, retiring
from sagahall.projection.migrate import migrate
from sagahall.projection.retirer import Retirer
from sagahall.projection.retiring import Waiting
from sagahall.projection.store import Store
from sagahall.projection.tables import records

FOREVER = 2**60


def waiting(store: Store, until: int = FOREVER, count: int = 100) -> list[Waiting]:
    with store.reading() as connection:
        return retiring.due(connection, until, count)


def end(name: str) -> Waiting:
    record = play(name)[-1].record
    return Waiting(record.match, record.time.ToMilliseconds())


@asynccontextmanager
async def retirer(store: Store, redis: Redis, keys: Keys, seconds: float = 0) -> AsyncIterator[None]:
    """A retirer at work, until the block is left."""
    working = asyncio.create_task(Retirer(store, Retirement(redis, keys), seconds, lambda: True).run())
    try:
        yield
    finally:
        working.cancel()
        await asyncio.wait([working], timeout=5)
        assert working.cancelled()


async def nothing_waits(store: Store) -> None:
    async with asyncio.timeout(30):
        while await asyncio.to_thread(waiting, store):
            await asyncio.sleep(0.02)


def test_a_match_waits_from_its_outcome_on_and_not_before(store: Store) -> None:
    steps = entries(play("one"))
    write(store, steps[:-1])
    assert waiting(store) == []
    write(store, steps[-1:])
    assert waiting(store) == [end("one")]
    assert waiting(store, until=end("one").time - 1) == []


def test_who_ended_first_retires_first(store: Store) -> None:
    ends = sorted((end(str(number)) for number in range(10)), key=lambda one: one.time)
    for number in range(10):
        write(store, entries(play(str(number))))
    assert waiting(store, count=4) == ends[:4]
    assert waiting(store, until=ends[6].time) == ends[:7]


def test_only_whoever_waits_for_the_same_end_is_removed(store: Store) -> None:
    """What has come to another end meanwhile goes on waiting."""
    write(store, entries(play("one")))
    with store.writing() as connection:
        retiring.remove(connection, [end("one")._replace(time=1), end("two")])
    assert waiting(store) == [end("one")]
    with store.writing() as connection:
        retiring.remove(connection, [end("one")])
    assert waiting(store) == []


def test_the_end_of_a_match_is_told_only_if_all_before_it_is_there(store: Store) -> None:
    steps = play("one")
    write(store, entries(steps[:-1]))
    with store.reading() as connection:
        assert retiring.end_of(connection, match_named("one")) is None
    write(store, entries(steps)[-1:])
    with store.writing() as connection:
        assert retiring.end_of(connection, match_named("one")) == (match_named("one"), len(steps), steps[-1].stored)
        connection.execute(delete(records).where(records.c.version == 2))
        with pytest.raises(BrokenLog):
            retiring.end_of(connection, match_named("one"))


def test_matches_that_were_archived_by_an_earlier_release_wait_too(empty: Store) -> None:
    with empty.writing() as connection:
        migrate(connection)
        connection.execute(text("DROP TABLE retiring"))
        connection.execute(text("UPDATE alembic_version SET version_num = '0002'"))
        rows = [
            {"match": step.record.match, "version": step.record.version, "record": step.stored}
            | {"time": step.record.time.ToMilliseconds()}
            for step in play("one")
        ]
        connection.execute(records.insert(), rows)
        version = len(rows)
        connection.execute(
            text("INSERT INTO heads VALUES (:match, :version, :record)"), rows[-1] | {"version": version}
        )
        migrate(connection)
    assert waiting(empty) == [end("one")]


async def test_a_match_retires_when_its_time_has_come(store: Store, redis: Redis, keys: Keys, log: EventLog) -> None:
    await append(log, play("one"))
    async with archiving(redis, keys, store):
        await archived(store, "one", len(play("one")))
        async with retirer(store, redis, keys):
            await nothing_waits(store)
    assert await log.retired_at(match_named("one")) == len(play("one"))
    assert await store.read(archive.read, match_named("one"), 0) == [step.stored for step in play("one")]


async def test_more_matches_than_go_at_a_time_all_retire_and_the_others_stay(
    store: Store, redis: Redis, keys: Keys, log: EventLog
) -> None:
    over, going = [str(number) for number in range(120)], ["a", "b"]
    for name in over:
        await append(log, play(name))
    for name in going:
        await append(log, play(name)[:-1])
    async with archiving(redis, keys, store), retirer(store, redis, keys):
        for name in over:
            await archived(store, name, len(play(name)))
        await nothing_waits(store)
    assert [await log.retired_at(match_named(name)) for name in over] == [len(play(name)) for name in over]
    assert [await log.head(match_named(name)) for name in going] == [len(play(name)) - 1 for name in going]


async def test_a_parked_match_stays_in_the_log(store: Store, redis: Redis, keys: Keys, log: EventLog) -> None:
    """A fork is for an operator to look at."""
    for name in ("forked", "sound"):
        await append(log, play(name))
    await put(redis, keys, "forked", FeedEntry("*", match_named("forked"), 2, b"another record"))
    async with archiving(redis, keys, store), retirer(store, redis, keys):
        for name in ("forked", "sound"):
            await archived(store, name, len(play(name)))
        await nothing_waits(store)
    assert await log.head(match_named("forked")) == len(play("forked"))
    assert await log.head(match_named("sound")) == 0


@pytest.mark.parametrize("late", [True, False], ids=["a record came late", "the newest is another"])
async def test_a_match_whose_log_is_not_the_archive_stays_in_both_and_is_told_of(
    sqlite_store: Store, redis: Redis, keys: Keys, log: EventLog, capfd: pytest.CaptureFixture[str], *, late: bool
) -> None:
    steps, match = play("one"), match_named("one")
    write(sqlite_store, entries(steps))
    await append(log, steps if late else steps[:-1])
    assert await log.append(match, len(steps) + late, b"another", None) == Appended()
    async with retirer(sqlite_store, redis, keys):
        await nothing_waits(sqlite_store)
    assert len(await log.read(match)) == len(steps) + late
    assert await sqlite_store.read(archive.read, match, 0) == [step.stored for step in steps]
    assert "log and archive differ" in "".join(capfd.readouterr())


async def test_what_retires_is_on_the_disk_before(
    sqlite_store: Store, redis: Redis, keys: Keys, log: EventLog, tmp_path: Path
) -> None:
    """A commit to SQLite alone would not survive the loss of power: it is in a file that has not been flushed."""
    steps = play("one")
    await append(log, steps)
    write(sqlite_store, entries(steps))
    assert survivors(tmp_path) == []
    async with retirer(sqlite_store, redis, keys):
        await nothing_waits(sqlite_store)
    assert survivors(tmp_path) == [step.stored for step in steps]


def survivors(folder: Path) -> list[bytes]:
    """The records that are in the database without what has not been flushed to it."""
    alone = folder / "alone"
    alone.mkdir(exist_ok=True)
    shutil.copy(folder / "sagahall.db", alone)
    with sqlite3.connect(alone / "sagahall.db") as connection:
        tables = connection.execute("SELECT name FROM sqlite_master WHERE name = 'records'").fetchall()
        found = connection.execute("SELECT record FROM records ORDER BY version").fetchall() if tables else []
    connection.close()
    return [record for (record,) in found]


@pytest.mark.slow
async def test_a_flush_that_readers_stand_in_the_way_of_is_no_flush(sqlite_store: Store) -> None:
    with sqlite_store.reading() as reader:
        archive.head_of(reader, match_named("one"))
        write(sqlite_store, entries(play("one")))
        with pytest.raises(exc.TimeoutError, match="cannot flush"):
            await sqlite_store.flush()
    await sqlite_store.flush()
