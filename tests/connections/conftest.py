"""Real services whose connections break, and the players who hold them."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import Any

import grpc
import pytest
from tests.connections.hubs import hubs
from tests.matchmaking.conftest import hall, players_at
from tests.rules.conftest import Player, rules_settings

from sagahall.api.match.v1.match_pb2_grpc import MatchServiceStub
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog

__all__ = ["hall", "hubs", "players_at", "rules_settings"]

SMALL_WINDOW = [("grpc.http2.bdp_probe", 0), ("grpc.http2.lookahead_bytes", 65535)]
"""Options of a client that takes 64 KiB which it has not read, and no more."""
At = Callable[..., AbstractAsyncContextManager[Player]]
"""Connects a player of a name to the service at an address, on a connection of his own."""


@pytest.fixture
async def log(rules_settings: Settings) -> AsyncIterator[EventLog]:
    """The log of the services, past them."""
    async with client(rules_settings.redis_url) as redis:
        yield EventLog(redis, Keys(rules_settings.prefix))


@pytest.fixture
def at(token: Callable[[str], str]) -> At:
    """Connects players, with options of the channel; ``stub`` is that of the service."""
    connections = 0

    @asynccontextmanager
    async def at(
        name: str, address: str, *options: tuple[str, Any], stub: Any = MatchServiceStub
    ) -> AsyncIterator[Player]:
        nonlocal connections
        connections += 1
        # Channels to one address share their connection unless their options differ.
        async with grpc.aio.insecure_channel(address, options=[("test.n", connections), *options]) as channel:
            yield Player(name, stub(channel), (("authorization", f"Bearer {token(name)}"),))

    return at
