"""Runs the matchmaking service: ``python -m sagahall.matchmaking``."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sagahall.api.match.v1 import match_pb2_grpc
from sagahall.api.matchmaking.v1 import matchmaking_pb2, matchmaking_pb2_grpc
from sagahall.chassis.auth import connect
from sagahall.chassis.server import Service, run
from sagahall.eventlog.connect import client
from sagahall.matchmaking.catalogue import Catalogue
from sagahall.matchmaking.matchmaker import Matchmaker
from sagahall.matchmaking.servicer import MatchmakingService
from sagahall.matchmaking.store import Store
from sagahall.matchmaking.watchers import Watchers

API = (matchmaking_pb2.DESCRIPTOR.services_by_name["MatchmakingService"],)


@asynccontextmanager
async def start(service: Service) -> AsyncIterator[None]:
    """Serves tickets, and makes matches of those of all replicas."""
    settings = service.settings
    async with connect(settings.rules_address, "matchmaking", settings) as channel, client(settings.redis_url) as redis:
        rules: match_pb2_grpc.MatchServiceAsyncStub = match_pb2_grpc.MatchServiceStub(channel)
        store = Store(redis, settings.prefix)
        watchers = Watchers(redis, store)
        servicer = MatchmakingService(Catalogue(rules), store, watchers)
        matchmaking_pb2_grpc.add_MatchmakingServiceServicer_to_server(servicer, service.server)
        async with asyncio.TaskGroup() as tasks:
            work = (watchers.run(), Matchmaker(store, rules).run(), service.tell_health(lambda: watchers.connected))
            background = [tasks.create_task(one) for one in work]
            yield
            for task in background:
                task.cancel()


if __name__ == "__main__":
    run("matchmaking", API, start)
