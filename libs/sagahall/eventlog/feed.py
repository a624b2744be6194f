"""The feed of a partition: all its records in the order in which they were appended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from redis.asyncio import Redis

from sagahall.eventlog.keys import Keys
from sagahall.eventlog.streams import START, StreamEntry, parse_entries, parse_position, read_stream

MINUTE_MS = 60_000
KEEP_MS = 10 * MINUTE_MS


class FeedEntry(NamedTuple):
    """One record of a feed. The position is only a place in the order; (match, version) is the identity."""

    position: str
    match: str
    version: int
    record: bytes


class Feeds:
    """The feeds of one installation. Every method raises redis.exceptions.RedisError."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def read_feed(self, partition: int, after: str, count: int) -> list[FeedEntry]:
        """The records after a position (``START`` for all), at most ``count``."""
        found = await read_stream(self._redis, self._keys.feed(partition), after, count)
        return [_feed_entry(entry) for entry in found]

    async def read_feeds(self, after: Mapping[int, str], count: int) -> dict[int, list[FeedEntry]]:
        """The records after a position of each of several partitions, at most ``count`` each, in one round trip."""
        pipeline = self._redis.pipeline(transaction=False)
        for partition, position in after.items():
            pipeline.xrange(self._keys.feed(partition), min=f"({position}", count=count)
        replies = await pipeline.execute()
        return {
            partition: [_feed_entry(entry) for entry in parse_entries(reply)]
            for partition, reply in zip(after, replies, strict=True)
        }

    async def ends(self, partitions: Iterable[int]) -> dict[int, str]:
        """The position of the newest record of each partition; ``START`` where there is none."""
        asked = list(partitions)
        pipeline = self._redis.pipeline(transaction=False)
        for partition in asked:
            pipeline.xrevrange(self._keys.feed(partition), count=1)
        newest = map(parse_entries, await pipeline.execute())
        return {
            partition: entries[0].position if entries else START
            for partition, entries in zip(asked, newest, strict=True)
        }

    async def trim_feed(self, partition: int, before_position: str) -> int:
        """Drops the records before a position, but none within ten minutes of the newest. Returns how many."""
        newest, _ = parse_position((await self.ends([partition]))[partition])
        youngest_to_go = (max(newest - KEEP_MS, 0), 0)
        first, second = min(parse_position(before_position), youngest_to_go)
        return await self._redis.xtrim(self._keys.feed(partition), minid=f"{first}-{second}", approximate=False)


def feed_position_a_minute_before(position: str) -> str:
    """Where to read on after a reconnect: a failover may have put records back that lie before the position."""
    return f"{max(parse_position(position)[0] - MINUTE_MS, 0)}-0"


def _feed_entry(entry: StreamEntry) -> FeedEntry:
    fields = entry.fields
    return FeedEntry(entry.position, fields[b"match"].decode("ascii"), int(fields[b"version"]), fields[b"record"])
