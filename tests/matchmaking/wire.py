"""A wire from a matchmaking service to Redis or to the rules service, which is held or cut at a certain request."""

from __future__ import annotations

import asyncio

from tests.eventlog.proxy import Proxy

ANYTHING = b""


class Wire(Proxy):
    """Forwards everything until it is told at which request to stop."""

    def __init__(self, url: str) -> None:
        super().__init__(url)
        self._mark: bytes | None = None
        self._before = False
        self._go = asyncio.Event()
        self.reached = False

    @property
    def address(self) -> str:
        """Where it listens, as host:port."""
        return self.url.removeprefix("redis://")

    def hold(self, mark: bytes, *, before: bool) -> None:
        """Stops at the next request that has the mark in it: nothing more passes on its connection if ``before``, else
        it passes, and everything that comes back from then on is held."""
        self._mark, self._before = mark, before

    def let_go(self) -> None:
        """Lets everything pass, what was held first."""
        self._mark = None
        self._go.set()
        self.flowing.set()

    async def stop_at(self, request: bytes) -> None:
        if self._mark is None or self._mark not in request:
            return
        self.reached = True
        if self._before:
            await self._go.wait()
        else:
            self.flowing.clear()


class Losing(Proxy):
    """Loses the first reply to a request with a mark, and its connection."""

    def __init__(self, url: str, mark: bytes) -> None:
        super().__init__(url)
        self._mark = mark
        self.lost = False

    async def stop_at(self, request: bytes) -> None:
        if not self.lost and self._mark in request:
            self.lost = self.lose_next_reply = True
