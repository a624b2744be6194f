"""Presence of a whole installation: each process writes down in Redis which seats watch through it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Collection, Iterable
from importlib import resources

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from sagahall.eventlog.hearing import hearing
from sagahall.rules.presence import Presence

BATCH = 100
"""How many matches one script looks at, so that none keeps Redis busy for long."""
RECONNECT_SECONDS = 0.5
LEAVE_SECONDS = 0.5
"""How long the end of the process may wait for its last seats to be withdrawn; else they expire."""

_SCRIPT = resources.files("sagahall.rules").joinpath("presence.lua").read_text(encoding="ascii")
_log = structlog.stdlib.get_logger(__name__)


class Sharing:
    """Tells the other processes of the installation which seats watch here, and learns which watch there.

    What is written counts for ``kept_seconds`` and is renewed, and all is read again, twice in that time: the seats of
    a process that was killed are seen to be gone within one and a half times as long. Whatever changes is told at
    once. While Redis is away, presence is what was known and what happens here.
    """

    def __init__(self, redis: Redis, prefix: str, presence: Presence, kept_seconds: float) -> None:
        self._redis = redis
        self._base = f"{prefix}:{{presence}}:"
        self._channel = f"{self._base}changes"
        self._presence = presence
        self._kept_ms = round(kept_seconds * 1000)
        self._renew_seconds = kept_seconds / 2
        self._replica = secrets.token_hex(8)
        self._script = redis.register_script(_SCRIPT)
        self._written = set[str]()
        """The matches of which Redis may have seats of this process."""

    async def run(self) -> None:
        """Shares until it is cancelled."""
        while True:
            try:
                await self._follow()
            except* RedisError as errors:
                self._lose(str(errors.exceptions[0]))
            await asyncio.sleep(RECONNECT_SECONDS)

    async def leave(self) -> None:
        """Withdraws what is still written, once nobody watches here any more and ``run`` has ended."""
        try:
            async with asyncio.timeout(LEAVE_SECONDS):
                await self._look_at(self._written)
        except (RedisError, TimeoutError) as error:
            _log.warning("seats of this process will have to expire", error=str(error), matches=len(self._written))

    def _lose(self, error: str) -> None:
        if not self._presence.alone:
            _log.warning("presence is not shared", error=error)
        self._presence.set_alone(True)

    async def _follow(self) -> None:
        async with hearing(self._redis, [self._channel.encode()], self._hear):
            while True:
                await self._look_at(self._presence.matches | self._written)
                self._presence.set_alone(False)
                async for matches in self._presence.pending.within(self._renew_seconds):
                    await self._look_at(matches)

    def _hear(self, _channel: bytes, data: bytes) -> None:
        replica, *keys = data.decode().split()
        if replica != self._replica:
            self._presence.pending.add(self._presence.matches & {key.removeprefix(self._base) for key in keys})

    async def _look_at(self, matches: Iterable[str]) -> None:
        waiting = list(matches)
        for start in range(0, len(waiting), BATCH):
            await self._exchange(waiting[start : start + BATCH])

    async def _exchange(self, matches: Collection[str]) -> None:
        here = {match: self._presence.here(match) for match in matches}
        self._written.update(match for match, seats in here.items() if seats)
        elsewhere = await self._script(
            keys=[f"{self._base}{match}" for match in here],
            args=[self._channel, self._replica, self._kept_ms, *(" ".join(map(str, seats)) for seats in here.values())],
        )
        self._written.difference_update(match for match, seats in here.items() if not seats)
        for match, seats in zip(here, elsewhere, strict=True):
            self._presence.learn(match, map(int, seats.split()))
