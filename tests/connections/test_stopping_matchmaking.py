"""SIGTERM to the matchmaking service while tickets are watched and asked for."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import grpc
import pytest
from tests.chassis.matches import failure
from tests.connections.stopping import MANY, few, stop
from tests.eventlog.proxy import Proxy
from tests.matchmaking.conftest import PlayersAt, matchmaking_service, rules_service
from tests.matchmaking.players import FORMING, MATCHED, Player, Ticket
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
    watching, asking = ([f"{what}{number}" for number in range(MANY)] for what in ("watching", "asking"))
    async with Proxy(hall.redis_url) as proxy:
        settings = few(hall, proxy)
        async with (
            service_process("matchmaking", settings, tmp_path / "log") as first,
            players_at(first.port) as player,
        ):
            async with rules_service(hall):
                await create(player("nobody"), 4)  # from then on the catalogue is known
            tickets = [(await create(player(name))).ticket for name in watching]
            watches = [player(ticket.player).watch(ticket.ticket) for ticket in tickets]
            for watch in watches:
                while (await anext(watch)).state != FORMING:
                    pass
            proxy.flowing.clear()
            calls = [create(player(name)) for name in asking]
            while not await is_busy(player("nobody")):
                pass

            async def meanwhile() -> None:
                ends = await asyncio.gather(*(failure(read(watch)) for watch in watches))
                assert {error.code() for error in ends} == {grpc.StatusCode.UNAVAILABLE}
                proxy.flowing.set()

            await stop(first, settings, meanwhile())
            asked = [(await call).ticket for call in calls]
    async with (
        rules_service(hall),
        matchmaking_service(hall) as second,
        players_at(second.port) as player,
    ):
        again = [(await create(player(name))).ticket for name in asking]
        assert [ticket.ticket for ticket in again] == [ticket.ticket for ticket in asked]
        matched = [await player(one.player).until(one.ticket, MATCHED) for one in (*tickets, *asked)]
    assert len({(ticket.match, ticket.seat) for ticket in matched}) == 2 * MANY
