"""Which matches have let their time run out."""

from __future__ import annotations

from collections.abc import Iterable

from redis.asyncio import Redis

from sagahall.eventlog.keys import Keys


class Deadlines:
    """The deadlines of one installation. ``EventLog.append`` alone sets and clears them."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def overdue(self, partitions: Iterable[int], now_ms: int, count: int) -> list[str]:
        """The matches whose deadline is at or before a time, at most ``count`` of each partition, oldest first there.

        Raises redis.exceptions.RedisError.
        """
        pipeline = self._redis.pipeline(transaction=False)
        for partition in partitions:
            pipeline.zrangebyscore(self._keys.deadlines(partition), "-inf", now_ms, start=0, num=count)
        return [match.decode("ascii") for matches in await pipeline.execute() for match in matches]
