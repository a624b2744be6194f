"""A real server of a test's own, to be killed and started again."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path
from typing import Self

from sagahall.chassis.embedded import embedded_redis


class Server:
    """A server that flushes each write to the disk, on one port and one folder for all its lives."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._life = ExitStack()
        self._server = self._life.enter_context(embedded_redis(folder, durability="always"))

    @property
    def url(self) -> str:
        return self._server.url

    def kill(self) -> None:
        """SIGKILL: it gets no chance to write anything."""
        self._server.process.kill()
        self._life.close()

    def start(self) -> None:
        """Starts it again on what it has on disk."""
        again = embedded_redis(self._folder, port=self._server.port, durability="always")
        self._server = self._life.enter_context(again)

    def restart(self) -> None:
        self.kill()
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._life.close()
