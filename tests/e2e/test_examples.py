"""The examples end with a sentence, and leave no ticket behind."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest
from tests.e2e.conftest import NODE_FOLDER
from tests.stack import Connect, token

from sagahall.api.matchmaking.v1.matchmaking_pb2 import TicketState
from sagahall.client import Client
from sagahall.client.addresses import PREFIX
from sagahall.client.stack.ports import SERVICES
from sagahall.client.stack.stack import Stack

T = TypeVar("T")
BOT = [sys.executable, str(Path(__file__).parents[2] / "examples/bot.py")]


@pytest.fixture(params=["bot.py", "client.mjs"])
def program(request: pytest.FixtureRequest) -> list[str]:
    """How each of the examples is started."""
    return BOT if request.param == "bot.py" else [request.getfixturevalue("node"), str(NODE_FOLDER / "client.mjs")]


def ports(stack: Stack) -> dict[str, str]:
    """What `sagahall up` says to export where the ports are others."""
    return {f"{PREFIX}{name.upper()}_PORT": stack.parts[name].address.rpartition(":")[2] for name in SERVICES}


async def leave_ticket(client: Client) -> str:
    """Waits for a table that nobody else fills; refused if the player waits already."""
    async with client:
        return (await client.create_ticket("elfenland", seat_counts=[6])).ticket


async def others_wait(client: Client) -> int:
    """How many others wait for such a table."""
    async with client:
        ticket = await client.create_ticket("elfenland", seat_counts=[6])
        await client.cancel_ticket(ticket.ticket)
        return ticket.position


async def last_state(client: Client, ticket: str) -> TicketState.ValueType:
    """How the ticket ends."""
    async with client:
        return [change async for change in client.watch_ticket(ticket)][-1].state


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_player_takes_the_place_of_a_ticket_that_was_left_behind_and_leaves_none(
    program: list[str], number: signal.Signals, stack: Stack, player: Connect
) -> None:
    name = f"ghost-{number}-{Path(program[1]).stem}"

    def asked(ask: Callable[..., Awaitable[T]], *arguments: str, by: str = name) -> T:
        async def ask_it() -> T:
            return await ask(player(by), *arguments)

        return asyncio.run(ask_it())

    left = asked(leave_ticket)
    with subprocess.Popen(
        [*program, "elfenland", "6"], env={**os.environ, **ports(stack), "SAGAHALL_TOKEN": token(stack, name)},
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stderr is not None
        assert process.stderr.readline() == "waiting for others who play elfenland with 6 seats\n"
        assert asked(last_state, left) == TicketState.TICKET_STATE_CANCELLED
        while not asked(others_wait, by="observer"):
            pass
        process.send_signal(number)
        _, said = process.communicate(timeout=60)
    assert (process.returncode, len(said.splitlines())) == (1, 1)
    assert asked(others_wait, by="observer") == 0


@pytest.mark.parametrize(("arguments", "known"), [((), True), (("elfenland",), True), (("elfenland", "2"), False)])
def test_a_bot_that_was_started_wrongly_says_how_it_is_started(arguments: tuple[str, ...], *, known: bool) -> None:
    variables = {name: value for name, value in os.environ.items() if not name.startswith(PREFIX)}
    variables |= {"SAGAHALL_TOKEN": "any"} if known else {}
    ended = subprocess.run([*BOT, *arguments], env=variables, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout) == (1, "")
    assert ended.stderr == "usage: SAGAHALL_TOKEN=$(sagahall token NAME) python examples/bot.py GAME SEATS\n"
