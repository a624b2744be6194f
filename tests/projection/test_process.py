"""The projection service as a process that dies."""

from __future__ import annotations

import asyncio
import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import pytest
from redis.asyncio import Redis
from sqlalchemy import Connection, func, select
from tests.processes import free_port, service_process
from tests.projection.archiving import afresh, append, archived
from tests.projection.databases import contents, prepared
from tests.projection.playing import match_named, play
from tests.projection.serving import client_of

from sagahall.api.projection.v1.projection_pb2 import GetReplayRequest
from sagahall.chassis.settings import Settings, variables
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.projection.store import Store
from sagahall.projection.tables import records

LIVES = 8


@contextmanager
def life(settings: Settings, log: Path) -> Iterator[subprocess.Popen[bytes]]:
    """A process of the service that is killed at the end of the block, whatever it is doing."""
    command = [sys.executable, "-m", "sagahall.projection"]
    with log.open("wb") as stderr:
        process = subprocess.Popen(command, env=os.environ | variables(settings), stderr=stderr)
    try:
        yield process
        assert process.poll() is None, log.read_text()
    finally:
        process.kill()
        process.wait()


def size(connection: Connection) -> int:
    """How many records are archived."""
    return int(connection.execute(select(func.count()).select_from(records)).scalar_one())


async def grown(store: Store, least: int, process: subprocess.Popen[bytes]) -> int:
    """The size of the archive, once it is at least this; or when the process has ended."""
    async with asyncio.timeout(60):
        while (found := await store.read(size)) < least and process.poll() is None:
            await asyncio.sleep(0.01)
    return found


@pytest.mark.timeout(300)
async def test_a_service_that_is_killed_again_and_again_ends_up_where_one_that_was_not_does(
    projection_settings: Settings, redis: Redis, keys: Keys, log: EventLog, tmp_path: Path
) -> None:
    """B31: killed at random points of its work, under load; all tables are the same."""
    chance = random.Random(31)
    versions: dict[str, int] = {}

    async def write() -> None:
        for number in count():
            steps = play(str(number))
            versions[str(number)] = len(steps)
            await append(log, steps)
            await asyncio.sleep(0.02)

    with prepared(projection_settings.database_url) as store:
        writing = asyncio.create_task(write())
        archived_so_far = 0
        for _ in range(LIVES):
            with life(projection_settings, tmp_path / "log") as process:
                archived_so_far = await grown(store, archived_so_far + 1, process)
                await asyncio.sleep(chance.random() / 4)
        writing.cancel()
        await asyncio.wait([writing])
        versions[list(versions)[-1]] = await log.head(match_named(list(versions)[-1]))

        with life(projection_settings, tmp_path / "log"):
            for name, version in versions.items():
                await archived(store, name, version)
        assert await store.read(contents) == await afresh(redis, keys, versions)
        assert archived_so_far > LIVES


async def test_a_service_that_is_told_to_stop_ends_well_and_the_next_goes_on(
    projection_settings: Settings, token: Callable[[str], str], log: EventLog, tmp_path: Path
) -> None:
    """B64: there is nothing to save at shutdown."""
    settings = projection_settings.model_copy(update={"projection_port": free_port()})
    steps = play("one")
    for part in (steps[:4], steps[4:]):
        async with service_process("projection", settings, tmp_path / "log") as running:
            await append(log, part)
            async with client_of(settings, token) as service:
                version = part[-1].record.version
                asked = GetReplayRequest(match=match_named("one"), min_version=version)
                assert len(await service.replay("ann", asked)) == version
        assert running.process.returncode == 0
