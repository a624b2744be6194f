"""SIGTERM to the projection service while replays are read."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import grpc
import pytest
from tests.chassis.matches import failure
from tests.connections.conftest import SMALL_WINDOW, At
from tests.connections.stopping import stop
from tests.matchmaking.players import patiently
from tests.processes import service_process
from tests.projection.archiving import append
from tests.projection.playing import play
from tests.rules.conftest import Player

from sagahall.api.match.v1.match_pb2 import Frame
from sagahall.api.projection.v1.projection_pb2 import GetMatchSummaryRequest, GetReplayRequest
from sagahall.api.projection.v1.projection_pb2_grpc import ProjectionServiceStub
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.log import EventLog
from sagahall.match.frames import frame_message
from sagahall.projection.__main__ import API, start

pytestmark = pytest.mark.slow

STEPS = play("long", ("ann", "bob", "cem", "dan"), "elfenroads")[:200]
MATCH = STEPS[0].match.match
MANY = 30
CONNECTIONS = 10


class Reading:
    """A replay that is read until it breaks off, and goes on at the next frame."""

    def __init__(self) -> None:
        self.frames: list[Frame] = []
        self._stream: Any = None

    async def begin(self, ann: Player) -> None:
        """Reads one frame more, once the service has its tables."""

        async def first() -> Frame:
            self._stream = ann.stub.GetReplay(request, metadata=ann.metadata, timeout=60)
            answer = await anext(aiter(self._stream))
            frame: Frame = answer.frame
            return frame

        request = GetReplayRequest(match=MATCH, from_version=len(self.frames) + 1, min_version=len(STEPS))
        self.frames.append(await patiently(first))

    async def read(self) -> None:
        """Reads on to the end."""
        async for answer in self._stream:
            self.frames.append(answer.frame)


async def test_replays_that_are_being_read_go_on_elsewhere(
    rules_settings: Settings, log: EventLog, at: At, tmp_path: Path
) -> None:
    """B60: SIGTERM with many replays that are read slowly; each frame arrives once, before it or after."""
    await append(log, STEPS)
    readings = [Reading() for _ in range(MANY)]
    async with (
        service_process("projection", rules_settings, tmp_path / "log") as first,
        players(at, first.port) as anns,
    ):
        await asyncio.gather(*(one.begin(ann) for one, ann in zip(readings, anns, strict=True)))
        ends = asyncio.gather(*(failure(one.read()) for one in readings))
        await stop(first, rules_settings, asyncio.wait([ends]))
        assert {error.code() for error in await ends} == {grpc.StatusCode.UNAVAILABLE}
    async with serving("projection", API, start, rules_settings) as second, players(at, second.port) as anns:
        await asyncio.gather(*(one.begin(ann) for one, ann in zip(readings, anns, strict=True)))
        await asyncio.gather(*(one.read() for one in readings))
    shown = [frame_message(step, 0) for step in STEPS]
    assert all(one.frames == shown for one in readings)


async def test_whoever_waits_for_a_version_is_told_to_ask_elsewhere(
    rules_settings: Settings, log: EventLog, at: At, tmp_path: Path
) -> None:
    """B60, B81: what is not archived yet keeps no process from stopping."""
    await append(log, STEPS)
    async with (
        service_process("projection", rules_settings, tmp_path / "log") as first,
        at("ann", f"127.0.0.1:{first.port}", stub=ProjectionServiceStub) as ann,
    ):
        await patiently(partial(ann.call, "GetMatchSummary", GetMatchSummaryRequest(match=MATCH, min_version=1)))
        later = GetMatchSummaryRequest(match=MATCH, min_version=len(STEPS) + 1)
        waiting = [asyncio.ensure_future(ann.refused("GetMatchSummary", later)) for _ in range(MANY)]
        await asyncio.wait(waiting, timeout=0.5)
        assert not any(one.done() for one in waiting)
        await stop(first, rules_settings, asyncio.wait(waiting))
    assert {(code, refusal.version) for code, refusal in [await one for one in waiting]} == {
        (grpc.StatusCode.UNAVAILABLE, len(STEPS))
    }


@asynccontextmanager
async def players(at: At, port: int) -> AsyncIterator[list[Player]]:
    """Ann, once for each replay, over a few connections."""
    async with AsyncExitStack() as stack:
        door = partial(at, "ann", f"127.0.0.1:{port}", *SMALL_WINDOW, stub=ProjectionServiceStub)
        yield [await stack.enter_async_context(door()) for _ in range(CONNECTIONS)] * (MANY // CONNECTIONS)
