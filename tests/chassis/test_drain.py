"""B60: a service that stops breaks no promise, and is gone in time."""

from __future__ import annotations

import asyncio
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from tests.chassis.app import running
from tests.chassis.matches import HasPort, bearer, client, failure, matches, refusal

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.match_pb2 import (
    Frame,
    GetMatchRequest,
    GetMatchResponse,
    WatchMatchRequest,
    WatchMatchResponse,
)
from sagahall.api.match.v1.match_pb2_grpc import MatchServiceStub
from sagahall.chassis.refusals import RETRY_SECONDS
from sagahall.chassis.settings import Settings

if TYPE_CHECKING:
    from sagahall.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub

SERVING = health_pb2.HealthCheckResponse.SERVING
NOT_SERVING = health_pb2.HealthCheckResponse.NOT_SERVING

Metadata = tuple[tuple[str, str], ...]


@pytest.fixture
def nora(token: Callable[[str], str]) -> Metadata:
    return bearer(token("nora"))


async def connections(app: HasPort, stack: AsyncExitStack, count: int) -> list[MatchServiceAsyncStub]:
    """Stubs with a connection each, which takes 64 KiB that nobody reads.

    Channels to one address share theirs unless their options differ.
    """
    options = [[("grpc.http2.bdp_probe", 0), ("test.n", n)] for n in range(count)]
    channels = [grpc.aio.insecure_channel(f"127.0.0.1:{app.port}", options=each) for each in options]
    return [MatchServiceStub(await stack.enter_async_context(channel)) for channel in channels]


@pytest.mark.parametrize("by", [signal.SIGTERM, signal.SIGINT])
async def test_commands_finish_and_streams_are_sent_elsewhere(
    by: signal.Signals, settings: Settings, nora: Metadata, tmp_path: Path
) -> None:
    async with AsyncExitStack() as stack:
        app = await stack.enter_async_context(running(settings, tmp_path))
        stubs = await connections(app, stack, 10)
        streams = [
            aiter(stub.WatchMatch(WatchMatchRequest(match=str(n)), metadata=nora)) for n in range(10) for stub in stubs
        ]
        await asyncio.gather(*(anext(stream) for stream in streams))
        names = [f"held{n}" for n in range(100)]
        commands = [stubs[n % 10].GetMatch(GetMatchRequest(match=name), metadata=nora) for n, name in enumerate(names)]
        await app.begun(100)

        stopped = time.monotonic()
        code = await app.stop(by)
        assert code == 0
        assert time.monotonic() - stopped < settings.grace_seconds

        assert [(await command).match.match for command in commands] == names
        ends = [await refusal(anext(stream)) for stream in streams]
        assert {(status, refused.reason) for status, refused in ends} == {
            (grpc.StatusCode.UNAVAILABLE, Reason.REASON_UNAVAILABLE)
        }
        journal = app.journal.read_text().splitlines()
    assert Counter(line.split()[0] for line in journal) == {"begun": 100, "done": 100, "unwatched": 100, "closed": 1}
    assert journal[-1] == "closed"


async def test_a_command_that_takes_too_long_is_cut_off_in_time(settings: Settings, nora: Metadata) -> None:
    begun, cleaned_up = asyncio.Event(), asyncio.Event()

    async def get(request: GetMatchRequest) -> GetMatchResponse:
        begun.set()
        try:
            await asyncio.Event().wait()
        finally:
            await asyncio.sleep(0.05)
            cleaned_up.set()
        return GetMatchResponse()

    async with AsyncExitStack() as stack:
        async with matches(settings.model_copy(update={"grace_seconds": 2.0}), get) as service:
            (stub,) = await connections(service, stack, 1)
            command = stub.GetMatch(GetMatchRequest(), metadata=nora)
            await begun.wait()
            stopped = time.monotonic()
        assert 1.5 < time.monotonic() - stopped < 2.0
        assert cleaned_up.is_set()
        await failure(command)


async def test_a_second_signal_does_not_wait(settings: Settings, nora: Metadata, tmp_path: Path) -> None:
    async with running(settings, tmp_path) as app, client(app) as stub:
        command = stub.GetMatch(GetMatchRequest(match="forever"), metadata=nora)
        await app.begun(1)
        app.process.send_signal(signal.SIGTERM)
        while b'"stopping"' not in await app.stderr.readline():
            pass
        assert await app.stop() == -signal.SIGTERM
        await failure(command)


async def test_whoever_is_refused_by_a_stopping_service_may_repeat_it_elsewhere(
    settings: Settings, nora: Metadata
) -> None:
    """Every call is either carried out and answered, or refused as UNAVAILABLE and not carried out."""
    carried_out, answers, stopped = 0, Counter[str](), asyncio.Event()

    async def get(request: GetMatchRequest) -> GetMatchResponse:
        nonlocal carried_out
        await asyncio.sleep(0)
        carried_out += 1
        return GetMatchResponse()

    async def play(stub: MatchServiceAsyncStub) -> None:
        while not stopped.is_set():
            try:
                await stub.GetMatch(GetMatchRequest(), metadata=nora)
                answers["OK"] += 1
            except grpc.aio.AioRpcError as error:
                answers[error.code().name] += 1
                await asyncio.sleep(RETRY_SECONDS)  # as RetryInfo says

    async with AsyncExitStack() as stack:
        async with matches(settings, get) as service:
            stubs = await connections(service, stack, 4)
            players = [asyncio.create_task(play(stub)) for stub in stubs for _ in range(8)]
            while answers["OK"] < 100:
                await asyncio.sleep(0.01)
        stopped.set()
        await asyncio.gather(*players)
    assert set(answers) == {"OK", "UNAVAILABLE"}
    assert answers["OK"] == carried_out


async def test_while_commands_finish_new_ones_are_refused_and_health_says_why(
    settings: Settings, nora: Metadata
) -> None:
    held, let_go = asyncio.Event(), asyncio.Event()

    async def get(request: GetMatchRequest) -> GetMatchResponse:
        held.set()
        await let_go.wait()
        return GetMatchResponse()

    async with AsyncExitStack() as outer, AsyncExitStack() as inner:
        service = await inner.enter_async_context(matches(settings, get))
        stub, other = await connections(service, outer, 2)
        channel = await outer.enter_async_context(grpc.aio.insecure_channel(f"127.0.0.1:{service.port}"))
        health = health_pb2_grpc.HealthStub(channel)
        watch = aiter(health.Watch(health_pb2.HealthCheckRequest()))
        assert (await anext(watch)).status == SERVING
        command = stub.GetMatch(GetMatchRequest(), metadata=nora)
        await held.wait()
        stop = asyncio.create_task(inner.aclose())
        assert (await anext(watch)).status == NOT_SERVING
        assert (await failure(other.GetMatch(GetMatchRequest(), metadata=nora))).code() == grpc.StatusCode.UNAVAILABLE
        assert (await failure(anext(watch))).code() == grpc.StatusCode.UNAVAILABLE
        assert not stop.done()
        let_go.set()
        assert await command == GetMatchResponse()
        await stop


@pytest.mark.parametrize("read", [0, 1])
async def test_a_stream_whose_client_does_not_read_is_no_obstacle(
    read: int, settings: Settings, nora: Metadata
) -> None:
    begun: asyncio.Queue[None] = asyncio.Queue()

    async def get(request: GetMatchRequest) -> GetMatchResponse:
        return GetMatchResponse()

    async def watch(request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
        while True:
            begun.put_nowait(None)
            yield WatchMatchResponse(update=Frame(match="x" * 1_000_000))

    async with AsyncExitStack() as stack:
        async with matches(settings, get, watch) as service:
            (stub,) = await connections(service, stack, 1)
            stream = stub.WatchMatch(WatchMatchRequest(), metadata=nora)
            for _ in range(read):
                await stream.read()
            for _ in range(read + 1):
                await begun.get()
            await stub.GetMatch(GetMatchRequest(), metadata=nora)
            started = time.monotonic()
        assert begun.empty()
        assert time.monotonic() - started < settings.grace_seconds / 2
        assert (await failure(_read_all(stream))).code() == grpc.StatusCode.UNAVAILABLE


async def _read_all(stream: grpc.aio.UnaryStreamCall[WatchMatchRequest, WatchMatchResponse]) -> None:
    while await stream.read() != grpc.aio.EOF:
        pass
