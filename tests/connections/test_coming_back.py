"""Players whose connection breaks find everything as it was, and see truly who else is there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import repeat
from pathlib import Path

import pytest
from tests.connections.conftest import At
from tests.connections.visits import ORDERS, Table, Visit
from tests.network import Network, network
from tests.processes import free_port, service_process
from tests.projection.archiving import append
from tests.projection.playing import match_named, play

from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.log import EventLog
from sagahall.rules.__main__ import API, start


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


@pytest.mark.parametrize("restarted", [False, True], ids=["the service goes on", "the service restarts in between"])
async def test_whoever_is_there_last_is_seen_last(
    restarted: bool, scene: Scene, lasting: Settings, log: EventLog, at: At
) -> None:
    """B51: the four orders in which two players leave and come back; at each step everybody who is there sees truly."""
    address = f"127.0.0.1:{lasting.rules_port}"
    tables = [Table(order, at, repeat(address)) for order in ORDERS]
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
