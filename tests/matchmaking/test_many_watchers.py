"""A thousand streams that wait for the same thing."""

from __future__ import annotations

import asyncio
import sys
import time
from collections.abc import AsyncGenerator
from pathlib import Path
from statistics import median

import pytest
from tests.matchmaking.conftest import PlayersAt
from tests.matchmaking.inside import Inside
from tests.matchmaking.players import MATCHED, WAITING, Players, Ticket
from tests.processes import service_process

from sagahall.chassis.server import Service
from sagahall.chassis.settings import Settings

STREAMS = 1000


@pytest.mark.slow
async def test_a_thousand_streams_learn_of_their_match_even_those_that_are_cut(
    rules: Service, inside: Inside, hall: Settings, players_at: PlayersAt, tmp_path: Path
) -> None:
    """B49: every other stream is cut just before its match is made, and resumed."""
    async with service_process("matchmaking", hall, tmp_path / "log") as service, players_at(service.port) as player:
        tickets, queue = await waiting(player, inside)
        streams = [player(one.player).watch(one.ticket) for one in tickets]
        assert {ticket.state for ticket in await asyncio.gather(*map(anext, streams))} == {WAITING}
        await asyncio.gather(*(stream.aclose() for stream in streams[::2]))
        await inside.end_rest(queue)
        start = time.monotonic()
        resumed = (told(player(one.player).watch(one.ticket), start) for one in tickets[::2])
        found = await asyncio.gather(*resumed, *(told(stream, start) for stream in streams[1::2]))
    matched = [ticket for ticket, _ in found]
    assert {ticket.player for ticket in matched} == {ticket.player for ticket in tickets}
    assert len({(ticket.match, ticket.seat) for ticket in matched}) == STREAMS
    assert len({ticket.match for ticket in matched}) == STREAMS // 2
    took = [seconds for _, seconds in found]
    sys.stdout.write(f"{STREAMS} streams learnt of their match: median {median(took):.2f} s, last {max(took):.2f} s\n")


async def waiting(player: Players, inside: Inside) -> tuple[list[Ticket], str]:
    """As many tickets as there will be streams, and their queue, which rests."""
    first = await player("player0").create()
    [known] = await inside.store.watch([(first.ticket, first.player)])
    assert known is not None
    await inside.rest(known.queue)
    others = await asyncio.gather(*(player(f"player{n}").create() for n in range(1, STREAMS)))
    return [first, *others], known.queue


async def told(stream: AsyncGenerator[Ticket, None], start: float) -> tuple[Ticket, float]:
    """The ticket as the stream tells it last, and how long after the start that was."""
    seen = [ticket async for ticket in stream]
    assert seen[-1].state == MATCHED
    return seen[-1], time.monotonic() - start
