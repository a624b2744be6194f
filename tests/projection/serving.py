"""The projection service over real sockets, and clients of it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from sagahall.api.match.v1.match_pb2 import Frame
from sagahall.api.projection.v1.projection_pb2 import (
    GetReplayRequest,
    ListMatchesRequest,
    ListMatchesResponse,
)
from sagahall.api.projection.v1.projection_pb2_grpc import ProjectionServiceStub
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.projection.__main__ import API, start

SECONDS = 20.0


@dataclass(frozen=True, slots=True)
class Client:
    """Calls the service in the name of anybody."""

    channel: grpc.aio.Channel
    token: Callable[[str], str]

    async def replay(self, player: str, request: GetReplayRequest, seconds: float = SECONDS) -> list[Frame]:
        """All frames of a replay."""
        stub = ProjectionServiceStub(self.channel)
        answers = stub.GetReplay(request, metadata=self._bearer(player), timeout=seconds)
        return [answer.frame async for answer in answers]

    async def list(self, player: str, request: ListMatchesRequest) -> ListMatchesResponse:
        """A page of matches."""
        stub = ProjectionServiceStub(self.channel)
        return await stub.ListMatches(request, metadata=self._bearer(player), timeout=SECONDS)

    async def health(self) -> str:
        """What the health service says."""
        answer = await health_pb2_grpc.HealthStub(self.channel).Check(health_pb2.HealthCheckRequest())
        return str(health_pb2.HealthCheckResponse.ServingStatus.Name(answer.status))

    def _bearer(self, player: str) -> tuple[tuple[str, str], ...]:
        return (("authorization", f"Bearer {self.token(player)}"),)


@asynccontextmanager
async def projection_service(settings: Settings, token: Callable[[str], str]) -> AsyncIterator[Client]:
    """The service, until the block is left."""
    async with (
        serving("projection", API, start, settings) as service,
        grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel,
    ):
        yield Client(channel, token)
