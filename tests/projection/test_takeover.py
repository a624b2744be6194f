"""What an archiver held that is gone is taken over by another."""

from __future__ import annotations

import asyncio
from pathlib import Path

from redis.asyncio import Redis
from sqlalchemy import Connection, text
from tests.processes import service_process
from tests.projection.archiving import afresh, append, archived
from tests.projection.databases import contents, postgres_database, prepared
from tests.projection.playing import match_named, play

from sagahall.chassis.settings import Settings
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.projection import archive

WAITING = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE 'UPDATE checkpoints%'"


def waiting(connection: Connection) -> int:
    """How many archivers wait with a batch in their hands."""
    return int(connection.execute(text(WAITING)).scalar_one())


async def test_a_batch_that_a_killed_archiver_held_is_archived_once_by_another(
    projection_settings: Settings, postgres_url: str, redis: Redis, log: EventLog, tmp_path: Path
) -> None:
    """B40: kill -9 between reading and writing; no loss, and nothing twice."""
    plays = {str(number): play(str(number)) for number in range(10)}
    with postgres_database(postgres_url) as url, prepared(url) as store:
        settings = projection_settings.model_copy(update={"database_url": url})
        async with service_process("projection", settings, tmp_path / "first") as first:
            with store.writing() as connection:
                connection.execute(text("LOCK TABLE checkpoints IN EXCLUSIVE MODE"))
                for steps in plays.values():
                    await append(log, steps)
                async with asyncio.timeout(30):
                    while not await store.read(waiting):
                        await asyncio.sleep(0.02)
                first.kill()
            assert (await store.read(archive.head_of, match_named("0"))).version == 0
        async with service_process("projection", settings, tmp_path / "second"):
            for name, steps in plays.items():
                await archived(store, name, len(steps))
        versions = {name: len(steps) for name, steps in plays.items()}
        assert sum(versions.values()) > 100
        assert await store.read(contents) == await afresh(redis, Keys(settings.prefix), versions)
