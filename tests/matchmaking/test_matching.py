from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import grpc
from redis.asyncio import Redis
from tests.matchmaking.conftest import PlayersAt, Start, matchmaking_service
from tests.matchmaking.players import (
    CANCELLED,
    EXPIRED,
    FORMING,
    MATCHED,
    WAITING,
    Players,
    Ticket,
    patiently,
    refused,
)
from tests.processes import free_port

from sagahall.api.common.v1.common_pb2 import PerMove, Reason, TimeControl
from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.embedded import embedded_redis
from sagahall.chassis.server import Service
from sagahall.chassis.settings import Settings
from sagahall.matchmaking.store import Store
from sagahall.matchmaking.watchers import RENEW_SECONDS


async def present(player: Players, ticket: Ticket) -> Ticket:
    return await anext(aiter(player(ticket.player).watch(ticket.ticket)))


async def test_two_who_wait_for_the_same_get_a_match_that_is_in_the_log(
    rules: Service, player: Players, rules_stub: match_pb2_grpc.MatchServiceAsyncStub
) -> None:
    """B58: nobody is told of a match before it can be read."""
    tickets = [await player(name).create() for name in ("ann", "bob")]
    matched = [await player(ticket.player).until(ticket.ticket, MATCHED) for ticket in tickets]
    assert [ticket.seat for ticket in matched] == [0, 1]
    assert matched[0].match == matched[1].match
    found = (await rules_stub.GetMatch(match_pb2.GetMatchRequest(match=matched[0].match))).match
    assert [(one.player, one.seat) for one in found.players] == [("ann", 0), ("bob", 1)]
    assert (found.game, found.variant, list(found.options)) == ("parley", "standard", list(matched[0].options))


async def test_friends_who_share_a_code_meet_each_other_and_nobody_else(rules: Service, player: Players) -> None:
    codes = {"ann": "gooseberry", "bob": "", "cid": "blackberry", "dan": "gooseberry", "eve": ""}
    tickets = {name: await player(name).create(code=code) for name, code in codes.items()}
    matched = {name: await player(name).until(tickets[name].ticket, MATCHED) for name in ("ann", "bob", "dan", "eve")}
    assert matched["ann"].match == matched["dan"].match != matched["bob"].match == matched["eve"].match
    assert (await present(player, tickets["cid"])).state == WAITING


async def test_only_those_who_want_to_think_equally_long_meet(
    rules: Service, player: Players, rules_stub: match_pb2_grpc.MatchServiceAsyncStub
) -> None:
    minute, hour = (TimeControl(per_move=PerMove(limit_ms=limit)) for limit in (60_000, 3_600_000))
    tickets = [
        await player(name).create(time_control=time)
        for name, time in [("ann", minute), ("bob", hour), ("cid", None), ("dan", minute)]
    ]
    matched = [await player(ticket.player).until(ticket.ticket, MATCHED) for ticket in (tickets[0], tickets[3])]
    assert matched[0].match == matched[1].match
    found = (await rules_stub.GetMatch(match_pb2.GetMatchRequest(match=matched[0].match))).match
    assert found.time_control.per_move == minute.per_move == matched[0].time_control.per_move
    assert [(await present(player, ticket)).state for ticket in tickets[1:3]] == [WAITING, WAITING]


async def test_a_stream_ends_with_the_match_and_tells_it_again_when_resumed(rules: Service, player: Players) -> None:
    """B49: the assignment is pushed, and is there for those who were away."""
    ticket = await player("ann").create()
    told = asyncio.create_task(_collect(player, ticket))
    other = await player("bob").create()
    states = [seen.state for seen in await told]
    assert states[0] in (WAITING, FORMING, MATCHED)
    assert states[-1] == MATCHED
    assert [seen.state for seen in await _collect(player, ticket)] == [MATCHED]
    assert [seen.state for seen in await _collect(player, other)][-1] == MATCHED


async def _collect(player: Players, ticket: Ticket) -> list[Ticket]:
    return [seen async for seen in player(ticket.player).watch(ticket.ticket)]


async def test_a_watcher_is_told_how_it_moves_up(rules: Service, player: Players) -> None:
    """B49: changes are pushed; the look at everything that makes up for lost messages comes once in that time."""
    tickets = [await player(name).create(seat_counts=[4]) for name in ("ann", "bob", "cat")]
    stream = aiter(player("cat").watch(tickets[2].ticket))
    assert (await anext(stream)).position == 2
    async with asyncio.timeout(RENEW_SECONDS):
        await player("ann").cancel(tickets[0].ticket)
        assert (await anext(stream)).position == 1
        await player("bob").cancel(tickets[1].ticket)
        assert (await anext(stream)).position == 0
        await player("cat").cancel(tickets[2].ticket)
        assert (await anext(stream)).state == CANCELLED


async def test_a_stream_ends_when_the_ticket_is_cancelled(rules: Service, player: Players) -> None:
    ticket = await player("ann").create()
    stream = aiter(player("ann").watch(ticket.ticket))
    assert (await anext(stream)).state == WAITING
    await player("ann").cancel(ticket.ticket)
    assert [seen.state async for seen in stream] == [CANCELLED]


async def test_an_expired_ticket_says_so(
    rules: Service, player: Players, store: Store, redis: Redis, hall: Settings
) -> None:
    """B42: each wait has an end that is told."""
    ticket = await player("ann").create()
    await redis.zadd(f"{hall.prefix}:{{matchmaking}}:expiries", {ticket.ticket: 0})
    await store.expire()
    assert [seen.state for seen in await _collect(player, ticket)] == [EXPIRED]


async def test_the_oldest_are_matched_first(rules: Service, player: Players) -> None:
    """B43."""
    names = [f"player{n}" for n in range(7)]
    tickets = [await player(name).create(seat_counts=[4]) for name in names]
    seats = [(await player(ticket.player).until(ticket.ticket, MATCHED)).seat for ticket in tickets[:4]]
    assert seats == [0, 1, 2, 3]
    assert [(await present(player, ticket)).position for ticket in tickets[4:]] == [0, 1, 2]


async def test_groups_wait_for_the_rules_service(start_rules: Start, player: Players) -> None:
    """B47: a group stays together until its match can be made."""
    async with start_rules():
        tickets = [await player("ann").create()]
    tickets.append(await player("bob").create())
    for ticket in tickets:
        await player(ticket.player).until(ticket.ticket, FORMING)
    async with start_rules():
        matched = [await player(ticket.player).until(ticket.ticket, MATCHED) for ticket in tickets]
    assert [ticket.seat for ticket in matched] == [0, 1]


async def test_draining_ends_the_streams(rules: Service, hall: Settings, players_at: PlayersAt) -> None:
    port = free_port()
    async with players_at(port) as player:
        async with matchmaking_service(hall.model_copy(update={"matchmaking_port": port})):
            ticket = await player("ann").create()
            stream = aiter(player("ann").watch(ticket.ticket))
            assert (await anext(stream)).state == WAITING
        code, refusal = await refused(anext(stream))
    assert (code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, Reason.REASON_UNAVAILABLE)


async def test_redis_may_come_and_go(rules: Service, hall: Settings, players_at: PlayersAt, tmp_path: Path) -> None:
    """B47: when Redis is there, the service goes on by itself, and no ticket is lost; streams are resumed."""
    port = free_port()
    here = hall.model_copy(update={"redis_url": f"redis://127.0.0.1:{port}/0"})
    async with AsyncExitStack() as stack:
        service = await stack.enter_async_context(matchmaking_service(here))
        player = await stack.enter_async_context(players_at(service.port))
        with embedded_redis(tmp_path / "redis", port=port):
            ticket = await patiently(lambda: player("ann").create("once"))
            await patiently(lambda: player("ann").until(ticket.ticket, WAITING))
            stream = aiter(player("ann").watch(ticket.ticket))
            assert (await anext(stream)).state == WAITING
        for call in (anext(stream), anext(aiter(player("ann").watch(ticket.ticket))), player("bob").create()):
            code, refusal = await refused(call)
            assert (code, refusal.reason) == (grpc.StatusCode.UNAVAILABLE, Reason.REASON_UNAVAILABLE)
        with embedded_redis(tmp_path / "redis", port=port):
            other = await patiently(lambda: player("bob").create("once"))
            matched = [
                await patiently(lambda: player("ann").until(ticket.ticket, MATCHED)),
                await patiently(lambda: player("bob").until(other.ticket, MATCHED)),
            ]
            await stack.aclose()
    assert [one.seat for one in matched] == [0, 1]
