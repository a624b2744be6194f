"""Matches that go on, and requests about them that are right."""

from __future__ import annotations

from typing import Any

from google.protobuf.message import Message
from tests.api.hall import ANN, BOB, EVE, HALL, bearer, new_id
from tests.api.methods import Answer, Door, Method

from sagahall.api.match.v1.match_pb2 import (
    CreateMatchRequest,
    GetMatchRequest,
    ListGamesRequest,
    ListLegalMovesRequest,
    Match,
    SubmitMoveRequest,
)
from sagahall.api.matchmaking.v1.matchmaking_pb2 import CreateTicketRequest
from sagahall.client.stack.stack import Stack
from sagahall.games.registry import GAMES

CALLERS = (ANN, BOB, EVE, HALL)
PLAYERS = (ANN, BOB)


class Arena:
    """A match of ann and bob in each game, replaced when it is over, and a ticket of ann."""

    def __init__(self, stack: Stack, door: Door) -> None:
        self._door = door
        self._tokens = {who: bearer(stack, who) for who in CALLERS}
        self._stack = stack
        self._matches: dict[str, str] = {}
        self._ticket = self._wait()
        self.finished = 0
        """How many matches have been played to their end."""

    def token(self, who: str) -> str:
        """What says who calls."""
        return self._tokens[who]

    def renew_tokens(self) -> None:
        """Gets new tokens; those of services are short-lived."""
        self._tokens = {who: bearer(self._stack, who) for who in CALLERS}

    def right(self, method: Method, game: str, choice: int) -> tuple[str, Any]:
        """A request of a method that is right, and who makes it. ``choice`` chooses where there is a choice."""
        # Whoever resigns does so in a match of its own, so that the others go on.
        match = self._create(game) if method.name == "Resign" else self.match(game)
        who = PLAYERS[match.to_act[choice % len(match.to_act)]]
        if method.name == "SubmitMove":
            return who, self._move(match, who, choice)
        known = {
            "match": match.match,
            "request_id": new_id(),
            "game": game,
            "players": [who] * 2,
            "ticket": self._ticket,
            "seat_counts": [2],
        }
        names = {field.name for field in method.request.DESCRIPTOR.fields}
        return who if method.name != "CancelTicket" else ANN, method.request(
            **{name: value for name, value in known.items() if name in names}
        )

    def envelope(self, game: str, choice: int, move: Message) -> tuple[str, SubmitMoveRequest]:
        """A request to make a move, right but for the move itself."""
        match = self.match(game)
        who = PLAYERS[match.to_act[choice % len(match.to_act)]]
        request = SubmitMoveRequest(match=match.match, request_id=new_id(), expected_version=match.version)
        getattr(request.move, game).CopyFrom(move)
        return who, request

    def match(self, game: str) -> Match:
        """The match of a game as a spectator sees it; a new one when it is over."""
        if game in self._matches:
            found: Match = self._ask(EVE, GetMatchRequest(match=self._matches[game])).match
            if found.to_act:
                return found
            self.finished += 1
        created = self._create(game)
        self._matches[game] = created.match
        return created

    def _create(self, game: str) -> Match:
        request = CreateMatchRequest(request_id=new_id(), game=game, players=PLAYERS)
        created: Match = self._ask(HALL, request).match
        return created

    def _move(self, match: Match, who: str, choice: int) -> SubmitMoveRequest:
        listed = self._ask(who, ListLegalMovesRequest(match=match.match))
        moves = [one.move for one in listed.moves] + [form.example for form in listed.forms]
        return SubmitMoveRequest(
            match=match.match,
            request_id=new_id(),
            expected_version=listed.version,
            move=moves[choice % len(moves)],
        )

    def _wait(self) -> str:
        request = CreateTicketRequest(request_id=new_id(), game=next(iter(GAMES)), seat_counts=[4])
        ticket: str = self._ask(ANN, request).ticket.ticket
        return ticket

    def healthy(self) -> bool:
        """Whether the services still answer."""
        return self._answer(ANN, ListGamesRequest()).refusal is None

    def _ask(self, who: str, request: Message) -> Any:
        answer = self._answer(who, request)
        assert answer.refusal is None, (request, answer)
        return answer.message

    def _answer(self, who: str, request: Message) -> Answer:
        return self._door.call(request, self._tokens[who])
