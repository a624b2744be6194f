"""What the projection service measures beside its calls: whether anybody has to look."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping
from math import nan

import structlog
from prometheus_client import CollectorRegistry, Counter, Gauge

from sagahall.chassis.errors import refusal_for
from sagahall.eventlog.feed import Feeds
from sagahall.projection import parking
from sagahall.projection.store import Store

MEASURE_SECONDS = 1.0
FIRST_SECONDS = 0.1
"""How often it looks while there is nothing to measure yet."""
MOST_COUNTED = 200
"""Up to how many records of each feed are counted: counting costs the log, just when it has most to do."""

_log = structlog.stdlib.get_logger(__name__)


class Backlog:
    """What the feeds hold that is not archived yet, as it was when last measured; NaN before that."""

    def __init__(self, feeds: Feeds) -> None:
        self._feeds = feeds
        self._oldest = nan
        self.records = nan
        """How many records, those counted."""

    @property
    def seconds(self) -> float:
        """How long ago the oldest of them was appended; 0 if there is none."""
        return max(time.time() - self._oldest, 0.0) if self.records else 0.0

    async def measure(self, checkpoints: Mapping[int, str]) -> None:
        """Looks at what lies behind the checkpoints. Raises redis.exceptions.RedisError."""
        found = await self._feeds.waiting(checkpoints, MOST_COUNTED)
        self._oldest = min((one.since for one in found if one.since is not None), default=0) / 1000
        self.records = sum(one.records for one in found)


class Metrics:
    """The metrics of the projection service."""

    def __init__(self, registry: CollectorRegistry) -> None:
        self.missing = Counter(
            "sagahall_feed_missing_records",
            "Records that were gone from their feed before they were archived, and were read from their matches.",
            registry=registry,
        )
        self._records = Gauge(
            "sagahall_archive_lag_records",
            f"Records appended and not yet archived, counted up to {MOST_COUNTED} in each feed.",
            registry=registry,
        )
        self._seconds = Gauge(
            "sagahall_archive_lag_seconds",
            "How long ago the oldest record was appended that is not yet archived.",
            registry=registry,
        )
        self._parked = Gauge(
            "sagahall_parked_matches", "Matches that are parked, by cause.", ("cause",), registry=registry
        )

    def show(self, backlog: Backlog) -> None:
        """Tells of a backlog from now on."""
        self._records.set_function(lambda: backlog.records)
        self._seconds.set_function(lambda: backlog.seconds)

    async def count_parked(self, store: Store) -> None:
        """Looks how many matches are parked. Raises what the store raises."""
        for cause, matches in (await store.read(parking.count)).items():
            self._parked.labels(cause).set(matches)


async def repeat(measure: Callable[[], Awaitable[None]], ready: Callable[[], object]) -> None:
    """Measures again and again, until cancelled, once there is something to measure; while a store is down, nothing."""
    while True:
        if ready():
            try:
                await measure()
            except Exception as error:
                if refusal_for(error) is None:
                    _log.exception("bug")
        await asyncio.sleep(MEASURE_SECONDS if ready() else FIRST_SECONDS)
