"""Runs the rules service: ``python -m sagahall.rules``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.server import Service, run
from sagahall.chassis.settings import fail
from sagahall.eventlog.connect import UnsupportedServer, client, connect
from sagahall.eventlog.hub import Hub
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.eventlog.tailer import Tailer
from sagahall.games.registry import GAMES, offered
from sagahall.rules.core import Rules
from sagahall.rules.service import MatchService
from sagahall.rules.store import Matches

HEALTH_SECONDS = 0.5

API = (match_pb2.DESCRIPTOR.services_by_name["MatchService"],)


@asynccontextmanager
async def start(service: Service) -> AsyncIterator[None]:
    """Opens the log and serves matches."""
    settings = service.settings
    games = offered(settings.games)
    redis = await connect(settings.redis_url)
    keys = Keys(settings.prefix)
    log = EventLog(redis, keys)
    hub = Hub(log)
    tailer = Tailer(redis, keys, settings.partitions, deliver=hub.offer, resync=hub.resync)
    matches = Matches(log, GAMES)
    rules = Rules(matches, games, settings.partitions)
    match_pb2_grpc.add_MatchServiceServicer_to_server(MatchService(rules, matches, games, hub), service.server)
    async with asyncio.TaskGroup() as tasks:
        background = [tasks.create_task(tailer.run()), tasks.create_task(_tell_health(service, tailer))]
        yield
        for task in background:
            task.cancel()
    await redis.aclose()


async def _tell_health(service: Service, tailer: Tailer) -> None:
    """The service is of use while it reaches the log."""
    told: bool | None = None
    while True:
        if tailer.connected != told:
            told = tailer.connected
            await service.set_serving(told)
        await asyncio.sleep(HEALTH_SECONDS)


if __name__ == "__main__":
    run("rules", API, start)
