"""A wire between client and server that can be cut at the worst moment."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import Self
from urllib.parse import urlsplit


class Proxy:
    """Forwards to a server.

    Once ``lose_next_reply`` is set, the next reply is dropped and its connection cut. While ``flowing`` is clear,
    replies are held back.
    """

    def __init__(self, url: str) -> None:
        self._target = urlsplit(url)
        self._forwards: set[asyncio.Task[None]] = set()
        self.lose_next_reply = False
        self.flowing = asyncio.Event()
        self.flowing.set()
        self.requests = 0
        self.replies = 0

    @property
    def url(self) -> str:
        """Where it listens."""
        return f"redis://127.0.0.1:{self._server.sockets[0].getsockname()[1]}"

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._accept, "127.0.0.1", 0)
        return self

    async def __aexit__(self, *_: object) -> None:
        self._server.close()
        for task in self._forwards:
            task.cancel()
        await asyncio.gather(*self._forwards, return_exceptions=True)

    async def stop_at(self, request: bytes) -> None:
        """Returns once a request may pass."""

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._forwards.add(task)
        there, back = await asyncio.open_connection(self._target.hostname, self._target.port)
        try:
            with suppress(ConnectionError):
                async with asyncio.TaskGroup() as ways:
                    ways.create_task(self._requests(reader, back))
                    ways.create_task(self._replies(there, writer))
        finally:
            back.close()
            writer.close()

    async def _requests(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            self.requests += 1
            await self.stop_at(data)
            writer.write(data)
        writer.close()

    async def _replies(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while data := await reader.read(65536):
            self.replies += 1
            await self.flowing.wait()
            if self.lose_next_reply:
                self.lose_next_reply = False
                break
            writer.write(data)
        writer.close()
