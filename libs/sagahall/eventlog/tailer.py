"""Following all feeds from one process."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from sagahall.eventlog.feed import FeedEntry, Feeds, feed_position_a_minute_before
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.streams import parse_position
from sagahall.eventlog.wakes import Wakes

FIRST_DELAY_SECONDS = 0.1
LONGEST_DELAY_SECONDS = 2.0
BATCH = 100
PACE_SECONDS = 0.02

_log = structlog.get_logger(__name__)


class Tailer:
    """Delivers every record that is appended after it started, in the order of each feed.

    It is woken by appends, on one connection, and looks into all feeds once a second in case a wake-up was lost.
    When it has lost the server it comes back by itself and reads on from a minute before where it was, so that
    a record may be delivered twice. Each time that it connects it calls ``resync``: only what is appended from then
    on is sure to be delivered.
    """

    def __init__(
        self,
        redis: Redis,
        keys: Keys,
        partitions: int,
        *,
        deliver: Callable[[FeedEntry], None],
        resync: Callable[[], None],
    ) -> None:
        self._feeds = Feeds(redis, keys)
        self._wakes = Wakes(redis, keys, partitions)
        self._partitions = range(partitions)
        self._deliver = deliver
        self._resync = resync
        self._positions: dict[int, str] = {}
        self._connected: bool | None = None

    @property
    def connected(self) -> bool:
        """Whether new records are being delivered."""
        return self._connected is True

    async def run(self) -> None:
        """Follows the feeds until it is cancelled. Raises only what ``deliver`` and ``resync`` raise."""
        delay = FIRST_DELAY_SECONDS
        while True:
            try:
                await self._follow()
            except* RedisError as errors:
                delay = FIRST_DELAY_SECONDS if self._connected else min(2 * delay, LONGEST_DELAY_SECONDS)
                self._change(connected=False, error=str(errors.exceptions[0]))
            await asyncio.sleep(delay)

    def _change(self, *, connected: bool, error: str = "") -> None:
        if connected != self._connected:
            self._connected = connected
            if connected:
                _log.info("tailer connected", partitions=len(self._partitions))
            else:
                _log.warning("tailer disconnected", error=error)

    async def _follow(self) -> None:
        async with self._wakes.listening():
            await self._find_positions()
            self._resync()
            while True:
                await self._fetch(await self._wakes.next())
                self._change(connected=True)
                # Under load one look at the feeds then serves many appends; it costs a watcher this much at most.
                await asyncio.sleep(PACE_SECONDS)

    async def _find_positions(self) -> None:
        ends = await self._feeds.ends(self._partitions)
        # A server that was emptied, or that a failover set back, may end before the position.
        self._positions = {
            partition: feed_position_a_minute_before(min(self._positions[partition], end, key=parse_position))
            if partition in self._positions
            else end
            for partition, end in ends.items()
        }

    async def _fetch(self, partitions: Iterable[int]) -> None:
        unread = set(partitions)
        while unread:
            found = await self._feeds.read_feeds({partition: self._positions[partition] for partition in unread}, BATCH)
            unread = {partition for partition, entries in found.items() if self._take(partition, entries) == BATCH}

    def _take(self, partition: int, entries: list[FeedEntry]) -> int:
        for entry in entries:
            self._deliver(entry)
            self._positions[partition] = entry.position
        return len(entries)
