"""Matchmaking and rules services over real sockets, and what lies behind them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager

import grpc
import pytest
from redis.asyncio import Redis
from tests.matchmaking.inside import Inside
from tests.matchmaking.players import Player, Players
from tests.processes import free_port

import sagahall.matchmaking.__main__ as matchmaking_main
import sagahall.rules.__main__ as rules_main
from sagahall.api.match.v1 import match_pb2_grpc
from sagahall.api.matchmaking.v1 import matchmaking_pb2_grpc
from sagahall.chassis.auth import connect
from sagahall.chassis.server import Service, serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.matchmaking.store import Store


@pytest.fixture
def hall(settings: Settings, redis_url: str) -> Settings:
    """Settings of services that find one another."""
    port = free_port()
    changes = {"redis_url": redis_url, "games": ("parley",), "rules_port": port, "rules_address": f"127.0.0.1:{port}"}
    return settings.model_copy(update=changes)


@pytest.fixture
async def redis(hall: Settings) -> AsyncIterator[Redis]:
    async with client(hall.redis_url) as redis:
        yield redis


@pytest.fixture
def store(redis: Redis, hall: Settings) -> Store:
    return Store(redis, hall.prefix)


Start = Callable[[], AbstractAsyncContextManager[Service]]


def rules_service(settings: Settings) -> AbstractAsyncContextManager[Service]:
    return serving("rules", rules_main.API, rules_main.start, settings)


def matchmaking_service(settings: Settings) -> AbstractAsyncContextManager[Service]:
    return serving("matchmaking", matchmaking_main.API, matchmaking_main.start, settings)


@pytest.fixture
def start_rules(hall: Settings) -> Start:
    """Starts a rules service, always on the same port."""
    return lambda: rules_service(hall)


@pytest.fixture
async def rules(start_rules: Start) -> AsyncIterator[Service]:
    async with start_rules() as service:
        yield service


@pytest.fixture
async def matchmaking(hall: Settings) -> AsyncIterator[Service]:
    async with matchmaking_service(hall) as service:
        yield service


@pytest.fixture
async def rules_stub(hall: Settings) -> AsyncIterator[match_pb2_grpc.MatchServiceAsyncStub]:
    """The rules service as the matchmaking service sees it."""
    async with connect(hall.rules_address, "matchmaking", hall) as channel:
        stub: match_pb2_grpc.MatchServiceAsyncStub = match_pb2_grpc.MatchServiceStub(channel)
        yield stub


@pytest.fixture
def inside(store: Store, rules_stub: match_pb2_grpc.MatchServiceAsyncStub, hall: Settings) -> Inside:
    return Inside(store, rules_stub, hall.prefix)


PlayersAt = Callable[[int], AbstractAsyncContextManager[Players]]


@pytest.fixture
def players_at(token: Callable[[str], str]) -> PlayersAt:
    """Gives the players at the matchmaking service on a port."""

    @asynccontextmanager
    async def players(port: int) -> AsyncIterator[Players]:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            stub = matchmaking_pb2_grpc.MatchmakingServiceStub(channel)
            yield lambda name: Player(name, stub, (("authorization", f"Bearer {token(name)}"),))

    return players


@pytest.fixture
async def player(matchmaking: Service, players_at: PlayersAt) -> AsyncIterator[Players]:
    """Gives the player of a name, at the matchmaking service."""
    async with players_at(matchmaking.port) as players:
        yield players
