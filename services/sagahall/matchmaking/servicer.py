"""MatchmakingService: requests to the store and back. The protos say what each call is for."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any, TypeAlias

import grpc
from google.protobuf.timestamp_pb2 import Timestamp

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.matchmaking.v1 import matchmaking_pb2, matchmaking_pb2_grpc
from sagahall.chassis.auth import caller
from sagahall.chassis.refusals import Refused
from sagahall.chassis.validate import check, request_id, text
from sagahall.match.options import option_values
from sagahall.match.time_controls import time_control_message
from sagahall.matchmaking.catalogue import Catalogue
from sagahall.matchmaking.store import Store
from sagahall.matchmaking.ticket import Ticket
from sagahall.matchmaking.watchers import Watchers

LONGEST_TICKET = 64
LONGEST_CODE = 64

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class MatchmakingService(matchmaking_pb2_grpc.MatchmakingServiceServicer):
    """The public API of the matchmaking service."""

    def __init__(self, catalogue: Catalogue, store: Store, watchers: Watchers) -> None:
        self._catalogue = catalogue
        self._store = store
        self._watchers = watchers

    async def CreateTicket(
        self, request: matchmaking_pb2.CreateTicketRequest, context: Context
    ) -> matchmaking_pb2.CreateTicketResponse:
        player = _player()
        check(request_id(request.request_id), text("code", request.code, LONGEST_CODE, 0))
        wish = await self._catalogue.wish(request)
        ticket = await self._store.create(player, request.request_id, wish)
        return matchmaking_pb2.CreateTicketResponse(ticket=_ticket_message(ticket))

    async def WatchTicket(
        self, request: matchmaking_pb2.WatchTicketRequest, context: Context
    ) -> AsyncIterator[matchmaking_pb2.WatchTicketResponse]:
        player = _player()
        check(text("ticket", request.ticket, LONGEST_TICKET))
        with self._watchers.watch(request.ticket, player) as watcher:
            async for ticket in watcher.tickets():
                yield matchmaking_pb2.WatchTicketResponse(ticket=_ticket_message(ticket))

    async def CancelTicket(
        self, request: matchmaking_pb2.CancelTicketRequest, context: Context
    ) -> matchmaking_pb2.CancelTicketResponse:
        player = _player()
        check(request_id(request.request_id), text("ticket", request.ticket, LONGEST_TICKET))
        ticket = await self._store.cancel(request.ticket, player)
        return matchmaking_pb2.CancelTicketResponse(ticket=_ticket_message(ticket))


def _player() -> str:
    who = caller()
    if who.is_service:
        raise Refused(Reason.REASON_NOT_ALLOWED, "only players wait for a match")
    return who.player


def _ticket_message(ticket: Ticket) -> matchmaking_pb2.Ticket:
    return matchmaking_pb2.Ticket(
        ticket=ticket.ticket,
        player=ticket.player,
        game=ticket.wish.game,
        variant=ticket.wish.variant,
        options=option_values(ticket.wish.options),
        seat_counts=ticket.wish.seat_counts,
        state=matchmaking_pb2.TicketState.Value(f"TICKET_STATE_{ticket.state.name}"),
        position=ticket.position,
        match=ticket.match or "",
        seat=ticket.seat,
        time_control=time_control_message(ticket.wish.time_control) if ticket.wish.time_control else None,
        code=ticket.wish.code,
        create_time=_timestamp(ticket.created_ms),
        expire_time=None if ticket.expires_ms is None else _timestamp(ticket.expires_ms),
    )


def _timestamp(milliseconds: int) -> Timestamp:
    return Timestamp(seconds=milliseconds // 1000, nanos=milliseconds % 1000 * 1_000_000)
