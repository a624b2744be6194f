"""What a service measures of its calls, and who learns of it."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import grpc
from tests.chassis.matches import API, bearer, client, failure, matches
from tests.chassis.scraping import exposition, measured
from tests.chassis.test_server import start_and_fail

from sagahall.api.match.v1.match_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    Heartbeat,
    WatchMatchRequest,
    WatchMatchResponse,
)
from sagahall.chassis.settings import Settings
from sagahall.chassis.validate import malformed

SECRET = "marker-of-a-player"


async def get(request: GetMatchRequest) -> GetMatchResponse:
    if request.match == "odd":
        raise malformed("match", "is odd")
    if request.match == "bug":
        raise RuntimeError("a bug")
    return GetMatchResponse()


async def watch(request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
    yield WatchMatchResponse(heartbeat=Heartbeat(version=1))
    await asyncio.Event().wait()


async def becomes(value: float, port: int, name: str, **labels: str) -> None:
    """Returns once a sample has a value."""
    async with asyncio.timeout(20):
        while await measured(port, name, **labels) != value:
            await asyncio.sleep(0.01)


async def test_calls_are_counted_and_timed_by_method_and_code(settings: Settings, token: Callable[[str], str]) -> None:
    nora = bearer(token("nora"))
    async with matches(settings, get) as service, client(service) as stub:
        for _ in range(3):
            await stub.GetMatch(GetMatchRequest(match="even"), metadata=nora)
        for match in ("odd", "bug"):
            await failure(stub.GetMatch(GetMatchRequest(match=match), metadata=nora))
        await failure(stub.GetMatch(GetMatchRequest()))
        port, count = service.metrics_port, "sagahall_call_seconds_count"
        for code, calls in (("OK", 3), ("INVALID_ARGUMENT", 1), ("INTERNAL", 1), ("UNAUTHENTICATED", 1)):
            await becomes(calls, port, count, method="GetMatch", code=code)
        seconds = await measured(port, "sagahall_call_seconds_sum", method="GetMatch", code="OK")
        assert seconds is not None
        assert 0 < seconds < 60


async def test_streams_are_counted_while_they_are_open(settings: Settings, token: Callable[[str], str]) -> None:
    nora = bearer(token("nora"))
    async with matches(settings, watch=watch) as service, client(service) as stub:
        streams = [stub.WatchMatch(WatchMatchRequest(match="one"), metadata=nora) for _ in range(2)]
        for stream in streams:
            await anext(aiter(stream))
        assert await measured(service.metrics_port, "sagahall_open_streams") == 2
        streams[0].cancel()
        await becomes(1, service.metrics_port, "sagahall_open_streams")
        await becomes(1, service.metrics_port, "sagahall_call_seconds_count", method="WatchMatch", code="CANCELLED")


async def test_health_is_measured_as_it_is_told(settings: Settings) -> None:
    async with matches(settings) as service:
        for serving in (True, False, True):
            await service.set_serving(serving)
            assert await measured(service.metrics_port, "sagahall_serving") == serving


async def test_no_label_holds_what_callers_send(settings: Settings, token: Callable[[str], str]) -> None:
    """B11: nor is there a label for each method, player or match that somebody makes up."""
    async with matches(settings, get) as service, client(service) as stub:
        sent = bearer(token(SECRET))
        await stub.GetMatch(GetMatchRequest(match=SECRET), metadata=(*sent, ("traceparent", SECRET)))
        await becomes(1, service.metrics_port, "sagahall_call_seconds_count", method="GetMatch", code="OK")
        async with grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel:
            made_up: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(f"/{API.full_name}/{SECRET}")
            assert (await failure(made_up(b"", metadata=sent))).code() is grpc.StatusCode.UNIMPLEMENTED
        assert SECRET not in await asyncio.to_thread(exposition, service.metrics_port)


def test_a_port_for_metrics_that_is_in_use_is_told_with_the_setting_that_chose_it(
    settings: Settings, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        code, said = start_and_fail(settings, tmp_path, SAGAHALL_RULES_METRICS_PORT=str(port))
    assert code == 2
    assert said.splitlines()[-1] == (
        f"SAGAHALL_RULES_METRICS_PORT: cannot listen on 127.0.0.1:{port}; another process may be using port {port}"
    )


async def test_whoever_says_nothing_or_hangs_up_keeps_nobody_from_reading(settings: Settings) -> None:
    async with matches(settings) as service:
        address = ("127.0.0.1", service.metrics_port)
        with socket.create_connection(address), socket.create_connection(address) as other:
            other.sendall(b"GET /metrics HTTP/1.0\r\n")
            assert await measured(service.metrics_port, "sagahall_serving") == 1
