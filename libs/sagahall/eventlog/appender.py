"""Running the append script for everybody who appends at the same time."""

from __future__ import annotations

import asyncio
import hashlib
from dataclasses import dataclass
from importlib import resources
from typing import Any, TypeAlias

from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from redis.exceptions import NoScriptError, RedisError

KEYS = 3
_SCRIPT = resources.files("sagahall.eventlog").joinpath("append.lua").read_text(encoding="ascii")
_SHA = hashlib.sha1(_SCRIPT.encode("ascii"), usedforsecurity=False).hexdigest()

Arguments: TypeAlias = tuple[str | bytes | int, ...]


@dataclass(frozen=True, slots=True)
class _Append:
    arguments: Arguments
    head: asyncio.Future[int | None]


class Appender:
    """Sends the appends that come in while others are on their way in one round trip, each on its own terms.

    The round trip of one is what a service's moves would wait for most of the time; it costs many hardly more.
    """

    def __init__(self, redis: Redis) -> None:
        self._redis = redis
        self._waiting: list[_Append] = []
        self._sending: asyncio.Task[None] | None = None

    async def append(self, arguments: Arguments) -> int | None:
        """Runs the script with its keys and arguments. Returns None if it appended, else the version it found.

        Raises redis.exceptions.RedisError; after a ConnectionError or TimeoutError it is unknown what happened.
        """
        one = _Append(arguments, asyncio.get_running_loop().create_future())
        self._waiting.append(one)
        if self._sending is None:
            self._sending = asyncio.create_task(self._send_waiting())
        return await one.head

    async def _send_waiting(self) -> None:
        try:
            while self._waiting:
                batch, self._waiting = self._waiting, []
                await self._send(batch)
        finally:
            self._sending = None

    async def _send(self, batch: list[_Append]) -> None:
        try:
            replies = await self._round_trip("EVALSHA", _SHA, batch)
            unknown = [one for one, reply in zip(batch, replies, strict=True) if isinstance(reply, NoScriptError)]
            if unknown:
                _settle(unknown, await self._round_trip("EVAL", _SCRIPT, unknown))
            _settle(batch, replies)
        except RedisError as error:
            _settle(batch, [error] * len(batch))
        finally:
            # Only a cancelled task gets here with some of them unsettled.
            _settle(batch, [RedisConnectionError("the log is being closed")] * len(batch))

    async def _round_trip(self, command: str, script: str, batch: list[_Append]) -> list[Any]:
        pipeline = self._redis.pipeline(transaction=False)
        for one in batch:
            pipeline.execute_command(command, script, KEYS, *one.arguments)
        return await pipeline.execute(raise_on_error=False)


def _settle(batch: list[_Append], replies: list[Any]) -> None:
    """Tells each caller that still waits what became of his append."""
    for one, reply in zip(batch, replies, strict=True):
        if one.head.done():
            continue
        if isinstance(reply, Exception):
            one.head.set_exception(reply)
        else:
            one.head.set_result(reply)
