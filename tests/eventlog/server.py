"""A real server of a test's own, to be killed and started again."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Self

from sagahall.chassis.embedded import EmbeddedRedis, embedded_redis


class Server:
    """A server that flushes each write to the disk, on one port and one folder for all its lives."""

    def __init__(self, folder: Path, *, cluster: bool = False) -> None:
        self._folder = folder
        self._cluster = cluster
        self._life = ExitStack()
        self._server = self._run(port=0)

    def _run(self, port: int) -> EmbeddedRedis:
        server = embedded_redis(self._folder, port=port, durability="always", cluster=self._cluster)
        return self._life.enter_context(server)

    @property
    def url(self) -> str:
        return self._server.url

    @property
    def process(self) -> subprocess.Popen[bytes]:
        """The process of its present life."""
        return self._server.process

    def kill(self) -> None:
        """SIGKILL: it gets no chance to write anything."""
        self.process.kill()
        self._life.close()

    def start(self) -> None:
        """Starts it again on what it has on disk."""
        self._server = self._run(self._server.port)

    def restart(self) -> None:
        self.kill()
        self.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._life.close()
