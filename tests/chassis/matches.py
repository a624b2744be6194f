"""A service over real sockets whose handlers the test writes, and a client of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

import grpc
import pytest

from sagahall.api.match.v1 import match_pb2
from sagahall.api.match.v1.match_pb2 import GetMatchRequest, GetMatchResponse, WatchMatchRequest, WatchMatchResponse
from sagahall.api.match.v1.match_pb2_grpc import MatchServiceStub
from sagahall.chassis.refusals import Refusal, refusal_of
from sagahall.chassis.server import Service, serving
from sagahall.chassis.settings import Settings

if TYPE_CHECKING:
    from sagahall.api.match.v1.match_pb2_grpc import MatchServiceAsyncStub

API = match_pb2.DESCRIPTOR.services_by_name["MatchService"]

Get: TypeAlias = Callable[[GetMatchRequest], Awaitable[GetMatchResponse]]
Watch: TypeAlias = Callable[[WatchMatchRequest], AsyncIterator[WatchMatchResponse]]


class HasPort(Protocol):
    """What listens on this machine."""

    @property
    def port(self) -> int:
        """The port."""


@asynccontextmanager
async def matches(settings: Settings, get: Get | None = None, watch: Watch | None = None) -> AsyncIterator[Service]:
    """Serve GetMatch and WatchMatch with these handlers until the block is left."""

    @asynccontextmanager
    async def start(service: Service) -> AsyncIterator[None]:
        service.server.add_generic_rpc_handlers((handlers(get, watch),))
        yield

    async with serving("rules", [API], start, settings) as service:
        yield service


def handlers(get: Get | None, watch: Watch | None) -> grpc.GenericRpcHandler:
    """GetMatch and WatchMatch of a MatchService that has nothing else."""

    async def get_match(request: GetMatchRequest, context: object) -> GetMatchResponse:
        assert get
        return await get(request)

    async def watch_match(request: WatchMatchRequest, context: object) -> AsyncIterator[WatchMatchResponse]:
        assert watch
        async for response in watch(request):
            yield response

    handlers: dict[str, grpc.RpcMethodHandler[Any, Any]] = {
        "GetMatch": grpc.unary_unary_rpc_method_handler(
            get_match, GetMatchRequest.FromString, GetMatchResponse.SerializeToString
        ),
        "WatchMatch": grpc.unary_stream_rpc_method_handler(
            watch_match, WatchMatchRequest.FromString, WatchMatchResponse.SerializeToString
        ),
    }
    return grpc.method_handlers_generic_handler(API.full_name, handlers)


@asynccontextmanager
async def client(service: HasPort) -> AsyncIterator[MatchServiceAsyncStub]:
    """A client on a connection of its own."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel:
        yield MatchServiceStub(channel)


def bearer(token: str) -> tuple[tuple[str, str], ...]:
    """The metadata that carries a token."""
    return (("authorization", f"Bearer {token}"),)


async def failure(call: Awaitable[object]) -> grpc.aio.AioRpcError:
    """The error that a call ends with."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    return caught.value


async def refusal(call: Awaitable[object]) -> tuple[grpc.StatusCode, Refusal]:
    """The status that a call ends with, and the refusal in its details."""
    error = await failure(call)
    refused = refusal_of(error)
    assert refused is not None, error
    return error.code(), refused
