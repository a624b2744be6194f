"""Rebuilds: all projections are made anew while the service goes on."""

from __future__ import annotations

import time
from collections.abc import AsyncGenerator, Sequence
from typing import NamedTuple

import structlog

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refused
from sagahall.projection import beside
from sagahall.projection.beside import Filled
from sagahall.projection.projection import Projection
from sagahall.projection.store import Store

MOST_SWEEPS = 10
"""How often at most it goes through the archive before it lets nobody archive while it takes in the rest."""

_log = structlog.stdlib.get_logger(__name__)


class Progress(NamedTuple):
    """How many records are done, of how many, and how many a second by this run."""

    done: int
    total: int
    rate: float


async def rebuild(store: Store, projections: Sequence[Projection]) -> AsyncGenerator[Progress]:
    """Makes all projections anew, and tells how far it is; they are in their place when it ends.

    Leaving it early, or a crash, costs nothing: the next one goes on. Raises Refused if there is another one at the
    time, Outdated if the tables are another release's, and what the store raises.
    """
    async with store.alone() as entered:
        if not entered:
            raise Refused(Reason.REASON_ALREADY_RUNNING, "another rebuild is running")
        begun = time.monotonic()
        before = await store.write(beside.begin, projections)
        _log.info("rebuild begins", done=before.done, total=before.total)

        def progress(filled: Filled) -> Progress:
            return Progress(*filled, rate=(filled.done - before.done) / (time.monotonic() - begun))

        yield progress(before)
        for _ in range(MOST_SWEEPS):
            while await store.write(beside.complete, projections):
                pass
            filled = await store.read(beside.count)
            if filled.total - filled.done <= beside.PAGE:
                break
            async for swept in _sweep(store, projections):
                yield progress(Filled(filled.done + swept, filled.total))
        end = await store.write(beside.swap, projections)
        _log.info("rebuild ends", records=end.done, seconds=round(time.monotonic() - begun, 3))
        yield progress(end)


async def _sweep(store: Store, projections: Sequence[Projection]) -> AsyncGenerator[int]:
    """Goes once through the archive, and tells of how many missing records it has taken in."""
    swept = 0
    size, start = await store.write(beside.fill, projections, "")
    while size:
        swept += size
        yield swept
        size, start = await store.write(beside.fill, projections, start)
