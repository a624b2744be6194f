"""Several matchmaking processes, at once and one after another."""

from __future__ import annotations

import asyncio
import json
from itertools import chain
from pathlib import Path

import pytest
from tests.matchmaking.conftest import PlayersAt
from tests.matchmaking.inside import Inside
from tests.matchmaking.players import MATCHED, Ticket, patiently
from tests.processes import service_process

from sagahall.chassis.settings import Settings

PLAYERS = 120


async def assert_sound(tickets: list[Ticket], inside: Inside) -> None:
    """Every ticket has the seat of its player, at a table that will do, and nobody sits twice: also not in a match that
    no ticket knows."""
    seated = await inside.seatings()
    for ticket in tickets:
        assert seated[ticket.match][ticket.seat] == ticket.player
        assert len(seated[ticket.match]) in ticket.seat_counts
    players = list(chain.from_iterable(seated.values()))
    assert len(players) == len(set(players))
    await inside.recount()


def levels(log: Path) -> set[str]:
    return {json.loads(line)["level"] for line in log.read_text().splitlines()}


@pytest.mark.usefixtures("rules")
async def test_two_processes_share_many_tickets_without_a_double_booking(
    inside: Inside, hall: Settings, players_at: PlayersAt, tmp_path: Path
) -> None:
    """B42, B43, B62, B66: no ticket in two matches, no player twice, nobody left over."""
    async with (
        service_process("matchmaking", hall, tmp_path / "one.log") as one,
        service_process("matchmaking", hall, tmp_path / "two.log") as two,
        players_at(one.port) as at_one,
        players_at(two.port) as at_two,
    ):
        doors = [at_one, at_two]
        names = [f"player{n}" for n in range(PLAYERS)]
        counts = [[2], [2, 3], [3, 4], [2, 3, 4]]
        tickets = await asyncio.gather(
            *(doors[n % 2](name).create(seat_counts=counts[n % 4]) for n, name in enumerate(names))
        )
        # Enough for everybody who is left to find a table.
        await asyncio.gather(*(doors[n % 2](f"filler{n}").create(seat_counts=[2, 3, 4]) for n in range(4)))
        matched = await asyncio.gather(
            *(doors[(n + 1) % 2](ticket.player).until(ticket.ticket, MATCHED) for n, ticket in enumerate(tickets))
        )
    await assert_sound(matched, inside)
    assert {"info"} <= levels(tmp_path / "one.log") | levels(tmp_path / "two.log") <= {"info", "warning"}


async def test_services_may_be_killed_and_started_in_any_order(
    inside: Inside, hall: Settings, players_at: PlayersAt, tmp_path: Path
) -> None:
    """B47: two players come while services go; they meet."""
    async with service_process("matchmaking", hall, tmp_path / "one.log") as one, players_at(one.port) as player:
        async with service_process("rules", hall, tmp_path / "rules.log") as rules:
            ann = await player("ann").create()
            rules.kill()
        one.kill()
    async with (
        service_process("matchmaking", hall, tmp_path / "two.log") as two,
        service_process("rules", hall, tmp_path / "rules.log"),
        players_at(two.port) as player,
    ):
        bob = await patiently(lambda: player("bob").create())
        matched = [await player(ticket.player).until(ticket.ticket, MATCHED) for ticket in (ann, bob)]
        await assert_sound(matched, inside)
