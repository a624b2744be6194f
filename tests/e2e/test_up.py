"""``sagahall up`` as an operator runs it: a process in a folder, with signals, crashes and ports in use."""

from __future__ import annotations

import json
import os
import signal
import socket
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.e2e.up import READY, Up, free_environment, run
from tests.stack import stack_settings

from sagahall.chassis.logfile import LARGEST_BYTES
from sagahall.client.problems import Problem
from sagahall.client.stack import supervisor
from sagahall.client.stack.folder import Folder
from sagahall.client.stack.ports import PORTS, SERVICES
from sagahall.client.stack.stack import running

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


@pytest.fixture
def environment() -> dict[str, str]:
    """The environment of a machine with free ports."""
    return free_environment()


@pytest.fixture
def up(tmp_path: Path, environment: dict[str, str]) -> Iterator[Callable[[], Up]]:
    """Starts ``sagahall up`` in a folder, again and again if asked to; what still runs at the end is killed."""
    started: list[Up] = []

    def start() -> Up:
        started.append(Up(tmp_path, environment))
        return started[-1]

    yield start
    for one in started:
        one.end(signal.SIGKILL)


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Up]:
    """A ``sagahall up`` that is ready, for tests that leave it so."""
    running = Up(tmp_path_factory.mktemp("shared"), free_environment())
    running.says(READY)
    yield running
    running.end(signal.SIGKILL)


def address_of(part: str, said: str) -> str:
    """Where a part listens, by the table that is shown at the start."""
    (line,) = (line for line in said.splitlines() if line.strip().startswith(f"{part} "))
    return line.split()[1]


def is_gone(pid: int) -> bool:
    """Whether the process has ended, even if nobody has asked for its exit code yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except FileNotFoundError:
        return True


def await_gone(pids: list[int]) -> None:
    """Returns when all have ended; the time limit of the test is the time limit."""
    for pid in pids:
        while not is_gone(pid):
            time.sleep(0.01)


def test_it_starts_lets_bots_play_stops_and_goes_on(up: Callable[[], Up]) -> None:
    """B64: what was played is there after the next start."""
    first = up()
    said = first.says(READY)
    assert all(name in said for name in ("redis", "rules", "matchmaking", "projection"))
    assert f"export SAGAHALL_RULES_PORT={first.environment['SAGAHALL_RULES_PORT']} " in said
    children = first.children()
    assert len(children) == 4
    played = first.run("play", "--game", "parley", "--json")
    assert (played.returncode, played.stderr) == (0, "")
    match = json.loads(played.stdout)
    server = address_of("redis", said)
    code, said = first.end(signal.SIGINT)
    assert (code, all(map(is_gone, children))) == (0, True)
    assert "everything is kept" in said

    second = up()
    assert address_of("redis", second.says(READY)) == server
    again = second.run("board", match["match"], "--as", "carol", "--json")
    assert json.loads(again.stdout) == match
    replay = second.run("replay", match["match"], "--as", "carol", "--json")
    assert len(replay.stdout.splitlines()) == int(match["version"])
    assert second.end(signal.SIGTERM)[0] == 0


def test_only_its_owner_can_read_what_it_keeps_secret(shared: Up) -> None:
    keys = shared.folder / ".sagahall" / "keys"
    assert {path.name: path.stat().st_mode & 0o777 for path in keys.iterdir()} == {
        "player_private.pem": 0o600,
        "player_public.pem": 0o644,
        "service_key": 0o600,
    }


def test_killed_it_leaves_nothing_running_and_the_next_one_starts(up: Callable[[], Up]) -> None:
    first = up()
    first.says(READY)
    children = first.children()
    first.end(signal.SIGKILL)
    await_gone(children)
    up().says(READY)


def test_a_log_that_is_full_is_put_aside_by_the_next_line(up: Callable[[], Up], tmp_path: Path) -> None:
    logs = tmp_path / ".sagahall" / "logs"
    logs.mkdir(parents=True)
    full = b"x" * 99 + b"\n"
    for name in SERVICES:
        (logs / f"{name}.log").write_bytes(full * (LARGEST_BYTES // len(full)))
    up().says(READY)
    for name in SERVICES:
        assert (logs / f"{name}.log.1").stat().st_size >= LARGEST_BYTES
        assert 0 < (logs / f"{name}.log").stat().st_size < LARGEST_BYTES // 10


def test_a_second_one_in_the_same_folder_is_refused(shared: Up) -> None:
    refused = shared.run("up")
    assert refused.returncode == 1
    assert f"is in use by `sagahall up` with process id {shared.process.pid}" in refused.stderr
    assert shared.run("games").returncode == 0


@pytest.mark.parametrize("port", PORTS)
def test_a_port_in_use_is_named_with_its_setting(port: str, environment: dict[str, str], tmp_path: Path) -> None:
    service, variable = port.partition("_")[0], f"SAGAHALL_{port.upper()}"
    with socket.create_server(("127.0.0.1", int(environment[variable]))):
        refused = run(tmp_path, environment, "up")
    assert refused.returncode == 2
    assert f"{service} cannot listen on port {environment[variable]}" in refused.stderr
    assert f"set {variable} to a free port" in refused.stderr
    assert not (tmp_path / ".sagahall" / "redis").exists()


@pytest.mark.parametrize("path", ["", "logs", "keys", "redis"])
def test_a_file_in_the_place_of_a_folder_is_named(path: str, environment: dict[str, str], tmp_path: Path) -> None:
    wrong = tmp_path / ".sagahall" / path
    wrong.parent.mkdir(exist_ok=True)
    wrong.touch()
    refused = run(tmp_path, environment, "up")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert f"cannot run in {tmp_path}/.sagahall" in refused.stderr
    assert f"{wrong} is not a folder" in refused.stderr


@pytest.mark.parametrize("path", ["up.lock", "logs/projection.log", "keys/service_key"])
def test_a_file_that_cannot_be_written_is_named(path: str, environment: dict[str, str], tmp_path: Path) -> None:
    wrong = tmp_path / ".sagahall" / path
    wrong.mkdir(parents=True)
    refused = run(tmp_path, environment, "up")
    assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1)
    assert f"cannot run in {tmp_path}/.sagahall" in refused.stderr
    assert f"Is a directory ({wrong})" in refused.stderr


def test_without_room_for_its_keys_it_says_so_and_leaves_nothing_half_written(
    environment: dict[str, str], tmp_path: Path
) -> None:
    refused = run(tmp_path, environment, "up", largest_file=0)
    assert (refused.returncode, refused.stderr) == (
        2,
        f"sagahall: cannot run in {tmp_path}/.sagahall: File too large\n",
    )
    assert [*(tmp_path / ".sagahall" / "keys").iterdir()] == []


def test_while_it_waits_it_says_for_what(environment: dict[str, str], tmp_path: Path) -> None:
    waiting = Up(tmp_path, {**environment, "SAGAHALL_REDIS_URL": "redis://127.0.0.1:1"})
    said = waiting.says("connecting to 127.0.0.1:1. Connection refused")
    assert said.splitlines()[-1].startswith("waiting for projection: ")
    waiting.end(signal.SIGINT)


def test_a_setting_that_is_wrong_is_named(environment: dict[str, str], tmp_path: Path) -> None:
    refused = run(tmp_path, {**environment, "SAGAHALL_RULES_PORT": "nonsense"}, "up")
    assert (refused.returncode, refused.stderr.startswith("SAGAHALL_RULES_PORT: ")) == (2, True)


def test_a_service_that_does_not_start_is_shown_with_its_last_words(
    environment: dict[str, str], tmp_path: Path
) -> None:
    for log in (Folder(tmp_path / ".sagahall").logs / f"{name}.log" for name in SERVICES):
        log.write_text('{"level": "error", "event": "of an earlier run"}\n')
    refused = run(tmp_path, {**environment, "SAGAHALL_GAMES": "nonsense"}, "up")
    assert refused.returncode == 1
    assert "of an earlier run" not in refused.stderr
    assert "ended with code 2" in refused.stderr
    assert "SAGAHALL_GAMES" in refused.stderr


def test_what_is_killed_is_started_again(shared: Up) -> None:
    """B47: a process that ends comes back by itself, and the next match is played as ever."""
    for name in ("redis", *SERVICES):
        os.kill(shared.child(name), signal.SIGKILL)
        said = shared.says(f"{name} is started again")
        assert f"{name} ended with code -9; its log is {shared.folder}/.sagahall/" in said
        assert '"level"' not in said
    assert shared.run("play", "--game", "parley", "--strategy", "random").returncode == 0


def test_what_keeps_ending_stops_everything(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "MOST_ENDS", 2)
    folder = Folder(tmp_path / ".sagahall")
    said: list[str] = []
    with running(folder, stack_settings(folder)) as stack:
        stack.kill("rules")
        with (
            socket.create_server(("127.0.0.1", stack.settings.rules_port)),
            pytest.raises(Problem, match="rules ended 3 times within a minute; giving up"),
        ):
            supervisor.supervise(stack, said.append)
    assert any("SAGAHALL_RULES_PORT" in line for line in said)
    assert all(part.process and part.process.poll() is not None for part in stack.parts.values())
