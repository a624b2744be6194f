"""A ticket that nobody watches ends, and nothing is left of it, whatever is down at that time."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path

from redis.asyncio import Redis
from tests.eventlog.server import Server
from tests.eventlog.waiting import until
from tests.matchmaking.conftest import PlayersAt, matchmaking_service
from tests.matchmaking.inside import WISH, Inside, create, read
from tests.matchmaking.players import TIMEOUT, new_id
from tests.processes import service_process

from sagahall.api.common.v1.common_pb2 import OptionValue
from sagahall.api.match.v1 import match_pb2_grpc
from sagahall.chassis.server import Service
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.matchmaking.grouping import group
from sagahall.matchmaking.store import FINISHED_MS, Store
from sagahall.matchmaking.ticket import State, Ticket

COUNTER = {"order"}
"""What stays of an installation that has had tickets: the counter that orders them."""


async def until_nothing_is_left(inside: Inside) -> None:
    async with asyncio.timeout(TIMEOUT):
        while await inside.keys() != COUNTER:
            await asyncio.sleep(0.01)


async def refuse(inside: Inside) -> None:
    """Every group is claimed, and its match refused."""
    for members in group(await inside.store.waiting(WISH.queue)):
        await inside.store.claim(new_id(), members)
    for forming in await inside.store.take():
        await inside.store.release(forming.group)
    await inside.end_rest()


async def test_however_a_ticket_ends_nothing_is_left_of_it(redis: Redis, hall: Settings, inside: Inside) -> None:
    store = Store(redis, hall.prefix, finished_ms=1)
    ann, bob, cat, dan, eve = [await create(store, name) for name in ("ann", "bob", "cat", "dan", "eve")]
    waiting = {one.ticket: one for one in await store.waiting(WISH.queue)}
    await store.claim("group", (waiting[ann.ticket], waiting[bob.ticket]))
    await store.assign("group", "p00-match")
    await store.cancel(cat.ticket, "cat")
    await store.claim("refused", (waiting[dan.ticket], waiting[eve.ticket]))
    await store.release("refused")
    await inside.end_wait(dan, eve)
    await store.expire()
    await inside.end_rest()
    await until_nothing_is_left(inside)


async def test_tickets_whose_match_is_refused_again_and_again_expire_if_nobody_watches_them(
    store: Store, inside: Inside
) -> None:
    """B42: to go back to the queue is no reason to wait longer."""
    tickets = [await create(store, name) for name in ("ann", "bob")]
    await refuse(inside)
    await inside.end_wait(tickets[0])
    await refuse(inside)
    await store.expire()
    assert [(await read(store, ticket)).state for ticket in tickets] == [State.EXPIRED, State.WAITING]


async def test_a_forming_ticket_does_not_expire(store: Store, inside: Inside) -> None:
    """B45: its match may have been made."""
    tickets = [await create(store, name) for name in ("ann", "bob")]
    await store.claim("group", tuple(await store.waiting(WISH.queue)))
    await inside.end_wait(*tickets)
    await store.expire()
    await store.assign("group", "p00-match")
    assert [(await read(store, ticket)).state for ticket in tickets] == [State.MATCHED] * 2


async def test_watching_a_forming_ticket_keeps_it_alive_for_the_case_that_it_goes_back(
    store: Store, inside: Inside
) -> None:
    """B45: the refusal came late, and those who still wait are not punished for that."""
    tickets = [await create(store, name) for name in ("ann", "bob")]
    await store.claim("group", tuple(await store.waiting(WISH.queue)))
    await inside.end_wait(*tickets)
    await read(store, tickets[0])
    await store.release("group")
    await store.expire()
    assert [(await read(store, ticket)).state for ticket in tickets] == [State.WAITING, State.EXPIRED]


async def test_tickets_expire_that_nobody_could_end_while_the_service_was_down(
    rules: Service, inside: Inside, hall: Settings, players_at: PlayersAt, tmp_path: Path
) -> None:
    """B47: tickets in several queues, some watched until the service was killed."""
    async with service_process("matchmaking", hall, tmp_path / "log") as victim, players_at(victim.port) as player:
        tickets = [
            await player(name).create(seat_counts=[4], options=[OptionValue(name="rounds", int_value=n)])
            for n in (1, 2)
            for name in ("ann", "bob")
        ]
        watched = player("ann").watch(tickets[0].ticket)
        await anext(watched)
        victim.kill()
        await watched.aclose()
    await inside.end_all_waits()
    async with matchmaking_service(hall), asyncio.timeout(TIMEOUT):
        while await inside.live():
            await asyncio.sleep(0.01)
    await inside.recount()
    lifetimes = await inside.lifetimes()
    assert lifetimes.keys() == {f"ticket:{ticket.ticket}" for ticket in tickets}
    assert all(0 < lifetime <= FINISHED_MS for lifetime in lifetimes.values())


async def test_tickets_expire_while_redis_is_down(
    rules_stub: match_pb2_grpc.MatchServiceAsyncStub, prefix: str, tmp_path: Path
) -> None:
    """B47: once it is back the wait is over, and what should have gone in the meantime is gone."""
    with Server(tmp_path / "redis") as server:
        async with client(server.url) as redis:
            store = Store(redis, prefix, waiting_ms=100)
            tickets: list[Ticket] = [await create(store, name) for name in ("ann", "bob", "cat")]
            await store.claim("group", tuple((await store.waiting(WISH.queue))[:2]))
        server.kill()
        await past(tickets)
        server.start()
        async with client(server.url) as redis:
            store = Store(redis, prefix, finished_ms=100)
            await store.expire()
            assert [(await read(store, ticket)).state for ticket in tickets] == [
                State.FORMING,
                State.FORMING,
                State.EXPIRED,
            ]
            await store.assign("group", "p00-match")
            await Inside(store, rules_stub, prefix).recount()
        server.restart()
        async with client(server.url) as redis:
            await until_nothing_is_left(Inside(Store(redis, prefix), rules_stub, prefix))


async def past(tickets: list[Ticket]) -> None:
    """Returns once the tickets should have expired."""
    end = max(ticket.expires_ms or 0 for ticket in tickets)
    await until(lambda: time.time_ns() // 1_000_000 > end)
