"""What waits to be looked at."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from contextlib import suppress
from typing import Generic, TypeVar

T = TypeVar("T")


class Pending(Generic[T]):
    """Collects for one reader what has changed: each thing once, however often it was added since it was taken."""

    def __init__(self) -> None:
        self._things: set[T] = set()
        self._bell = asyncio.Event()

    def add(self, things: Iterable[T]) -> None:
        """Lets the reader look at some more."""
        self._things.update(things)
        if self._things:
            self._bell.set()

    def take(self) -> set[T]:
        """What there is at the moment, which may be nothing."""
        self._bell.clear()
        taken, self._things = self._things, set()
        return taken

    async def next(self) -> set[T]:
        """Waits until there is something, and takes all there is."""
        await self._bell.wait()
        return self.take()

    async def within(self, seconds: float) -> AsyncIterator[set[T]]:
        """What there is, again and again as it comes, until that time is over."""
        now = asyncio.get_running_loop().time
        end = now() + seconds
        while (left := end - now()) > 0:
            with suppress(TimeoutError):
                async with asyncio.timeout(left):
                    await self._bell.wait()
            if taken := self.take():
                yield taken
