"""Players whose connection breaks find everything as it was, and see truly who else is there."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import grpc
import pytest
from tests.connections.conftest import At
from tests.eventlog.waiting import until
from tests.network import Network, network
from tests.processes import free_port, service_process
from tests.projection.archiving import append
from tests.projection.playing import match_named, play
from tests.rules.conftest import Player

from sagahall.api.match.v1 import match_pb2
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.log import EventLog
from sagahall.rules.__main__ import API, start

SEATS = {"ann": 0, "bob": 1}
PATIENCE_SECONDS = 30.0


class Visit:
    """A player at a service, who watches a match on a connection of his own until he leaves."""

    def __init__(self, name: str, match: str, after_version: int = 0) -> None:
        self.name = name
        self.seats: list[int] = []
        """The seats that were said to be there last."""
        self.versions: list[int] = []
        self.match: match_pb2.Match | None = None
        """The match as it was shown once all was caught up."""
        self._id = match
        self._after = after_version
        self._stack = AsyncExitStack()
        self._reading: asyncio.Task[None] | None = None

    async def begin(self, at: At, address: str) -> Player:
        """Comes in, and waits until he has seen all."""
        player = await self._stack.enter_async_context(at(self.name, address))
        self._reading = asyncio.create_task(self._read(player.watch(self._id, self._after)))
        await until(lambda: self.match is not None)
        return player

    async def leave(self) -> None:
        """Closes the connection."""
        await self._stack.aclose()
        assert self._reading is not None
        await asyncio.wait([self._reading])

    async def sees(self, *names: str) -> None:
        """Returns once he sees exactly these players."""
        await until(lambda: self.seats == [SEATS[name] for name in names], PATIENCE_SECONDS)

    async def is_shown(self, *versions: int) -> None:
        """Returns once exactly these versions were shown to him."""
        await until(lambda: self.versions == list(versions))

    async def _read(self, stream: Any) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
            async for message in stream:
                self._take(message)

    def _take(self, message: match_pb2.WatchMatchResponse) -> None:
        if message.HasField("update"):
            self.versions.append(message.update.version)
        elif message.HasField("presence"):
            self.seats = list(message.presence.seats)
        elif message.HasField("caught_up"):
            self.match = message.caught_up.match


@pytest.fixture
def lasting(rules_settings: Settings) -> Settings:
    """Settings of a service that is always at the same address, and soon misses who has vanished."""
    return rules_settings.model_copy(update={"rules_port": free_port(), "keepalive_seconds": 1.0})


class Scene:
    """A service, a match of ann and bob, and ann's network."""

    def __init__(self, settings: Settings, log: Path, net: Network, lives: AsyncExitStack) -> None:
        self.net = net
        self._settings = settings
        self._log = log
        self._lives = lives

    async def start(self) -> None:
        """Starts the service."""
        self._service = await self._lives.enter_async_context(service_process("rules", self._settings, self._log))

    async def cut(self, _bob: Visit) -> None:
        """Her connection is reset."""
        self.net.cut()

    async def freeze(self, _bob: Visit) -> None:
        """Her network is gone, and she is back before anybody has noticed."""
        self.net.freeze()

    async def vanish(self, bob: Visit) -> None:
        """Her network is gone until everybody has noticed."""
        self.net.freeze()
        await bob.sees("bob")

    async def restart(self, _bob: Visit) -> None:
        """The service is killed, and another starts in its place."""
        self._service.kill()
        await self._lives.enter_async_context(serving("rules", API, start, self._settings))


@pytest.fixture
async def scene(lasting: Settings, tmp_path: Path) -> AsyncIterator[Scene]:
    async with AsyncExitStack() as lives, network(lasting.rules_port) as net:
        scene = Scene(lasting, tmp_path / "log", net, lives)
        await scene.start()
        yield scene


async def test_a_seat_and_its_state_wait_for_their_player(
    scene: Scene, lasting: Settings, log: EventLog, at: At
) -> None:
    """B50: after breaks that are short, that last until everybody has noticed, and while the service restarts."""
    steps, match = play("one"), match_named("one")
    await append(log, steps[:1])
    for version, happens in enumerate((scene.cut, scene.freeze, scene.vanish, scene.restart), 1):
        ann, bob = Visit("ann", match), Visit("bob", match)
        await bob.begin(at, f"127.0.0.1:{lasting.rules_port}")
        player = await ann.begin(at, scene.net.address)
        before = (await player.get(match), await player.legal(match))
        assert (before[0].seat, before[0].version) == (0, version)

        await happens(bob)

        again = Visit("ann", match, after_version=version)
        player = await again.begin(at, scene.net.address)
        assert (await player.get(match), await player.legal(match)) == before
        assert again.match == before[0]
        await append(log, [steps[version]])
        await again.is_shown(version + 1)
        for visit in (ann, bob, again):
            await visit.leave()


ORDERS = ("ann bob ann bob", "ann bob bob ann", "bob ann ann bob", "bob ann bob ann")
"""Who leaves first and second, and who comes back first and second."""


@pytest.mark.parametrize("restarted", [False, True], ids=["the service goes on", "the service restarts in between"])
async def test_whoever_is_there_last_is_seen_last(
    restarted: bool, scene: Scene, lasting: Settings, log: EventLog, at: At
) -> None:
    """B51: the four orders in which two players leave and come back; at each step everybody who is there sees truly."""
    address = f"127.0.0.1:{lasting.rules_port}"
    tables = [Table(order, at, address) for order in ORDERS]
    for table in tables:
        await append(log, play(table.name)[:1])
        await table.begin()
        await table.leave()
    if restarted:
        for table in tables:
            await table.watcher.leave()
        await scene.restart(tables[0].watcher)
    for table in tables:
        if restarted:
            await table.watch()
            await table.watcher.sees()
        await table.come_back()


class Table:
    """A match of ann and bob, who leave and come back in an order, and a spectator who stays."""

    def __init__(self, order: str, at: At, address: str) -> None:
        self.name = order.replace(" ", "-")
        self._leaving, self._coming = order.split()[:2], order.split()[2:]
        self._at = at
        self._address = address
        self._there: dict[str, Visit] = {}

    async def begin(self) -> None:
        """Everybody comes."""
        await self.watch()
        for name in ("ann", "bob"):
            await self._come(name)

    async def watch(self) -> None:
        """The spectator comes."""
        self.watcher = Visit("eve", match_named(self.name))
        await self.watcher.begin(self._at, self._address)

    async def leave(self) -> None:
        """Both players leave."""
        for name in self._leaving:
            await self._there.pop(name).leave()
            await self._check()

    async def come_back(self) -> None:
        """Both players come back."""
        for name in self._coming:
            await self._come(name)
        for visit in (*self._there.values(), self.watcher):
            await visit.leave()

    async def _come(self, name: str) -> None:
        self._there[name] = Visit(name, match_named(self.name))
        await self._there[name].begin(self._at, self._address)
        await self._check()

    async def _check(self) -> None:
        for visit in (*self._there.values(), self.watcher):
            await visit.sees(*sorted(self._there))
