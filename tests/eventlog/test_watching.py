"""Log, tailer and hub together."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import ParamSpec, TypeVar

from redis.exceptions import RedisError
from tests.eventlog.server import Server
from tests.eventlog.waiting import until

from sagahall.eventlog.connect import client
from sagahall.eventlog.hub import Hub
from sagahall.eventlog.keys import Keys, match_id
from sagahall.eventlog.log import Entry, EventLog
from sagahall.eventlog.tailer import Tailer

P = ParamSpec("P")
T = TypeVar("T")

PARTITIONS = 8
VERSIONS = 60
MATCHES = [match_id("anna", str(number), PARTITIONS) for number in range(10)]


async def test_all_watchers_see_every_record_in_order_across_restarts_of_the_server(server: Server, keys: Keys) -> None:
    """B39, B52: players move whenever the server is there, and watch whatever happens to it."""

    async def play(match: str) -> None:
        while (head := await patiently(log.head, match)) < VERSIONS:
            await patiently(log.append, match, head + 1, b"%d" % (head + 1), None)

    async def patiently(call: Callable[P, Awaitable[T]], *arguments: P.args, **options: P.kwargs) -> T:
        while True:
            try:
                return await call(*arguments, **options)
            except RedisError:
                await until(lambda: tailer.connected)

    async def watch(match: str, after_version: int) -> list[Entry]:
        with hub.subscribe(match, after_version) as subscription:
            return [await patiently(subscription.__anext__) for _ in range(VERSIONS - after_version)]

    async with client(server.url) as redis:
        log = EventLog(redis, keys)
        hub = Hub(log, capacity=4)
        tailer = Tailer(redis, keys, PARTITIONS, deliver=hub.offer_found, resync=hub.resync)
        tailing = asyncio.create_task(tailer.run())
        watching = asyncio.gather(*(watch(match, after) for match in MATCHES for after in (0, 7, VERSIONS - 1)))
        playing = asyncio.gather(*map(play, MATCHES))
        for life in (1, 2):
            while sum([await patiently(log.head, match) for match in MATCHES]) < life * VERSIONS * len(MATCHES) // 3:
                await asyncio.sleep(0)
            server.restart()
        async with asyncio.timeout(30):
            await playing
            seen = await watching
        tailing.cancel()
        await asyncio.wait([tailing])
    records = [Entry(version, b"%d" % version) for version in range(1, VERSIONS + 1)]
    assert seen == [records[after:] for _ in MATCHES for after in (0, 7, VERSIONS - 1)]
    assert hub.watchers == 0
