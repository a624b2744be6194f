"""Both services that a retired match concerns, over real sockets, and everything that can be asked about a match."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import grpc
from redis.asyncio import Redis
from tests.projection.serving import SECONDS, projection_service
from tests.rules.conftest import Player, Players, creation, submission

from sagahall.api.common.v1 import common_pb2
from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.api.projection.v1 import projection_pb2, projection_pb2_grpc
from sagahall.chassis.refusals import DETAILS_KEY
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.rules.__main__ import API, start

STAY = 86_400.0

Answers: TypeAlias = Mapping[str, list[bytes]]
"""By what was asked: the messages of the answer, or the status, its text and its details."""


@dataclass(frozen=True, slots=True)
class Played:
    """A match that is over, with three requests that changed it: what was asked, by whom."""

    match: str
    version: int
    created: match_pb2.CreateMatchRequest
    moved: match_pb2.SubmitMoveRequest
    mover: str
    resigned: match_pb2.ResignRequest


@asynccontextmanager
async def rules_at(settings: Settings, token: Callable[[str], str]) -> AsyncIterator[Players]:
    """A rules service until the block is left, and its players."""
    async with (
        serving("rules", API, start, settings) as service,
        grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel,
    ):
        stub = match_pb2_grpc.MatchServiceStub(channel)
        yield lambda name: Player(name, stub, (("authorization", f"Bearer {token(name)}"),))


@asynccontextmanager
async def projection_at(
    settings: Settings, token: Callable[[str], str], seconds: float = 0.0
) -> AsyncIterator[Players]:
    """A projection service until the block is left, whose matches retire after so many seconds, and its callers."""
    async with projection_service(settings.model_copy(update={"retire_seconds": seconds}), token) as client:
        stub = projection_pb2_grpc.ProjectionServiceStub(client.channel)
        yield lambda name: Player(name, stub, (("authorization", f"Bearer {token(name)}"),))


async def play(player: Players, request_id: str) -> Played:
    """A match with a clock in which ann moves first, bob resigns, and the others play on to the end."""
    control = common_pb2.TimeControl(per_move=common_pb2.PerMove(limit_ms=3_600_000))
    created = creation(["ann"] * 3, request_id, time_control=control)
    match = (await player("ann").call("CreateMatch", created)).match.match
    listed = await player("ann").legal(match, seat=0)
    moved = submission(match, listed.moves[0].move, listed.version, seat=0, request_id="a-move")
    await player("ann").call("SubmitMove", moved)
    resigned = match_pb2.ResignRequest(match=match, seat=1, request_id="a-resignation")
    await player("ann").call("Resign", resigned)
    while (current := await player("ann").get(match, seat=0)).to_act:
        await player("ann").play_first(match, seat=current.to_act[0])
    assert current.HasField("outcome")
    return Played(match, current.version, created, moved, "ann", resigned)


async def has_retired(redis: Redis, keys: Keys, match: str) -> None:
    """Returns once the match has left the log."""
    log = EventLog(redis, keys)
    async with asyncio.timeout(30):
        while await log.retired_at(match) is None:
            await asyncio.sleep(0.02)


def rules_requests(played: Played) -> dict[str, tuple[str, str, Any]]:
    """What can be asked of the rules service about a match: by name, who asks, the method and the request."""
    match, version = played.match, played.version
    get, legal, watch = match_pb2.GetMatchRequest, match_pb2.ListLegalMovesRequest, match_pb2.WatchMatchRequest
    other_game = match_pb2.CreateMatchRequest()
    other_game.CopyFrom(played.created)
    other_game.players.append("ann")
    other_move = match_pb2.SubmitMoveRequest()
    other_move.CopyFrom(played.moved)
    other_move.seat = 2
    new_move = match_pb2.SubmitMoveRequest()
    new_move.CopyFrom(played.moved)
    new_move.request_id, new_move.expected_version = "another-move", version
    return {
        "a seat": ("ann", "GetMatch", get(match=match, seat=2)),
        "a spectator": ("eve", "GetMatch", get(match=match)),
        "no seat named": ("ann", "GetMatch", get(match=match)),
        "moves": ("ann", "ListLegalMoves", legal(match=match, seat=0)),
        "moves of a spectator": ("eve", "ListLegalMoves", legal(match=match)),
        "the same creation": ("ann", "CreateMatch", played.created),
        "another creation": ("ann", "CreateMatch", other_game),
        "the same move": ("ann", "SubmitMove", played.moved),
        "another move of that id": ("ann", "SubmitMove", other_move),
        "a new move": ("ann", "SubmitMove", new_move),
        "a stranger's move": ("eve", "SubmitMove", new_move),
        "the same resignation": ("ann", "Resign", played.resigned),
        "a new resignation": ("ann", "Resign", match_pb2.ResignRequest(match=match, seat=0, request_id="new")),
        **{
            f"a watch from {after}": ("ann", "WatchMatch", watch(match=match, seat=0, after_version=after))
            for after in (0, 1, version // 2, version - 1, version, version + 1)
        },
        "a watch of matches": ("eve", "WatchMatch", watch(match=match, include_matches=True)),
    }


def projection_requests(played: Played) -> dict[str, tuple[str, str, Any]]:
    """The same for the projection service."""
    replay, pb = projection_pb2.GetReplayRequest, projection_pb2
    match, version = played.match, played.version
    return {
        "a replay": ("ann", "GetReplay", replay(match=match, seat=0, min_version=version, include_matches=True)),
        "a replay for a spectator": ("eve", "GetReplay", replay(match=match, from_version=2, to_version=5)),
        "a summary": ("eve", "GetMatchSummary", pb.GetMatchSummaryRequest(match=match, min_version=version)),
        "a list": ("eve", "ListMatches", pb.ListMatchesRequest(status=pb.MATCH_STATUS_FINISHED)),
        "a player's list": ("eve", "ListMatches", pb.ListMatchesRequest(player="ann", game="parley")),
    }


async def ask(player: Players, requests: Mapping[str, tuple[str, str, Any]]) -> Answers:
    """What is answered to all of it."""
    return {name: await answer(player(who), method, request) for name, (who, method, request) in requests.items()}


async def answer(player: Player, method: str, request: Any) -> list[bytes]:
    """What is answered, to the byte. Who is watching besides changes by nature."""
    call = getattr(player.stub, method)(request, metadata=player.metadata, timeout=SECONDS)
    try:
        messages = [await call] if isinstance(call, Awaitable) else [message async for message in call]
    except grpc.aio.AioRpcError as error:
        details = dict(error.trailing_metadata() or ())[DETAILS_KEY]
        assert isinstance(details, bytes)
        return [error.code().name.encode(), str(error.details()).encode(), details]
    told = [one for one in messages if not (method == "WatchMatch" and one.HasField("presence"))]
    return [one.SerializeToString(deterministic=True) for one in told]
