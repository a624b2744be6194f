"""The embedded Redis-compatible server as a part of a backend."""

from __future__ import annotations

import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from sagahall.chassis.embedded import EmbeddedError, embedded_redis
from sagahall.client.problems import Problem


class RedisPart:
    """The server on the files of a folder; it takes a free port at its first start and keeps it."""

    name = "redis"

    def __init__(self, folder: Path, durability: Literal["everysec", "always"]) -> None:
        self.log = folder / "redis.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.url = ""
        self._folder = folder
        self._durability = durability
        self._port = 0
        self._running = ExitStack()

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"127.0.0.1:{self._port}"

    def start(self) -> None:
        """Starts the server; it answers when this returns."""
        self.stop()
        try:
            server = self._running.enter_context(
                embedded_redis(self._folder, port=self._port, durability=self._durability)
            )
        except EmbeddedError as error:
            raise Problem(str(error)) from error
        self._port, self.process, self.url = server.port, server.process, server.url

    def await_ready(self) -> None:
        """It is ready when it has started."""

    def stop(self) -> None:
        """Ends the server; what it holds is on disk then."""
        self._running.close()
