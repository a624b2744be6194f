"""The embedded Redis-compatible server as a part of a backend."""

from __future__ import annotations

import re
import socket
import subprocess
from contextlib import ExitStack
from pathlib import Path
from typing import Literal

from sagahall.chassis.embedded import EmbeddedError, embedded_redis
from sagahall.client.problems import Problem
from sagahall.client.stack.folder import usable


class RedisPart:
    """The server on the files of a folder; it keeps the port that it had before if that is free."""

    name = "redis"

    def __init__(self, folder: Path, durability: Literal["everysec", "always"]) -> None:
        self.log = folder / "redis.log"
        self.process: subprocess.Popen[bytes] | None = None
        self.url = ""
        self._folder = folder
        self._durability = durability
        self._port = _free_port_of(folder / "redis.conf")
        self._running = ExitStack()

    @property
    def address(self) -> str:
        """Where it answers."""
        return f"127.0.0.1:{self._port}"

    def start(self) -> None:
        """Starts the server; it answers when this returns."""
        self.stop()
        running = embedded_redis(self._folder, port=self._port, durability=self._durability)
        try:
            with usable(self._folder):
                server = self._running.enter_context(running)
        except EmbeddedError as error:
            raise Problem(str(error)) from error
        self._port, self.process, self.url = server.port, server.process, server.url

    def await_ready(self) -> None:
        """It is ready when it has started."""

    def stop(self) -> None:
        """Ends the server; what it holds is on disk then."""
        self._running.close()


def _free_port_of(configuration: Path) -> int:
    """The port on which the server listened last; 0 if it is in use, or there was none."""
    known = configuration.read_text(encoding="ascii") if configuration.exists() else ""
    last = re.search(r"^port (\d+)$", known, re.MULTILINE)
    port = int(last[1]) if last else 0
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return 0
    return port
