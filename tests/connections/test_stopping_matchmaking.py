"""SIGTERM to the matchmaking service while tickets are watched and asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import grpc
import pytest
from tests.chassis.matches import failure
from tests.connections.stopping import MANY, few, stop
from tests.eventlog.proxy import Proxy
from tests.matchmaking.conftest import PlayersAt, matchmaking_service, rules_service
from tests.matchmaking.players import MATCHED, WAITING, Player, Ticket
from tests.processes import service_process

from sagahall.api.matchmaking.v1.matchmaking_pb2 import CreateTicketRequest
from sagahall.chassis.settings import Settings

pytestmark = pytest.mark.slow


def create(player: Player, seats: int = 2) -> Any:
    """Asks for a ticket; whoever asks again repeats the same request."""
    request = CreateTicketRequest(request_id=player.name, game="parley", seat_counts=[seats])
    return player.stub.CreateTicket(request, metadata=player.metadata, timeout=20)


async def is_busy(player: Player) -> bool:
    """Whether the service works on as many calls as it may; asks by one which is malformed otherwise."""
    call = player.stub.CreateTicket(CreateTicketRequest(), metadata=player.metadata)
    return bool(await call.code() == grpc.StatusCode.RESOURCE_EXHAUSTED)


async def read(watch: AsyncIterator[Ticket]) -> None:
    async for _ in watch:
        pass


async def test_tickets_in_flight_are_answered_and_watches_go_on_elsewhere(
    hall: Settings, players_at: PlayersAt, tmp_path: Path
) -> None:
    """B60, B48: SIGTERM with 100 watches and 100 tickets on their way; each player has one ticket, and one seat."""
    waiting, asking = ("ann", "bob", "cem"), [f"player{number}" for number in range(MANY)]
    async with rules_service(hall), AsyncExitStack() as stack:
        proxy = await stack.enter_async_context(Proxy(hall.redis_url))
        settings = few(hall, proxy)
        first = await stack.enter_async_context(service_process("matchmaking", settings, tmp_path / "log"))
        player = await stack.enter_async_context(players_at(first.port))
        tickets = [(await create(player(name), 4)).ticket for name in waiting]
        watches = [player(one.player).watch(one.ticket) for one in islice(cycle(tickets), MANY)]
        assert {one.state for one in await asyncio.gather(*map(anext, watches))} == {WAITING}
        proxy.flowing.clear()
        calls = [create(player(name)) for name in asking]
        while not await is_busy(player("dan")):
            pass

        async def meanwhile() -> None:
            ends = await asyncio.gather(*(failure(read(watch)) for watch in watches))
            assert {error.code() for error in ends} == {grpc.StatusCode.UNAVAILABLE}
            proxy.flowing.set()

        await stop(first, settings, meanwhile())
        asked = [(await call).ticket for call in calls]
        second = await stack.enter_async_context(matchmaking_service(hall))
        player = await stack.enter_async_context(players_at(second.port))
        again = [(await create(player(name))).ticket for name in asking]
        assert [ticket.ticket for ticket in again] == [ticket.ticket for ticket in asked]
        tickets.append((await create(player("dan"), 4)).ticket)
        everybody = (*tickets, *asked)
        matched = await asyncio.gather(*(player(one.player).until(one.ticket, MATCHED) for one in everybody))
    assert len({(ticket.match, ticket.seat) for ticket in matched}) == len(everybody)
