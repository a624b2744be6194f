"""Real stores for tests: the one that a URL names, else a container, else a server of this machine."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NoReturn

import psycopg
import pytest

from sagahall.chassis.embedded import EmbeddedError, embedded_redis

REDIS_VARIABLE = "SAGAHALL_TEST_REDIS_URL"
POSTGRES_VARIABLE = "SAGAHALL_TEST_POSTGRES_URL"
START_SECONDS = 30


@contextmanager
def redis_store(folder: Path) -> Iterator[str]:
    """The URL of a Redis; the local one is a cluster of one node, so that keys must belong together."""
    with ExitStack() as stack:
        if url := os.environ.get(REDIS_VARIABLE):
            yield url
        elif _engine_answers():
            from testcontainers.community.redis import RedisContainer  # noqa: PLC0415  # slow, and seldom needed

            redis = stack.enter_context(RedisContainer("redis:7.4"))
            yield f"redis://{redis.get_container_host_ip()}:{redis.get_exposed_port(6379)}/0"
        else:
            try:
                server = stack.enter_context(embedded_redis(folder, cluster=True))
            except EmbeddedError as error:
                missing(f"no Redis: {error}; or set {REDIS_VARIABLE}")
            yield server.url


@contextmanager
def postgres_store() -> Iterator[str]:
    """The URL of an empty PostgreSQL database, as SQLAlchemy spells it."""
    with ExitStack() as stack:
        if url := os.environ.get(POSTGRES_VARIABLE):
            yield url
        elif _engine_answers():
            from testcontainers.community.postgres import PostgresContainer  # noqa: PLC0415  # slow, and seldom needed

            yield stack.enter_context(PostgresContainer("postgres:17", driver="psycopg")).get_connection_url()
        elif binaries := _postgres_binaries():
            yield stack.enter_context(_local_postgres(binaries))
        else:
            missing(f"no PostgreSQL: neither a container engine nor initdb; or set {POSTGRES_VARIABLE}")


def missing(what: str) -> NoReturn:
    """Go on without something on somebody's machine; fail where no test may be left out."""
    if os.environ.get("CI") == "true":
        pytest.fail(what)
    pytest.skip(what)


def _engine_answers() -> bool:
    """Ping the container engine, in a process of its own: its client leaves a socket open when nobody answers."""
    ping = "import docker; docker.from_env(timeout=2).ping()"
    return subprocess.run([sys.executable, "-c", ping], capture_output=True, check=False).returncode == 0


def _postgres_binaries() -> Path | None:
    if initdb := shutil.which("initdb"):
        return Path(initdb).resolve().parent
    return max(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name), default=None)


@contextmanager
def _local_postgres(binaries: Path) -> Iterator[str]:
    port = _free_port()
    with TemporaryDirectory(prefix="sagahall-") as folder, Path(folder, "log").open("wb") as log:
        common: dict[str, Any] = {"cwd": folder, "stdout": log, "stderr": log, **_without_root(folder)}
        setup = ["-D", "data", "-U", "sagahall", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
        subprocess.run([binaries / "initdb", *setup], check=True, **common)
        options = ["listen_addresses=127.0.0.1", "unix_socket_directories=", f"port={port}", "fsync=off"]
        command = [str(binaries / "postgres"), "-D", "data", *(word for option in options for word in ("-c", option))]
        with subprocess.Popen(command, **common) as process:
            try:
                _await_postgres(process, f"postgresql://sagahall@127.0.0.1:{port}/postgres", Path(folder, "log"))
                yield f"postgresql+psycopg://sagahall@127.0.0.1:{port}/postgres"
            finally:
                process.send_signal(signal.SIGINT)


def _without_root(folder: str) -> dict[str, Any]:
    """PostgreSQL refuses to run as root: let somebody else own the folder and run it."""
    if os.getuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    os.chown(folder, nobody.pw_uid, nobody.pw_gid)
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}


def _await_postgres(process: subprocess.Popen[bytes], address: str, log: Path) -> None:
    deadline = time.monotonic() + START_SECONDS
    while True:
        try:
            return psycopg.connect(address).close()
        except psycopg.OperationalError:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError(f"PostgreSQL does not start; it said:\n{log.read_text()}") from None
            time.sleep(0.01)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])
