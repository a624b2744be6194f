"""A network on which things go wrong."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Network:
    """A way to a port of this machine on which things go wrong."""

    def __init__(self, port: int) -> None:
        self.address = ""
        self.down = False
        """Whether new connections carry nothing either."""
        self._port = port
        self._flows: list[asyncio.Task[None]] = []
        self._writers: list[asyncio.StreamWriter] = []

    async def carry(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry what arrives on a new connection, both ways."""
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", self._port)
        self._writers += (writer, far_writer)
        if self.down:
            return
        for source, sink in ((reader, far_writer), (far_reader, writer)):
            self._flows.append(asyncio.create_task(self._flow(source, sink)))

    @staticmethod
    async def _flow(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            sink.write(data)

    def freeze(self) -> None:
        """Let nothing arrive any more, and tell nobody, as when a cable is pulled."""
        for flow in self._flows:
            flow.cancel()

    def cut(self) -> None:
        """Reset every connection, as when a process is killed."""
        self.freeze()
        for writer in self._writers:
            writer.transport.abort()


@asynccontextmanager
async def network(port: int) -> AsyncIterator[Network]:
    """A way to the port, which is cut when the block is left."""
    way = Network(port)
    async with await asyncio.start_server(way.carry, "127.0.0.1", 0) as listener:
        way.address = f"127.0.0.1:{listener.sockets[0].getsockname()[1]}"
        yield way
        way.cut()
