"""Waiting for a match to get on."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Iterator
from contextlib import contextmanager


class News:
    """Tells those who wait for a match that something of it was archived by this process."""

    def __init__(self) -> None:
        self._waiting: dict[str, set[asyncio.Event]] = {}

    @contextmanager
    def of(self, match: str) -> Iterator[asyncio.Event]:
        """An event that is set whenever the match has got on, until the block is left. Whoever waits clears it."""
        event = asyncio.Event()
        waiting = self._waiting.setdefault(match, set())
        waiting.add(event)
        try:
            yield event
        finally:
            waiting.remove(event)
            if not waiting:
                del self._waiting[match]

    def tell(self, matches: Iterable[str]) -> None:
        """These matches have got on."""
        for match in matches:
            for event in self._waiting.get(match, ()):
                event.set()
