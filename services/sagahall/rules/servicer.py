"""MatchService: requests to commands, results to answers. The protos say what each call is for."""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Mapping
from typing import Any, TypeAlias

import grpc

from sagahall.api.common.v1 import common_pb2
from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import games_pb2, match_pb2, match_pb2_grpc
from sagahall.chassis import validate
from sagahall.chassis.auth import caller
from sagahall.chassis.logging import traceparent
from sagahall.chassis.refusals import FieldViolation, Refused
from sagahall.chassis.tokens import NAME
from sagahall.chassis.validate import malformed
from sagahall.eventlog.hub import Hub
from sagahall.games.kernel import AnyGame, InvalidOption, Options, Seat
from sagahall.match.change import Cause
from sagahall.match.clocks import TimeControl
from sagahall.match.codec import Malformed
from sagahall.match.frames import frame_message, match_message
from sagahall.match.game_codec import codec_of
from sagahall.match.options import read_options
from sagahall.match.time_controls import given_time_control
from sagahall.rules.catalogue import game_message, legal_moves
from sagahall.rules.core import Create, Resign, Rules, Submit, acting_seat, now, viewing_seat
from sagahall.rules.presence import Presence
from sagahall.rules.store import Matches, refusing_broken
from sagahall.rules.watch import Watch

MOST_PLAYERS = 100
"""How many players a request may name; the variants say how many may play."""

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"


class MatchService(match_pb2_grpc.MatchServiceServicer):
    """The public API of the rules service."""

    def __init__(
        self, rules: Rules, matches: Matches, games: Mapping[str, AnyGame], hub: Hub, presence: Presence
    ) -> None:
        self._rules = rules
        self._matches = matches
        self._games = games
        self._hub = hub
        self._presence = presence

    async def ListGames(self, request: match_pb2.ListGamesRequest, context: Context) -> match_pb2.ListGamesResponse:
        return match_pb2.ListGamesResponse(games=[game_message(self._games[name]) for name in sorted(self._games)])

    async def CreateMatch(
        self, request: match_pb2.CreateMatchRequest, context: Context
    ) -> match_pb2.CreateMatchResponse:
        validate.check(validate.request_id(request.request_id), *_players(request.players))
        _may_create(request.players)
        command = Create(
            game=request.game,
            variant=request.variant,
            options=_options(request.options),
            players=tuple(request.players),
            time_control=_time_control(request),
            cause=_cause(request.request_id),
        )
        match = await self._rules.create(command)
        viewer = None if caller().is_service else 0
        return match_pb2.CreateMatchResponse(match=match_message(match, viewer, now()))

    async def GetMatch(self, request: match_pb2.GetMatchRequest, context: Context) -> match_pb2.GetMatchResponse:
        validate.check(*_table(request))
        match = await self._matches.load(request.match)
        viewer = viewing_seat(match, caller().player, _seat(request))
        return match_pb2.GetMatchResponse(match=match_message(match, viewer, now()))

    async def ListLegalMoves(
        self, request: match_pb2.ListLegalMovesRequest, context: Context
    ) -> match_pb2.ListLegalMovesResponse:
        validate.check(*_table(request))
        match = await self._matches.load(request.match)
        return legal_moves(match, acting_seat(match, caller().player, _seat(request)))

    async def SubmitMove(self, request: match_pb2.SubmitMoveRequest, context: Context) -> match_pb2.SubmitMoveResponse:
        validate.check(
            *_table(request),
            validate.request_id(request.request_id),
            validate.within("expected_version", request.expected_version, 1),
        )
        game, move = self._move(request.move)
        command = Submit(
            match=request.match,
            seat=_seat(request),
            expected_version=request.expected_version,
            game=game,
            move=move,
            cause=_cause(request.request_id),
        )
        accepted = await self._rules.submit(command)
        version = accepted.step.record.version
        return match_pb2.SubmitMoveResponse(version=version, frame=frame_message(accepted.step, accepted.seat))

    async def Resign(self, request: match_pb2.ResignRequest, context: Context) -> match_pb2.ResignResponse:
        validate.check(*_table(request), validate.request_id(request.request_id))
        command = Resign(match=request.match, seat=_seat(request), cause=_cause(request.request_id))
        accepted = await self._rules.resign(command)
        version = accepted.step.record.version
        return match_pb2.ResignResponse(version=version, frame=frame_message(accepted.step, accepted.seat))

    async def WatchMatch(
        self, request: match_pb2.WatchMatchRequest, context: Context
    ) -> AsyncIterator[match_pb2.WatchMatchResponse]:
        validate.check(*_table(request), validate.within("after_version", request.after_version, 0))
        match = await self._matches.load(request.match)
        if request.after_version > match.version:
            detail = f"the match is at version {match.version}, not yet at {request.after_version}"
            raise Refused(Reason.REASON_VERSION_AHEAD, detail, version=match.version)
        watch = Watch(
            self._matches,
            match,
            viewer=viewing_seat(match, caller().player, _seat(request)),
            after_version=request.after_version,
            with_matches=request.include_matches,
        )
        with refusing_broken(match.match):
            async for message in watch.messages(self._hub, self._presence):
                yield message

    def _move(self, message: games_pb2.Move) -> tuple[str, Any]:
        """The game that a move is of, and the move."""
        name = message.WhichOneof("game")
        # A match that is there is played on even if its game is no longer on offer.
        if name is None or name not in self._matches.games:
            raise malformed("move", f"must be a move of {' or '.join(sorted(self._games))}")
        try:
            return name, codec_of(self._matches.games[name]).read_move(message)
        except Malformed as error:
            raise malformed(f"move.{error.path}", error.detail) from None


def _table(request: Any) -> list[FieldViolation | None]:
    """What is wrong with the match and the seat that a request names."""
    return [validate.match(request.match), validate.within("seat", request.seat, 0)]


def _seat(request: Any) -> Seat | None:
    return request.seat if request.HasField("seat") else None


def _time_control(request: match_pb2.CreateMatchRequest) -> TimeControl | None:
    try:
        return given_time_control(request)
    except Malformed as error:
        raise malformed(error.path, error.detail) from None


def _cause(request_id: str) -> Cause:
    who = caller()
    # The colon keeps services and players apart: no player's name has one.
    name = f"service:{who.player}" if who.is_service else who.player
    return Cause(player=name, request_id=request_id, now=now(), traceparent=traceparent())


def _players(names: Iterable[str]) -> list[FieldViolation]:
    names = list(names)
    if not 1 <= len(names) <= MOST_PLAYERS:
        return [FieldViolation("players", f"must name 1 to {MOST_PLAYERS} players")]
    wrong = [index for index, name in enumerate(names) if not NAME.fullmatch(name)]
    return [FieldViolation(f"players[{index}]", "is no name of a player") for index in wrong]


def _may_create(players: Iterable[str]) -> None:
    who = caller()
    if not who.is_service and any(name != who.player for name in players):
        detail = "a player starts only matches in which he takes all seats; for others there is matchmaking"
        raise Refused(Reason.REASON_NOT_ALLOWED, detail)


def _options(messages: Iterable[common_pb2.OptionValue]) -> Options:
    try:
        return read_options(messages)
    except InvalidOption as error:
        raise malformed(f"options.{error.name}", error.detail) from None
