"""Players see truly who else is there, whichever replica each of them is at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Iterator
from contextlib import AsyncExitStack, aclosing, asynccontextmanager
from itertools import cycle
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from redis import Redis
from tests.connections.conftest import At
from tests.connections.visits import ORDERS, PATIENCE_SECONDS, Table, Visit
from tests.eventlog.server import Server
from tests.eventlog.waiting import until
from tests.network import Network, network
from tests.processes import ServiceProcess, free_port, service_process
from tests.projection.archiving import append
from tests.projection.playing import match_named, play

from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.client import Client
from sagahall.eventlog import connect as connect_module
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.rules.__main__ import API, start

MATCH = match_named("one")
LONG = 3600.0
"""So many seconds that nothing expires while a test runs."""


@pytest.fixture
def soon(rules_settings: Settings) -> Settings:
    """Settings of replicas that soon miss one that was killed."""
    return rules_settings.model_copy(update={"keepalive_seconds": 1.0})


@pytest.fixture
def never(rules_settings: Settings) -> Settings:
    """Settings of replicas that learn only what they are told."""
    return rules_settings.model_copy(update={"keepalive_seconds": LONG})


@asynccontextmanager
async def replicas(settings: Settings) -> AsyncIterator[list[str]]:
    """The addresses of two replicas in this process."""
    async with serving("rules", API, start, settings) as one, serving("rules", API, start, settings) as other:
        yield [f"127.0.0.1:{one.port}", f"127.0.0.1:{other.port}"]


class Notes:
    """What the replicas have written down, past them."""

    def __init__(self, redis: Redis, prefix: str) -> None:
        self._redis = redis
        self._base = f"{prefix}:{{presence}}:"

    def keys(self) -> list[bytes]:
        """All of it."""
        found: list[bytes] = list(self._redis.scan_iter(f"{self._base}*", count=10_000))
        return found

    def replicas(self) -> int:
        """How many replicas serve a seat of the match."""
        return len(self._redis.hkeys(f"{self._base}{MATCH}"))

    def lose(self) -> None:
        """Deletes it."""
        self._redis.delete(*self.keys())


@pytest.fixture
def notes(rules_settings: Settings) -> Iterator[Notes]:
    with Redis.from_url(rules_settings.redis_url) as redis:
        yield Notes(redis, rules_settings.prefix)


@asynccontextmanager
async def visit(at: At, name: str, address: str) -> AsyncIterator[Visit]:
    """A player who watches the match at an address."""
    visit = Visit(name, MATCH)
    await visit.begin(at, address)
    try:
        yield visit
    finally:
        await visit.leave()


async def test_whoever_is_there_last_is_seen_last_at_every_replica(
    never: Settings, log: EventLog, at: At, notes: Notes
) -> None:
    """B51: the four orders in which two players leave and come back, each time at another replica than the other."""
    async with replicas(never) as addresses:
        for order in ORDERS:
            table = Table(order, at, cycle(addresses))
            await append(log, play(table.name)[:1])
            await table.begin()
            await table.leave()
            assert notes.keys() == []
            await table.come_back()
        await until(lambda: notes.keys() == [])


async def test_a_seat_that_is_watched_twice_is_gone_only_when_the_last_watch_ends(
    never: Settings, log: EventLog, at: At
) -> None:
    """B51: a player moves to another replica before he leaves the first, and nobody is told of it."""
    await append(log, play("one")[:1])
    async with replicas(never) as (one, other), visit(at, "ann", other) as ann, visit(at, "eve", one) as eve:
        await ann.sees("ann")
        async with visit(at, "bob", other) as again:
            async with visit(at, "bob", one) as bob, visit(at, "bob", one) as twice:
                for each in (ann, bob, twice, again, eve):
                    await each.sees("ann", "bob")
            await again.sees("ann", "bob")
        await ann.sees("ann")
        await eve.sees("ann")
        assert ann.seats == [[0], [0, 1], [0]]


async def test_the_seats_of_a_replica_that_was_killed_are_gone_in_time(
    soon: Settings, log: EventLog, at: At, tmp_path: Path, notes: Notes
) -> None:
    """B51: nobody was there to say that they are."""
    await append(log, play("one")[:1])
    async with service_process("rules", soon, tmp_path / "log") as killed, replicas(soon) as (one, other):
        async with (
            visit(at, "bob", f"127.0.0.1:{killed.port}"),
            visit(at, "ann", one) as ann,
            visit(at, "eve", other) as eve,
        ):
            for each in (ann, eve):
                await each.sees("ann", "bob")
            killed.kill()
            for each in (ann, eve):
                await each.sees("ann")
        await until(lambda: notes.keys() == [])


async def test_a_player_who_comes_back_from_a_replica_that_was_killed_was_never_away(
    soon: Settings, log: EventLog, at: At, tmp_path: Path, notes: Notes
) -> None:
    await append(log, play("one")[:1])
    async with (
        service_process("rules", soon, tmp_path / "log") as killed,
        replicas(soon) as (one, other),
        visit(at, "ann", one) as ann,
    ):
        await ann.sees("ann")
        async with visit(at, "bob", f"127.0.0.1:{killed.port}"):
            await ann.sees("ann", "bob")
            killed.kill()
            async with visit(at, "bob", other) as bob:
                await bob.sees("ann", "bob")
                await until(lambda: notes.replicas() == 2)
        await ann.sees("ann")
        assert ann.seats == [[0], [0, 1], [0]]


async def test_a_replica_that_stops_takes_its_seats_along_at_once(
    never: Settings, log: EventLog, at: At, tmp_path: Path, notes: Notes
) -> None:
    await append(log, play("one")[:1])
    async with (
        service_process("rules", never, tmp_path / "log") as stopped,
        replicas(never) as (one, _),
        visit(at, "bob", f"127.0.0.1:{stopped.port}"),
        visit(at, "ann", one) as ann,
    ):
        await ann.sees("ann", "bob")
        stopped.process.terminate()
        await ann.sees("ann")
        assert notes.replicas() == 1


class Guest:
    """A player who watches the match at whichever replica there is, again and again."""

    def __init__(self, addresses: str, token: str) -> None:
        self.seats: list[int] = []
        self._addresses = addresses
        self._token = token

    async def watch(self) -> None:
        """Watches until cancelled."""
        async with Client(self._addresses, self._token) as client, aclosing(client.watch(MATCH)) as messages:
            async for message in messages:
                if message.HasField("presence"):
                    self.seats = list(message.presence.seats)


@pytest.mark.slow
async def test_after_each_step_of_a_rolling_restart_all_who_are_there_see_each_other(
    never: Settings, log: EventLog, token: Callable[[str], str], tmp_path: Path, notes: Notes
) -> None:
    """B51, B67: the players go on at the replica that is left, and nothing stays behind of the one that was stopped."""
    await append(log, play("one")[:1])
    all_settings = [never.model_copy(update={"rules_port": free_port()}) for _ in range(2)]
    addresses = f"ipv4:{','.join(f'127.0.0.1:{one.rules_port}' for one in all_settings)}"
    guests = [Guest(addresses, token(name)) for name in ("ann", "bob")]

    def all_are_seen(replicas: Collection[int]) -> bool:
        return notes.replicas() in replicas and all(guest.seats == [0, 1] for guest in guests)

    async with AsyncExitStack() as lives, asyncio.TaskGroup() as tasks:

        async def run(settings: Settings) -> ServiceProcess:
            return await lives.enter_async_context(service_process("rules", settings, tmp_path / "log"))

        running = [await run(settings) for settings in all_settings]
        watching = [tasks.create_task(guest.watch()) for guest in guests]
        await until(lambda: all_are_seen({1, 2}))
        for stopped, settings in zip(running, all_settings, strict=True):
            stopped.process.terminate()
            await asyncio.to_thread(stopped.process.wait)
            await until(lambda: all_are_seen({1}), PATIENCE_SECONDS)
            await run(settings)
        for task in watching:
            task.cancel()


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with Server(tmp_path / "redis") as server:
        yield server


@pytest.fixture
async def table(server: Server, prefix: str) -> None:
    """The match, on a server of the test's own."""
    async with client(server.url) as redis:
        await append(EventLog(redis, Keys(prefix)), play("one")[:1])


@pytest.mark.usefixtures("table")
async def test_whoever_leaves_while_redis_is_away_is_seen_to_be_gone_when_it_is_back(
    server: Server, never: Settings, at: At
) -> None:
    """B51, B39: watches go on all the time, and see at once what happens at their own replica."""
    settings = never.model_copy(update={"redis_url": server.url})
    async with replicas(settings) as (one, other), visit(at, "ann", one) as ann, visit(at, "eve", other) as eve:
        async with visit(at, "bob", other) as bob:
            for each in (ann, bob, eve):
                await each.sees("ann", "bob")
            server.kill()
        await eve.sees("ann")
        server.start()
        await ann.sees("ann")
        async with visit(at, "bob", one):
            for each in (ann, eve):
                await each.sees("ann", "bob")


@asynccontextmanager
async def apart(settings: Settings, server: Server) -> AsyncIterator[tuple[list[str], Network]]:
    """The addresses of two replicas in this process, of which the second reaches Redis by a network."""
    async with network(urlsplit(server.url).port or 0) as net:
        one, other = (settings.model_copy(update={"redis_url": url}) for url in (server.url, f"redis://{net.address}"))
        async with serving("rules", API, start, one) as near, serving("rules", API, start, other) as far:
            yield [f"127.0.0.1:{near.port}", f"127.0.0.1:{far.port}"], net


@pytest.mark.usefixtures("table")
async def test_nobody_is_thought_to_be_gone_because_redis_has_forgotten_him(
    server: Server, rules_settings: Settings, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B51: a replica that reaches the new server earlier does not find there what the other has yet to say again."""
    monkeypatch.setattr(connect_module, "COMMAND_SECONDS", 0.5)
    async with apart(rules_settings, server) as ((near, far), net), visit(at, "ann", near) as ann:
        await ann.sees("ann")
        async with visit(at, "bob", far):
            await ann.sees("ann", "bob")
            with Redis.from_url(server.url) as redis:
                notes = Notes(redis, rules_settings.prefix)
                net.down = True
                notes.lose()
                server.restart()
                await until(lambda: notes.replicas() == 1)
                net.down = False
                await until(lambda: notes.replicas() == 2)
            assert ann.seats == [[0], [0, 1]]
        await ann.sees("ann")


@pytest.mark.usefixtures("table")
async def test_whoever_leaves_a_replica_that_redis_no_longer_hears_is_seen_to_be_gone_when_it_does(
    server: Server, never: Settings, at: At, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B51: what the replica wanted to say is not lost with the connection."""
    monkeypatch.setattr(connect_module, "COMMAND_SECONDS", 0.5)
    async with apart(never, server) as ((near, far), net), visit(at, "ann", near) as ann:
        async with visit(at, "bob", far):
            await ann.sees("ann", "bob")
            net.freeze()
        await ann.sees("ann")
