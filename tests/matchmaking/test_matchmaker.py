"""Rounds of a matchmaker, one at a time."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from random import Random
from typing import TypeAlias, cast

import pytest
from redis.asyncio import Redis
from tests.matchmaking.conftest import Start, rules_service
from tests.matchmaking.players import new_id
from tests.matchmaking.test_grouping import legal_groups

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.server import Service
from sagahall.chassis.settings import Settings
from sagahall.matchmaking.grouping import group
from sagahall.matchmaking.matchmaker import Matchmaker
from sagahall.matchmaking.store import LEASE_MS, Store
from sagahall.matchmaking.ticket import State, Ticket, Wish

WISH = Wish(game="parley", variant="standard", options={"rounds": 2}, seat_counts=(2,))

Stub: TypeAlias = "match_pb2_grpc.MatchServiceAsyncStub"


async def create(store: Store, player: str, *seat_counts: int) -> Ticket:
    wish = replace(WISH, seat_counts=seat_counts or WISH.seat_counts)
    return await store.create(player, new_id(), "body", wish)


async def read(store: Store, ticket: Ticket) -> Ticket:
    [found] = await store.watch([(ticket.ticket, ticket.player)])
    assert found is not None
    return found


async def tick(store: Store, rules: Stub) -> None:
    """One round, and all that it sets off."""
    async with asyncio.TaskGroup() as tasks:
        await Matchmaker(store, rules).tick(tasks)


async def end_leases(redis: Redis, hall: Settings) -> None:
    """What time does by itself after LEASE_MS."""
    key = f"{hall.prefix}:{{matchmaking}}:forming"
    for name in cast("list[bytes]", await redis.zrange(key, 0, -1)):
        await redis.zincrby(key, -LEASE_MS, name)


async def test_one_round_gets_a_complete_group_its_match(rules: Service, store: Store, rules_stub: Stub) -> None:
    """B42: a group that is complete waits for one round, not for a chance."""
    tickets = [await create(store, name) for name in ("ann", "bob", "cat")]
    await tick(store, rules_stub)
    assert [(await read(store, ticket)).state for ticket in tickets] == [State.MATCHED, State.MATCHED, State.WAITING]


@pytest.mark.parametrize("seed", range(3))
async def test_no_round_leaves_a_legal_group_over(rules: Service, store: Store, rules_stub: Stub, seed: int) -> None:
    """B42: random arrivals and cancellations; after each round, brute force looks for a group that still waits."""
    random = Random(seed)
    tickets: list[Ticket] = []
    for round_ in range(12):
        for n in range(random.randrange(5)):
            counts = random.sample(range(2, 5), random.randint(1, 3))
            tickets.append(await create(store, f"player{round_}-{n}", *sorted(counts)))
        for waiting in await store.waiting(WISH.queue):
            if random.random() < 0.2:
                await store.cancel(waiting.ticket, waiting.player)
        await tick(store, rules_stub)
        assert legal_groups(await store.waiting(WISH.queue)) == []
    matched = [found for ticket in tickets if (found := await read(store, ticket)).state is State.MATCHED]
    assert len({(ticket.match, ticket.seat) for ticket in matched}) == len(matched) > 0


async def test_a_match_that_was_made_without_an_answer_is_found_again(
    rules: Service, store: Store, rules_stub: Stub
) -> None:
    """B45, B58: to ask again for the match of a group gives the match that was made for it before."""
    tickets = [await create(store, name) for name in ("ann", "bob")]
    [members] = group(await store.waiting(WISH.queue))
    await store.claim("group", members)
    request = match_pb2.CreateMatchRequest(request_id="group", game="parley", players=["ann", "bob"])
    request.options.add(name="rounds", int_value=2)
    made = (await rules_stub.CreateMatch(request)).match.match
    await tick(store, rules_stub)
    assert [(await read(store, ticket)).match for ticket in tickets] == [made, made]


async def test_a_group_stays_together_while_the_rules_service_is_down(
    start_rules: Start, store: Store, rules_stub: Stub, redis: Redis, hall: Settings
) -> None:
    """B47: any other matchmaker gets the match made when the time has come."""
    tickets = [await create(store, name) for name in ("ann", "bob")]
    await tick(store, rules_stub)
    assert [(await read(store, ticket)).state for ticket in tickets] == [State.FORMING] * 2
    async with start_rules():
        await tick(store, rules_stub)
        assert (await read(store, tickets[0])).state is State.FORMING
        await end_leases(redis, hall)
        async with asyncio.timeout(20):
            while (await read(store, tickets[0])).state is not State.MATCHED:
                await end_leases(redis, hall)
                await tick(store, rules_stub)


async def test_a_refused_group_goes_back_to_its_places(
    start_rules: Start, store: Store, rules_stub: Stub, redis: Redis, hall: Settings
) -> None:
    """B45: all or none; nobody loses his place; the queue goes on when the cause is gone."""
    tickets = [await create(store, name, 3) for name in ("ann", "bob", "cat", "dan")]
    without_parley = hall.model_copy(update={"games": ("elfenland",)})
    async with rules_service(without_parley):
        await tick(store, rules_stub)
    assert [await read(store, ticket) for ticket in tickets] == tickets
    await redis.delete(f"{hall.prefix}:{{matchmaking}}:resting:{WISH.queue}")
    async with start_rules():
        async with asyncio.timeout(20):
            while (await read(store, tickets[0])).state is not State.MATCHED:
                await end_leases(redis, hall)
                await tick(store, rules_stub)
    assert [(await read(store, ticket)).seat for ticket in tickets] == [0, 1, 2, None]


async def test_a_ticket_that_expires_is_not_matched(
    rules: Service, store: Store, rules_stub: Stub, redis: Redis, hall: Settings
) -> None:
    gone = await create(Store(redis, hall.prefix, waiting_ms=0), "ann")
    stays = await create(store, "bob")
    await tick(store, rules_stub)
    assert [(await read(store, ticket)).state for ticket in (gone, stays)] == [State.EXPIRED, State.WAITING]
