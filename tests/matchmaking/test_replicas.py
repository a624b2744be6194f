"""Several matchmaking processes at once, and what is left when one is killed."""

from __future__ import annotations

import asyncio
from collections import Counter
from pathlib import Path

import pytest
from redis.asyncio import Redis
from tests.matchmaking.conftest import PlayersAt
from tests.matchmaking.players import FORMING, MATCHED, Ticket, patiently
from tests.processes import service_process

from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.chassis.settings import Settings

PLAYERS = 120


async def assert_sound(tickets: list[Ticket], rules: match_pb2_grpc.MatchServiceAsyncStub) -> None:
    """Every ticket has a seat of its own, in a match that exists and that has its player in that seat only."""
    assert len({(ticket.match, ticket.seat) for ticket in tickets}) == len(tickets)
    for ticket in tickets:
        found = (await rules.GetMatch(match_pb2.GetMatchRequest(match=ticket.match))).match
        assert [one.seat for one in found.players if one.player == ticket.player] == [ticket.seat]
        assert len(found.players) in ticket.seat_counts


async def assert_nobody_sits_twice(rules: match_pb2_grpc.MatchServiceAsyncStub, redis: Redis, hall: Settings) -> None:
    """Looks into all matches of the installation, also into those that no ticket knows."""
    seated: Counter[str] = Counter()
    async for key in redis.scan_iter(f"{hall.prefix}:*:match:*"):
        match = key.decode().rpartition(":")[2]
        found = (await rules.GetMatch(match_pb2.GetMatchRequest(match=match))).match
        seated.update(one.player for one in found.players)
    assert set(seated.values()) == {1}


@pytest.mark.usefixtures("rules")
async def test_two_processes_share_many_tickets_without_a_double_booking(
    rules_stub: match_pb2_grpc.MatchServiceAsyncStub,
    redis: Redis,
    hall: Settings,
    players_at: PlayersAt,
    tmp_path: Path,
) -> None:
    """B42, B43: no ticket in two matches, no player twice, nobody left over."""
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
    await assert_sound(matched, rules_stub)
    await assert_nobody_sits_twice(rules_stub, redis, hall)
    assert "bug" not in (tmp_path / "one.log").read_text() + (tmp_path / "two.log").read_text()


async def test_a_process_that_is_killed_between_claim_and_assignment_leaves_nobody_behind(
    rules_stub: match_pb2_grpc.MatchServiceAsyncStub,
    redis: Redis,
    hall: Settings,
    players_at: PlayersAt,
    tmp_path: Path,
) -> None:
    """B45, B47, B58: what a killed process had acknowledged or begun, another one finishes."""
    async with (
        service_process("matchmaking", hall, tmp_path / "one.log") as one,
        players_at(one.port) as player,
    ):
        async with service_process("rules", hall, tmp_path / "rules.log"):
            await player("nobody").create(seat_counts=[4])
        tickets = await asyncio.gather(*(player(f"player{n}").create() for n in range(20)))
        for ticket in tickets:
            await player(ticket.player).until(ticket.ticket, FORMING)
        one.kill()
    async with (
        service_process("rules", hall, tmp_path / "rules.log"),
        service_process("matchmaking", hall, tmp_path / "two.log") as two,
        players_at(two.port) as player,
    ):
        matched = await asyncio.gather(*(player(ticket.player).until(ticket.ticket, MATCHED) for ticket in tickets))
        await assert_sound(matched, rules_stub)
        await assert_nobody_sits_twice(rules_stub, redis, hall)
    assert Counter(ticket.seat for ticket in matched) == {0: 10, 1: 10}


async def test_services_may_be_killed_and_started_in_any_order(
    rules_stub: match_pb2_grpc.MatchServiceAsyncStub, hall: Settings, players_at: PlayersAt, tmp_path: Path
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
        await assert_sound(matched, rules_stub)
