"""Connecting to the server that holds the log."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Mapping
from typing import Any, TypeVar

from redis.asyncio import BlockingConnectionPool, Redis
from redis.asyncio.client import Pipeline
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import TimeoutError as RedisTimeoutError

T = TypeVar("T")

CONNECTIONS = 16
CONNECT_SECONDS = 2.0
COMMAND_SECONDS = 5.0
OLDEST_REDIS = (7, 0)


class UnsupportedServer(Exception):
    """The server is too old to hold the log."""


async def in_time(work: Awaitable[T]) -> T:
    """What the work gives within five seconds. Raises redis.exceptions.TimeoutError."""
    try:
        async with asyncio.timeout(COMMAND_SECONDS):
            return await work
    except TimeoutError as error:
        raise RedisTimeoutError(f"Redis has not answered within {COMMAND_SECONDS:g} s") from error


class _Client(Redis):
    """A client whose commands take at most five seconds, the wait for a free connection included.

    This limit stands in for ``socket_timeout``, which makes redis-py send by asyncio.wait_for: that makes a task of
    each command, and on Python 3.11 it now and then swallows the cancellation of its caller.
    """

    async def execute_command(self, *args: Any, **options: Any) -> Any:
        """Runs one command. Raises redis.exceptions.RedisError."""
        return await in_time(super().execute_command(*args, **options))  # type: ignore[no-untyped-call]

    def pipeline(self, transaction: bool = True, shard_hint: str | None = None) -> Pipeline:
        """Commands that make one round trip together."""
        return _Pipeline(self.connection_pool, self.response_callbacks, transaction, shard_hint)


class _Pipeline(Pipeline):
    async def execute(self, raise_on_error: bool = True) -> list[Any]:
        return await in_time(super().execute(raise_on_error))


def client(url: str) -> Redis:
    """A client with a bounded pool of connections, which are opened when they are needed. Close it with ``aclose``.

    It never repeats a command by itself: an append that is repeated blindly would find its own record and take it
    for somebody else's.
    """
    pool = BlockingConnectionPool.from_url(
        url,
        max_connections=CONNECTIONS,
        timeout=None,
        socket_connect_timeout=CONNECT_SECONDS,
        socket_timeout=None,
        retry=Retry(NoBackoff(), 0),
        protocol=2,
    )
    return _Client.from_pool(pool)


async def connect(url: str) -> Redis:
    """A client of a server that is known to answer and to be new enough.

    Raises UnsupportedServer, and redis.exceptions.ConnectionError or TimeoutError if the server does not answer.
    """
    redis = client(url)
    try:
        check_server(await redis.info("server"))
    except BaseException:
        await redis.aclose()
        raise
    return redis


def check_server(info: Mapping[str, object]) -> None:
    """Raises UnsupportedServer unless the INFO of the server is that of Redis 7.0 or newer, or of any Valkey."""
    if "valkey_version" in info:
        return
    version = str(info["redis_version"])
    if tuple(map(int, re.findall(r"\d+", version)[:2])) < OLDEST_REDIS:
        raise UnsupportedServer(f"the server is Redis {version}; Sagahall needs Redis 7.0 or newer, or Valkey")
