"""Matches and tickets in every state that a request can meet, in a backend that runs."""

from __future__ import annotations

import time
import uuid
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from google.protobuf.message import Message
from redis import Redis
from tests.api.methods import Answer, Door
from tests.stack import token

from sagahall.api.match.v1.games_pb2 import Move
from sagahall.api.match.v1.match_pb2 import (
    CreateMatchRequest,
    GetMatchRequest,
    ListLegalMovesRequest,
    Match,
    ResignRequest,
    SubmitMoveRequest,
)
from sagahall.api.matchmaking.v1.matchmaking_pb2 import (
    TICKET_STATE_MATCHED,
    CreateTicketRequest,
    Ticket,
    WatchTicketRequest,
)
from sagahall.api.projection.v1.projection_pb2 import ListParkedMatchesRequest
from sagahall.chassis.tokens import mint_service_token
from sagahall.client.stack.stack import Stack
from sagahall.eventlog.keys import Keys, partition_of

ANN, BOB, EVE = "ann", "bob", "eve"
HALL = "service"
"""The caller with the credentials of a service."""
ONCE = "the-id"
"""A request id that has been used."""
SECONDS = 20.0


def new_id() -> str:
    """A request id that nobody has used."""
    return uuid.uuid4().hex


@dataclass(frozen=True, slots=True)
class Hall:
    """What there is. In all matches ann sits in seat 0 and bob in seat 1."""

    stack: Stack
    door: Door
    sealing: str
    """A match at version 1 in which both seal a card."""
    talks: str
    """A match in which one seat is to act; the move of ann that sealed her card had the request id ONCE."""
    over: str
    """A match that has ended."""
    left: str
    """A match of three that ann has left."""
    parked: str
    """A match whose log somebody has damaged."""
    unreadable: str
    """A match of which the archive holds a second record that cannot be read."""
    both: str
    """A match in which ann has both seats."""
    taken: str
    """A ticket of ann that has a match; it was asked for with the request id ONCE."""

    def ask(self, who: str, request: Message) -> Answer:
        """Makes a call in the name of a player."""
        return self.door.call(request, bearer(self.stack, who))

    def legal(self, who: str, match: str, *, seat: int | None = None) -> Move:
        """The first move that a player can make."""
        listed = self.ask(who, ListLegalMovesRequest(match=match, seat=seat)).message
        move: Move = listed.moves[0].move
        return move

    def head(self, match: str) -> Match:
        """A match as a spectator sees it."""
        found: Match = self.ask(EVE, GetMatchRequest(match=match)).message.match
        return found


def bearer(stack: Stack, who: str) -> str:
    """The metadata that says who calls."""
    if who == HALL:
        return f"Bearer {mint_service_token(stack.settings.service_key.get_secret_value(), 'matchmaking', 60)}"
    return f"Bearer {token(stack, who)}"


@contextmanager
def open_hall(stack: Stack) -> Iterator[Hall]:
    """Brings everything into its state."""
    door = Door(stack)
    build = _Build(stack, door)
    try:
        yield Hall(
            stack=stack,
            door=door,
            sealing=build.match(),
            talks=build.talks(),
            over=build.left(BOB),
            left=build.left(BOB, EVE),
            parked=build.parked(),
            unreadable=build.unreadable(),
            both=build.match(ANN, ANN, by=ANN),
            taken=build.taken(),
        )
    finally:
        door.close()


class _Build:
    def __init__(self, stack: Stack, door: Door) -> None:
        self._stack = stack
        self._door = door

    def match(self, *players: str, by: str = HALL) -> str:
        request = CreateMatchRequest(request_id=new_id(), game="parley", players=players or (ANN, BOB))
        found: str = self._ask(by, request).match.match
        return found

    def talks(self) -> str:
        match = self.match()
        for who, request_id in ((ANN, ONCE), (BOB, new_id())):
            listed = self._ask(who, ListLegalMovesRequest(match=match))
            move = SubmitMoveRequest(match=match, request_id=request_id, expected_version=1, move=listed.moves[0].move)
            self._ask(who, move)
        return match

    def left(self, *others: str) -> str:
        match = self.match(ANN, *others)
        self._ask(ANN, ResignRequest(match=match, request_id=ONCE))
        return match

    def parked(self) -> str:
        match = self.match()
        with Redis.from_url(self._stack.settings.redis_url) as redis:
            redis.xadd(Keys(self._stack.settings.prefix).match(match), {"record": b"no record"}, id="2-0")
        return match

    def unreadable(self) -> str:
        match = self.parked()
        keys = Keys(self._stack.settings.prefix)
        with Redis.from_url(self._stack.settings.redis_url) as redis:
            entry: Any = {"match": match, "version": 2, "record": b"no record"}
            redis.xadd(keys.feed(partition_of(match)), entry)
        self._until(lambda: match in [one.match for one in self._ask(HALL, ListParkedMatchesRequest()).parked_matches])
        return match

    def taken(self) -> str:
        wish: dict[str, Any] = {"game": "parley", "variant": "brief", "seat_counts": [2]}
        ticket: Ticket = self._ask(ANN, CreateTicketRequest(request_id=ONCE, **wish)).ticket
        self._ask(BOB, CreateTicketRequest(request_id=new_id(), **wish))
        wish_of_ann = WatchTicketRequest(ticket=ticket.ticket)
        self._until(lambda: self._ask(ANN, wish_of_ann).ticket.state == TICKET_STATE_MATCHED)
        return ticket.ticket

    def _until(self, condition: Callable[[], bool]) -> None:
        until = time.monotonic() + SECONDS
        while not condition():
            assert time.monotonic() < until

    def _ask(self, who: str, request: Message) -> Any:
        answer = self._door.call(request, bearer(self._stack, who))
        assert answer.refusal is None, answer.refusal
        return answer.message
