"""However a call ends, its caller gets one status that tells what to do, and nothing that is not theirs."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable

import grpc
import pytest
from redis.asyncio import Redis, RedisCluster
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from sqlalchemy import create_engine, text
from structlog.testing import capture_logs
from tests.chassis.matches import bearer, client, failure, matches, refusal
from tests.network import network

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1.match_pb2 import (
    GetMatchRequest,
    GetMatchResponse,
    Heartbeat,
    Match,
    WatchMatchRequest,
    WatchMatchResponse,
)
from sagahall.api.match.v1.match_pb2_grpc import MatchServiceStub
from sagahall.chassis import auth, gate
from sagahall.chassis.auth import connect
from sagahall.chassis.refusals import Refusal, Refused
from sagahall.chassis.settings import Settings

METHOD = "/sagahall.api.match.v1.MatchService/GetMatch"
SECRET = "geheim"
NOBODY = "127.0.0.1:1"
"""An address where nobody listens."""


async def echo(request: GetMatchRequest) -> GetMatchResponse:
    return GetMatchResponse(match=Match(match=request.match))


@pytest.fixture
def nora(token: Callable[[str], str]) -> tuple[tuple[str, str], ...]:
    return bearer(token("nora"))


Metadata = tuple[tuple[str, str], ...]


async def test_a_bug_is_internal_and_tells_nothing_of_itself(settings: Settings, nora: Metadata) -> None:
    """B11: the text of an exception may hold what is hidden; it never leaves the service."""

    async def get(request: GetMatchRequest) -> GetMatchResponse:
        raise RuntimeError(SECRET)

    async def watch(request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
        yield WatchMatchResponse(heartbeat=Heartbeat(version=1))
        raise RuntimeError(SECRET)

    async with matches(settings, get, watch) as service, client(service) as stub:
        unary = await failure(stub.GetMatch(GetMatchRequest(match=SECRET), metadata=nora))
        stream = stub.WatchMatch(WatchMatchRequest(match=SECRET), metadata=nora)
        assert (await anext(aiter(stream))).heartbeat.version == 1
        streamed = await failure(anext(aiter(stream)))
    for error in (unary, streamed):
        assert error.code() == grpc.StatusCode.INTERNAL
        assert error.details() == "a bug in the service; it has been logged"
        assert SECRET not in f"{error!r} {error.trailing_metadata()} {error.initial_metadata()}"


async def test_an_answer_of_the_wrong_type_is_a_bug(settings: Settings, nora: Metadata) -> None:
    async def get(request: GetMatchRequest) -> GetMatchResponse:
        return SECRET  # type: ignore[return-value]

    async with matches(settings, get) as service, client(service) as stub:
        error = await failure(stub.GetMatch(GetMatchRequest(), metadata=nora))
    assert error.code() == grpc.StatusCode.INTERNAL
    assert SECRET not in repr(error)


async def test_a_stream_may_be_refused_after_it_has_begun(settings: Settings, nora: Metadata) -> None:
    async def watch(request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
        yield WatchMatchResponse(heartbeat=Heartbeat(version=1))
        raise Refused(Reason.REASON_MATCH_PARKED, "parked")

    async with matches(settings, watch=watch) as service, client(service) as stub:
        stream = aiter(stub.WatchMatch(WatchMatchRequest(), metadata=nora))
        assert (await anext(stream)).heartbeat.version == 1
        code, refused = await refusal(anext(stream))
    assert (code, refused.reason) == (grpc.StatusCode.FAILED_PRECONDITION, Reason.REASON_MATCH_PARKED)


async def redis_down(settings: Settings) -> None:
    async with Redis(port=1, retry=Retry(NoBackoff(), 0)) as redis:
        await redis.ping()


async def cluster_down(settings: Settings) -> None:
    async with RedisCluster(host="127.0.0.1", port=1) as redis:
        await redis.ping()


async def postgres_down(settings: Settings) -> None:
    create_engine(f"postgresql+psycopg://{NOBODY}/x").connect()


async def sqlite_out_of_reach(settings: Settings) -> None:
    create_engine("sqlite:////none/of/these/folders.db").connect()


async def service_down(settings: Settings) -> None:
    async with connect(NOBODY, "matchmaking", settings) as channel:
        await MatchServiceStub(channel).GetMatch(GetMatchRequest())


DOWN = [redis_down, cluster_down, postgres_down, sqlite_out_of_reach, service_down]


@pytest.mark.parametrize("down", DOWN, ids=lambda down: down.__name__)
async def test_a_store_or_service_that_is_down_makes_a_call_that_may_be_repeated(
    down: Callable[[Settings], Awaitable[None]], settings: Settings, nora: Metadata
) -> None:
    async def get(request: GetMatchRequest) -> GetMatchResponse:
        await down(settings)
        raise AssertionError("it is not down")

    async with matches(settings, get) as service, client(service) as stub:
        code, refused = await refusal(stub.GetMatch(GetMatchRequest(), metadata=nora))
    assert (code, refused.reason) == (grpc.StatusCode.UNAVAILABLE, Reason.REASON_UNAVAILABLE)
    assert refused.detail in ("a store is down; try again", "another service is down; try again")


async def wrong_command(url: str) -> None:
    async with Redis.from_url(url) as redis:
        await redis.xrange("key", min="nonsense")


async def wrong_statement(url: str) -> None:
    with create_engine("sqlite://").connect() as connection:
        connection.execute(text("select * from nowhere"))


@pytest.mark.parametrize("wrong", [wrong_command, wrong_statement], ids=lambda wrong: wrong.__name__)
async def test_a_store_that_is_asked_for_nonsense_makes_a_bug(
    wrong: Callable[[str], Awaitable[None]], redis_url: str, settings: Settings, nora: Metadata
) -> None:
    async def get(request: GetMatchRequest) -> GetMatchResponse:
        await wrong(redis_url)
        raise AssertionError("it is not wrong")

    async with matches(settings, get) as service, client(service) as stub:
        error = await failure(stub.GetMatch(GetMatchRequest(), metadata=nora))
    assert error.code() == grpc.StatusCode.INTERNAL


@pytest.mark.parametrize("raw", [b"\xff\xff\xff", b"\x0a\x02\xc3\x28"], ids=["no message", "no UTF-8"])
async def test_bytes_that_are_no_request_are_malformed(raw: bytes, settings: Settings, nora: Metadata) -> None:
    async with matches(settings, echo) as service, grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel:
        call: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(METHOD)
        code, refused = await refusal(call(raw, metadata=nora))
    assert (code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, Reason.REASON_MALFORMED)


async def test_a_request_that_is_too_large_is_refused_and_harms_nobody(settings: Settings, nora: Metadata) -> None:
    async with matches(settings, echo) as service, client(service) as stub:
        code, refused = await refusal(stub.GetMatch(GetMatchRequest(match="x" * 1_000_000), metadata=nora))
        assert (code, refused.reason) == (grpc.StatusCode.INVALID_ARGUMENT, Reason.REASON_MALFORMED)
        assert [field.field for field in refused.fields] == ["match"]
        error = await failure(stub.GetMatch(GetMatchRequest(match="x" * 3_000_000), metadata=nora))
        assert error.code() == grpc.StatusCode.RESOURCE_EXHAUSTED
        largest = GetMatchRequest(match="x" * 250_000)
        assert (await stub.GetMatch(largest, metadata=nora)).match.match == largest.match


async def test_a_method_that_is_not_there_is_unimplemented(settings: Settings, nora: Metadata) -> None:
    async with matches(settings, echo) as service, client(service) as stub:
        error = await failure(stub.SubmitMove(GetMatchRequest(), metadata=nora))  # type: ignore[arg-type]
    assert error.code() == grpc.StatusCode.UNIMPLEMENTED


class Held:
    """A handler of calls and streams which are all held until they are let go."""

    def __init__(self) -> None:
        self.running: asyncio.Queue[str] = asyncio.Queue()
        self.ended: asyncio.Queue[str] = asyncio.Queue()
        self.let_go = asyncio.Event()

    async def get(self, request: GetMatchRequest) -> GetMatchResponse:
        await self._hold(request.match)
        return await echo(request)

    async def watch(self, request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
        yield WatchMatchResponse()
        await self._hold(request.match)

    async def _hold(self, match: str) -> None:
        self.running.put_nowait(match)
        try:
            await self.let_go.wait()
        finally:
            self.ended.put_nowait(match)


async def test_one_call_too_many_is_refused_at_once_and_the_others_go_on(settings: Settings, nora: Metadata) -> None:
    """B59: over the limit there is an answer at once, not a queue."""
    held = Held()
    few = settings.model_copy(update={"max_calls": 2, "max_streams": 1})
    async with matches(few, held.get, held.watch) as service, client(service) as stub:
        calls = [stub.GetMatch(GetMatchRequest(match=str(n)), metadata=nora) for n in range(2)]
        stream = stub.WatchMatch(WatchMatchRequest(), metadata=nora)
        await asyncio.gather(*(held.running.get() for _ in range(2)), anext(aiter(stream)))
        over = [
            await refusal(stub.GetMatch(GetMatchRequest(), metadata=nora)),
            await refusal(anext(aiter(stub.WatchMatch(WatchMatchRequest(), metadata=nora)))),
        ]
        held.let_go.set()
        assert [(await call).match.match for call in calls] == ["0", "1"]
        assert [message async for message in stream] == []
        assert (await stub.GetMatch(GetMatchRequest(match="2"), metadata=nora)).match.match == "2"
    busy = Refusal(Reason.REASON_RESOURCE_EXHAUSTED, "the service is busy; try again")
    assert over == [(grpc.StatusCode.RESOURCE_EXHAUSTED, busy)] * 2


async def test_a_caller_who_goes_away_ends_the_work_for_him(settings: Settings, nora: Metadata) -> None:
    held = Held()
    async with matches(settings, held.get, held.watch) as service, client(service) as stub:
        call = stub.GetMatch(GetMatchRequest(match="call"), metadata=nora)
        stream = stub.WatchMatch(WatchMatchRequest(match="stream"), metadata=nora)
        await anext(aiter(stream))
        assert {await held.running.get(), await held.running.get()} == {"call", "stream"}
        call.cancel()
        stream.cancel()
        assert {await held.ended.get(), await held.ended.get()} == {"call", "stream"}


async def test_a_deadline_of_the_caller_ends_the_work_for_him(settings: Settings, nora: Metadata) -> None:
    held = Held()
    async with matches(settings, held.get) as service, client(service) as stub:
        error = await failure(stub.GetMatch(GetMatchRequest(match="call"), metadata=nora, timeout=0.2))
        assert error.code() == grpc.StatusCode.DEADLINE_EXCEEDED
        assert await held.ended.get() == "call"


async def test_a_call_without_a_deadline_is_given_up_in_the_end(
    settings: Settings, nora: Metadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gate, "LONGEST_CALL_SECONDS", 0.2)
    held = Held()
    async with matches(settings, held.get) as service, client(service) as stub:
        code, refused = await refusal(stub.GetMatch(GetMatchRequest(match="call"), metadata=nora))
        assert await held.ended.get() == "call"
    assert (code, refused.detail) == (grpc.StatusCode.UNAVAILABLE, "the call took too long; try again")


async def test_a_service_that_does_not_answer_another_is_given_up(
    settings: Settings, nora: Metadata, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(auth, "CALL_SECONDS", 0.2)
    held = Held()
    async with matches(settings, held.get) as rules:
        channel = connect(f"127.0.0.1:{rules.port}", "matchmaking", settings)

        async def forward(request: GetMatchRequest) -> GetMatchResponse:
            return await MatchServiceStub(channel).GetMatch(request)

        async with matches(settings, forward) as service, client(service) as stub, channel:
            code, refused = await refusal(stub.GetMatch(GetMatchRequest(match="call"), metadata=nora))
        assert await held.ended.get() == "call"
    assert (code, refused.detail) == (grpc.StatusCode.UNAVAILABLE, "another service is down; try again")


async def test_the_streams_of_a_peer_that_vanished_are_found_and_ended(settings: Settings, nora: Metadata) -> None:
    """B59: what a dead peer held is free again within the keepalive limit."""
    held = Held()
    impatient = settings.model_copy(update={"keepalive_seconds": 2.0})
    async with (
        matches(impatient, watch=held.watch) as service,
        network(service.port) as net,
        grpc.aio.insecure_channel(net.address) as channel,
    ):
        streams = [MatchServiceStub(channel).WatchMatch(WatchMatchRequest(), metadata=nora) for _ in range(50)]
        await asyncio.gather(*(anext(aiter(stream)) for stream in streams))
        await asyncio.gather(*(held.running.get() for _ in streams))
        net.freeze()
        async with asyncio.timeout(20):
            await asyncio.gather(*(held.ended.get() for _ in streams))


async def test_a_client_that_is_cut_off_in_the_middle_of_a_flood_is_no_bug(settings: Settings, nora: Metadata) -> None:
    ended: asyncio.Queue[None] = asyncio.Queue()

    async def watch(request: WatchMatchRequest) -> AsyncIterator[WatchMatchResponse]:
        try:
            while True:
                yield WatchMatchResponse(heartbeat=Heartbeat(version=1))
        finally:
            ended.put_nowait(None)

    with capture_logs() as lines:
        async with (
            matches(settings, watch=watch) as service,
            network(service.port) as net,
            grpc.aio.insecure_channel(net.address) as channel,
        ):
            stub = MatchServiceStub(channel)
            streams = [stub.WatchMatch(WatchMatchRequest(), metadata=nora) for _ in range(50)]
            await asyncio.gather(*(anext(aiter(stream)) for stream in streams))
            net.cut()
            await asyncio.gather(*(ended.get() for _ in streams))
    assert [line["code"] for line in lines] == ["CANCELLED"] * 50
