"""What players were told: tickets and moves that were acknowledged to them, and every frame that was shown to them."""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import AsyncGenerator, Sequence
from typing import NamedTuple

from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.client import Client, new_request_id

RECOVERY_SECONDS = 10.0
"""How soon after a crash everybody goes on."""


class Acknowledged(NamedTuple):
    """A move that the service has said to be in the log."""

    match: str
    version: int
    request_id: str
    seat: int
    move: games_pb2.Move
    seconds: float
    """How long it took, with all that was sent again."""


class Ledger:
    """All that was told in a test."""

    def __init__(self) -> None:
        self.tickets: list[str] = []
        self.moves: list[Acknowledged] = []
        self.frames: defaultdict[tuple[str, str], list[match_pb2.Frame]] = defaultdict(list)
        """What was shown live, by match and viewer."""
        self.closed = False
        """Whether nothing will be added any more."""
        self._changed = asyncio.Event()

    def note_ticket(self, ticket: str) -> None:
        """Adds a ticket."""
        self.tickets.append(ticket)
        self._changed.set()

    def note_move(self, move: Acknowledged) -> None:
        """Adds a move."""
        self.moves.append(move)
        self._changed.set()

    def close(self) -> None:
        """Lets nobody wait for more."""
        self.closed = True
        self._changed.set()

    async def tickets_come(self, count: int) -> bool:
        """Waits for so many more tickets, and says whether they came before everything was over."""
        return await self._grows(self.tickets, "tickets", count)

    async def moves_come(self, count: int) -> bool:
        """Waits for so many more moves, and says whether they came before everything was over."""
        return await self._grows(self.moves, "moves", count)

    async def _grows(self, noted: Sequence[object], name: str, count: int) -> bool:
        wanted = len(noted) + count
        try:
            async with asyncio.timeout(RECOVERY_SECONDS):
                while len(noted) < wanted and not self.closed:
                    self._changed.clear()
                    await self._changed.wait()
        except TimeoutError:
            missing = wanted - len(noted)
            raise AssertionError(
                f"of {count} more {name}, {missing} were not acknowledged within {RECOVERY_SECONDS:g} s"
            ) from None
        return len(noted) >= wanted


class Witness(Client):
    """A client that notes which of its moves were acknowledged, and its tickets, which it watches once they are."""

    ledger: Ledger

    def watch_ticket(self, ticket: str) -> AsyncGenerator[matchmaking_pb2.Ticket, None]:
        self.ledger.note_ticket(ticket)
        return super().watch_ticket(ticket)

    async def submit_move(
        self,
        match: str,
        move: games_pb2.Move,
        *,
        expected_version: int,
        seat: int | None = None,
        request_id: str | None = None,
    ) -> match_pb2.SubmitMoveResponse:
        request_id = request_id or new_request_id()
        started = time.monotonic()
        made = await super().submit_move(
            match, move, expected_version=expected_version, seat=seat, request_id=request_id
        )
        self.ledger.note_move(
            Acknowledged(match, made.version, request_id, made.frame.seat, move, time.monotonic() - started)
        )
        return made
