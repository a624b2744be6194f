"""Watching matches in one process."""

from __future__ import annotations

import asyncio

import pytest
from redis.asyncio import Redis
from redis.exceptions import ConnectionError as RedisConnectionError
from tests.eventlog.proxy import Proxy
from tests.eventlog.server import Server
from tests.eventlog.waiting import until

from sagahall.eventlog.connect import CONNECTIONS, connect
from sagahall.eventlog.hub import Hub, Subscription
from sagahall.eventlog.keys import InvalidMatch, Keys, match_id
from sagahall.eventlog.log import Entry, EventLog

MATCH = match_id("anna", "r1", 64)
OTHER = match_id("anna", "r2", 64)


@pytest.fixture
def hub(log: EventLog) -> Hub:
    return Hub(log, capacity=8)


class Table:
    """Appends records to a match, and delivers them as the tailer would."""

    def __init__(self, log: EventLog, hub: Hub, match: str = MATCH) -> None:
        self._log = log
        self._hub = hub
        self._match = match
        self.records: list[Entry] = []

    async def append(self, *, delivered: bool = True) -> Entry:
        version = len(self.records) + 1
        entry = Entry(version, b"%d of %s" % (version, self._match.encode()))
        await self._log.append(self._match, *entry, None)
        self.records.append(entry)
        if delivered:
            self.deliver(entry)
        return entry

    def deliver(self, entry: Entry) -> None:
        self._hub.offer(self._match, entry)


@pytest.fixture
def table(log: EventLog, hub: Hub) -> Table:
    return Table(log, hub)


async def take(subscription: Subscription, count: int) -> list[Entry]:
    async with asyncio.timeout(5):
        return [await anext(subscription) for _ in range(count)]


async def has_nothing(subscription: Subscription) -> bool:
    """Whether the subscription waits, after it has looked wherever it wants to look."""
    reading = asyncio.ensure_future(anext(subscription))
    await until(lambda: not subscription.lagging or reading.done())
    await asyncio.wait([reading], timeout=0.05)
    if reading.done():
        return False
    reading.cancel()
    await asyncio.wait([reading])
    return True


async def test_a_watcher_gets_what_is_in_the_log_and_then_what_comes(hub: Hub, table: Table) -> None:
    for _ in range(20):
        await table.append(delivered=False)
    with hub.subscribe(MATCH) as watcher:
        assert await take(watcher, 20) == table.records
        assert await has_nothing(watcher)
        await table.append()
        await table.append()
        assert await take(watcher, 2) == table.records[20:]


async def test_a_watcher_gets_only_what_comes_after_its_version(hub: Hub, table: Table) -> None:
    for _ in range(5):
        await table.append()
    with hub.subscribe(MATCH, after_version=3) as watcher, hub.subscribe(MATCH, after_version=5) as up_to_date:
        assert await take(watcher, 2) == table.records[3:]
        assert await has_nothing(up_to_date)


async def test_a_watcher_ahead_of_the_log_waits_for_it(hub: Hub, table: Table) -> None:
    await table.append()
    with hub.subscribe(MATCH, after_version=2) as watcher:
        assert await has_nothing(watcher)
        await table.append()
        await table.append()
        assert await take(watcher, 1) == table.records[2:]


async def test_a_watcher_gets_only_its_own_match(hub: Hub, log: EventLog, table: Table) -> None:
    other = Table(log, hub, OTHER)
    with hub.subscribe(MATCH) as watcher, hub.subscribe(OTHER) as other_watcher:
        await table.append()
        await other.append()
        assert await take(watcher, 1) == table.records
        assert await take(other_watcher, 1) == other.records
        assert await has_nothing(watcher)


async def test_nothing_is_lost_or_doubled_between_reading_the_log_and_going_live(hub: Hub, table: Table) -> None:
    """B30: watchers that come at any moment of a running match all see every record once, in order."""
    watchers: list[asyncio.Task[list[Entry]]] = []

    async def watch(after: int) -> list[Entry]:
        with hub.subscribe(MATCH, after_version=after) as subscription:
            return await take(subscription, 300 - after)

    for _ in range(300):
        await table.append()
        if len(table.records) % 10 == 0:
            watchers.append(asyncio.create_task(watch(len(table.records) // 2)))
    for number, seen in enumerate(await asyncio.gather(*watchers), 1):
        assert seen == table.records[number * 10 // 2 :]


async def test_a_record_that_comes_while_the_log_is_read_is_not_missed(
    redis_url: str, keys: Keys, log: EventLog
) -> None:
    """B30: the record is appended after the server has read the stream and before the watcher has the answer."""
    async with Proxy(redis_url) as proxy, await connect(proxy.url) as slow:
        hub = Hub(EventLog(slow, keys))
        table = Table(log, hub)
        await table.append()
        with hub.subscribe(MATCH) as watcher:
            proxy.flowing.clear()
            replies = proxy.replies
            taking = asyncio.create_task(take(watcher, 2))
            await until(lambda: proxy.replies > replies)
            await table.append()
            proxy.flowing.set()
            assert await taking == table.records


async def test_a_watcher_that_does_not_read_holds_little_and_catches_up(hub: Hub, table: Table) -> None:
    with hub.subscribe(MATCH) as slow, hub.subscribe(MATCH) as quick:
        await table.append()
        assert await take(slow, 1) == await take(quick, 1)
        for _ in range(100):
            entry = await table.append()
            assert await take(quick, 1) == [entry]
        assert slow.lagging
        assert len(slow._queue) == hub.capacity
        assert not quick.lagging
        assert await take(slow, 100) == table.records[1:]
        assert await has_nothing(slow)
        assert not slow.lagging


async def test_a_watcher_that_was_not_told_of_a_record_reads_it_from_the_log(hub: Hub, table: Table) -> None:
    with hub.subscribe(MATCH) as watcher:
        await table.append()
        assert await take(watcher, 1) == table.records
        for _ in range(3):
            await table.append(delivered=False)
        await table.append()
        assert await take(watcher, 4) == table.records[1:]
        assert await has_nothing(watcher)


async def test_a_watcher_that_is_told_twice_gets_it_once(hub: Hub, table: Table) -> None:
    """B33: after a reconnect the tailer delivers the last minute again."""
    with hub.subscribe(MATCH) as watcher:
        for _ in range(4):
            await table.append()
        assert await take(watcher, 4) == table.records
        for entry in table.records:
            table.deliver(entry)
        await table.append()
        assert await take(watcher, 1) == table.records[4:]
        assert await has_nothing(watcher)


async def test_when_the_tailer_may_have_missed_something_every_watcher_looks(hub: Hub, table: Table) -> None:
    with hub.subscribe(MATCH) as watcher:
        await table.append()
        assert await take(watcher, 1) == table.records
        await table.append(delivered=False)
        assert await has_nothing(watcher)
        hub.resync()
        assert await take(watcher, 1) == table.records[1:]


async def test_closing_ends_the_iteration_and_leaves_nothing_behind(hub: Hub, table: Table) -> None:
    subscription = hub.subscribe(MATCH)
    await table.append()
    seen: list[Entry] = []

    async def watch() -> None:
        async for entry in subscription:
            seen.append(entry)  # noqa: PERF401  # what was seen so far is looked at while it goes on

    watching = asyncio.create_task(watch())
    await until(lambda: seen == table.records)
    with hub.subscribe(MATCH) as another:
        await take(another, 1)
        assert hub.watchers == 2
        subscription.close()
        subscription.close()
        async with asyncio.timeout(5):
            await watching
        assert hub.watchers == 1
        await table.append()
        assert await take(another, 1) == table.records[1:]
    assert hub.watchers == 0
    assert not hub._watchers


def test_what_is_no_match_cannot_be_watched(hub: Hub) -> None:
    with pytest.raises(InvalidMatch):
        hub.subscribe("nonsense")
    assert hub.watchers == 0


async def test_a_watcher_survives_the_loss_of_the_server(server: Server, keys: Keys) -> None:
    async with await connect(server.url) as redis:
        log = EventLog(redis, keys)
        hub = Hub(log)
        table = Table(log, hub)
        await table.append()
        with hub.subscribe(MATCH) as watcher:
            server.kill()
            with pytest.raises(RedisConnectionError):
                await take(watcher, 1)
            server.start()
            await table.append()
            assert await take(watcher, 2) == table.records


async def test_watchers_need_no_connections_of_their_own(hub: Hub, table: Table, redis: Redis) -> None:
    before = {client["id"] for client in await redis.client_list()}
    subscriptions = [hub.subscribe(MATCH) for _ in range(500)]
    await table.append()
    for seen in await asyncio.gather(*(take(subscription, 1) for subscription in subscriptions)):
        assert seen == table.records
    new = {client["id"] for client in await redis.client_list()} - before
    assert len(new) < CONNECTIONS
    for subscription in subscriptions:
        subscription.close()
    assert hub.watchers == 0
