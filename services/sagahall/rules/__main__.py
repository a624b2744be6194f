"""Runs the rules service: ``python -m sagahall.rules``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis import auth
from sagahall.chassis.server import Service, run
from sagahall.chassis.settings import PREFIX, fail
from sagahall.eventlog.connect import UnsupportedServer, client, connect
from sagahall.eventlog.deadlines import Deadlines
from sagahall.eventlog.hub import Hub
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.eventlog.tailer import Tailer
from sagahall.games.kernel import AnyGame, InvalidOption
from sagahall.games.registry import GAMES, offered
from sagahall.rules.archive import ArchiveClient
from sagahall.rules.core import Rules
from sagahall.rules.presence import Presence
from sagahall.rules.servicer import MatchService
from sagahall.rules.sharing import Sharing
from sagahall.rules.store import Matches
from sagahall.rules.timekeeper import Timekeeper

_log = structlog.stdlib.get_logger(__name__)

API = (match_pb2.DESCRIPTOR.services_by_name["MatchService"],)


@asynccontextmanager
async def start(service: Service) -> AsyncIterator[None]:
    """Opens the log and serves matches."""
    settings = service.settings
    games = _games(settings.games)
    redis = await _connect(settings.redis_url)
    channel = auth.connect(settings.projection_address, "rules", settings)
    keys = Keys(settings.prefix)
    log = EventLog(redis, keys, ArchiveClient(channel))
    hub = Hub(log)
    tailer = Tailer(redis, keys, settings.partitions, deliver=hub.offer_found, resync=hub.resync)
    matches = Matches(log, GAMES, hub.offer)
    rules = Rules(matches, games, settings.partitions)
    presence = Presence()
    sharing = Sharing(redis, settings.prefix, presence, settings.keepalive_seconds)
    servicer = MatchService(rules, matches, games, hub, presence)
    match_pb2_grpc.add_MatchServiceServicer_to_server(servicer, service.server)
    timekeeper = Timekeeper(rules, Deadlines(redis, keys), settings.partitions)
    async with asyncio.TaskGroup() as tasks:
        work = (tailer.run(), timekeeper.run(), sharing.run(), service.tell_health(lambda: tailer.connected))
        background = [tasks.create_task(one) for one in work]
        yield
        for task in background:
            task.cancel()
    await sharing.leave()
    await channel.close()
    await redis.aclose()


def _games(names: tuple[str, ...]) -> Mapping[str, AnyGame]:
    try:
        return offered(names)
    except InvalidOption as error:
        fail(f"{PREFIX}GAMES: {error.detail}")


async def _connect(url: str) -> Redis:
    """A client of the log. A server that is down is waited for; one that is too old ends the process with 2."""
    try:
        return await connect(url)
    except UnsupportedServer as error:
        fail(f"{PREFIX}REDIS_URL: {error}")
    except RedisError as error:
        _log.warning("the log is down", error=str(error))
        return client(url)


if __name__ == "__main__":
    run("rules", API, start)
