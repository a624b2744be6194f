"""Hearing of what is appended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from redis.asyncio import Redis
from redis.asyncio.client import PubSub

from sagahall.eventlog.connect import in_time
from sagahall.eventlog.keys import Keys

SWEEP_SECONDS = 1.0


class Wakes:
    """Tells one reader which feeds may have grown: those that an append announces at once, on one connection, and all
    of them once a second in case an announcement was lost."""

    def __init__(self, redis: Redis, keys: Keys, partitions: int) -> None:
        self._redis = redis
        self._channels = {keys.wake(partition).encode(): partition for partition in range(partitions)}
        self._woken: set[int] = set()
        self._wakeup = asyncio.Event()

    @asynccontextmanager
    async def listening(self) -> AsyncIterator[None]:
        """Listens inside of the block. Raises, from the block too, groups of redis.exceptions.RedisError."""
        async with self._redis.pubsub() as pubsub, asyncio.TaskGroup() as tasks:
            await in_time(self._subscribe(pubsub))
            helpers = [tasks.create_task(self._listen(pubsub)), tasks.create_task(self._sweep())]
            yield
            for helper in helpers:
                helper.cancel()

    async def next(self) -> set[int]:
        """Waits until feeds may have grown since they were told of last, and tells which."""
        await self._wakeup.wait()
        return self.take()

    def take(self) -> set[int]:
        """Tells at once which feeds may have grown since they were told of last."""
        self._wakeup.clear()
        woken, self._woken = self._woken, set()
        return woken

    async def _subscribe(self, pubsub: PubSub) -> None:
        for channel in self._channels:
            # One command each: on a cluster the channels of one command have to share a slot.
            await pubsub.ssubscribe(channel)

    async def _listen(self, pubsub: PubSub) -> None:
        while True:
            message = await pubsub.get_message(ignore_subscribe_messages=True, timeout=None)
            if message is not None:
                self._wake({self._channels[message["channel"]]})

    async def _sweep(self) -> None:
        while True:
            self._wake(self._channels.values())
            await asyncio.sleep(SWEEP_SECONDS)

    def _wake(self, partitions: Iterable[int]) -> None:
        self._woken.update(partitions)
        self._wakeup.set()
