"""Rounds of a matchmaker, one at a time."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from typing import TypeAlias

import pytest
from redis.exceptions import RedisError
from tests.eventlog.waiting import until
from tests.matchmaking.conftest import Start, rules_service
from tests.matchmaking.inside import WISH, Inside, create, read, told
from tests.matchmaking.players import TIMEOUT
from tests.matchmaking.wire import ANYTHING, Losing, Wire
from tests.processes import free_port

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.auth import connect
from sagahall.chassis.server import Service
from sagahall.chassis.settings import Settings
from sagahall.eventlog.connect import client
from sagahall.matchmaking.grouping import group
from sagahall.matchmaking.matchmaker import Matchmaker
from sagahall.matchmaking.store import Store
from sagahall.matchmaking.ticket import State

Stub: TypeAlias = "match_pb2_grpc.MatchServiceAsyncStub"


async def tick(store: Store, rules: Stub) -> None:
    """One round, and all that it sets off."""
    async with asyncio.TaskGroup() as tasks:
        await Matchmaker(store, rules).tick(tasks)


async def test_one_round_gets_a_complete_group_its_match(rules: Service, store: Store, rules_stub: Stub) -> None:
    """B42: a group that is complete waits for one round, not for a chance."""
    tickets = [await create(store, name) for name in ("ann", "bob", "cat")]
    await tick(store, rules_stub)
    assert [(await read(store, ticket)).state for ticket in tickets] == [State.MATCHED, State.MATCHED, State.WAITING]


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
    start_rules: Start, store: Store, rules_stub: Stub, inside: Inside
) -> None:
    """B47: any other matchmaker gets the match made when the time has come."""
    tickets = [await create(store, name) for name in ("ann", "bob")]
    await tick(store, rules_stub)
    assert [(await read(store, ticket)).state for ticket in tickets] == [State.FORMING] * 2
    async with start_rules():
        await tick(store, rules_stub)
        assert (await read(store, tickets[0])).state is State.FORMING
        await inside.end_leases()
        async with asyncio.timeout(20):
            while (await read(store, tickets[0])).state is not State.MATCHED:
                await inside.end_leases()
                await tick(store, rules_stub)


async def test_a_refused_group_goes_back_to_its_places(
    start_rules: Start, store: Store, rules_stub: Stub, inside: Inside, hall: Settings
) -> None:
    """B45: all or none; nobody loses his place; the queue goes on when the cause is gone."""
    tickets = [await create(store, name, 3) for name in ("ann", "bob", "cat", "dan")]
    without_parley = hall.model_copy(update={"games": ("elfenland",)})
    async with rules_service(without_parley):
        await tick(store, rules_stub)
    assert [await read(store, ticket) for ticket in tickets] == tickets
    await inside.end_rest()
    async with start_rules():
        async with asyncio.timeout(20):
            while (await read(store, tickets[0])).state is not State.MATCHED:
                await inside.end_leases()
                await tick(store, rules_stub)
    assert [(await read(store, ticket)).seat for ticket in tickets] == [0, 1, 2, None]


async def test_a_matchmaker_outlives_a_redis_that_goes_away_while_a_refused_group_goes_back(
    inside: Inside, hall: Settings
) -> None:
    """B45, B47: and the group is back."""
    tickets = [await create(inside.store, name) for name in ("ann", "bob")]
    without_parley = hall.model_copy(update={"games": ("elfenland",)})
    lost = Losing(hall.redis_url, await inside.mark("release"))
    async with rules_service(without_parley), lost as wire, client(wire.url) as behind:
        await tick(Store(behind, hall.prefix), inside.rules)
        assert wire.lost
    assert [await read(inside.store, ticket) for ticket in tickets] == tickets
    await inside.recount()


@pytest.mark.parametrize("script", ["expire", "waiting", "claim", "take", "assign"])
async def test_a_lost_reply_of_redis_costs_a_round_and_nothing_else(
    rules: Service, inside: Inside, hall: Settings, script: str
) -> None:
    """B45, B47: whatever was carried out without an answer is found again."""
    tickets = [await create(inside.store, name) for name in ("ann", "bob")]
    async with Losing(hall.redis_url, await inside.mark(script)) as wire, client(wire.url) as behind:
        cut = Store(behind, hall.prefix)
        async with asyncio.TaskGroup() as tasks:
            with suppress(RedisError):
                await Matchmaker(cut, inside.rules).tick(tasks)
        assert wire.lost
        await inside.recount()
        await inside.end_leases()
        await tick(cut, inside.rules)
    found = [await read(inside.store, ticket) for ticket in tickets]
    assert list(told(found).values()) == [["ann", "bob"]]
    assert await inside.seatings() == told(found)


async def test_a_match_whose_answer_is_lost_is_the_one_that_the_next_round_finds(
    rules: Service, inside: Inside, hall: Settings
) -> None:
    """B45, B58: CreateMatch runs into its time limit although the match was made."""
    tickets = [await create(inside.store, name) for name in ("ann", "bob")]
    async with Wire(f"redis://{hall.rules_address}") as wire, connect(wire.address, "matchmaking", hall) as channel:
        held: Stub = match_pb2_grpc.MatchServiceStub(channel)
        await held.ListGames(match_pb2.ListGamesRequest())
        wire.hold(ANYTHING, before=False)
        await tick(inside.store, held)
        made = await inside.seatings()
        assert list(made.values()) == [["ann", "bob"]]
        assert [(await read(inside.store, ticket)).state for ticket in tickets] == [State.FORMING] * 2
        wire.let_go()
        await inside.end_leases()
        await tick(inside.store, held)
    assert told([await read(inside.store, ticket) for ticket in tickets]) == made
    assert await inside.seatings() == made


async def test_a_group_that_is_in_the_hands_of_four_at_once_gets_one_match(rules: Service, inside: Inside) -> None:
    """B62: a lease spares work; that there is one match does not depend on it."""
    tickets = [await create(inside.store, name) for name in ("ann", "bob")]
    [members] = group(await inside.store.waiting(WISH.queue))
    await inside.store.claim("group", members)
    [forming] = await inside.store.take()
    await asyncio.gather(*(Matchmaker(inside.store, inside.rules)._form(forming) for _ in range(4)))
    found = [await read(inside.store, ticket) for ticket in tickets]
    assert list(told(found).values()) == [["ann", "bob"]]
    assert await inside.seatings() == told(found)


async def test_who_does_not_reach_the_rules_service_leaves_the_groups_to_the_others(
    rules: Service, inside: Inside, hall: Settings
) -> None:
    """B47: one replica that is cut off does not keep a group by taking it again and again."""
    ticket, _ = [await create(inside.store, name) for name in ("ann", "bob")]
    async with connect(f"127.0.0.1:{free_port()}", "matchmaking", hall) as nowhere, asyncio.TaskGroup() as tasks:
        lost = Matchmaker(inside.store, match_pb2_grpc.MatchServiceStub(nowhere))
        async with asyncio.TaskGroup() as first:
            await lost.tick(first)
        await inside.end_leases()
        await lost.tick(tasks)
        await tick(inside.store, inside.rules)
    assert (await read(inside.store, ticket)).state is State.MATCHED


async def test_whose_group_falls_apart_comes_before_the_groups_of_younger_tickets(
    rules: Service, inside: Inside, hall: Settings
) -> None:
    """B43: two replicas disagree about the first group, and the second one was planned around it."""
    tickets = [await create(inside.store, name, 2, 3) for name in ("ann", "bob", "cat", "dan", "eve")]
    async with Wire(hall.redis_url) as wire, client(wire.url) as behind:
        wire.hold(await inside.mark("claim"), before=True)
        slow = asyncio.create_task(tick(Store(behind, hall.prefix), inside.rules))
        await until(lambda: wire.reached, TIMEOUT)
        # That replica saw ann, bob and cat together, then dan and eve; this one saw ann and bob before the others came.
        ann, bob, *_ = await inside.store.waiting(WISH.queue)
        assert await inside.store.claim("group", (ann, bob))
        wire.let_go()
        await slow
    found = [await read(inside.store, ticket) for ticket in tickets]
    assert sorted(told(found).values()) == [["ann", "bob"], ["cat", "dan", "eve"]]


async def test_a_ticket_that_expires_is_not_matched(rules: Service, inside: Inside) -> None:
    gone, stays = [await create(inside.store, name) for name in ("ann", "bob")]
    await inside.end_wait(gone)
    await tick(inside.store, inside.rules)
    assert [(await read(inside.store, ticket)).state for ticket in (gone, stays)] == [State.EXPIRED, State.WAITING]
