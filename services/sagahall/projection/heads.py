"""How far matches are archived, for those who want to read at least a certain version."""

from __future__ import annotations

import asyncio
import time

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refused
from sagahall.eventlog.keys import InvalidMatch
from sagahall.eventlog.log import EventLog
from sagahall.projection import archive
from sagahall.projection.news import News
from sagahall.projection.store import Store

LOOK_SECONDS = 0.2
"""How often somebody who waits looks whether another process has archived what he waits for."""


class Heads:
    """Knows the archive; the log is only asked about matches that are not there."""

    def __init__(self, store: Store, log: EventLog, news: News, stopping: asyncio.Event) -> None:
        """``stopping`` is set when nobody is to be kept waiting any more."""
        self._stopping = stopping
        self._store = store
        self._log = log
        self._news = news

    async def reached(self, match: str, min_version: int, wait_until: float) -> int:
        """The newest version in the archive, once it is new enough; it waits until then (time.monotonic) at the most.

        Raises Refused, and what the stores raise.
        """
        wanted = max(min_version, 1)
        with self._news.of(match) as news:
            while True:
                news.clear()
                head = await self._store.read(archive.head_of, match)
                if head.version >= wanted:
                    return head.version
                if head.version == 0 and not await self._is_in_log(match):
                    raise Refused(Reason.REASON_MATCH_NOT_FOUND, f"there is no match {match!r}")
                left = wait_until - time.monotonic()
                if left <= 0 or self._stopping.is_set():
                    raise Refused(Reason.REASON_UNAVAILABLE, "this version is not archived yet", version=head.version)
                await _wait(news, min(left, LOOK_SECONDS))

    async def _is_in_log(self, match: str) -> bool:
        try:
            return await self._log.head(match) > 0
        except InvalidMatch:
            return False


async def _wait(event: asyncio.Event, seconds: float) -> None:
    try:
        async with asyncio.timeout(seconds):
            await event.wait()
    except TimeoutError:
        return
