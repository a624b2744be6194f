"""What is typed at the terminal, or comes through a pipe, line by line."""

from __future__ import annotations

import asyncio
import os
import sys
from threading import Thread

CHUNK = 4096


class Lines:
    """The lines of stdin. Nothing is lost if whoever waits for one is cancelled, and nobody has to type for it."""

    def __init__(self) -> None:
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # A daemon that holds no lock of Python's, so that it keeps no process from ending while nobody types.
        Thread(target=self._read, name="lines", daemon=True).start()

    async def next(self) -> str | None:
        """The next line, without what ends it; None at the end of the input."""
        return await self._queue.get()

    def _read(self) -> None:
        rest = b""
        while chunk := os.read(sys.stdin.fileno(), CHUNK):
            *whole, rest = (rest + chunk).split(b"\n")
            for line in whole:
                self._tell(line.decode(errors="replace"))
        if rest:
            self._tell(rest.decode(errors="replace"))
        self._tell(None)

    def _tell(self, line: str | None) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(self._queue.put_nowait, line)
