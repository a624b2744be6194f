"""Matches that are over and archived leave the log.

What stays of a match is its stream without a record: about 270 bytes of the server's memory, for ever. That is the
price of two things. The server itself refuses a version that a stream has had before, so that a match that has
retired can never begin again, whoever asks, and whether the archive answers or not. And a match that has retired is
told from one that never was without asking the archive, which costs an id that somebody made up no more than before.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import resources
from typing import NamedTuple

from redis.asyncio import Redis

from sagahall.eventlog.keys import Keys, partition_of

_SCRIPT = resources.files("sagahall.eventlog").joinpath("retire.lua").read_text(encoding="ascii")


class Retiree(NamedTuple):
    """A match that may leave the log if it ends with this record, which stands for all those before it."""

    match: str
    version: int
    newest: bytes


class Retirement:
    """Takes matches out of the log of one installation."""

    def __init__(self, redis: Redis, keys: Keys) -> None:
        self._redis = redis
        self._keys = keys

    async def retire(self, matches: Sequence[Retiree]) -> list[bool]:
        """Tells of each match whether it has retired, now or before. One with other records than these stays whole.

        Whoever calls holds all records of the matches, on disk: they are nowhere else afterwards. Each match retires
        in one step with the comparison, so that no record that is appended meanwhile is lost. Raises
        redis.exceptions.RedisError; then some of the matches may have retired, and the call may be repeated.
        """
        pipeline = self._redis.pipeline(transaction=False)
        for match, version, newest in matches:
            keys = (self._keys.match(match), self._keys.deadlines(partition_of(match)))
            pipeline.eval(_SCRIPT, len(keys), *keys, match, version, newest)
        return [reply == 1 for reply in await pipeline.execute()]
