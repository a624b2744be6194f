"""The streams of this process that watch tickets: one connection tells them all what has changed."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Iterator, Sequence
from contextlib import contextmanager

import structlog
from redis.asyncio import Redis
from redis.exceptions import RedisError

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.chassis.refusals import Refusal, Refused
from sagahall.eventlog.hearing import hearing
from sagahall.eventlog.pending import Pending
from sagahall.matchmaking.store import BATCH, WAITING_MS, Store
from sagahall.matchmaking.ticket import State, Ticket

RENEW_SECONDS = WAITING_MS / 4000
"""How often all watched tickets are looked at, which keeps them alive and makes up for a lost message."""
COLLECT_SECONDS = 0.05
"""How long changes are collected before the next look: when many tickets change at once, whoever waits behind them is
told once that he moves up, not a hundred times."""
RECONNECT_SECONDS = 0.5

NOT_FOUND = Refusal(Reason.REASON_TICKET_NOT_FOUND, "the player has no such ticket")
LOST = Refusal(Reason.REASON_UNAVAILABLE, "the store is down; watch again")

_log = structlog.stdlib.get_logger(__name__)


class Watcher:
    """One stream. It holds only the newest that is known: a slow reader misses what lies between."""

    def __init__(self, ticket: str, player: str) -> None:
        self.ticket = ticket
        self.player = player
        self._news = asyncio.Event()
        self._newest: Ticket | None = None
        self._refusal: Refusal | None = None

    def concerned(self, changes: set[str]) -> bool:
        """Whether changes of these tickets and queues may be news for it; whatever is known is, if nothing is yet."""
        if self._newest is None:
            return True
        moves = self._newest.state is State.WAITING and self._newest.queue in changes
        return moves or self.ticket in changes

    def offer(self, ticket: Ticket | None) -> None:
        """Takes the ticket as it stands now; None if the player has no such ticket."""
        if ticket is None:
            self.refuse(NOT_FOUND)
        elif ticket != self._newest:
            self._newest = ticket
            self._news.set()

    def refuse(self, refusal: Refusal) -> None:
        """Ends the stream."""
        self._refusal = refusal
        self._news.set()

    async def tickets(self) -> AsyncIterator[Ticket]:
        """The ticket as it stands, then whenever it has changed, until it is final.

        Raises Refused if the player has no such ticket, and when Redis is lost; to watch again is to resume.
        """
        while True:
            await self._news.wait()
            self._news.clear()
            if self._refusal is not None:
                raise Refused(self._refusal.reason, self._refusal.detail)
            ticket = self._newest
            assert ticket is not None
            yield ticket
            if ticket.state.final:
                return


class Watchers:
    """All watchers of this process. A single task looks at their tickets, so that no watcher goes back in time."""

    def __init__(self, redis: Redis, store: Store) -> None:
        self._redis = redis
        self._store = store
        self._watchers: set[Watcher] = set()
        self._changes = Pending[str]()
        self._connected = False

    @property
    def connected(self) -> bool:
        """Whether changes reach the watchers."""
        return self._connected

    @contextmanager
    def watch(self, ticket: str, player: str) -> Iterator[Watcher]:
        """Keeps the ticket of a player alive and watches it. Raises Refused while Redis is lost."""
        if not self._connected:
            raise Refused(LOST.reason, LOST.detail)
        watcher = Watcher(ticket, player)
        self._watchers.add(watcher)
        self._changes.add([ticket])
        try:
            yield watcher
        finally:
            self._watchers.discard(watcher)

    async def run(self) -> None:
        """Serves the watchers until it is cancelled."""
        while True:
            try:
                await self._follow()
            except* RedisError as errors:
                self._lose(str(errors.exceptions[0]))
            await asyncio.sleep(RECONNECT_SECONDS)

    def _lose(self, error: str) -> None:
        _log.warning("watching is interrupted", error=error, watchers=len(self._watchers))
        self._connected = False
        for watcher in self._watchers:
            watcher.refuse(LOST)

    async def _follow(self) -> None:
        async with hearing(self._redis, [self._store.changes.encode()], self._hear):
            self._connected = True
            while True:
                await self._look_at(self._watchers)
                await self._look_at_changes()

    def _hear(self, _channel: bytes, changes: bytes) -> None:
        self._changes.add(changes.decode().split())

    async def _look_at_changes(self) -> None:
        """Looks at what is announced until it is time to look at everything."""
        async for changes in self._changes.within(RENEW_SECONDS):
            await self._look_at(watcher for watcher in self._watchers if watcher.concerned(changes))
            await asyncio.sleep(COLLECT_SECONDS)

    async def _look_at(self, watchers: Iterable[Watcher]) -> None:
        for batch in _batches(list(watchers)):
            tickets = await self._store.watch([(watcher.ticket, watcher.player) for watcher in batch])
            for watcher, ticket in zip(batch, tickets, strict=True):
                watcher.offer(ticket)


def _batches(watchers: Sequence[Watcher]) -> Iterable[Sequence[Watcher]]:
    return (watchers[start : start + BATCH] for start in range(0, len(watchers), BATCH))
