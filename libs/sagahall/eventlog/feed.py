"""The feed of a partition: all its records in the order in which they were appended."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from importlib import resources
from typing import Any, NamedTuple

from redis.asyncio import Redis
from redis.exceptions import ResponseError

from sagahall.eventlog.keys import Keys
from sagahall.eventlog.streams import START, StreamEntry, parse_entries, parse_position, read_stream

MINUTE_MS = 60_000
KEEP_MS = 10 * MINUTE_MS
_WAITING = resources.files("sagahall.eventlog").joinpath("waiting.lua").read_text(encoding="ascii")


class FeedEntry(NamedTuple):
    """One record of a feed. The position is only a place in the order; (match, version) is the identity."""

    position: str
    match: str
    version: int
    record: bytes


class Waiting(NamedTuple):
    """How many records there are after a position, and when the first was appended, in milliseconds since 1970."""

    records: int
    since: int | None


class FeedState(NamedTuple):
    """What the server says of a feed. ``first`` is the oldest record that is left, ``last`` the newest that there ever
    was, ``deleted`` the newest that was deleted one by one; each is ``START`` where there is none."""

    first: str = START
    last: str = START
    deleted: str = START
    added: int = 0
    """How many records there ever were."""
    length: int = 0

    @property
    def gone(self) -> str:
        """Up to where records are known to be gone."""
        return max(self.deleted, self.first, key=parse_position) if self.length else self.last

    def lacks_after(self, position: str) -> bool:
        """Whether records after a position may be gone: whoever trims properly leaves the one at the position."""
        after, first = parse_position(position), parse_position(self.first)
        if position == START:
            return self.added > self.length
        trimmed = not self.length or first > after
        return parse_position(self.deleted) > after or (trimmed and parse_position(self.last) > after)


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

    async def states(self, partitions: Iterable[int]) -> dict[int, FeedState]:
        """What the server says of the feeds."""
        asked = list(partitions)
        pipeline = self._redis.pipeline(transaction=False)
        for partition in asked:
            pipeline.xinfo_stream(self._keys.feed(partition))
        replies = await pipeline.execute(raise_on_error=False)
        return {partition: _feed_state(reply) for partition, reply in zip(asked, replies, strict=True)}

    async def waiting(self, after: Mapping[int, str], most: int) -> list[Waiting]:
        """What each of several partitions holds after a position, counted up to ``most``; no record is fetched."""
        pipeline = self._redis.pipeline(transaction=False)
        for partition, position in after.items():
            pipeline.execute_command("EVAL_RO", _WAITING, 1, self._keys.feed(partition), position, most)
        return [
            Waiting(count, parse_position(first[0].decode("ascii"))[0] if first else None)
            for count, *first in await pipeline.execute()
        ]

    async def trim_feed(self, partition: int, before_position: str) -> int:
        """Drops the records before a position, but none within ten minutes of the newest. Returns how many."""
        newest, _ = parse_position((await self.ends([partition]))[partition])
        youngest_to_go = (max(newest - KEEP_MS, 0), 0)
        first, second = min(parse_position(before_position), youngest_to_go)
        return await self._redis.xtrim(self._keys.feed(partition), minid=f"{first}-{second}", approximate=False)


def feed_position_a_minute_before(position: str) -> str:
    """Where to read on after a reconnect: a failover may have put records back that lie before the position."""
    return f"{max(parse_position(position)[0] - MINUTE_MS, 0)}-0"


def _feed_state(reply: Any) -> FeedState:
    if isinstance(reply, ResponseError) and "no such key" in str(reply):
        return FeedState()
    if isinstance(reply, Exception):
        raise reply
    first = reply["first-entry"]
    return FeedState(
        first=first[0].decode("ascii") if first else START,
        last=reply["last-generated-id"].decode("ascii"),
        deleted=reply["max-deleted-entry-id"].decode("ascii"),
        added=reply["entries-added"],
        length=reply["length"],
    )


def _feed_entry(entry: StreamEntry) -> FeedEntry:
    fields = entry.fields
    return FeedEntry(entry.position, fields[b"match"].decode("ascii"), int(fields[b"version"]), fields[b"record"])
