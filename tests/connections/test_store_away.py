"""The store of a rules service goes away and comes back in the middle of watches and moves."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TypeAlias
from urllib.parse import urlsplit

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from tests.connections.conftest import At
from tests.eventlog.server import Server
from tests.network import Network, network
from tests.processes import service_process
from tests.rules.conftest import Player

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import refusal_of
from sagahall.chassis.settings import Settings
from sagahall.client import Client

pytestmark = pytest.mark.slow

RECOVERY_SECONDS = 10.0
Trouble: TypeAlias = "Callable[[Server, Network, Hall], Awaitable[None]]"
AT_ONCE = 20
"""More calls than the service has connections to the store."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "redis") as server:
        yield server


class Hall:
    """A rules service that reaches its store by a network, and the match that is played there."""

    def __init__(self, ann: Player, client: Client, health: health_pb2_grpc.HealthStub) -> None:
        self.ann = ann
        self.client = client
        self.match = ""
        self.shown: list[list[int]] = []
        self._health = health

    async def serves(self) -> bool:
        """What the health of the service says."""
        answer = await self._health.Check(health_pb2.HealthCheckRequest())
        return bool(answer.status == health_pb2.HealthCheckResponse.SERVING)

    async def until_serving(self, serving: bool) -> None:
        """Returns once the health says so."""
        async with asyncio.timeout(RECOVERY_SECONDS):
            while await self.serves() != serving:
                await asyncio.sleep(0.02)

    async def all_answered(self) -> bool:
        """Makes many calls at once; those that are refused are so because the store is away."""
        calls = [self.ann.get(self.match) for _ in range(AT_ONCE)]
        found = await asyncio.gather(*calls, return_exceptions=True)
        refusals = [refusal_of(one) for one in found if isinstance(one, grpc.aio.AioRpcError)]
        assert {refused and refused.reason for refused in refusals} <= {Reason.REASON_UNAVAILABLE}
        return not refusals

    async def watch(self) -> None:
        """Watches the match to its end."""
        versions: list[int] = []
        self.shown.append(versions)
        async for message in self.client.watch(self.match):
            if message.HasField("update"):
                versions += [message.update.version]

    async def move(self) -> bool:
        """Makes a move, if there is any."""
        listing = await self.client.legal_moves(self.match)
        if listing.moves:
            await self.client.submit_move(self.match, listing.moves[0].move, expected_version=listing.version)
        return bool(listing.moves)

    async def play(self) -> None:
        """Plays the match to its end."""
        while await self.move():
            pass


async def restarts(server: Server, net: Network, hall: Hall) -> None:
    """It is killed, and comes back later."""
    server.kill()
    assert not await hall.all_answered()
    await hall.until_serving(False)
    server.start()


async def is_cut_off(server: Server, net: Network, hall: Hall) -> None:
    """All connections to it are reset."""
    net.cut()


async def falls_silent(server: Server, net: Network, hall: Hall) -> None:
    """Nothing comes through any more, and no connection is closed; later, new ones work."""
    net.down = True
    net.freeze()
    assert not await hall.all_answered()
    await hall.until_serving(False)
    net.down = False


@pytest.mark.parametrize("trouble", [restarts, is_cut_off, falls_silent], ids=lambda one: one.__name__)
async def test_when_the_store_is_away_calls_may_be_repeated_and_within_ten_seconds_all_go_on(
    trouble: Trouble, server: Server, rules_settings: Settings, at: At, tmp_path: Path
) -> None:
    """B39: and the process is the same, its watchers get each version once, and its health tells the truth."""
    async with AsyncExitStack() as stack:
        net = await stack.enter_async_context(network(urlsplit(server.url).port or 0))
        settings = rules_settings.model_copy(update={"redis_url": f"redis://{net.address}"})
        service = await stack.enter_async_context(service_process("rules", settings, tmp_path / "log"))
        address = f"127.0.0.1:{service.port}"
        ann = await stack.enter_async_context(at("ann", address))
        client = await stack.enter_async_context(Client(address, ann.metadata[0][1].removeprefix("Bearer ")))
        channel = await stack.enter_async_context(grpc.aio.insecure_channel(address))
        hall = Hall(ann, client, health_pb2_grpc.HealthStub(channel))
        hall.match = (await client.create_match("parley", ["ann"], options={"rounds": 3})).match
        assert await hall.all_answered()
        watching = [asyncio.create_task(hall.watch()) for _ in range(3)]
        assert await hall.move()
        async with asyncio.timeout(60), asyncio.TaskGroup() as tasks:
            playing = tasks.create_task(hall.play())
            await trouble(server, net, hall)
            async with asyncio.timeout(RECOVERY_SECONDS):
                await hall.until_serving(True)
                while not await hall.all_answered():
                    pass
            await playing
        await asyncio.gather(*watching)
        last = (await client.get_match(hall.match)).version
        assert service.process.poll() is None
    assert last > 4
    assert hall.shown == [list(range(1, last + 1))] * 3
