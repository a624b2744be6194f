"""Runs the projection service: ``python -m sagahall.projection``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager, closing
from typing import Any

from sqlalchemy.exc import ArgumentError

from sagahall.api.projection.v1 import projection_pb2, projection_pb2_grpc
from sagahall.chassis.server import Service, run
from sagahall.chassis.settings import PREFIX, fail
from sagahall.eventlog.connect import client
from sagahall.eventlog.feed import Feeds
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.eventlog.retirement import Retirement
from sagahall.games.registry import GAMES
from sagahall.internal.archive.v1 import archive_pb2_grpc
from sagahall.projection.archiver import Archiver
from sagahall.projection.heads import Heads
from sagahall.projection.metrics import Backlog, Metrics, repeat
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.operators import Operators
from sagahall.projection.replay import Replays
from sagahall.projection.retirer import Retirer
from sagahall.projection.servicer import ArchiveService, ProjectionService
from sagahall.projection.store import Store

API = (projection_pb2.DESCRIPTOR.services_by_name["ProjectionService"],)

MOST_LAG_SECONDS = 10.0
"""How far the archive may lag behind the log before this process is of no use."""


@asynccontextmanager
async def start(service: Service) -> AsyncIterator[None]:
    """Opens both stores, archives, and serves what was archived."""
    await service.set_serving(False)
    settings = service.settings
    keys = Keys(settings.prefix)
    async with client(settings.redis_url) as redis:
        with closing(_open(settings.database_url)) as store:
            metrics, backlog = Metrics(service.metrics.registry), Backlog(Feeds(redis, keys))
            metrics.show(backlog)
            archiver = Archiver(redis, keys, settings.partitions, store, PROJECTIONS, missing=metrics.missing)
            log = EventLog(redis, keys)
            heads = Heads(store, log, archiver.news, service.stopping)
            retirer = Retirer(store, Retirement(redis, keys), settings.retire_seconds, lambda: archiver.working)
            with closing(Replays(store, heads, GAMES)) as replays:
                operators = Operators(store, log, PROJECTIONS)
                servicer = ProjectionService(store, archiver, heads, replays, operators)
                projection_pb2_grpc.add_ProjectionServiceServicer_to_server(servicer, service.server)
                archive_pb2_grpc.add_ArchiveServiceServicer_to_server(ArchiveService(store, archiver), service.server)
                work = (
                    archiver.run(),
                    retirer.run(),
                    repeat(lambda: backlog.measure(archiver.checkpoints), lambda: archiver.checkpoints),
                    repeat(lambda: metrics.count_parked(store), lambda: archiver.prepared),
                    service.tell_health(lambda: archiver.working and backlog.seconds < MOST_LAG_SECONDS),
                )
                async with _running(*work):
                    yield


@asynccontextmanager
async def _running(*work: Coroutine[Any, Any, None]) -> AsyncIterator[None]:
    """Lets work go on in the background until the block is left."""
    async with asyncio.TaskGroup() as tasks:
        background = [tasks.create_task(one) for one in work]
        yield
        for task in background:
            task.cancel()


def _open(url: str) -> Store:
    """The store; a URL of none ends the process with 2."""
    try:
        return Store(url)
    except (ValueError, ArgumentError) as error:
        fail(f"{PREFIX}DATABASE_URL: {error}")


if __name__ == "__main__":
    run("projection", API, start)
