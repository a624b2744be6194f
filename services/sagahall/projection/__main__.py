"""Runs the projection service: ``python -m sagahall.projection``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError
from sqlalchemy import Connection, select
from sqlalchemy.exc import ArgumentError, SQLAlchemyError

from sagahall.api.projection.v1 import projection_pb2, projection_pb2_grpc
from sagahall.chassis.server import Service, run
from sagahall.chassis.settings import PREFIX, fail
from sagahall.eventlog.connect import UnsupportedServer, client, connect
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.games.registry import GAMES
from sagahall.projection.archiver import Archiver
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.replay import Replays
from sagahall.projection.servicer import ProjectionService
from sagahall.projection.store import Store
from sagahall.projection.tables import projections

API = (projection_pb2.DESCRIPTOR.services_by_name["ProjectionService"],)

HEALTH_SECONDS = 0.5
MOST_LAG_SECONDS = 10.0
"""How far the archive may lag behind the log before this process is of no use."""

_log = structlog.stdlib.get_logger(__name__)


@asynccontextmanager
async def start(service: Service) -> AsyncIterator[None]:
    """Opens both stores, archives, and serves what was archived."""
    settings = service.settings
    redis = await _connect(settings.redis_url)
    store = _open(settings.database_url)
    keys = Keys(settings.prefix)
    archiver = Archiver(redis, keys, settings.partitions, store, PROJECTIONS)
    replays = Replays(store, EventLog(redis, keys), GAMES, archiver.news)
    servicer = ProjectionService(store, archiver, replays)
    projection_pb2_grpc.add_ProjectionServiceServicer_to_server(servicer, service.server)
    async with asyncio.TaskGroup() as tasks:
        background = [tasks.create_task(archiver.run()), tasks.create_task(_tell_health(service, store, archiver))]
        yield
        for task in background:
            task.cancel()
    replays.close()
    store.close()
    await redis.aclose()


async def _connect(url: str) -> Redis:
    """A client of the log. A server that is down is waited for; one that is too old ends the process with 2."""
    try:
        return await connect(url)
    except UnsupportedServer as error:
        fail(f"{PREFIX}REDIS_URL: {error}")
    except RedisError as error:
        _log.warning("the log is down", error=str(error))
        return client(url)


def _open(url: str) -> Store:
    """The store; a URL of none ends the process with 2."""
    try:
        return Store(url)
    except (ValueError, ArgumentError) as error:
        fail(f"{PREFIX}DATABASE_URL: {error}")


async def _tell_health(service: Service, store: Store, archiver: Archiver) -> None:
    """The service is of use while it has both stores, and what it has archived is not old."""
    told: bool | None = None
    while True:
        fresh = archiver.working is True and archiver.lag < MOST_LAG_SECONDS
        serving = fresh and await _answers(store)
        if serving != told:
            told = serving
            await service.set_serving(serving)
        await asyncio.sleep(HEALTH_SECONDS)


async def _answers(store: Store) -> bool:
    try:
        await store.read(_look)
    except SQLAlchemyError:
        return False
    return True


def _look(connection: Connection) -> None:
    connection.execute(select(projections))


if __name__ == "__main__":
    run("projection", API, start)
