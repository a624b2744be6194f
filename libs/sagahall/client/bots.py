"""Bots as processes of their own, one for each seat."""

from __future__ import annotations

import asyncio
import json
import os
import re
import secrets
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import TypeVar

from sagahall.api.match.v1 import match_pb2
from sagahall.chassis.leash import leashed
from sagahall.client.errors import ClientError
from sagahall.client.identity import TOKEN_VARIABLE, mint
from sagahall.client.problems import Problem

Result = TypeVar("Result")

BOT_NAME = re.compile(r"bot[0-9]+-[0-9a-f]{4}")
"""What bots are called that were started here."""


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
    found = asyncio.get_running_loop().create_future()
    bots = waiting_bots(table, table.seats)
    async with playing(bots, found):
        result = await follow(await found)
        for bot in bots:
            bot.go_home()
        return result


def waiting_bots(table: Table, number: int) -> list[Bot]:
    """Bots that look for a match."""
    run = secrets.token_hex(2)
    wish = ["--game", table.game, "--variant", table.variant, "--seats", str(table.seats), "--strategy", table.strategy]
    return [Bot(f"bot{index}-{run}", wish) for index in range(1, number + 1)]


def returning_bots(match: match_pb2.Match, strategy: str) -> list[Bot]:
    """Bots that take the seats again which bots have in a match."""
    names = [player.player for player in match.players]
    return [Bot(name, ["--match", match.match, "--strategy", strategy]) for name in names if BOT_NAME.fullmatch(name)]


@asynccontextmanager
async def playing(bots: Sequence[Bot], found: asyncio.Future[str] | None = None) -> AsyncIterator[None]:
    """Runs the bots, tells ``found`` the first match that one has, and waits at the end of the block until they have
    ended. Raises Problem as soon as a bot fails."""
    try:
        async with asyncio.TaskGroup() as tasks:
            for bot in bots:
                tasks.create_task(bot.play(found))
            yield
    except ExceptionGroup as errors:
        known = errors.subgroup((Problem, ClientError))
        raise known.exceptions[0] if known else errors from None


class Bot:
    """One process, in one seat."""

    def __init__(self, name: str, arguments: Sequence[str]) -> None:
        self._name = name
        self._arguments = arguments
        self._process: asyncio.subprocess.Process | None = None
        self._wanted = True
        self._waiting = True

    async def play(self, found: asyncio.Future[str] | None) -> None:
        """Runs the process until it ends; tells the match once it has one."""
        self._process = process = await self._start()
        if not self._wanted:
            process.terminate()
        assert process.stdout is not None
        try:
            if line := await process.stdout.readline():
                self._waiting = False
                if found is not None and not found.done():
                    found.set_result(json.loads(line)["match"])
            _, said = await process.communicate()
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        if process.returncode != 0 and self._wanted:
            words = said.decode().strip()
            raise Problem(
                f"{self._name} failed: {words}" if words else f"{self._name} failed with code {process.returncode}"
            )

    def go_home(self) -> None:
        """Ends the process if it still waits for a match."""
        if self._waiting:
            self.leave()

    def leave(self) -> None:
        """Ends the process; its seat stays empty until a bot of the same name comes back."""
        self._wanted = False
        if self._process is not None and self._process.returncode is None:
            self._process.terminate()

    async def _start(self) -> asyncio.subprocess.Process:
        return await asyncio.create_subprocess_exec(
            *leashed([sys.executable, "-m", "sagahall.client.bot", *self._arguments]),
            env={**os.environ, TOKEN_VARIABLE: mint(self._name)},
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            start_new_session=True,
        )
