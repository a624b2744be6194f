"""Hearing what is published, and finding out when nothing can be heard any more."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from contextlib import asynccontextmanager
from typing import cast

from redis.asyncio import Connection, Redis
from redis.asyncio.client import PubSub
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import TimeoutError as RedisTimeoutError

from sagahall.eventlog.connect import in_time

BEAT_SECONDS = 1.0


@asynccontextmanager
async def hearing(
    redis: Redis,
    channels: Iterable[bytes],
    hear: Callable[[bytes, bytes], None],
    beat: Callable[[], None] = lambda: None,
) -> AsyncIterator[None]:
    """Tells of every message of the sharded channels, by channel and data, on one connection while the block runs.

    ``beat`` is called once a second as long as the server answers there: a connection that was dropped without a word
    would be silent for ever. Raises, from the block too, groups of redis.exceptions.RedisError.
    """
    async with redis.pubsub() as pubsub, asyncio.TaskGroup() as tasks:
        await _answered(redis, _subscribe(pubsub, channels))
        pong = asyncio.Event()
        helpers = [
            tasks.create_task(_listen(pubsub, hear, pong)),
            tasks.create_task(_probe(redis, pubsub, pong, beat)),
        ]
        yield
        for helper in helpers:
            helper.cancel()


async def _subscribe(pubsub: PubSub, channels: Iterable[bytes]) -> None:
    for channel in channels:
        # One command each: on a cluster the channels of one command have to share a slot.
        await pubsub.ssubscribe(channel)


async def _listen(pubsub: PubSub, hear: Callable[[bytes, bytes], None], pong: asyncio.Event) -> None:
    while True:
        message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=None)
        if message is None:
            continue
        if message["type"] == "pong":
            pong.set()
        else:
            hear(message["channel"], message["data"])


async def _probe(redis: Redis, pubsub: PubSub, pong: asyncio.Event, beat: Callable[[], None]) -> None:
    while True:
        pong.clear()
        await _answered(redis, _ping(pubsub, pong))
        beat()
        await asyncio.sleep(BEAT_SECONDS)


async def _ping(pubsub: PubSub, pong: asyncio.Event) -> None:
    # The ping of the library would connect anew, while the listener may be at that, too.
    connection = cast("Connection | None", pubsub.connection)
    if connection is None or not connection.is_connected:
        raise RedisConnectionError("the connection is lost")
    await connection.send_command("PING", check_health=False)
    await pong.wait()


async def _answered(redis: Redis, work: Awaitable[None]) -> None:
    try:
        await in_time(work)
    except RedisTimeoutError:
        # Connections that wait to be used may be as dead, and each would cost a command its time.
        await redis.connection_pool.disconnect(inuse_connections=False)
        raise
