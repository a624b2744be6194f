"""RebuildProjections and GetMatchSummary, over real sockets."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import grpc
import pytest
from redis.asyncio import Redis
from sqlalchemy import Connection, text
from tests.processes import free_port, service_process
from tests.projection.archiving import append, archived, put
from tests.projection.databases import digest, prepared
from tests.projection.playing import START_MS, match_named, play
from tests.projection.serving import Client, Rebuild, client_of, refusal

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.projection.v1.projection_pb2 import ListMatchesRequest, MatchStatus
from sagahall.chassis.settings import Settings
from sagahall.eventlog.feed import FeedEntry
from sagahall.eventlog.keys import Keys
from sagahall.eventlog.log import EventLog
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.frames import timestamp
from sagahall.projection import archive
from sagahall.projection.archive import Archived, Head
from sagahall.projection.beside import PAGE
from sagahall.projection.listing import Filters, list_matches
from sagahall.projection.matches import Matches
from sagahall.projection.migrate import prepare
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.store import Store

MATCHES = 5 * PAGE


def thin_records() -> Iterator[Record]:
    """Two records each of many matches, with nothing in them but what the projections look at."""
    for number in range(MATCHES):
        for version in (1, 2):
            record = Record(match=f"m{number}", version=version, game="parley", time=timestamp(START_MS + number))
            if version == 1:
                record.created.players.extend(("ann", "bob"))
            yield record


def fill(connection: Connection) -> None:
    """Puts them into the archive and the projections."""
    found = list(thin_records())
    rows = [Archived(one.match, one.version, 0, one.SerializeToString(deterministic=True)) for one in found]
    archive.add(connection, rows, {one.match: Head(2, b"") for one in found})
    Matches().apply(connection, found)


def made_at_once(connection: Connection) -> str:
    """A hash of the whole database after all projections were made from the archive in one go."""
    connection.execute(text("UPDATE projections SET revision = 0"))
    prepare(connection, PROJECTIONS)
    return digest(connection)


async def read_on(store: Store) -> None:
    """Reads for ever; nothing may be missing or older than it was before."""
    before: dict[str, int] = {}
    while True:
        page = await store.read(list_matches, Filters(game="parley", player="ann"), None, 500)
        now = {summary.match: summary.version for summary in page.matches}
        assert len(now) == 500
        assert all(now.get(match, version) >= version for match, version in before.items())
        before = now
        await asyncio.sleep(0.05)


async def play_on(log: EventLog, versions: dict[str, int]) -> None:
    """Plays for ever, and keeps how far the matches have come."""
    for number in count():
        for step in play(str(number)):
            await append(log, [step])
            versions[str(number)] = step.record.version
            await asyncio.sleep(0.01)


@pytest.mark.timeout(300)
async def test_a_rebuild_under_load_that_is_killed_half_way_goes_on_and_comes_to_the_same(
    projection_settings: Settings, database_url: str, token: Callable[[str], str], log: EventLog, tmp_path: Path
) -> None:
    """B34: moves arrive all the time, the process is killed, and no read is empty or older than before."""
    changes = {"projection_port": free_port(), "database_url": database_url}
    settings = projection_settings.model_copy(update=changes)
    versions: dict[str, int] = {}
    with prepared(database_url) as store:
        await store.write(fill)
        background = [asyncio.create_task(read_on(store)), asyncio.create_task(play_on(log, versions))]
        async with client_of(settings, token) as service:
            async with service_process("projection", settings, tmp_path / "log") as running:
                killed = service.rebuilding()
                done = 0
                async for progress in killed:
                    done = progress.done
                    if done >= 2 * PAGE:
                        running.kill()
                        break
                with pytest.raises(grpc.aio.AioRpcError):
                    await asyncio.wait_for(drained(killed), 20)
            async with service_process("projection", settings, tmp_path / "log"):
                told = await service.rebuild()
                for task in background:
                    task.cancel()
                ends = await asyncio.gather(*background, return_exceptions=True)
                assert all(isinstance(end, asyncio.CancelledError) for end in ends), ends
                for name, version in versions.items():
                    await archived(store, name, version)
        assert told[0].done >= done
        assert told[-1].done == told[-1].total > 2 * MATCHES
        assert await store.read(digest) == await store.write(made_at_once)


async def drained(call: Rebuild) -> None:
    async for _ in call:
        pass


async def test_only_operators_rebuild(service: Client) -> None:
    assert (await refusal(service.rebuild("ann"))).reason == Reason.REASON_NOT_ALLOWED
    assert (await service.rebuild())[-1].total == 0


async def test_lists_are_served_again_once_their_table_was_lost_and_rebuilt(
    service: Client, projection_settings: Settings, log: EventLog
) -> None:
    """B34: a lost projection costs nothing but the rebuild."""
    steps = play("one")
    await append(log, steps)
    before = await service.summary("one", len(steps))
    with prepared(projection_settings.database_url) as store:
        await store.write(lambda connection: connection.execute(text("DROP TABLE matches")))

    assert (await service.rebuild())[-1].done == len(steps)

    assert list((await service.list(ListMatchesRequest())).matches) == [before]


async def test_a_summary_has_at_least_the_version_that_was_asked_for(service: Client, log: EventLog) -> None:
    """B81: whoever has made a move reads it, at once."""
    for step in play("one"):
        await append(log, [step])
        summary = await service.summary("one", step.record.version)
        assert summary.version >= step.record.version

    assert summary.status == MatchStatus.MATCH_STATUS_FINISHED
    (by_list,) = (await service.list(ListMatchesRequest(player="bob"))).matches
    assert summary == by_list


async def test_a_summary_tells_how_each_player_came_out(service: Client, log: EventLog) -> None:
    steps = play("one")
    await append(log, steps)

    summary = await service.summary("one", len(steps))

    assert summary.outcome == steps[-1].record.outcome
    assert {standing.seat for standing in summary.outcome.standings} == {player.seat for player in summary.players}


async def test_a_version_that_does_not_come_is_no_stale_answer(service: Client, log: EventLog) -> None:
    """B81: past the limit a typed refusal, which says how far it is."""
    await append(log, play("one")[:3])
    await service.summary("one", 3)

    refused = await refusal(service.summary("one", 4, seconds=1))

    assert (refused.reason, refused.version) == (Reason.REASON_UNAVAILABLE, 3)
    assert (await refusal(service.summary("two"))).reason == Reason.REASON_MATCH_NOT_FOUND
    assert (await refusal(service.summary("one", -1))).fields[0].field == "min_version"
    assert match_named("one") == (await service.summary("one")).match


async def test_a_version_that_no_projection_follows_is_no_stale_answer(
    service: Client, redis: Redis, keys: Keys, log: EventLog
) -> None:
    """B81: the match is parked before it."""
    await append(log, play("one")[:1])
    await put(redis, keys, "one", FeedEntry("*", match_named("one"), 2, b"\xff\xff"))

    refused = await refusal(service.summary("one", 2))

    assert (refused.reason, refused.version) == (Reason.REASON_MATCH_PARKED, 1)
    assert (await service.summary("one")).status == MatchStatus.MATCH_STATUS_PARKED
