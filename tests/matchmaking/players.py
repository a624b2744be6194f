"""Players who call a matchmaking service."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import AsyncGenerator, Awaitable, Callable
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import grpc
import pytest

from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.chassis.refusals import Refusal, refusal_of

T = TypeVar("T")

TIMEOUT = 30
"""Seconds in which everything that a test waits for has to happen, on a machine that is busy with other things too."""

Ticket: TypeAlias = matchmaking_pb2.Ticket

WAITING = matchmaking_pb2.TicketState.TICKET_STATE_WAITING
FORMING = matchmaking_pb2.TicketState.TICKET_STATE_FORMING
MATCHED = matchmaking_pb2.TicketState.TICKET_STATE_MATCHED
CANCELLED = matchmaking_pb2.TicketState.TICKET_STATE_CANCELLED
EXPIRED = matchmaking_pb2.TicketState.TICKET_STATE_EXPIRED


def new_id() -> str:
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Player:
    """A caller with a name."""

    name: str
    stub: Any
    metadata: tuple[tuple[str, str], ...]

    async def create(self, request_id: str = "", **fields: Any) -> Ticket:
        """Opens a ticket for a table of two, unless told otherwise; the request id is new unless given."""
        asked = {"request_id": request_id or new_id(), "game": "parley", "seat_counts": [2]} | fields
        answer = await self.call("CreateTicket", matchmaking_pb2.CreateTicketRequest(**asked))
        ticket: Ticket = answer.ticket
        return ticket

    async def cancel(self, ticket: str, request_id: str = "") -> Ticket:
        request = matchmaking_pb2.CancelTicketRequest(request_id=request_id or new_id(), ticket=ticket)
        cancelled: Ticket = (await self.call("CancelTicket", request)).ticket
        return cancelled

    async def watch(self, ticket: str) -> AsyncGenerator[Ticket, None]:
        """The ticket as the stream tells it, until the service ends the stream."""
        request = matchmaking_pb2.WatchTicketRequest(ticket=ticket)
        call = self.stub.WatchTicket(request, metadata=self.metadata, timeout=TIMEOUT)
        try:
            async for message in call:
                yield message.ticket
        finally:
            call.cancel()

    async def until(self, ticket: str, state: matchmaking_pb2.TicketState.ValueType) -> Ticket:
        """The ticket once it is in a state."""
        found = None
        async for found in self.watch(ticket):
            if found.state == state:
                return found
        pytest.fail(f"the stream ended with {found}")

    async def call(self, method: str, request: Any) -> Any:
        return await getattr(self.stub, method)(request, metadata=self.metadata, timeout=TIMEOUT)


Players: TypeAlias = Callable[[str], Player]


async def patiently(call: Callable[[], Awaitable[T]]) -> T:
    """What a call answers, which is repeated while it is refused with UNAVAILABLE, as clients do."""
    async with asyncio.timeout(TIMEOUT):
        while True:
            try:
                return await call()
            except grpc.aio.AioRpcError as error:
                if error.code() is not grpc.StatusCode.UNAVAILABLE:
                    raise
            await asyncio.sleep(0.05)


async def refused(call: Any) -> tuple[grpc.StatusCode, Refusal]:
    """How a call, or the first message of a stream, is refused."""
    with pytest.raises(grpc.aio.AioRpcError) as caught:
        await call
    refusal = refusal_of(caught.value)
    assert refusal is not None
    return caught.value.code(), refusal
