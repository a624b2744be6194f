"""Hearing of what is appended."""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager

from redis.asyncio import Redis

from sagahall.eventlog.hearing import hearing
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.pending import Pending


class Wakes:
    """Tells one reader which feeds may have grown: those that an append announces at once, on one connection, and all
    of them once a second in case an announcement was lost."""

    def __init__(self, redis: Redis, keys: Keys, partitions: int) -> None:
        self._redis = redis
        self._channels = {keys.wake(partition).encode(): partition for partition in range(partitions)}
        self._woken = Pending[int]()

    def listening(self) -> AbstractAsyncContextManager[None]:
        """Listens inside of the block. Raises, from the block too, groups of redis.exceptions.RedisError."""
        return hearing(self._redis, self._channels, self._hear, beat=lambda: self._woken.add(self._channels.values()))

    async def next(self) -> set[int]:
        """Waits until feeds may have grown since they were told of last, and tells which."""
        return await self._woken.next()

    def take(self) -> set[int]:
        """Tells at once which feeds may have grown since they were told of last."""
        return self._woken.take()

    def _hear(self, channel: bytes, _data: bytes) -> None:
        self._woken.add([self._channels[channel]])
