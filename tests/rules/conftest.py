"""A rules service over real sockets, and players who call it."""

from __future__ import annotations

import uuid
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from typing import Any

import grpc
import pytest

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.refusals import Refusal, refusal_of
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.chassis.tokens import mint_service_token
from sagahall.rules.__main__ import API, start


@dataclass(frozen=True, slots=True)
class Player:
    """A caller with a name; every request id is new unless given."""

    name: str
    stub: Any
    metadata: tuple[tuple[str, str], ...]

    async def call(self, method: str, request: Any) -> Any:
        return await getattr(self.stub, method)(request, metadata=self.metadata, timeout=20)

    async def refused(self, method: str, request: Any) -> tuple[grpc.StatusCode, Refusal]:
        with pytest.raises(grpc.aio.AioRpcError) as caught:
            await self.call(method, request)
        refusal = refusal_of(caught.value)
        assert refusal is not None
        return caught.value.code(), refusal

    async def get(self, match: str, seat: int | None = None) -> match_pb2.Match:
        answer = await self.call("GetMatch", match_pb2.GetMatchRequest(match=match, seat=seat))
        found: match_pb2.Match = answer.match
        return found

    async def legal(self, match: str, seat: int | None = None) -> match_pb2.ListLegalMovesResponse:
        listed: match_pb2.ListLegalMovesResponse = await self.call(
            "ListLegalMoves", match_pb2.ListLegalMovesRequest(match=match, seat=seat)
        )
        return listed

    async def play_first(self, match: str, seat: int | None = None) -> match_pb2.SubmitMoveResponse:
        """Plays the first listed move."""
        listed = await self.legal(match, seat)
        return await self.submit(match, listed.moves[0].move, listed.version, seat=seat)

    async def submit(
        self, match: str, move: Any, version: int, *, seat: int | None = None, request_id: str = ""
    ) -> match_pb2.SubmitMoveResponse:
        answer: match_pb2.SubmitMoveResponse = await self.call(
            "SubmitMove", submission(match, move, version, seat=seat, request_id=request_id)
        )
        return answer

    def watch(self, match: str, after_version: int = 0, *, include_matches: bool = False) -> Any:
        request = match_pb2.WatchMatchRequest(match=match, after_version=after_version, include_matches=include_matches)
        return self.stub.WatchMatch(request, metadata=self.metadata, timeout=60)


def new_id() -> str:
    return uuid.uuid4().hex


def submission(
    match: str, move: Any, version: int, *, seat: int | None = None, request_id: str = ""
) -> match_pb2.SubmitMoveRequest:
    return match_pb2.SubmitMoveRequest(
        match=match, seat=seat, request_id=request_id or new_id(), expected_version=version, move=move
    )


def creation(players: list[str], request_id: str = "", **fields: Any) -> match_pb2.CreateMatchRequest:
    return match_pb2.CreateMatchRequest(
        **{"game": "parley", "request_id": request_id or new_id(), "players": players} | fields
    )


@pytest.fixture
def rules_settings(settings: Settings, redis_url: str) -> Settings:
    return settings.model_copy(update={"redis_url": redis_url, "games": ("parley",)})


@pytest.fixture
async def address(rules_settings: Settings) -> AsyncIterator[str]:
    async with serving("rules", API, start, rules_settings) as service:
        yield f"127.0.0.1:{service.port}"


Players = Callable[[str], Player]


@pytest.fixture
async def player(address: str, token: Callable[[str], str]) -> AsyncIterator[Players]:
    """Gives the player of a name."""
    async with grpc.aio.insecure_channel(address) as channel:
        stub = match_pb2_grpc.MatchServiceStub(channel)
        yield lambda name: Player(name, stub, (("authorization", f"Bearer {token(name)}"),))


@pytest.fixture
async def matchmaker(address: str, rules_settings: Settings) -> AsyncIterator[Player]:
    """A caller with service credentials."""
    token = mint_service_token(rules_settings.service_key.get_secret_value(), "matchmaking", 60)
    async with grpc.aio.insecure_channel(address) as channel:
        stub = match_pb2_grpc.MatchServiceStub(channel)
        yield Player("matchmaking", stub, (("authorization", f"Bearer {token}"),))


@pytest.fixture
async def match(matchmaker: Player) -> str:
    """A match of ann in seat 0 and bob in seat 1."""
    created = await matchmaker.call("CreateMatch", creation(["ann", "bob"]))
    found: str = created.match.match
    return found
