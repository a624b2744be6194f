from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest
from redis.asyncio import Redis
from tests.matchmaking.inside import Inside, read
from tests.matchmaking.players import new_id

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refused
from sagahall.chassis.settings import Settings
from sagahall.matchmaking.grouping import group
from sagahall.matchmaking.store import BURST, MOST_LIVE_TICKETS, Store
from sagahall.matchmaking.ticket import State, Ticket, Wish

WISH = Wish(game="parley", variant="standard", options={"rounds": 2, "demands": True}, seat_counts=(2, 3))


async def create(store: Store, player: str, request_id: str = "", wish: Wish = WISH) -> Ticket:
    return await store.create(player, request_id or new_id(), wish)


async def claim_all(store: Store, queue: str) -> list[str]:
    """Claims every group of the queue and gives the ids of the groups."""
    claimed = []
    for members in group(await store.waiting(queue)):
        claimed.append(new_id())
        assert await store.claim(claimed[-1], members)
    return claimed


async def test_a_ticket_waits_at_the_end_of_its_queue(store: Store) -> None:
    tickets = [await create(store, player) for player in ("ann", "bob", "cat")]
    assert [ticket.position for ticket in tickets] == [0, 1, 2]
    assert {ticket.state for ticket in tickets} == {State.WAITING}
    assert tickets[0].wish == WISH
    assert await store.queues() == [WISH.queue]
    assert [waiting.player for waiting in await store.waiting(WISH.queue)] == ["ann", "bob", "cat"]


async def test_only_equal_wishes_meet(store: Store) -> None:
    others = (
        replace(WISH, game="elfenland"),
        replace(WISH, variant="brief"),
        replace(WISH, options={"rounds": 3, "demands": True}),
        replace(WISH, options={"rounds": True, "demands": True}),
    )
    tickets = [await create(store, "ann", wish=wish) for wish in (WISH, *others)]
    assert len({ticket.queue for ticket in tickets}) == 5
    assert (await create(store, "bob", wish=replace(WISH, seat_counts=(4,)))).queue == WISH.queue


async def test_an_unwatched_ticket_expires(redis: Redis, hall: Settings) -> None:
    hasty = Store(redis, hall.prefix, waiting_ms=0)
    ticket = await create(hasty, "ann")
    await hasty.expire()
    assert (await read(hasty, ticket)).state is State.EXPIRED
    assert await hasty.waiting(WISH.queue) == []
    assert (await create(hasty, "ann")).state is State.WAITING


async def test_watching_a_ticket_keeps_it_alive(redis: Redis, hall: Settings, store: Store) -> None:
    hasty = Store(redis, hall.prefix, waiting_ms=0)
    ticket = await create(hasty, "ann")
    renewed = await read(store, ticket)
    assert renewed.expires_ms is not None
    assert ticket.expires_ms is not None
    assert renewed.expires_ms >= ticket.expires_ms + 60_000
    await store.expire()
    assert (await read(store, ticket)).state is State.WAITING


async def test_watching_the_ticket_of_another_player_tells_nothing_and_keeps_nothing_alive(
    redis: Redis, hall: Settings, store: Store
) -> None:
    ticket = await create(Store(redis, hall.prefix, waiting_ms=0), "ann")
    assert await store.watch([(ticket.ticket, "bob"), ("unknown", "bob")]) == [None, None]
    await store.expire()
    assert (await read(store, ticket)).state is State.EXPIRED


async def test_a_live_ticket_has_no_end_of_its_own(redis: Redis, hall: Settings, store: Store) -> None:
    tickets = [await create(store, player) for player in ("ann", "bob")]
    await claim_all(store, WISH.queue)
    for ticket in tickets:
        assert await redis.pttl(f"{hall.prefix}:{{matchmaking}}:ticket:{ticket.ticket}") == -1


async def test_a_group_is_claimed_as_a_whole_or_not_at_all(store: Store) -> None:
    """B45: one ticket that is gone keeps the others where they are."""
    tickets = [await create(store, player) for player in ("ann", "bob", "cat")]
    [members] = group(await store.waiting(WISH.queue))
    await store.cancel(tickets[1].ticket, "bob")
    assert not await store.claim(new_id(), members)
    assert [waiting.player for waiting in await store.waiting(WISH.queue)] == ["ann", "cat"]
    assert [(await read(store, ticket)).state for ticket in (tickets[0], tickets[2])] == [State.WAITING] * 2
    assert await store.take() == []


async def test_a_ticket_is_claimed_for_one_group_only(store: Store) -> None:
    for player in ("ann", "bob", "cat"):
        await create(store, player)
    first = await store.waiting(WISH.queue)
    claims = await asyncio.gather(*(store.claim(f"group{n}", (first[0], first[1 + n % 2])) for n in range(8)))
    assert sum(claims) == 1
    [forming] = await store.take()
    assert forming.tickets[0].player == "ann"


async def test_a_group_that_is_handed_out_is_not_handed_out_again_before_the_lease_is_over(store: Store) -> None:
    for player in ("ann", "bob"):
        await create(store, player)
    [claimed] = await claim_all(store, WISH.queue)
    [forming] = await store.take()
    assert forming.group == claimed
    assert [(ticket.player, ticket.state) for ticket in forming.tickets] == [
        ("ann", State.FORMING),
        ("bob", State.FORMING),
    ]
    assert await store.take() == []


async def test_all_tickets_of_a_group_get_match_and_seat_at_once(store: Store) -> None:
    tickets = [await create(store, player) for player in ("ann", "bob", "cat")]
    [claimed] = await claim_all(store, WISH.queue)
    await store.assign(claimed, "p00-match")
    found = [await read(store, ticket) for ticket in tickets]
    assert [(ticket.state, ticket.match, ticket.seat) for ticket in found] == [
        (State.MATCHED, "p00-match", 0),
        (State.MATCHED, "p00-match", 1),
        (State.MATCHED, "p00-match", 2),
    ]


async def test_what_comes_too_late_for_a_group_changes_nothing(store: Store) -> None:
    """B47: a replica that was suspended comes back and goes on where it was."""
    ticket = await create(store, "ann")
    await create(store, "bob")
    [claimed] = await claim_all(store, WISH.queue)
    await store.assign(claimed, "p00-match")
    before = await read(store, ticket)
    await store.assign(claimed, "p00-another")
    await store.release(claimed)
    assert await read(store, ticket) == before
    assert await store.queues() == []


async def test_released_tickets_are_back_at_their_old_places(store: Store) -> None:
    """B45: with their original waiting time, before those who came later."""
    tickets = [await create(store, player) for player in ("ann", "bob", "cat")]
    [claimed] = await claim_all(store, WISH.queue)
    late = await create(store, "dan")
    assert late.position == 0
    await store.release(claimed)
    assert [replace(await read(store, ticket), expires_ms=ticket.expires_ms) for ticket in tickets] == tickets
    assert (await read(store, late)).position == 3


async def test_a_queue_rests_after_a_refusal(store: Store) -> None:
    """B45: the same refusal is not asked for over and over."""
    for player in ("ann", "bob"):
        await create(store, player)
    [claimed] = await claim_all(store, WISH.queue)
    await store.release(claimed)
    assert await store.waiting(WISH.queue) == []
    assert await store.queues() == [WISH.queue]


async def test_the_same_request_ten_times_at_once_makes_one_ticket(store: Store) -> None:
    """B48: a create that is repeated finds its own ticket."""
    tickets = await asyncio.gather(*(create(store, "ann", "once") for _ in range(10)))
    assert tickets == [tickets[0]] * 10
    assert len(await store.waiting(WISH.queue)) == 1


async def test_ten_requests_of_one_player_at_once_make_one_ticket(store: Store) -> None:
    """B48: a player has at most one live ticket in a queue."""
    answers = await asyncio.gather(*(create(store, "ann", f"try-{n}") for n in range(10)), return_exceptions=True)
    [made] = [answer for answer in answers if isinstance(answer, Ticket)]
    others = [answer for answer in answers if isinstance(answer, Refused)]
    assert [other.refusal.reason for other in others] == [Reason.REASON_ALREADY_WAITING] * 9
    assert {other.refusal.ticket for other in others} == {made.ticket}


async def test_a_player_waits_in_a_limited_number_of_queues(store: Store) -> None:
    wishes = [replace(WISH, options={"rounds": n}) for n in range(MOST_LIVE_TICKETS + 1)]
    first, *_ = [await create(store, "ann", wish=wish) for wish in wishes[:-1]]
    with pytest.raises(Refused) as caught:
        await create(store, "ann", wish=wishes[-1])
    assert caught.value.refusal.reason == Reason.REASON_RESOURCE_EXHAUSTED
    await store.cancel(first.ticket, "ann")
    assert (await create(store, "ann", wish=wishes[-1])).state is State.WAITING


async def test_who_creates_tickets_without_end_is_slowed_down(store: Store, inside: Inside) -> None:
    """Each cancelled ticket is kept for a while, so that one player could fill Redis with them."""
    for n in range(BURST):
        await store.cancel((await create(store, "ann", f"try-{n}")).ticket, "ann")
    with pytest.raises(Refused) as caught:
        await create(store, "ann", "one more")
    assert caught.value.refusal.reason == Reason.REASON_RESOURCE_EXHAUSTED
    assert (await create(store, "bob")).state is State.WAITING
    assert (await create(store, "ann", "try-0")).state is State.CANCELLED
    await inside.end_pauses("ann", 1)
    ticket = await create(store, "ann", "one more")
    await store.cancel(ticket.ticket, "ann")
    with pytest.raises(Refused):
        await create(store, "ann", "two more")


async def test_what_makes_no_ticket_slows_nobody_down(store: Store) -> None:
    """B48: to repeat a request, for whatever reason, is free."""
    await create(store, "ann", "once")
    for _ in range(BURST + 1):
        await create(store, "ann", "once")
        with pytest.raises(Refused) as caught:
            await create(store, "ann")
        assert caught.value.refusal.reason == Reason.REASON_ALREADY_WAITING
