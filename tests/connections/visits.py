"""Players who watch a match, leave and come back."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import AsyncExitStack, suppress
from typing import Any

import grpc
from tests.connections.conftest import At
from tests.eventlog.waiting import until
from tests.projection.playing import match_named
from tests.rules.conftest import Player

from sagahall.api.match.v1 import match_pb2

SEATS = {"ann": 0, "bob": 1}
PATIENCE_SECONDS = 30.0
ORDERS = ("ann bob ann bob", "ann bob bob ann", "bob ann ann bob", "bob ann bob ann")
"""Who leaves first and second, and who comes back first and second."""


class Visit:
    """A player at a service, who watches a match on a connection of his own until he leaves."""

    def __init__(self, name: str, match: str, after_version: int = 0) -> None:
        self.name = name
        self.seats: list[list[int]] = []
        """The seats that were said to be there, the last time last."""
        self.versions: list[int] = []
        self.match: match_pb2.Match | None = None
        """The match as it was shown once all was caught up."""
        self._id = match
        self._after = after_version
        self._stack = AsyncExitStack()
        self._reading: asyncio.Task[None] | None = None

    async def begin(self, at: At, address: str) -> Player:
        """Comes in, and waits until he has seen all."""
        player = await self._stack.enter_async_context(at(self.name, address))
        self._reading = asyncio.create_task(self._read(player.watch(self._id, self._after)))
        await until(lambda: self.match is not None)
        return player

    async def leave(self) -> None:
        """Closes the connection."""
        await self._stack.aclose()
        assert self._reading is not None
        await asyncio.wait([self._reading])

    async def sees(self, *names: str) -> None:
        """Returns once he sees exactly these players."""
        await until(lambda: self.seats[-1:] == [[SEATS[name] for name in names]], PATIENCE_SECONDS)

    async def is_shown(self, *versions: int) -> None:
        """Returns once exactly these versions were shown to him."""
        await until(lambda: self.versions == list(versions))

    async def _read(self, stream: Any) -> None:
        with suppress(grpc.aio.AioRpcError, asyncio.CancelledError):
            async for message in stream:
                self._take(message)

    def _take(self, message: match_pb2.WatchMatchResponse) -> None:
        if message.HasField("update"):
            self.versions.append(message.update.version)
        elif message.HasField("presence"):
            self.seats.append(list(message.presence.seats))
        elif message.HasField("caught_up"):
            self.match = message.caught_up.match


class Table:
    """A match of ann and bob, who leave and come back in an order, and a spectator who stays.

    Each comes to the next of the addresses.
    """

    def __init__(self, order: str, at: At, addresses: Iterator[str]) -> None:
        self.name = order.replace(" ", "-")
        self._leaving, self._coming = order.split()[:2], order.split()[2:]
        self._at = at
        self._addresses = addresses
        self._there: dict[str, Visit] = {}

    async def begin(self) -> None:
        """Everybody comes."""
        await self.watch()
        for name in ("ann", "bob"):
            await self._come(name)

    async def watch(self) -> None:
        """The spectator comes."""
        self.watcher = Visit("eve", match_named(self.name))
        await self.watcher.begin(self._at, next(self._addresses))

    async def leave(self) -> None:
        """Both players leave."""
        for name in self._leaving:
            await self._there.pop(name).leave()
            await self._check()

    async def come_back(self) -> None:
        """Both players come back."""
        for name in self._coming:
            await self._come(name)
        for visit in (*self._there.values(), self.watcher):
            await visit.leave()

    async def _come(self, name: str) -> None:
        self._there[name] = Visit(name, match_named(self.name))
        await self._there[name].begin(self._at, next(self._addresses))
        await self._check()

    async def _check(self) -> None:
        for visit in (*self._there.values(), self.watcher):
            await visit.sees(*sorted(self._there))
