"""What the processes of a race run."""

from __future__ import annotations

import asyncio
from multiprocessing.synchronize import Barrier

from sagahall.eventlog.connect import connect
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import Appended, EventLog

_starts: list[Barrier] = []


def line_up(start: Barrier) -> None:
    """Called once in each process."""
    _starts.append(start)


def race(url: str, prefix: str, match: str, version: int, record: bytes) -> bool:
    """Appends the record as that version once all are ready to, and tells whether it won."""
    return asyncio.run(_race(url, prefix, match, version, record))


async def _race(url: str, prefix: str, match: str, version: int, record: bytes) -> bool:
    async with await connect(url) as redis:
        _starts[0].wait()
        return await EventLog(redis, Keys(prefix)).append(match, version, record, None) == Appended()
