"""The process of a service: it listens, says how it is, and stops without breaking a promise."""

from __future__ import annotations

import asyncio
import gc
import signal
import sys
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from typing import Literal, NoReturn, TypeAlias

import grpc
import structlog
from google.protobuf.descriptor import ServiceDescriptor
from grpc_health.v1 import health, health_pb2, health_pb2_grpc

from sagahall.chassis import logging
from sagahall.chassis.auth import verifier
from sagahall.chassis.gate import Gate
from sagahall.chassis.keepalive import probing, tolerating
from sagahall.chassis.metrics import Exposition, ServiceMetrics
from sagahall.chassis.reflection import reflect
from sagahall.chassis.requests import LARGEST_READ
from sagahall.chassis.settings import PREFIX, Settings, fail, load

Name: TypeAlias = Literal["rules", "matchmaking", "projection"]

HEALTH_SECONDS = 0.5
"""How old what the health service says may be."""
LAST_WORDS_SECONDS = 1.0
"""How long the last answers of a process may be on their way before it ends."""

_log = structlog.stdlib.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Service:
    """A service that is being started or runs."""

    settings: Settings
    server: grpc.aio.Server
    """What the servicers are added to."""
    port: int
    metrics: ServiceMetrics
    metrics_port: int
    stopping: asyncio.Event
    """Set once the process begins to stop; streams are ended without it, background work may look at it."""
    _health: health.aio.HealthServicer
    _names: tuple[str, ...]

    async def set_serving(self, serving: bool) -> None:
        """Say through the health service whether this process is of any use at the moment."""
        self.metrics.serving.set(serving and not self.stopping.is_set())
        statuses = health_pb2.HealthCheckResponse
        for name in self._names:
            await self._health.set(name, statuses.SERVING if serving else statuses.NOT_SERVING)

    async def tell_health(self, useful: Callable[[], bool]) -> None:
        """Say through the health service, until cancelled, whether this process is of any use."""
        while True:
            await self.set_serving(useful())
            await asyncio.sleep(HEALTH_SECONDS)


Start: TypeAlias = Callable[[Service], AbstractAsyncContextManager[None]]
"""Opens what a service needs, adds its servicers, and closes everything again once the last call is over."""


def run(name: Name, api: Sequence[ServiceDescriptor], start: Start) -> None:
    """Run a service until SIGTERM or SIGINT; a second signal ends the process at once.

    ``api`` names the gRPC services that ``start`` adds. The process exits with 2, after a line on stderr, for settings
    that are wrong and for a port that is in use, and with 1 if ``start`` fails, then or later.
    """
    settings = load()
    logging.configure(name, settings)
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        try:
            runner.run(_until_signalled(name, api, start, settings))
        except Exception:
            _log.exception("crashed")
            raise SystemExit(1) from None


@asynccontextmanager
async def serving(
    name: Name, api: Sequence[ServiceDescriptor], start: Start, settings: Settings
) -> AsyncIterator[Service]:
    """Serve inside of the block; leaving it drains.

    Draining: health says NOT_SERVING, nothing new is let in, streams end with UNAVAILABLE, unary calls finish, and
    then ``start`` closes what it has opened. Calls that take four fifths of ``grace_seconds`` are cancelled.
    """
    metrics = ServiceMetrics()
    gate = Gate(verifier(settings), metrics, settings.max_calls, settings.max_streams)
    server = grpc.aio.server(interceptors=[gate], options=_options(settings))
    port = _listen(server, settings, f"{name}_port")
    exposition = _expose(metrics, settings, f"{name}_metrics_port")
    servicer = health.aio.HealthServicer()
    names = ("", *(one.full_name for one in api))
    service = Service(settings, server, port, metrics, exposition.port, gate.stopping, servicer, names)
    health_pb2_grpc.add_HealthServicer_to_server(servicer, server)
    reflect(server, api)
    await service.set_serving(True)
    # After that: a service that starts without its stores may say so, and is not contradicted.
    with exposition.running():
        async with start(service):
            await server.start()
            try:
                yield service
            finally:
                calls_end = time.monotonic() + settings.grace_seconds * 0.8
                metrics.serving.set(0)
                await servicer.enter_graceful_shutdown()
                await gate.close()
                # gRPC's own stop neither ends streams nor waits for the clean-up of handlers; the gate does both.
                cutting_off = asyncio.create_task(_cut_off(server, gate))
                await asyncio.gather(server.stop(calls_end - time.monotonic()), gate.emptied())
                cutting_off.cancel()


async def _cut_off(server: grpc.aio.Server, gate: Gate) -> None:
    """Once all calls are answered, end what is left: streams whose clients do not read that they are over."""
    await gate.answered()
    await asyncio.sleep(LAST_WORDS_SECONDS)
    await server.stop(None)


async def _until_signalled(name: Name, api: Sequence[ServiceDescriptor], start: Start, settings: Settings) -> None:
    signalled = asyncio.Event()
    loop = asyncio.get_running_loop()

    def stop(number: signal.Signals) -> None:
        signalled.set()
        loop.remove_signal_handler(number)

    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop, number)
    async with serving(name, api, start, settings) as service:
        # What the process is made of stays: to look through it for garbage again and again would halt the calls.
        gc.collect()
        gc.freeze()
        _log.info("serving", host=settings.host, port=service.port, metrics_port=service.metrics_port)
        await signalled.wait()
        _log.info("stopping")
    _log.info("stopped")


def _loop_factory() -> Callable[[], asyncio.AbstractEventLoop] | None:
    if sys.platform == "win32":
        return None
    import uvloop  # noqa: PLC0415  # not to be had on Windows

    return uvloop.new_event_loop


def _options(settings: Settings) -> list[tuple[str, int]]:
    return [
        ("grpc.so_reuseport", 0),  # else a second process on the same port goes unnoticed, and takes half of the calls
        ("grpc.max_receive_message_length", LARGEST_READ),
        *probing(settings),
        *tolerating(),
    ]


def _listen(server: grpc.aio.Server, settings: Settings, name: str) -> int:
    try:
        return server.add_insecure_port(_address(settings, name))
    except RuntimeError:
        _cannot_listen(settings, name)


def _expose(metrics: ServiceMetrics, settings: Settings, name: str) -> Exposition:
    try:
        return Exposition(metrics.registry, settings.host, getattr(settings, name))
    except OSError:
        _cannot_listen(settings, name)


def _cannot_listen(settings: Settings, name: str) -> NoReturn:
    port = getattr(settings, name)
    address = _address(settings, name)
    fail(f"{PREFIX}{name.upper()}: cannot listen on {address}; another process may be using port {port}")


def _address(settings: Settings, name: str) -> str:
    host, port = settings.host, getattr(settings, name)
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
