"""What can be waited for: the games of the rules service, asked for and remembered for a short while."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping

import grpc
import structlog

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.match.v1 import match_pb2, match_pb2_grpc
from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.chassis.refusals import FieldViolation, Refused
from sagahall.chassis.validate import check, malformed
from sagahall.games.kernel import InvalidOption, Option, Options, Variant
from sagahall.match.clocks import TimeControl
from sagahall.match.codec import Malformed
from sagahall.match.options import read_options, read_setting
from sagahall.match.time_controls import given_time_control
from sagahall.matchmaking.ticket import Wish

REMEMBERED_SECONDS = 10.0
"""How long an answer counts before the rules service is asked again."""
RETRY_SECONDS = 1.0
ASK_SECONDS = 2.0

_log = structlog.stdlib.get_logger(__name__)


class Catalogue:
    """The games on offer. While the rules service is down, the games that it offered before count."""

    def __init__(self, rules: match_pb2_grpc.MatchServiceAsyncStub) -> None:
        self._rules = rules
        self._games: Mapping[str, list[Variant]] | None = None
        self._ask_again_at = 0.0
        self._lock = asyncio.Lock()

    async def wish(self, request: matchmaking_pb2.CreateTicketRequest) -> Wish:
        """What a request wishes for, with everything that it leaves open filled in. Raises Refused."""
        variant = _variant(await self._offered(), request.game, request.variant)
        return Wish(
            game=request.game,
            variant=variant.name,
            options=_options(variant, request),
            seat_counts=_seat_counts(variant, request),
            time_control=_time_control(request),
            code=request.code,
        )

    async def _offered(self) -> Mapping[str, list[Variant]]:
        async with self._lock:
            now = asyncio.get_running_loop().time
            if now() >= self._ask_again_at:
                pause = REMEMBERED_SECONDS if await self._ask() else RETRY_SECONDS
                self._ask_again_at = now() + pause
        if self._games is None:
            raise Refused(Reason.REASON_UNAVAILABLE, "the rules service does not say which games there are; try again")
        return self._games

    async def _ask(self) -> bool:
        try:
            answer = await self._rules.ListGames(match_pb2.ListGamesRequest(), timeout=ASK_SECONDS)
        except grpc.aio.AioRpcError as error:
            _log.warning("games not listed", code=error.code().name, error=error.details())
            return False
        self._games = {game.name: [_read_variant(variant) for variant in game.variants] for game in answer.games}
        return True


def _read_variant(message: match_pb2.Variant) -> Variant:
    return Variant(
        name=message.name,
        title=message.title,
        summary=message.summary,
        min_seats=message.min_seats,
        max_seats=message.max_seats,
        options=tuple(map(_read_option, message.options)),
    )


def _read_option(message: match_pb2.Option) -> Option:
    return Option(
        name=message.name,
        summary=message.summary,
        default=read_setting(message.default_value),
        choices=tuple(map(read_setting, message.choices)),
        minimum=message.minimum if message.HasField("minimum") else None,
        maximum=message.maximum if message.HasField("maximum") else None,
    )


def _variant(games: Mapping[str, list[Variant]], game: str, name: str) -> Variant:
    if game not in games:
        raise malformed("game", f"there is no game {game!r} here")
    for variant in games[game]:
        if name in ("", variant.name):
            return variant
    raise malformed("variant", f"{game} has no variant {name!r}")


def _options(variant: Variant, request: matchmaking_pb2.CreateTicketRequest) -> Options:
    try:
        return variant.resolve(read_options(request.options))
    except InvalidOption as error:
        raise malformed(f"options.{error.name}", error.detail) from None


def _time_control(request: matchmaking_pb2.CreateTicketRequest) -> TimeControl | None:
    try:
        return given_time_control(request)
    except Malformed as error:
        raise malformed(error.path, error.detail) from None


def _seat_counts(variant: Variant, request: matchmaking_pb2.CreateTicketRequest) -> tuple[int, ...]:
    """The numbers of seats that will do; without any, all that the variant allows, but a table for one only if it
    allows no other."""
    problems = []
    for index, seats in enumerate(request.seat_counts):
        try:
            variant.check_seats(seats)
        except InvalidOption as error:
            problems.append(FieldViolation(f"seat_counts[{index}]", error.detail))
    check(*problems)
    any_table = range(max(2, variant.min_seats), variant.max_seats + 1)
    return tuple(sorted(set(request.seat_counts))) or tuple(any_table) or (1,)
