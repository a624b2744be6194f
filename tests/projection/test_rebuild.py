"""Rebuilds of the projections, step by step."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from contextlib import aclosing

import pytest
from sqlalchemy import Connection, text
from tests.projection.batches import entries, write
from tests.projection.databases import digest
from tests.projection.playing import match_named, play

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refused
from sagahall.eventlog.feed import FeedEntry
from sagahall.projection import beside
from sagahall.projection.beside import Filled
from sagahall.projection.listing import Filters, list_matches
from sagahall.projection.models import PROJECTIONS
from sagahall.projection.rebuild import Progress, rebuild
from sagahall.projection.store import Store
from sagahall.projection.tables import parked


@pytest.fixture(autouse=True)
def small_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that a few matches are many steps."""
    monkeypatch.setattr(beside, "PAGE", 7)


def matches_of(names: Iterable[int]) -> list[FeedEntry]:
    return [entry for name in names for entry in entries(play(str(name)))]


def state(store: Store) -> str:
    with store.reading() as connection:
        return digest(connection)


def shown(connection: Connection) -> dict[str, int]:
    """The versions of all matches as a reader sees them."""
    page = list_matches(connection, Filters(), None, 500)
    return {summary.match: summary.version for summary in page.matches}


async def rebuilt(store: Store) -> list[Progress]:
    return [progress async for progress in rebuild(store, PROJECTIONS)]


async def started(store: Store, steps: int) -> Progress:
    """How far a rebuild is that is left after a few steps."""
    running = rebuild(store, PROJECTIONS)
    progress = await anext(running)
    for _ in range(steps):
        progress = await anext(running)
    await running.aclose()
    return progress


async def test_a_rebuild_comes_to_the_same_rows_and_can_be_done_again(store: Store) -> None:
    """B34: also twice in one process."""
    write(store, matches_of(range(8)))
    before = state(store)

    for _ in range(3):
        told = await rebuilt(store)
        assert told[-1].done == told[-1].total == len(matches_of(range(8)))
        assert state(store) == before


async def test_progress_counts_records_upwards_to_the_total(store: Store) -> None:
    write(store, matches_of(range(8)))

    told = await rebuilt(store)

    done = [progress.done for progress in told]
    assert done == sorted(done)
    assert len(set(done)) > 3
    assert {progress.total for progress in told} == {done[-1]}
    assert told[0].rate == 0
    assert all(progress.rate > 0 for progress in told[1:])


@pytest.mark.parametrize("loss", ["DROP TABLE matches", "DELETE FROM match_players", "UPDATE matches SET version = 1"])
async def test_what_was_lost_or_spoilt_by_hand_is_there_again(store: Store, loss: str) -> None:
    """B34: a projection can be thrown away."""
    write(store, matches_of(range(5)))
    before = state(store)
    with store.writing() as connection:
        connection.execute(text(loss))
    assert state(store) != before

    await rebuilt(store)

    assert state(store) == before


async def test_matches_that_were_parked_while_a_table_was_lost_go_on_after_the_rebuild(store: Store) -> None:
    feed = matches_of(range(3))
    other = matches_of(range(3, 6))
    write(store, feed[:-3])
    with store.writing() as connection:
        connection.execute(text("DROP TABLE matches"))
    assert len(write(store, feed[-3:] + other)) == 4

    await rebuilt(store)

    with store.reading() as connection:
        assert connection.execute(parked.select()).all() == []
        assert sum(shown(connection).values()) == len(feed + other)


async def test_a_parked_match_is_rebuilt_up_to_its_fault(store: Store) -> None:
    feed = entries(play("one"))
    spoilt = feed[4]._replace(record=b"\xff\xff")
    write(store, [*feed[:4], spoilt, *feed[5:], *matches_of(range(3))])
    before = state(store)

    told = await rebuilt(store)

    assert state(store) == before
    assert told[-1].done == told[-1].total == 4 + len(matches_of(range(3)))


@pytest.mark.parametrize("steps", [0, 1, 3])
async def test_a_rebuild_that_was_left_goes_on_where_it_stopped(store: Store, steps: int) -> None:
    """B34: what was filled is kept, and what has arrived since is there as well."""
    feed = matches_of(range(12))
    write(store, feed[: len(feed) // 2])
    left = await started(store, steps)
    write(store, feed[len(feed) // 2 :])

    told = await rebuilt(store)

    assert told[0].done == left.done == steps * beside.PAGE
    assert told[-1].done == len(feed)
    with store.reading() as connection:
        assert sum(shown(connection).values()) == len(feed)


async def test_one_rebuild_at_a_time(store: Store, database_url: str) -> None:
    """B34: the second is told so, also by another process, and the first is not disturbed."""
    write(store, matches_of(range(5)))
    before = state(store)
    running = rebuild(store, PROJECTIONS)
    await anext(running)
    other = Store(database_url)

    for rival in (store, other):
        with pytest.raises(Refused) as caught:
            await rebuilt(rival)
        assert caught.value.refusal.reason == Reason.REASON_ALREADY_RUNNING

    assert [progress async for progress in running][-1].done == len(matches_of(range(5)))
    assert state(store) == before
    assert await rebuilt(other)
    other.close()


@pytest.mark.parametrize("seed", range(2))
async def test_records_that_arrive_at_every_step_are_there_and_no_read_goes_back(store: Store, seed: int) -> None:
    """B34: while it is rebuilt nothing that is read is empty or older than before."""
    chance = random.Random(seed)
    queues = [entries(play(str(name))) for name in range(10)]
    write(store, [queue.pop(0) for queue in queues])
    seen: dict[str, int] = {}
    running = True
    while running:
        running = any(queues)
        steps = chance.randint(0, 4)
        async with aclosing(rebuild(store, PROJECTIONS)) as told:
            async for _ in told:
                for queue in chance.sample(queues, 3):
                    if queue:
                        write(store, [queue.pop(0)])
                with store.reading() as connection:
                    now = shown(connection)
                assert len(now) == len(queues)
                assert all(now[match] >= version for match, version in seen.items())
                seen = now
                steps -= 1
                if not steps and running:
                    break

    before = state(store)
    await rebuilt(store)
    assert state(store) == before
    assert seen == {match_named(str(name)): len(play(str(name))) for name in range(10)}


async def test_a_rebuild_that_a_new_release_has_overtaken_begins_anew(store: Store) -> None:
    """What was filled for other tables is thrown away with them."""
    write(store, matches_of(range(5)))
    await started(store, 2)
    with store.writing() as connection:
        connection.execute(text("UPDATE projections SET revision = 0"))
        for projection in PROJECTIONS:
            projection.ensure(connection)

    with store.writing() as connection:
        assert beside.begin(connection, PROJECTIONS) == Filled(0, len(matches_of(range(5))))


async def test_a_swap_disturbs_no_reader_and_is_not_stopped_by_one(store: Store) -> None:
    """B34: a slow reader keeps what it saw, and others read on while the swap waits for it."""
    write(store, matches_of(range(5)))
    with store.reading() as slow:
        seen = shown(slow)
        rebuilding = asyncio.create_task(rebuilt(store))
        for _ in range(20):
            assert await store.read(shown) == seen
            await asyncio.wait([rebuilding], timeout=0.02)
        assert rebuilding.done() == (slow.dialect.name == "sqlite")
        assert shown(slow) == seen

    assert await rebuilding
    assert await store.read(shown) == seen
