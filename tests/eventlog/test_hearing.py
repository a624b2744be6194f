"""Hearing what is published."""

from __future__ import annotations

import asyncio
from urllib.parse import urlsplit

import pytest
from redis.exceptions import TimeoutError as RedisTimeoutError
from tests.eventlog.waiting import until
from tests.network import network

from sagahall.eventlog import connect as connect_module
from sagahall.eventlog.connect import connect
from sagahall.eventlog.hearing import hearing
from sagahall.eventlog.keys import Keys


async def test_a_connection_that_was_dropped_without_a_word_is_found_and_so_are_those_that_wait(
    redis_url: str, keys: Keys, monkeypatch: pytest.MonkeyPatch
) -> None:
    """B39: or else its reader would wait for ever, while all that it tells of comes late."""
    monkeypatch.setattr(connect_module, "COMMAND_SECONDS", 0.5)
    channel, beats = keys.wake(1), 0
    heard: list[tuple[bytes, bytes]] = []

    def beat() -> None:
        nonlocal beats
        beats += 1

    async def listen() -> None:
        async with hearing(redis, [channel.encode()], lambda *message: heard.append(message), beat):
            await until(lambda: beats == 2)
            await redis.spublish(channel, "news")
            await until(lambda: heard == [(channel.encode(), b"news")])
            net.freeze()
            await asyncio.Event().wait()

    async with network(urlsplit(redis_url).port or 0) as net, await connect(f"redis://{net.address}") as redis:
        with pytest.raises(ExceptionGroup) as caught:
            await listen()
        assert caught.group_contains(RedisTimeoutError)
        await asyncio.gather(*(redis.ping() for _ in range(3)))
