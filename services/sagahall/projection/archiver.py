"""From the feeds to the archive, for as long as the process lives."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import aclosing

import structlog
from prometheus_client import Counter
from redis.asyncio import Redis

from sagahall.chassis.errors import refusal_for
from sagahall.eventlog.feed import FeedEntry, Feeds, FeedState, feed_position_a_minute_before
from sagahall.eventlog.keys import InvalidMatch, Keys, partition_of
from sagahall.eventlog.log import EventLog
from sagahall.eventlog.streams import START, parse_position
from sagahall.eventlog.wakes import Wakes
from sagahall.projection import checkpoints
from sagahall.projection.checkpoints import LostRace, Shift
from sagahall.projection.ingest import Batch, ingest
from sagahall.projection.mending import Mender
from sagahall.projection.migrate import Outdated, check_current, prepare
from sagahall.projection.news import News
from sagahall.projection.parking import Fault
from sagahall.projection.projection import Projection
from sagahall.projection.reading import Hole
from sagahall.projection.retry import retry_all
from sagahall.projection.store import Store

BATCH = 2000
"""About how many records are written at a time; at least PER_FEED of each feed that has them."""
PER_FEED = 50
RETRY_SECONDS = 0.5
"""How long it waits for a store that failed."""
RIVAL_SECONDS = 1.0
"""How long it leaves the feeds to another consumer that was faster."""
TIDY_SECONDS = 60.0
"""How often it trims the feeds, and looks again at the matches that are parked."""

_log = structlog.stdlib.get_logger(__name__)


class Archiver:
    """The only consumer of the feeds.

    It reads on from the checkpoints in the store, from the beginning where there are none, and a minute before them
    whenever it connects, because a failover may have put records back. Several processes may run one each: the
    checkpoints let only one of them write a batch, and the others give way.
    """

    def __init__(
        self,
        redis: Redis,
        keys: Keys,
        partitions: int,
        store: Store,
        projections: Sequence[Projection],
        *,
        missing: Counter,
    ) -> None:
        """``missing`` counts the records that their feeds lack."""
        self._feeds = Feeds(redis, keys)
        self._mender = Mender(EventLog(redis, keys), self._feeds, store)
        self._wakes = Wakes(redis, keys, partitions)
        self._partitions = range(partitions)
        self._store = store
        self._projections = projections
        self._missing = missing
        self.checkpoints: dict[int, str] = {}
        """Up to where each feed is archived, as far as this process knows."""
        self._positions: dict[int, str] = {}
        self._audited: dict[int, str] = {}
        """Up to where nothing was taken out of each feed unread, or its matches were looked through."""
        self._tidied = -TIDY_SECONDS
        self.prepared = False
        """Whether the tables are there."""
        self.working = False
        """Whether both stores have answered within about the last second."""
        self._failed = False
        self.news = News()

    async def run(self) -> None:
        """Archives until it is cancelled, whatever becomes of the stores."""
        while True:
            try:
                await self._follow()
            except* Exception as errors:
                self._fail(errors.exceptions[0])
            await asyncio.sleep(RETRY_SECONDS)

    async def _follow(self) -> None:
        await self._prepare()
        async with self._wakes.listening():
            await self._load(feed_position_a_minute_before)
            unread: set[int] = set()
            while True:
                woken = self._wakes.take() if unread else await self._wakes.next()
                if len(woken) == len(self._partitions):
                    await self._store.write(check_current, self._projections)
                    await self._inspect()
                    await self._tidy()
                unread = await self._advance(unread | woken)
                self._succeed()

    async def _prepare(self) -> None:
        if not self.prepared:
            await self._store.write(prepare, self._projections)
            self.prepared = True

    async def _load(self, start: Callable[[str], str]) -> None:
        self.checkpoints = await self._store.write(checkpoints.load, self._partitions)
        self._positions = {partition: start(position) for partition, position in self.checkpoints.items()}

    async def _inspect(self) -> None:
        """Looks whether feeds are as they were left, save what was added."""
        states = await self._feeds.states(self._partitions)
        await self._rewind(states)
        for partition, state in states.items():
            known = self._audited.get(partition, self.checkpoints[partition])
            if state.lacks_after(known) and await self._audit(partition):
                known = state.gone
            self._audited[partition] = max(known, self.checkpoints[partition], key=parse_position)

    async def _rewind(self, states: Mapping[int, FeedState]) -> None:
        """Begins anew with feeds that end before their checkpoints: Redis was emptied, or has lost what came last."""
        back = {
            partition: Shift(self.checkpoints[partition], START)
            for partition, state in states.items()
            if parse_position(state.last) < parse_position(self.checkpoints[partition])
        }
        if back:
            _log.error("feeds end before their checkpoints", partitions=sorted(back))
            self._audited |= dict.fromkeys(back, START)
            await self._move(Batch(shifts=back, entries=()), dict.fromkeys(back, START))

    async def _audit(self, partition: int) -> bool:
        """Archives what was taken out of a feed unread. Returns whether it did, as nobody else was faster."""
        _log.warning("records were taken out of a feed", partition=partition)
        checkpoint, position = self.checkpoints[partition], self._positions[partition]
        async with aclosing(self._mender.audit(partition, checkpoint, position)) as batches:
            async for batch in batches:
                if not await self._move(batch, {}):
                    return False
        return True

    async def _tidy(self) -> None:
        if time.monotonic() - self._tidied < TIDY_SECONDS:
            return
        await self._store.write(retry_all, self._projections)
        for partition, position in self.checkpoints.items():
            await self._feeds.trim_feed(partition, position)
        self._tidied = time.monotonic()

    async def _advance(self, partitions: Collection[int]) -> set[int]:
        """Archives what these feeds hold, up to a batch. Returns those that hold more."""
        count = max(BATCH // len(partitions), PER_FEED)
        found = await self._feeds.read_feeds({partition: self._positions[partition] for partition in partitions}, count)
        last = {partition: entries[-1].position for partition, entries in found.items() if entries}
        shifts = {partition: self._shift(partition, position) for partition, position in last.items()}
        entries = [entry for entries in found.values() for entry in entries if _is_record(entry)]
        if shifts:
            await self._move(Batch(shifts=shifts, entries=entries), last)
        return {partition for partition, entries in found.items() if len(entries) == count}

    def _shift(self, partition: int, position: str) -> Shift:
        """The checkpoint stays where it is while a feed is read again."""
        old = self.checkpoints[partition]
        return Shift(old, max(old, position, key=parse_position))

    async def _move(self, batch: Batch, positions: Mapping[int, str]) -> bool:
        """Writes a batch, and goes on from these positions. Returns whether nobody else was faster."""
        try:
            await self._write(batch)
        except LostRace:
            await asyncio.sleep(RIVAL_SECONDS)
            await self._load(str)
            return False
        self.checkpoints |= {partition: shift.new for partition, shift in batch.shifts.items()}
        self._positions |= positions
        self.news.tell({entry.match for entry in batch.entries})
        return True

    async def _write(self, batch: Batch) -> None:
        while True:
            try:
                faults = await self._store.write(ingest, self._projections, batch)
            except Hole as hole:
                batch = await self._mender.fill(batch, hole)
            else:
                self._tell(batch, faults)
                return

    def _tell(self, batch: Batch, faults: Sequence[Fault]) -> None:
        """Calls an operator."""
        for match, versions in batch.lacking.items():
            if versions:
                self._missing.inc(len(versions))
                _log.warning("a feed lacks records", match=match, version=versions[0], records=len(versions))
        for fault in faults:
            _log.error("match parked", match=fault.match, version=fault.version, reason=fault.reason)

    def _succeed(self) -> None:
        if not self.working:
            self.working, self._failed = True, False
            _log.info("archiving", partitions=len(self._partitions))

    def _fail(self, error: Exception) -> None:
        if refusal_for(error) is None and not isinstance(error, Outdated):
            _log.error("bug", exc_info=error)
        elif not self._failed:
            _log.warning("archiving stopped", error=str(error))
        self.working, self._failed = False, True


def _is_record(entry: FeedEntry) -> bool:
    """Whether the entry can be a match's; if not, there is nothing that could be parked."""
    try:
        partition_of(entry.match)
    except InvalidMatch:
        named = False
    else:
        named = entry.version >= 1
    if not named:
        _log.error("a feed holds what is no record of a match", position=entry.position)
    return named
