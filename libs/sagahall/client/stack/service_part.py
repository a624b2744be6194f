"""A service as a part of a backend."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sagahall.chassis.leash import spawn
from sagahall.chassis.settings import PREFIX, Settings, variables
from sagahall.client.problems import Problem
from sagahall.client.stack.part import tail

START_SECONDS = 60.0
"""How long a service may take until it is of use."""


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
        with self.log.open("ab") as log:
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
        until = time.monotonic() + START_SECONDS
        with grpc.insecure_channel(self.address, options=[("grpc.max_reconnect_backoff_ms", 200)]) as channel:
            health = health_pb2_grpc.HealthStub(channel)
            while not _serves(health):
                if self.process.poll() is not None:
                    raise Problem(f"{self.name} ended with code {self.process.returncode}:{tail(self.log)}")
                if time.monotonic() > until:
                    raise Problem(f"{self.name} is not ready after {START_SECONDS:.0f} s:{tail(self.log)}")

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
