"""``sagahall up`` as a process in a folder."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path
from resource import RLIM_INFINITY, RLIMIT_FSIZE, setrlimit

import pytest
from tests.processes import free_port
from tests.stack import SAGAHALL

from sagahall.client.addresses import PREFIX
from sagahall.client.stack.ports import PORTS, SERVICES, free_ports

READY = "Ctrl-C stops everything"


class Up:
    """A running ``sagahall up``."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder = folder
        self.environment = environment
        self.process = subprocess.Popen(
            [*SAGAHALL, "up"],
            cwd=folder,
            env=environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            start_new_session=True,
        )

    def says(self, wanted: str) -> str:
        """Reads what it says until that is among it."""
        assert self.process.stdout is not None
        said = ""
        for line in self.process.stdout:
            said += line
            if wanted in line:
                return said
        pytest.fail(f"it ended without {wanted!r}:\n{said}")

    def children(self) -> list[int]:
        """The process ids of its children."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]

    def child(self, name: str) -> int:
        """The process id of a service, or of the server, which is the only child that is none."""
        commands = {pid: Path(f"/proc/{pid}/cmdline").read_text() for pid in self.children()}
        service = f"sagahall.{name}"
        (found,) = (pid for pid, it in commands.items() if service in it or (name == "redis" and "sagahall." not in it))
        return found

    def end(self, number: signal.Signals) -> tuple[int, str]:
        """Sends a signal; how it ended, and what it said meanwhile."""
        self.process.send_signal(number)
        said, _ = self.process.communicate(timeout=60)
        return self.process.returncode, said

    def run(self, *arguments: str) -> subprocess.CompletedProcess[str]:
        """Runs another command in the same folder."""
        return run(self.folder, self.environment, *arguments)


def run(
    folder: Path, environment: dict[str, str], *arguments: str, largest_file: int = RLIM_INFINITY
) -> subprocess.CompletedProcess[str]:
    """Runs a command in a folder to its end; what would make a file larger than so many bytes fails."""
    return subprocess.run(
        [*SAGAHALL, *arguments], cwd=folder, env=environment, capture_output=True, text=True, check=False, timeout=100,
        preexec_fn=lambda: setrlimit(RLIMIT_FSIZE, (largest_file, RLIM_INFINITY)),
    )  # fmt: skip


def free_environment() -> dict[str, str]:
    """The environment of a machine with free ports."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    ports = free_ports() | {f"{name}_metrics_port": free_port() for name in SERVICES}
    return {**inherited, "SAGAHALL_GAMES": "parley", **{PREFIX + name.upper(): str(ports[name]) for name in PORTS}}
