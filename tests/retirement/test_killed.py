"""Projection services that are killed while matches retire."""

from __future__ import annotations

import asyncio
import json
import random
from itertools import count
from pathlib import Path

import pytest
from redis.asyncio import Redis
from sqlalchemy import Connection, select
from tests.eventlog.proxy import Proxy
from tests.processes import free_port
from tests.projection.archiving import append
from tests.projection.databases import prepared
from tests.projection.playing import match_named, play
from tests.projection.test_process import life
from tests.retirement.conftest import wired
from tests.retirement.hall import has_retired

from sagahall.chassis.settings import Settings
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.match.match import Step
from sagahall.projection import archive
from sagahall.projection.store import Store
from sagahall.projection.tables import retiring

RETIREMENT = b"redis.call('XTRIM', KEYS[1], 'MAXLEN', 0)"
"""What is on the wire when matches retire."""
LIVES = 4


class Wire(Proxy):
    """Stops for good at the first retirement: before it gets to the server, or with the answer."""

    def __init__(self, url: str, *, lets_it_through: bool) -> None:
        super().__init__(url)
        self._lets_it_through = lets_it_through
        self.reached = asyncio.Event()

    async def _requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            if RETIREMENT in data:
                self.flowing.clear()
                self.reached.set()
                if not self._lets_it_through:
                    return
            writer.write(data)
        writer.close()


@pytest.fixture
def log(redis: Redis, keys: Keys) -> EventLog:
    return EventLog(redis, keys)


@pytest.fixture
def own_settings(settings: Settings, redis_url: str) -> Settings:
    return wired(settings, redis_url)


def waiting(connection: Connection) -> set[str]:
    """The matches that wait for their retirement."""
    return set(connection.execute(select(retiring.c.match)).scalars())


async def until_nothing_waits(store: Store) -> None:
    async with asyncio.timeout(60):
        while await store.read(waiting):
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("lets_it_through", [False, True], ids=["before the log lets go", "before it is written down"])
async def test_the_next_process_ends_what_one_that_was_killed_has_begun(
    own_settings: Settings, redis: Redis, keys: Keys, log: EventLog, tmp_path: Path, *, lets_it_through: bool
) -> None:
    steps, match = play("one"), match_named("one")
    await append(log, steps)
    with prepared(own_settings.database_url) as store:
        async with Wire(own_settings.redis_url, lets_it_through=lets_it_through) as wire:
            with life(own_settings.model_copy(update={"redis_url": wire.url}), tmp_path / "log"):
                await wire.reached.wait()
                if lets_it_through:
                    await has_retired(redis, keys, match)
        assert await store.read(waiting) == {match}
        assert await log.head(match) == (0 if lets_it_through else len(steps))
        with life(own_settings, tmp_path / "log"):
            await until_nothing_waits(store)
        assert await log.retired_at(match) == len(steps)
        assert await store.read(archive.read, match, 0) == [step.stored for step in steps]


@pytest.mark.slow
@pytest.mark.timeout(300)
async def test_services_that_are_killed_again_and_again_lose_no_record(
    own_settings: Settings, redis: Redis, keys: Keys, log: EventLog, tmp_path: Path
) -> None:
    """Two at a time, killed at random moments under load: all is in the archive, and nothing is left in the log."""
    chance = random.Random(41)
    played: dict[str, list[Step]] = {}
    files = (tmp_path / "one", tmp_path / "two")
    places = (own_settings, own_settings.model_copy(update={"projection_port": free_port()}))

    async def write() -> None:
        for number in count():
            steps = play(str(number))
            await append(log, steps)
            played[match_named(str(number))] = steps
            await asyncio.sleep(0.1)

    with prepared(own_settings.database_url) as store:
        writing = asyncio.create_task(write())
        for _ in range(LIVES):
            with life(places[0], files[0]), life(places[1], files[1]):
                await append(log, steps := play(f"{len(played)} more"))
                played[steps[0].match.match] = steps
                await has_retired(redis, keys, steps[0].match.match)
                await asyncio.sleep(chance.random() / 4)
        writing.cancel()
        await asyncio.wait([writing])
        with life(places[0], files[0]), life(places[1], files[1]):
            for match in played:
                await has_retired(redis, keys, match)
            await until_nothing_waits(store)
        for match, steps in played.items():
            assert await log.retired_at(match) == len(steps)
            assert await store.read(archive.read, match, 0) == [step.stored for step in steps]
    told = [json.loads(line) for file in files for line in file.read_text().splitlines()]
    assert told
    assert [one for one in told if one["level"] not in ("info", "warning")] == []
