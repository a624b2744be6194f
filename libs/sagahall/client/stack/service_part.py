"""A service as a part of a backend."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections import deque
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sagahall.chassis.leash import spawn
from sagahall.chassis.settings import PREFIX, Settings, variables
from sagahall.client.output import note
from sagahall.client.problems import Problem
from sagahall.client.stack.folder import usable
from sagahall.client.stack.log import Log

START_SECONDS = 60.0
"""How long a service may take until it is of use."""
WORD_SECONDS = 5.0
"""How often a service that is waited for is heard."""
LAST_LINES = 10


class ServicePart:
    """A service with settings of its own; it writes what it has to say to its log, whose size is bounded."""

    def __init__(self, name: str, settings: Settings, log: Path) -> None:
        self.name = name
        self.log = log
        self.process: subprocess.Popen[bytes] | None = None
        self._settings = settings.model_copy(update={"log_file": log})

    @property
    def address(self) -> str:
        """Where it answers; a service that listens everywhere answers here as well."""
        host = self._settings.host
        return f"{'127.0.0.1' if host in ('0.0.0.0', '::') else host}:{getattr(self._settings, f'{self.name}_port')}"  # noqa: S104

    def start(self) -> None:
        """Starts the service, in a session of its own so that Ctrl-C does not reach it: it is stopped in its turn."""
        with usable(self.log.parent), self.log.open("ab") as log:
            self._heard = Log(self.log)
            self.process = spawn(
                [sys.executable, "-m", f"sagahall.{self.name}"],
                env=_environment(self._settings),
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def await_ready(self) -> None:
        """Waits until its health says that it serves."""
        assert self.process is not None
        waiting = _Waiting(self.name, self._heard)
        with grpc.insecure_channel(self.address, options=[("grpc.max_reconnect_backoff_ms", 200)]) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            while not _serves(health):
                if self.process.poll() is not None:
                    raise Problem(f"{self.name} ended with code {self.process.returncode}:{waiting.last_words()}")
                waiting.go_on()

    def stop(self) -> None:
        """Lets the service drain, and kills it if it takes longer than it is granted."""
        if self.process is None:
            return
        self.process.terminate()
        try:
            self.process.wait(self._settings.grace_seconds + 5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class _Waiting:
    """Tells what a service that is not ready yet has said since it was started."""

    def __init__(self, name: str, log: Log) -> None:
        self._name = name
        self._log = log
        self._lines: deque[str] = deque(maxlen=LAST_LINES)
        self._said = ""
        self._until = time.monotonic() + START_SECONDS
        self._say_at = time.monotonic() + WORD_SECONDS

    def go_on(self) -> None:
        """Says now and then what is waited for. Raises Problem when that has lasted too long."""
        now = time.monotonic()
        if now > self._until:
            raise Problem(f"{self._name} is not ready after {START_SECONDS:.0f} s:{self.last_words()}")
        if now > self._say_at:
            self._say_at = now + WORD_SECONDS
            self._say_last()

    def _say_last(self) -> None:
        self._hear()
        last = self._lines[-1] if self._lines else "it has said nothing yet"
        if last != self._said:
            self._said = last
            note(f"waiting for {self._name}: {last}")

    def last_words(self) -> str:
        """The last lines, each indented on a line of its own; empty if there are none."""
        self._hear()
        return "".join(f"\n    {line}" for line in self._lines)

    def _hear(self) -> None:
        self._lines.extend(words for _, words in self._log.lines())


def _serves(health: health_pb2_grpc.HealthStub) -> bool:
    try:
        answer = health.Check(health_pb2.HealthCheckRequest(), timeout=0.5, wait_for_ready=True)
    except grpc.RpcError:
        return False
    if answer.status == health_pb2.HealthCheckResponse.SERVING:
        return True
    time.sleep(0.05)
    return False


def _environment(settings: Settings) -> dict[str, str]:
    """The environment of a process with these settings, and no others."""
    inherited = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    return inherited | variables(settings)
