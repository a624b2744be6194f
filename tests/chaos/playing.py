"""Matches that are played, and watched, over the public API while processes die."""

from __future__ import annotations

import asyncio
import secrets
from collections import defaultdict
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.chaos.ledger import Ledger, Witness
from tests.chaos.logs import Logs
from tests.stack import addresses, token

from sagahall.client import find_match, play_match
from sagahall.client.stack.stack import Stack
from sagahall.client.strategies import at_random

SPECTATOR = "spectator"


class Play:
    """The matches of a test."""

    def __init__(self, stack: Stack, tasks: asyncio.TaskGroup, *, game: str, seats: int, patience: float) -> None:
        self.stack = stack
        self.ledger = Ledger()
        self.logs = Logs(stack)
        self.players: defaultdict[str, dict[int, str]] = defaultdict(dict)
        """Who plays, by match and seat, as the players were told."""
        self.names: list[str] = []
        """Everybody who plays."""
        self._tasks = tasks
        self._run = secrets.token_hex(4)
        self._game = game
        self._seats = seats
        self._patience = patience
        self._over: set[str] = set()
        self._playing: set[asyncio.Task[None]] = set()

    @property
    def unfinished(self) -> list[str]:
        """The matches whose end no spectator has seen."""
        return sorted(set(self.players) - self._over)

    def start(self, count: int) -> None:
        """Lets so many more players find a match and play it."""
        self.ledger.closed = False
        for _ in range(count):
            name = f"player{len(self.names)}-{self._run}"
            self.names.append(name)
            task = self._tasks.create_task(self._play(name))
            self._playing.add(task)
            task.add_done_callback(self._end)

    async def keep_tables(self, count: int) -> None:
        """Lets new players come for those who have ended, until it is cancelled."""
        self.start(count * self._seats)
        while True:
            ended, _ = await asyncio.wait(self._playing, return_when=asyncio.FIRST_COMPLETED)
            self.start(len(ended))

    def complete_tables(self) -> None:
        """Lets so many more players come that nobody waits in vain."""
        self.start(-len(self.names) % self._seats)

    def _end(self, task: asyncio.Task[None]) -> None:
        self._playing.discard(task)
        if not self._playing:
            self.ledger.close()

    def client(self, name: str) -> Witness:
        """A player's client."""
        client = Witness(addresses(self.stack), token(self.stack, name), patience=self._patience)
        client.ledger = self.ledger
        return client

    async def _play(self, name: str) -> None:
        """Finds a match by a ticket, and plays it to its end; whoever has seat 0 has it watched."""
        async with self.client(name) as client, asyncio.TaskGroup() as watching:
            ticket = await find_match(client, self._game, seat_counts=[self._seats])
            assert self.players[ticket.match].setdefault(ticket.seat, name) == name
            if ticket.seat == 0:
                watching.create_task(self._watch(ticket.match, name, 0))
                watching.create_task(self._watch(ticket.match, SPECTATOR, None))
            ended = await play_match(client, ticket.match, at_random, seat=ticket.seat)
            assert ended.HasField("outcome")

    async def _watch(self, match: str, viewer: str, seat: int | None) -> None:
        """Notes every frame that is shown live; the SDK goes on where it broke off."""
        async with self.client(viewer) as client:
            async for message in client.watch(match, seat=seat, include_matches=True):
                if message.HasField("update"):
                    self.ledger.frames[match, viewer].append(message.update)
        if viewer == SPECTATOR:
            self._over.add(match)


@asynccontextmanager
async def playing(
    stack: Stack, *, game: str = "elfenland", tables: int = 3, seats: int = 3, seconds: float = 90.0
) -> AsyncIterator[Play]:
    """Lets players find each other and play while the block runs; it is left when all matches are over.

    All of it may take so many seconds, restarts included.
    """
    play = None
    try:
        async with asyncio.timeout(seconds), asyncio.TaskGroup() as tasks:
            play = Play(stack, tasks, game=game, seats=seats, patience=seconds)
            play.start(tables * seats)
            yield play
    except TimeoutError:
        raise AssertionError(f"after {seconds:g} s these matches are not over: {play and play.unfinished}") from None
