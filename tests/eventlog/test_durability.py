"""What is left when the server process is killed."""

from __future__ import annotations

import asyncio

from redis.exceptions import RedisError
from tests.eventlog.server import Server

from sagahall.eventlog.connect import client
from sagahall.eventlog.feed import Feeds
from sagahall.eventlog.keys import Keys, match_id
from sagahall.eventlog.log import Appended, EventLog
from sagahall.eventlog.streams import START

MATCHES = [match_id("anna", str(number), 1) for number in range(16)]


async def test_no_acknowledged_append_is_lost_when_the_server_is_killed(server: Server, keys: Keys) -> None:
    """B52: with appendfsync always, after each kill -9 every acknowledged record is there.

    Match streams and feed hold the same records: no append is ever half done.
    """
    acknowledged: set[tuple[str, int, bytes]] = set()

    async def play(log: EventLog, match: str) -> None:
        version = await log.head(match)
        while True:
            version += 1
            record = b"%s %d" % (match.encode(), version)
            try:
                assert await log.append(match, version, record, None) == Appended()
            except RedisError:
                return
            acknowledged.add((match, version, record))

    for life in range(1, 4):
        async with client(server.url) as redis:
            log = EventLog(redis, keys)
            playing = asyncio.gather(*(play(log, match) for match in MATCHES))
            while len(acknowledged) < 500 * life:
                await asyncio.sleep(0)
            server.kill()
            await playing
        server.start()
        async with client(server.url) as redis:
            log = EventLog(redis, keys)
            stored = {(match, *entry) for match in MATCHES for entry in await log.read(match)}
            feed = await Feeds(redis, keys).read_feed(0, START, 100_000)
        assert acknowledged <= stored
        assert len(stored - acknowledged) <= len(MATCHES) * life
        assert len(feed) == len(stored)
        assert {entry[1:] for entry in feed} == stored
