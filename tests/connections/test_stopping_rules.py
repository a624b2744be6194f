"""SIGTERM to the rules service in the middle of watches and moves."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import grpc
import pytest
from tests.chassis.matches import failure
from tests.connections.conftest import At
from tests.connections.stopping import MANY, few, stop
from tests.eventlog.proxy import Proxy
from tests.processes import service_process
from tests.rules.conftest import Player, creation, submission
from tests.rules.test_watch import until_caught_up

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2
from sagahall.chassis.refusals import refusal_of
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.log import EventLog
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.rules.__main__ import API, start

CONNECTIONS = 10

pytestmark = pytest.mark.slow


class Watching:
    """A player who watches a match of his, wherever he can, and keeps what he is shown."""

    def __init__(self, player: Player, match: str) -> None:
        self.versions: list[int] = []
        self._player = player
        self._match = match
        self._stream: Any = None

    async def begin(self, player: Player | None = None) -> None:
        """Goes on after the last version that was shown."""
        after = self.versions[-1] if self.versions else 0
        self._stream = (player or self._player).watch(self._match, after)
        shown = await until_caught_up(self._stream)
        self.versions += [message.update.version for message in shown if message.HasField("update")]

    async def end(self) -> grpc.aio.AioRpcError:
        """Reads on until the stream is broken off, and returns how."""
        return await failure(self._read())

    async def _read(self) -> None:
        async for message in self._stream:
            if message.HasField("update"):
                self.versions.append(message.update.version)


@dataclass(frozen=True, slots=True)
class Turn:
    """A move that a player may make in a match of his own, and the watch of it."""

    ann: Player
    request: match_pb2.SubmitMoveRequest
    watching: Watching

    @classmethod
    async def of(cls, ann: Player) -> Turn:
        """Creates the match."""
        match = (await ann.call("CreateMatch", creation(["ann"]))).match.match
        turn = cls(ann, submission(match, (await ann.legal(match)).moves[0].move, 1), Watching(ann, match))
        await turn.watching.begin()
        return turn

    def submit(self, by: Player | None = None) -> Any:
        """Sends the move on its way."""
        ann = by or self.ann
        return ann.stub.SubmitMove(self.request, metadata=ann.metadata, timeout=20)


@asynccontextmanager
async def turns(at: At, port: int) -> AsyncIterator[list[Turn]]:
    """As many turns as there may be, over a few connections."""
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(at("ann", f"127.0.0.1:{port}")) for _ in range(CONNECTIONS)]
        yield await asyncio.gather(*(Turn.of(ann) for ann in players * (MANY // CONNECTIONS)))


async def is_busy(ann: Player) -> bool:
    """Whether the service works on as many calls as it may; asks by one which needs no store."""
    call = ann.stub.ListGames(match_pb2.ListGamesRequest(), metadata=ann.metadata)
    return bool(await call.code() == grpc.StatusCode.RESOURCE_EXHAUSTED)


async def outcome(call: Any) -> Any:
    """What a move comes to: its answer, or None if the service is gone."""
    return await call if await call.code() != grpc.StatusCode.UNAVAILABLE else None


@pytest.mark.parametrize("answers", [True, False], ids=["the store answers in time", "the store answers no more"])
async def test_moves_in_flight_are_answered_or_may_be_sent_again_and_watches_go_on_elsewhere(
    answers: bool, rules_settings: Settings, log: EventLog, at: At, tmp_path: Path
) -> None:
    """B60, B06: SIGTERM with 100 watches and 100 moves; no move is lost, and none is made twice."""
    async with Proxy(rules_settings.redis_url) as proxy:
        settings = few(rules_settings, proxy)
        async with service_process("rules", settings, tmp_path / "log") as first, turns(at, first.port) as all_turns:
            proxy.flowing.clear()
            calls = [turn.submit() for turn in all_turns]
            while not await is_busy(all_turns[0].ann):
                pass

            async def meanwhile() -> None:
                broken = await asyncio.gather(*(turn.watching.end() for turn in all_turns))
                assert {refused and refused.reason for refused in map(refusal_of, broken)} == {
                    Reason.REASON_UNAVAILABLE
                }
                if answers:
                    proxy.flowing.set()

            await stop(first, settings, meanwhile())
            answered = [await outcome(call) for call in calls]
    acknowledged = [answer is not None for answer in answered]
    stored = [await log.head(turn.request.match) == 2 for turn in all_turns]
    assert acknowledged == [answers] * MANY
    assert all(stored) if answers else any(stored)

    async with (
        serving("rules", API, start, rules_settings) as second,
        at("ann", f"127.0.0.1:{second.port}") as ann,
    ):
        again = await asyncio.gather(*(turn.submit(ann) for turn in all_turns))
        await asyncio.gather(*(turn.watching.begin(ann) for turn in all_turns))
    assert [answer.version for answer in again] == [2] * MANY
    assert all(before in (None, after) for before, after in zip(answered, again, strict=True))
    assert [turn.watching.versions for turn in all_turns] == [[1, 2]] * MANY
    for turn in all_turns:
        records = [Record.FromString(entry.record) for entry in await log.read(turn.request.match)]
        assert [record.request_id for record in records[1:]] == [turn.request.request_id]
