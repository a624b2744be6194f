"""Whole lives of a queue, on real services, against brute force."""

from __future__ import annotations

import asyncio
import uuid
from typing import NamedTuple

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from redis.asyncio import Redis
from tests.matchmaking.inside import WISH, Inside, create, read, told
from tests.matchmaking.test_grouping import legal_groups

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2_grpc
from sagahall.chassis.refusals import Refused
from sagahall.chassis.server import Service
from sagahall.matchmaking.grouping import Waiting, group
from sagahall.matchmaking.matchmaker import Matchmaker
from sagahall.matchmaking.store import Store
from sagahall.matchmaking.ticket import State, Ticket


class Round(NamedTuple):
    """What happens to a queue between two looks at it."""

    arrivals: list[tuple[str, list[int]]]
    """Players, who may wait already, and the numbers of seats that they would play with."""
    cancelled: list[int]
    expired: list[int]
    """Who goes, by the place in the queue."""
    refused: bool
    """Whether all groups are sent back once."""
    crowded: bool
    """Whether the arrivals come while matchmakers work."""
    matchmakers: int


places = st.lists(st.integers(0, 7), max_size=1)
rounds = st.builds(
    Round,
    arrivals=st.lists(
        st.tuples(st.sampled_from("abcdefghij"), st.lists(st.integers(2, 4), min_size=1, unique=True)), max_size=6
    ),
    cancelled=places,
    expired=places,
    refused=st.booleans(),
    crowded=st.booleans(),
    matchmakers=st.integers(1, 2),
)


class Queue:
    """A queue, all that ever waited in it, and the matchmakers who work on it."""

    def __init__(self, redis: Redis, rules: match_pb2_grpc.MatchServiceAsyncStub) -> None:
        prefix = f"test-{uuid.uuid4().hex}"
        self.store = Store(redis, prefix)
        self.inside = Inside(self.store, rules, prefix)
        self.tickets: list[Ticket] = []
        self._rules = rules

    async def live(self, round_: Round) -> None:
        """One round; whatever has to hold after it does."""
        if round_.crowded:
            await asyncio.gather(self._arrive(round_), self._match(round_))
        else:
            await self._arrive(round_)
        await self._go(round_)
        before = await self.store.waiting(WISH.queue)
        if round_.refused:
            await self._refuse(before)
        await self._match(round_)
        left = await self.store.waiting(WISH.queue)
        assert legal_groups(left) == []
        check_order(before, left)
        await self.inside.recount()

    async def _arrive(self, round_: Round) -> None:
        for player, seat_counts in round_.arrivals:
            waits = {one.player for one in await self.store.waiting(WISH.queue)}
            refusal = None
            try:
                self.tickets.append(await create(self.store, player, *seat_counts))
            except Refused as error:
                refusal = error.refusal.reason
            assert refusal in (None, Reason.REASON_ALREADY_WAITING)
            assert round_.crowded or (player in waits) == (refusal is not None)

    async def _go(self, round_: Round) -> None:
        for ticket in await self._at(round_.cancelled):
            await self.store.cancel(ticket.ticket, ticket.player)
        await self.inside.end_wait(*await self._at(round_.expired))
        await self.store.expire()

    async def _at(self, places: list[int]) -> list[Ticket]:
        waiting = [one.ticket for one in await self.store.waiting(WISH.queue)]
        wanted = {waiting[place] for place in places if place < len(waiting)}
        return [ticket for ticket in self.tickets if ticket.ticket in wanted]

    async def _refuse(self, before: list[Waiting]) -> None:
        """Every group is claimed, and its match refused: all are back at their places."""
        for members in group(before):
            assert await self.store.claim(uuid.uuid4().hex, members)
        for forming in await self.store.take():
            await self.store.release(forming.group)
        await self.inside.end_rest()
        assert await self.store.waiting(WISH.queue) == before

    async def _match(self, round_: Round) -> None:
        async with asyncio.TaskGroup() as tasks:
            works = (Matchmaker(self.store, self._rules).tick(tasks) for _ in range(round_.matchmakers))
            await asyncio.gather(*works)


def check_order(before: list[Waiting], left: list[Waiting]) -> None:
    """Nobody was passed over: neither the oldest who could have had a table, nor anybody by a younger ticket that would
    take the same tables."""
    possible = legal_groups(before)
    if possible:
        assert next(one for one in before if any(one in table for table in possible)) not in left
    for place, older in enumerate(before):
        if older in left:
            assert all(younger in left for younger in before[place:] if younger.seat_counts == older.seat_counts)


@given(st.lists(rounds, min_size=1, max_size=6))
@settings(
    max_examples=100,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
async def test_no_round_leaves_a_legal_group_over_and_nobody_is_passed_over(
    rules: Service, inside: Inside, redis: Redis, plan: list[Round]
) -> None:
    """B42, B43, B45, B48, B66: whoever comes and goes, by however many matchmakers, also while groups are sent back."""
    known = await inside.matches()
    queue = Queue(redis, inside.rules)
    for round_ in plan:
        await queue.live(round_)
    found = [await read(queue.store, ticket) for ticket in queue.tickets]
    seated = told([ticket for ticket in found if ticket.state is State.MATCHED])
    assert all(len(set(players)) == len(players) for players in seated.values())
    assert all(len(seated[one.match]) in one.wish.seat_counts for one in found if one.match is not None)
    assert await inside.matches() == known | set(seated)
