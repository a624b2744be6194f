"""Several rules services on one log."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager

import grpc
import pytest
from tests.rules.conftest import Player, creation
from tests.rules.test_watch import next_update, until_caught_up

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2_grpc
from sagahall.chassis.refusals import refusal_of
from sagahall.chassis.server import serving
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.rules.__main__ import API, start


@pytest.fixture
async def replicas(rules_settings: Settings, token: Callable[[str], str]) -> AsyncIterator[list[Player]]:
    """The same player, who plays all seats, at three replicas."""
    async with AsyncExitStack() as stack:
        yield [await stack.enter_async_context(_ann_at(rules_settings, token)) for _ in range(3)]


@asynccontextmanager
async def _ann_at(settings: Settings, token: Callable[[str], str]) -> AsyncIterator[Player]:
    """Ann at a service of her own."""
    async with (
        serving("rules", API, start, settings) as service,
        grpc.aio.insecure_channel(f"127.0.0.1:{service.port}") as channel,
    ):
        metadata = (("authorization", f"Bearer {token('ann')}"),)
        yield Player("ann", match_pb2_grpc.MatchServiceStub(channel), metadata)


async def test_any_replica_serves_any_move_of_a_match(replicas: list[Player]) -> None:
    """B62: clients go to whichever replica they like."""
    match = (await replicas[0].call("CreateMatch", creation(["ann", "ann"]))).match.match

    turn = 0
    while seats := (await replicas[turn % 3].get(match, seat=0)).to_act:
        turn += 1
        await replicas[turn % 3].play_first(match, seat=seats[0])

    states = [await replica.get(match, seat=0) for replica in replicas]
    assert states[0] == states[1] == states[2]
    assert states[0].version == turn + 1


async def test_of_moves_at_several_replicas_for_one_choice_exactly_one_is_accepted(replicas: list[Player]) -> None:
    """B01, B02: safety comes from the log's compare-and-append, not from a lock inside a process."""
    match = (await replicas[0].call("CreateMatch", creation(["ann", "ann"]))).match.match

    async def attempt(replica: Player, seat: int, version: int) -> int | None:
        try:
            return (await replica.play_first(match, seat=seat)).version
        except grpc.aio.AioRpcError as error:
            refusal = refusal_of(error)
            assert refusal is not None
            assert refusal.reason in (Reason.REASON_STALE_VERSION, Reason.REASON_MATCH_OVER)
            return None
        except IndexError:  # the listing was made after the choice was gone
            return None

    while seats := (current := await replicas[0].get(match, seat=0)).to_act:
        seat = seats[0]
        results = await asyncio.gather(*(attempt(replica, seat, current.version) for replica in replicas * 2))
        versions = [version for version in results if version is not None]
        assert len(versions) == len(set(versions)) >= 1
        head = (await replicas[1].get(match, seat=0)).version
        assert sorted(versions) == list(range(current.version + 1, head + 1))


async def test_a_watcher_at_one_replica_sees_a_move_made_at_another(replicas: list[Player]) -> None:
    solo = (await replicas[0].call("CreateMatch", creation(["ann"]))).match.match
    watch = replicas[1].watch(solo, after_version=1)
    await until_caught_up(watch)

    played = await replicas[2].play_first(solo)

    assert (await next_update(watch)).version == played.version


async def test_a_request_that_is_repeated_at_another_replica_changes_nothing(replicas: list[Player]) -> None:
    """B04, B06: a client that lost its connection sends the same request to whoever answers."""
    solo = (await replicas[0].call("CreateMatch", creation(["ann"]))).match.match
    move = (await replicas[0].legal(solo)).moves[0].move

    answers = [await replica.submit(solo, move, 1, request_id="the-id") for replica in replicas]

    assert answers[0] == answers[1] == answers[2]


async def test_what_a_replica_remembers_of_a_record_that_was_lost_is_worth_nothing(
    replicas: list[Player], rules_settings: Settings
) -> None:
    """B10: after a failover another record may lie under the version; nothing is ever added on top of the lost one."""
    solo = (await replicas[0].call("CreateMatch", creation(["ann"]))).match.match
    await replicas[0].play_first(solo)
    async with client(rules_settings.redis_url) as redis:
        keys = Keys(rules_settings.prefix)
        log = EventLog(redis, keys)
        (created, _) = await log.read(solo)
        await redis.delete(keys.match(solo))
        await log.append(solo, 1, created.record, None)
    await replicas[1].play_first(solo)
    prepared = (await replicas[1].legal(solo)).moves[0].move

    made = await replicas[0].submit(solo, prepared, 2)

    assert made.version == 3
    assert await replicas[2].get(solo) == await replicas[0].get(solo)


async def test_a_match_whose_game_is_no_longer_on_offer_is_watched_and_played_to_its_end(
    rules_settings: Settings, token: Callable[[str], str]
) -> None:
    without = rules_settings.model_copy(update={"games": ("elfenland",)})
    async with _ann_at(rules_settings, token) as before, _ann_at(without, token) as after:
        solo = (await before.call("CreateMatch", creation(["ann"]))).match.match
        watch = after.watch(solo)
        while (await after.get(solo)).to_act:
            await after.play_first(solo)
        versions = [message.update.version async for message in watch if message.HasField("update")]
        assert versions == list(range(1, (await before.get(solo)).version + 1))
