"""Bots as processes of their own, one for each seat."""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeVar

from sagahall.chassis.leash import leashed
from sagahall.client.errors import ClientError
from sagahall.client.identity import TOKEN_VARIABLE, mint
from sagahall.client.problems import Problem

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Table:
    """What bots look for a match of."""

    game: str
    variant: str
    seats: int
    strategy: str


async def play_with_bots(table: Table, follow: Callable[[str], Awaitable[Result]]) -> Result:
    """Starts the bots, calls ``follow`` with the match that they find, and waits until they have ended.

    Should others take a seat, the bots that are left over go home. Raises Problem as soon as a bot fails, and what
    ``follow`` raises.
    """
    run, found = secrets.token_hex(2), asyncio.get_running_loop().create_future()
    bots = [_Bot(f"bot{number}-{run}") for number in range(1, table.seats + 1)]
    try:
        async with asyncio.TaskGroup() as tasks:
            for bot in bots:
                tasks.create_task(bot.play(table, found))
            result = await follow(await found)
            for bot in bots:
                bot.go_home()
            return result
    except ExceptionGroup as errors:
        known = errors.subgroup((Problem, ClientError))
        raise known.exceptions[0] if known else errors from None


class _Bot:
    """One process, in one seat."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._process: asyncio.subprocess.Process | None = None
        self._wanted = True
        self._waiting = True

    async def play(self, table: Table, found: asyncio.Future[str]) -> None:
        """Runs the process until it ends; tells the match once it has one."""
        self._process = process = await self._start(table)
        assert process.stdout is not None
        try:
            if line := await process.stdout.readline():
                self._waiting = False
                if not found.done():
                    found.set_result(json.loads(line)["match"])
            _, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode != 0 and self._wanted:
            raise Problem(f"{self._name} failed with code {process.returncode}: {said.decode().strip()}")

    def go_home(self) -> None:
        """Ends the process if it still waits for a match."""
        if self._waiting and self._process is not None:
            self._wanted = False
            self._process.terminate()

    async def _start(self, table: Table) -> asyncio.subprocess.Process:
        arguments = ["--game", table.game, "--variant", table.variant, "--seats", str(table.seats)]
        return await asyncio.create_subprocess_exec(
            *leashed([sys.executable, "-m", "sagahall.client.bot", *arguments, "--strategy", table.strategy]),
            env={**os.environ, TOKEN_VARIABLE: mint(self._name)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
