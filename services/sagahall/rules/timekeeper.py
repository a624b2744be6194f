"""Carrying out deadlines. Every replica does it; the log lets one of them, or the late move itself, be first."""

from __future__ import annotations

import asyncio

import structlog
from redis.exceptions import RedisError

from sagahall.chassis.refusals import Refused
from sagahall.eventlog.deadlines import Deadlines
from sagahall.rules.core import Rules, now

SWEEP_SECONDS = 0.25
BATCH = 100
"""How many matches of a partition one sweep looks at."""

_log = structlog.stdlib.get_logger(__name__)


class Timekeeper:
    """Finds the matches whose deadlines are past, however long the services were down."""

    def __init__(self, rules: Rules, deadlines: Deadlines, partitions: int) -> None:
        self._rules = rules
        self._deadlines = deadlines
        self._partitions = range(partitions)
        self._broken: set[str] = set()

    async def run(self) -> None:
        """Sweeps until it is cancelled."""
        while True:
            try:
                await self._sweep()
            except RedisError as error:
                # The tailer says aloud that the log is down, and the health of the service follows it.
                _log.debug("deadlines cannot be read", error=str(error))
            await asyncio.sleep(SWEEP_SECONDS)

    async def _sweep(self) -> None:
        time = now()
        for match in await self._deadlines.overdue(self._partitions, time, BATCH):
            if match not in self._broken:
                await self._expire(match, time)

    async def _expire(self, match: str, time: int) -> None:
        try:
            await self._rules.expire(match, time)
        except RedisError:
            raise
        except Refused as error:
            self._set_aside(match, str(error))
        except Exception:
            _log.exception("bug", match=match)
            self._set_aside(match, "a bug in the rules")

    def _set_aside(self, match: str, reason: str) -> None:
        """Lets this process not look at a match again, so that the others get their turn."""
        self._broken.add(match)
        _log.error("a deadline cannot be carried out", match=match, reason=reason)
