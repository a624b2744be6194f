"""Services as processes of their own, which can be killed."""

from __future__ import annotations

import asyncio
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sagahall.chassis.settings import PREFIX, Settings, variables

START_SECONDS = 60
STOP_SECONDS = 20


def free_port() -> int:
    """A port that nobody listens on at the moment."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return int(server.getsockname()[1])


@dataclass(frozen=True, slots=True)
class ServiceProcess:
    """A running service."""

    port: int
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """Ends it as a crash would: it cleans nothing up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()


@asynccontextmanager
async def service_process(name: str, settings: Settings, log: Path) -> AsyncIterator[ServiceProcess]:
    """Runs ``python -m sagahall.<name>`` until the block is left; enters it once the service is of use.

    It listens on the port in the settings, or on a free one if that is 0. What it logs is added to the file.
    """
    port = getattr(settings, f"{name}_port") or free_port()
    environment = variables(settings) | {f"{PREFIX}{name.upper()}_PORT": str(port)}
    with log.open("ab") as stderr:
        command = [sys.executable, "-m", f"sagahall.{name}"]
        process = subprocess.Popen(command, env=os.environ | environment, stderr=stderr)
    try:
        await _await_serving(port, process)
        yield ServiceProcess(port, process)
    finally:
        process.terminate()
        await asyncio.to_thread(process.wait, STOP_SECONDS)


async def _await_serving(port: int, process: subprocess.Popen[bytes]) -> None:
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel, asyncio.timeout(START_SECONDS):
        check = health_pb2_grpc.HealthStub(channel).Check
        while True:
            assert process.poll() is None, "the service ended instead of serving; its log says why"
            try:
                answer = await check(health_pb2.HealthCheckRequest(), wait_for_ready=True, timeout=1)
            except grpc.aio.AioRpcError:
                continue
            if answer.status == health_pb2.HealthCheckResponse.SERVING:
                return
            await asyncio.sleep(0.05)
