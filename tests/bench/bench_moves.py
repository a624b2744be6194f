"""How fast the rules service takes moves, beside the floor: the same calls to a server that only appends.

Whole matches of Elfenland are prepared beforehand, so that nothing but SubmitMove is timed. Client, service and Redis
share this machine. Value and floor are measured in turn, and the medians are told.
"""

from __future__ import annotations

import asyncio
import statistics
import subprocess
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TypeAlias

import grpc
from pydantic import SecretStr
from tests.bench.floor import METHOD
from tests.processes import free_port, service_process

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.embedded import embedded_redis
from sagahall.chassis.keys import ensure_keys
from sagahall.chassis.settings import Settings
from sagahall.chassis.tokens import mint_player_token
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys, match_id
from sagahall.eventlog.log import EventLog
from sagahall.games.registry import GAMES
from sagahall.match import change
from sagahall.match.change import Cause
from sagahall.match.dice import HmacDice
from sagahall.match.match import Step

CONCURRENT = (1, 16, 64)
ROUNDS = 3
MOVES = 1200
"""How many moves each round times at least."""
SECRET = bytes(range(32))

Call: TypeAlias = Callable[[match_pb2.SubmitMoveRequest], Awaitable[object]]


@dataclass(frozen=True, slots=True)
class Prepared:
    """A match whose moves are known beforehand: its first record, and the requests that play it."""

    created: Step
    requests: tuple[match_pb2.SubmitMoveRequest, ...]
    record_bytes: int


@dataclass(frozen=True, slots=True)
class Timing:
    """What a round of calls took: calls per second, and the latencies in milliseconds."""

    rate: float
    median: float
    p99: float


def measure() -> list[dict[str, object]]:
    """Moves per second and latency of SubmitMove with 1, 16 and 64 matches at once, beside the floor."""
    return asyncio.run(_measure())


def prepare(name: str) -> Prepared:
    """Plays a match of two seats at random, by the rules alone."""
    game = GAMES["elfenland"]
    variant = game.variants[0]
    match = match_id("ann", name, 64)
    cause = Cause(player="ann", request_id=name, now=0)
    created = step = change.create(
        game,
        match=match,
        variant=variant.name,
        options=variant.resolve({}),
        players=("ann", "ann"),
        secret=SECRET,
        cause=cause,
    )
    dice, requests, size = HmacDice(SECRET, match, 0), [], 0
    while seats := step.match.to_act:
        version = step.match.version
        move = dice.choice("move", game.legal_moves(step.match.state, seats[0]))
        step = change.move(step.match, seats[0], move, Cause(player="ann", request_id=f"{name}-{version}", now=0))
        requests.append(_request(step, seats[0]))
        size += len(step.stored)
    return Prepared(created, tuple(requests), size // len(requests))


def _request(step: Step, seat: int) -> match_pb2.SubmitMoveRequest:
    record = step.record
    return match_pb2.SubmitMoveRequest(
        match=record.match,
        seat=seat,
        request_id=record.request_id,
        expected_version=record.version - 1,
        move=record.moved.move,
    )


async def _measure() -> list[dict[str, object]]:
    figures: list[dict[str, object]] = []
    with TemporaryDirectory() as folder:
        async with AsyncExitStack() as stack:
            redis = stack.enter_context(embedded_redis(Path(folder, "redis")))
            settings = _settings(Path(folder), redis.url)
            rules = await stack.enter_async_context(service_process("rules", settings, Path(folder, "rules.log")))
            bare = await stack.enter_async_context(_floor(redis.url, prepare("size").record_bytes))
            submit = await stack.enter_async_context(_submitter(rules.port, settings))
            for matches in CONCURRENT:
                figures += await _compare(matches, settings, submit, bare)
    return figures


async def _compare(matches: int, settings: Settings, submit: Call, bare: Call) -> list[dict[str, object]]:
    values, floors = [], []
    for number in range(ROUNDS):
        prepared = [prepare(f"{matches}-{number}-{index}") for index in range(max(matches, MOVES // 100))]
        await _store(settings, prepared)
        values.append(await _time(submit, prepared, matches))
        floors.append(await _time(bare, prepared, matches))
    value, floor = _typical(values), _typical(floors)
    name = f"move.elfenland.{matches}"
    return [
        _figure(f"{name}.rate", "moves/s", value.rate, floor.rate, value.rate / floor.rate),
        _figure(f"{name}.p50", "ms", value.median, floor.median, floor.median / value.median),
        _figure(f"{name}.p99", "ms", value.p99, floor.p99, floor.p99 / value.p99),
    ]


def _figure(name: str, unit: str, value: float, floor: float, ratio: float) -> dict[str, object]:
    return {"name": name, "unit": unit, "value": round(value, 2), "floor": round(floor, 2), "ratio": round(ratio, 3)}


def _typical(timings: list[Timing]) -> Timing:
    return Timing(*(statistics.median(getattr(one, field) for one in timings) for field in ("rate", "median", "p99")))


async def _time(call: Call, prepared: list[Prepared], concurrent: int) -> Timing:
    """Plays the matches, so many at a time, each move after the one before it."""
    waiting, latencies = iter(prepared), []

    async def play() -> None:
        for match in waiting:
            for request in match.requests:
                started = time.perf_counter()
                await call(request)
                latencies.append(time.perf_counter() - started)

    started = time.perf_counter()
    await asyncio.gather(*(play() for _ in range(concurrent)))
    elapsed = time.perf_counter() - started
    cuts = statistics.quantiles(latencies, n=100)
    return Timing(len(latencies) / elapsed, cuts[49] * 1000, cuts[98] * 1000)


async def _store(settings: Settings, prepared: list[Prepared]) -> None:
    async with client(settings.redis_url) as redis:
        log = EventLog(redis, Keys(settings.prefix))
        for match in prepared:
            await log.append(match.created.record.match, 1, match.created.stored, None)


@asynccontextmanager
async def _submitter(port: int, settings: Settings) -> AsyncIterator[Call]:
    assert settings.player_private_key is not None
    key = ensure_keys(settings.player_private_key, settings.player_public_key)
    metadata = (("authorization", f"Bearer {mint_player_token(key, 'ann', 3600)}"),)
    async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
        stub: match_pb2_grpc.MatchServiceAsyncStub = match_pb2_grpc.MatchServiceStub(channel)
        yield lambda request: stub.SubmitMove(request, metadata=metadata)


@asynccontextmanager
async def _floor(url: str, size: int) -> AsyncIterator[Call]:
    port = free_port()
    process = subprocess.Popen([sys.executable, "-m", "tests.bench.floor", str(port), url, str(size)])
    try:
        async with grpc.aio.insecure_channel(f"127.0.0.1:{port}") as channel:
            await asyncio.wait_for(channel.channel_ready(), 30)
            append: grpc.aio.UnaryUnaryMultiCallable[bytes, bytes] = channel.unary_unary(METHOD)
            yield lambda request: append(request.SerializeToString())
    finally:
        process.terminate()
        process.wait()


def _settings(folder: Path, url: str) -> Settings:
    ensure_keys(folder / "private.pem", folder / "public.pem")
    return Settings(
        redis_url=url,
        prefix="bench",
        rules_port=0,
        rules_metrics_port=0,
        player_public_key=folder / "public.pem",
        player_private_key=folder / "private.pem",
        service_key=SecretStr("the key of a bench, which is no secret"),
    )


if __name__ == "__main__":
    print(*measure(), sep="\n")  # noqa: T201
