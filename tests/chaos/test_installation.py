"""The whole of an installation, over all matches: the same however it was stopped, and however often it was read."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from tests.chaos.installation import contents
from tests.chaos.killing import restart
from tests.stack import Connect, addresses, token

from sagahall.client import Client, play_match
from sagahall.client.stack.ports import free_ports
from sagahall.client.stack.service_part import ServicePart
from sagahall.client.stack.stack import Stack
from sagahall.client.strategies import at_random

pytestmark = pytest.mark.slow


async def _matches(client: Client) -> None:
    """One match that is over, and one that has begun."""
    over, begun = [(await client.create_match("parley", ["ann"] * 2)).match for _ in range(2)]
    await asyncio.gather(*(play_match(client, over, at_random, seat=seat) for seat in range(2)))
    move = (await client.legal_moves(begun, seat=1)).moves[0].move
    await client.submit_move(begun, move, expected_version=1, seat=1)


async def test_killed_and_stopped_in_order_it_is_the_same_afterwards(stack: Stack, player: Connect) -> None:
    """B64: there is nothing to save at the end."""
    async with player("ann") as ann, player("auditor", patience=30.0) as client:
        await _matches(ann)
        before = await contents(stack, client)
        for part in reversed(stack.parts.values()):
            await asyncio.to_thread(part.stop)
        await restart(stack, *stack.parts)
        stopped = await contents(stack, client)
        for name in stack.parts:
            stack.kill(name)
        await restart(stack, *stack.parts)
        killed = await contents(stack, client)
    assert len(before) >= 2
    assert stopped == before
    assert killed == before


async def test_a_projection_that_first_starts_after_all_was_played_shows_it_whole(
    stack: Stack, player: Connect, tmp_path: Path
) -> None:
    """B85, B31: it shows the same as the one that was killed and started again while everything was played."""
    async with player("ann") as ann, player("auditor") as client:
        await _matches(ann)
        known = await contents(stack, client)
        with _another_projection(stack, tmp_path) as address:
            there = replace(addresses(stack), projection=address)
            async with Client(there, token(stack, "auditor")) as reader:
                assert await contents(stack, reader) == known


@contextmanager
def _another_projection(stack: Stack, folder: Path) -> Iterator[str]:
    """A projection service with a database of its own that did not exist before."""
    changes = {"database_url": f"sqlite:///{folder}/new.db", "projection_port": free_ports()["projection_port"]}
    part = ServicePart("projection", stack.settings.model_copy(update=changes), folder / "projection.log")
    part.start()
    try:
        part.await_ready()
        yield part.address
    finally:
        part.stop()
