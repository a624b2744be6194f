"""The client of the log's server."""

from __future__ import annotations

import asyncio
import random
import signal
import time

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError
from tests.eventlog.server import Server

from sagahall.eventlog import connect as connect_module
from sagahall.eventlog.connect import CONNECTIONS, UnsupportedServer, check_server, client, connect
from sagahall.eventlog.feed import Feeds
from sagahall.eventlog.keys import Keys, match_id
from sagahall.eventlog.log import EventLog

MATCH = match_id("anna", "r1", 64)


@pytest.mark.parametrize(
    "info",
    [
        {"redis_version": "7.0.0"},
        {"redis_version": "7.0.15"},
        {"redis_version": "8.2.3"},
        {"redis_version": "10.0.0"},
        {"redis_version": "255.255.255"},
        {"redis_version": "7.2.4", "server_name": "valkey", "valkey_version": "9.1.2"},
        {"redis_version": "6.2.0", "server_name": "valkey", "valkey_version": "7.2.5"},
    ],
)
def test_redis_from_7_0_and_any_valkey_will_do(info: dict[str, object]) -> None:
    """B37"""
    check_server(info)


@pytest.mark.parametrize("version", ["6.2.14", "6.9.9", "5.0.14", "2.8.9"])
def test_an_older_redis_is_refused_with_its_version(version: str) -> None:
    """B37: the minimum version is checked at the start."""
    with pytest.raises(UnsupportedServer, match=f"Redis {version}; Sagahall needs Redis 7.0 or newer"):
        check_server({"redis_version": version})


async def test_a_server_that_does_not_answer_is_an_error_at_once(server: Server) -> None:
    server.kill()
    started = time.monotonic()
    with pytest.raises(RedisConnectionError):
        await connect(server.url)
    assert time.monotonic() - started < 1


async def test_a_server_that_hangs_is_an_error_in_bounded_time(
    server: Server, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with await connect(server.url) as redis:
        log = EventLog(redis, keys)
        await log.append(MATCH, 1, b"one", None)
        monkeypatch.setattr(connect_module, "COMMAND_SECONDS", 0.2)
        server.process.send_signal(signal.SIGSTOP)
        try:
            with pytest.raises(RedisTimeoutError, match=r"not answered within 0\.2 s"):
                await log.append(MATCH, 2, b"two", None)
            with pytest.raises(RedisTimeoutError):
                await Feeds(redis, keys).ends([0])
            with pytest.raises(RedisTimeoutError):
                await connect(server.url)
        finally:
            server.process.send_signal(signal.SIGCONT)
        monkeypatch.undo()
        assert await log.head(MATCH) in {1, 2}


async def test_a_client_finds_a_server_that_was_restarted_while_it_was_idle(server: Server, keys: Keys) -> None:
    async with client(server.url) as redis:
        log = EventLog(redis, keys)
        await asyncio.gather(*(log.head(MATCH) for _ in range(2 * CONNECTIONS)))
        server.restart()
        # The event loop sees that the connections were closed.
        await asyncio.sleep(0.05)
        await asyncio.gather(*(log.head(MATCH) for _ in range(2 * CONNECTIONS)))


async def test_connections_are_bounded_and_waited_for(redis_url: str, redis: Redis, keys: Keys) -> None:
    async with client(redis_url) as bounded:
        before = len(await redis.client_list())
        log = EventLog(bounded, keys)
        await asyncio.gather(*(log.head(MATCH) for _ in range(50 * CONNECTIONS)))
        assert len(await redis.client_list()) - before <= CONNECTIONS


async def test_cancelled_commands_leave_neither_wrong_answers_nor_lost_connections(redis_url: str, keys: Keys) -> None:
    chance = random.Random(1)
    async with client(redis_url) as redis:
        names = [keys.match(match_id("anna", str(number), 64)) for number in range(100)]
        for name in names:
            await redis.set(name, name)
        for _ in range(20):
            asking = [asyncio.ensure_future(redis.get(name)) for name in names]
            doomed = chance.sample(asking, 50)
            for question in doomed:
                asyncio.get_running_loop().call_later(chance.random() * 0.02, question.cancel)
            answers = await asyncio.gather(*asking, return_exceptions=True)
            for name, answer in zip(names, answers, strict=True):
                assert answer == name.encode() or isinstance(answer, asyncio.CancelledError)
        async with asyncio.timeout(5):
            answers = await asyncio.gather(*map(redis.get, names))
        assert answers == [name.encode() for name in names]


async def test_a_cancellation_is_never_swallowed(redis: Redis) -> None:
    async def ask_for_ever() -> None:
        while True:
            await redis.ping()

    for turns in range(100):
        asking = asyncio.create_task(ask_for_ever())
        for _ in range(turns):
            await asyncio.sleep(0)
        asking.cancel()
        await asyncio.wait([asking], timeout=2)
        assert asking.cancelled(), turns
