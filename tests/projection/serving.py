"""The projection service over real sockets, and clients of it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

import grpc
import pytest
from grpc_health.v1 import health_pb2, health_pb2_grpc
from tests.processes import free_port
from tests.projection.playing import match_named

from sagahall.api.match.v1.match_pb2 import Frame
from sagahall.api.projection.v1.projection_pb2 import (
    GetMatchSummaryRequest,
    GetReplayRequest,
    GetReplayResponse,
    ListMatchesRequest,
    ListMatchesResponse,
    MatchSummary,
    RebuildProjectionsRequest,
    RebuildProjectionsResponse,
)
from sagahall.api.projection.v1.projection_pb2_grpc import ProjectionServiceStub
from sagahall.chassis.refusals import STATUS, Refusal, refusal_of
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.chassis.tokens import mint_service_token
from sagahall.projection.__main__ import API, start

if TYPE_CHECKING:
    from sagahall.api.projection.v1.projection_pb2_grpc import ProjectionServiceAsyncStub

Replay: TypeAlias = "grpc.aio.UnaryStreamCall[GetReplayRequest, GetReplayResponse]"
Rebuild: TypeAlias = "grpc.aio.UnaryStreamCall[RebuildProjectionsRequest, RebuildProjectionsResponse]"

SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Client:
    """Calls a service in the name of anybody."""

    channel: grpc.aio.Channel
    token: Callable[[str], str]
    operator: str = ""
    """A token of a service."""
    metrics_port: int = 0

    def replaying(self, player: str, request: GetReplayRequest, seconds: float = SECONDS) -> Replay:
        """A replay that is being streamed."""
        stub: ProjectionServiceAsyncStub = ProjectionServiceStub(self.channel)
        return stub.GetReplay(request, metadata=self._bearer(player), timeout=seconds)

    async def replay(self, player: str, request: GetReplayRequest, seconds: float = SECONDS) -> list[Frame]:
        """All frames of a replay."""
        return [answer.frame async for answer in self.replaying(player, request, seconds)]

    def rebuilding(self, player: str = "") -> Rebuild:
        """A rebuild that goes on as long as the call; for an operator, or for a player who may not."""
        stub: ProjectionServiceAsyncStub = ProjectionServiceStub(self.channel)
        bearer = self._bearer(player) if player else self.as_operator()
        return stub.RebuildProjections(RebuildProjectionsRequest(), metadata=bearer)

    def operator_stub(self) -> ProjectionServiceAsyncStub:
        """What operators call, with the metadata of ``as_operator``."""
        stub: ProjectionServiceAsyncStub = ProjectionServiceStub(self.channel)
        return stub

    def as_operator(self) -> tuple[tuple[str, str], ...]:
        """The metadata that says that an operator calls."""
        return (("authorization", f"Bearer {self.operator}"),)

    async def rebuild(self, player: str = "") -> list[RebuildProjectionsResponse]:
        """All that a rebuild tells, once it is done."""
        return [progress async for progress in self.rebuilding(player)]

    async def list(self, request: ListMatchesRequest, player: str = "ann") -> ListMatchesResponse:
        """A page of matches."""
        stub: ProjectionServiceAsyncStub = ProjectionServiceStub(self.channel)
        return await stub.ListMatches(request, metadata=self._bearer(player), timeout=SECONDS)

    async def summary(self, name: str, min_version: int = 0, seconds: float = SECONDS) -> MatchSummary:
        """The summary of a match."""
        stub: ProjectionServiceAsyncStub = ProjectionServiceStub(self.channel)
        request = GetMatchSummaryRequest(match=match_named(name), min_version=min_version)
        return (await stub.GetMatchSummary(request, metadata=self._bearer("ann"), timeout=seconds)).summary

    async def health(self) -> str:
        """What the health service says."""
        check = health_pb2_grpc.HealthStub(self.channel).Check
        answer = await check(health_pb2.HealthCheckRequest(), wait_for_ready=True, timeout=SECONDS)
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))

    async def becomes(self, health: str) -> None:
        """Returns once the health service says so."""
        async with asyncio.timeout(SECONDS):
            while await self.health() != health:
                await asyncio.sleep(0.02)

    def _bearer(self, player: str) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token(player)}"),)


async def refusal(call: Awaitable[object]) -> Refusal:
    """Why a call is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    found = refusal_of(caught.value)
    assert found is not None, caught.value
    assert STATUS[found.reason] == caught.value.code()
    return found


@asynccontextmanager
async def projection_service(settings: Settings, token: Callable[[str], str]) -> AsyncIterator[Client]:
    """The service, from when it is of use until the block is left."""
    ports = {"projection_port": settings.projection_port or free_port(), "projection_metrics_port": free_port()}
    settings = settings.model_copy(update=ports)
    async with client_of(settings, token) as client, serving("projection", API, start, settings):
        await client.becomes("SERVING")
        yield client


@asynccontextmanager
async def client_of(settings: Settings, token: Callable[[str], str]) -> AsyncIterator[Client]:
    """A client of a service on the port in the settings, whether it runs yet or not."""
    async with grpc.aio.insecure_channel(f"127.0.0.1:{settings.projection_port}") as channel:
        operator = mint_service_token(settings.service_key.get_secret_value(), "operator", 3600)
        yield Client(channel, token, operator, settings.projection_metrics_port)
