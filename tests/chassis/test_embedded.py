"""The embedded server is a real one, with the promises of a production server."""

from __future__ import annotations

import fcntl
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from redis import Redis
from redis.exceptions import ResponseError

from sagahall.chassis.embedded import EmbeddedError, EmbeddedRedis, embedded_redis, find_server


def connect(server: EmbeddedRedis) -> Redis:
    return Redis(port=server.port, decode_responses=True)


def test_what_was_written_is_there_after_a_kill_and_a_restart(tmp_path: Path) -> None:
    """B52: with appendfsync always, every acknowledged write survives kill -9."""
    with embedded_redis(tmp_path, durability="always") as server, connect(server) as redis:
        for version in range(1, 101):
            redis.xadd("match", {"record": "x"}, id=f"{version}-0")
        server.process.kill()
    with embedded_redis(tmp_path, durability="always") as server, connect(server) as redis:
        assert redis.xlen("match") == 100


def test_it_keeps_an_append_only_file_and_evicts_nothing(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as server, connect(server) as redis:
        settings = redis.config_get("appendonly", "appendfsync", "save", "maxmemory-policy", "bind")
    assert settings == {
        "appendonly": "yes",
        "appendfsync": "everysec",
        "save": "",
        "maxmemory-policy": "noeviction",
        "bind": "127.0.0.1",
    }


def test_as_a_cluster_it_keeps_keys_together_and_starts_again_on_its_files(tmp_path: Path) -> None:
    with embedded_redis(tmp_path, cluster=True) as server, connect(server) as redis:
        assert redis.mset({"{p01}a": "1", "{p01}b": "2"})
        with pytest.raises(ResponseError, match="hash to the same slot"):
            redis.mset({"{p01}a": "3", "{p02}b": "4"})
    with embedded_redis(tmp_path, cluster=True) as server, connect(server) as redis:
        assert redis.mget("{p01}a", "{p01}b") == ["1", "2"]


def test_leaving_the_block_ends_the_process(tmp_path: Path) -> None:
    with embedded_redis(tmp_path) as server:
        assert server.process.poll() is None
    assert server.process.returncode == 0


def test_a_port_in_use_is_an_error_that_shows_the_log(tmp_path: Path) -> None:
    with (
        embedded_redis(tmp_path / "one") as server,
        pytest.raises(EmbeddedError, match=r"(?s)port.*Address already in use"),
        embedded_redis(tmp_path / "two", port=server.port),
    ):
        pass


def test_two_servers_never_share_a_folder(tmp_path: Path) -> None:
    with (
        embedded_redis(tmp_path) as server,
        pytest.raises(EmbeddedError, match=f"in use by the server with process id {server.process.pid}$"),
        embedded_redis(tmp_path),
    ):
        pass


@pytest.mark.skipif(sys.platform != "linux", reason="leashes hold on Linux only")
def test_a_server_dies_with_a_starter_that_is_killed(tmp_path: Path) -> None:
    starter = (
        "import os, signal, sys, pathlib; from sagahall.chassis.embedded import embedded_redis\n"
        "with embedded_redis(pathlib.Path(sys.argv[1])):\n"
        "    os.kill(os.getpid(), signal.SIGKILL)"
    )
    killed = subprocess.run([sys.executable, "-c", starter, tmp_path], check=False)
    assert killed.returncode == -signal.SIGKILL
    with (tmp_path / "lock").open() as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # waits for as long as the server lives


def test_the_binary_may_be_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SAGAHALL_REDIS_SERVER", str(tmp_path / "missing"))
    with pytest.raises(EmbeddedError, match=r"SAGAHALL_REDIS_SERVER: .*missing cannot be executed"):
        find_server()


def test_without_an_installed_server_the_one_of_the_wheel_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    monkeypatch.delenv("SAGAHALL_REDIS_SERVER", raising=False)
    assert find_server().name == "valkey-server"
