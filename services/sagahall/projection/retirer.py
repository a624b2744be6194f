"""From the log to the archive alone: matches that ended long enough ago retire."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable

import structlog

from sagahall.chassis.errors import refusal_for
from sagahall.eventlog.retirement import Retiree, Retirement
from sagahall.match.match import BrokenLog
from sagahall.projection import retiring
from sagahall.projection.store import Store

BATCH = 50
"""How many matches retire at a time."""
LOOK_SECONDS = 1.0
"""How often it looks for matches whose time has come."""

_log = structlog.stdlib.get_logger(__name__)


class Retirer:
    """Takes matches out of the log that are over, archived from the first record to the last, and no longer young.

    Any number of processes may run one each, and each may be killed at any moment: a match waits in the database until
    it has left the log, and one that has left may leave again. What the archive holds is on disk before its match
    goes, and the log compares it with its own records in the step in which it lets go of them.
    """

    def __init__(self, store: Store, retirement: Retirement, seconds: float, ready: Callable[[], bool]) -> None:
        """Matches retire these seconds after their end at the earliest, and only while ``ready`` says so."""
        self._store = store
        self._retirement = retirement
        self._milliseconds = int(seconds * 1000)
        self._ready = ready

    async def run(self) -> None:
        """Goes on until it is cancelled, whatever becomes of the stores."""
        while True:
            if not self._ready() or not await self._try():
                await asyncio.sleep(LOOK_SECONDS)

    async def _try(self) -> bool:
        try:
            return await self._retire()
        except Exception as error:
            if refusal_for(error) is None:
                _log.exception("bug")
            else:
                # The archiver says aloud that a store is down, and the health of the service follows it.
                _log.debug("matches cannot retire", error=str(error))
            return False

    async def _retire(self) -> bool:
        """Lets some matches retire. Returns whether more may be waiting."""
        until = time.time_ns() // 1_000_000 - self._milliseconds
        waiting = await self._store.read(retiring.due, until, BATCH)
        if not waiting:
            return False
        ends = [end for one in waiting if (end := await self._end_of(one.match))]
        await self._store.flush()
        for end, retired in zip(ends, await self._retirement.retire(ends), strict=True):
            if not retired:
                _log.error("log and archive differ; the match stays in both", match=end.match, version=end.version)
        await self._store.write(retiring.remove, waiting)
        return len(waiting) == BATCH

    async def _end_of(self, match: str) -> Retiree | None:
        try:
            return await self._store.read(retiring.end_of, match)
        except BrokenLog as error:
            _log.error("the archive does not fit together; the match stays in the log", match=match, error=str(error))
            return None
