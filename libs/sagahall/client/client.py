"""The calls that a player makes, over gRPC."""

from __future__ import annotations

import uuid
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from types import TracebackType
from typing import Self

import grpc

from sagahall.api.common.v1 import common_pb2
from sagahall.api.match.v1 import games_pb2, match_pb2
from sagahall.api.match.v1.match_pb2_grpc import MatchServiceStub
from sagahall.api.matchmaking.v1 import matchmaking_pb2
from sagahall.api.matchmaking.v1.matchmaking_pb2_grpc import MatchmakingServiceStub
from sagahall.api.projection.v1 import projection_pb2
from sagahall.api.projection.v1.projection_pb2_grpc import ProjectionServiceStub
from sagahall.client.addresses import Addresses
from sagahall.client.line import Line, TellOutage, Token, open_channel
from sagahall.games.kernel import Options
from sagahall.match.options import option_values


def new_request_id() -> str:
    """A request id that nobody else uses."""
    return uuid.uuid4().hex


class Client:
    """A player's connection to an installation of Sagahall::

        async with Client("127.0.0.1:7101", token) as client:
            for game in await client.list_games():
                print(game.title)

    Every call raises a ClientError: Refused when the service says no, Unreachable when nothing answers. While a service
    is unavailable, the same request is sent again for up to ``patience`` seconds (commands carry a request id, so that
    nothing happens twice), and streams resume where they broke off.
    """

    def __init__(
        self,
        addresses: Addresses | str,
        token: Token,
        *,
        credentials: grpc.ChannelCredentials | None = None,
        patience: float = 30.0,
        tell_outage: TellOutage = lambda away: None,
    ) -> None:
        """``addresses`` is one address, ``host:port``, when a gateway serves everything. ``token`` is a bearer token or
        a function that returns the present one. With ``credentials`` the connections use TLS.
        ``tell_outage`` is called with True when a service does not answer and is tried again, with False when it is
        back. Needs a running loop."""
        where = Addresses.everywhere(addresses) if isinstance(addresses, str) else addresses
        self._channels = {
            address: open_channel(address, credentials)
            for address in {where.rules, where.matchmaking, where.projection}
        }
        self._match = MatchServiceStub(self._channels[where.rules])
        self._matchmaking = MatchmakingServiceStub(self._channels[where.matchmaking])
        self._projection = ProjectionServiceStub(self._channels[where.projection])
        self._to_rules = Line(where.rules, token, patience, tell_outage)
        self._to_matchmaking = Line(where.matchmaking, token, patience, tell_outage)
        self._to_projection = Line(where.projection, token, patience, tell_outage)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Closes the connections; calls that still run are cancelled."""
        for channel in self._channels.values():
            await channel.close()

    # Matches

    async def list_games(self) -> Sequence[match_pb2.Game]:
        """The games, variants and options of the installation."""
        response = await self._to_rules.call(self._match.ListGames, match_pb2.ListGamesRequest(language_code="en"))
        return response.games

    async def create_match(
        self,
        game: str,
        players: Sequence[str],
        *,
        variant: str = "",
        options: Options | None = None,
        time_control: common_pb2.TimeControl | None = None,
        request_id: str | None = None,
    ) -> match_pb2.Match:
        """Starts a match in which the caller takes every seat himself. Tables with others come from tickets."""
        request = match_pb2.CreateMatchRequest(
            request_id=request_id or new_request_id(),
            game=game,
            variant=variant,
            options=option_values(options or {}),
            players=players,
            time_control=time_control,
        )
        return (await self._to_rules.call(self._match.CreateMatch, request)).match

    async def get_match(self, match: str, *, seat: int | None = None) -> match_pb2.Match:
        """The match as the caller's seat sees it, or as a spectator does. Who plays several seats names one."""
        request = match_pb2.GetMatchRequest(match=match, seat=seat)
        return (await self._to_rules.call(self._match.GetMatch, request)).match

    async def legal_moves(self, match: str, *, seat: int | None = None) -> match_pb2.ListLegalMovesResponse:
        """What the caller's seat can play now: complete moves, and forms for those that cannot be listed."""
        request = match_pb2.ListLegalMovesRequest(match=match, seat=seat, language_code="en")
        return await self._to_rules.call(self._match.ListLegalMoves, request)

    async def submit_move(
        self,
        match: str,
        move: games_pb2.Move,
        *,
        expected_version: int,
        seat: int | None = None,
        request_id: str | None = None,
    ) -> match_pb2.SubmitMoveResponse:
        """Plays a move that was chosen at ``expected_version``. It is in the log when this returns.

        The same request is repeated while the service is unavailable. ``Refused`` with the reason STALE_VERSION means
        that the choice changed since: read, decide anew and call again. After ``Unreachable`` a call with the same
        ``request_id``, which is made up unless given, tells what became of the move.
        """
        request = match_pb2.SubmitMoveRequest(
            match=match,
            seat=seat,
            request_id=request_id or new_request_id(),
            expected_version=expected_version,
            move=move,
        )
        return await self._to_rules.call(self._match.SubmitMove, request)

    async def resign(
        self, match: str, *, seat: int | None = None, request_id: str | None = None
    ) -> match_pb2.ResignResponse:
        """Leaves a match for good. The game decides how the others go on."""
        request = match_pb2.ResignRequest(match=match, seat=seat, request_id=request_id or new_request_id())
        return await self._to_rules.call(self._match.Resign, request)

    def watch(
        self, match: str, *, seat: int | None = None, after_version: int = 0, include_matches: bool = False
    ) -> AsyncGenerator[match_pb2.WatchMatchResponse, None]:
        """Everything that happens in the match after a version, then live until it is over.

        Each version arrives once and in order, however often the connection breaks. After a break, caught-up and
        presence come again. ``include_matches`` adds to each frame the match as it stands after it.
        """
        request = match_pb2.WatchMatchRequest(
            match=match, seat=seat, after_version=after_version, include_matches=include_matches
        )

        def advance(response: match_pb2.WatchMatchResponse) -> None:
            if response.HasField("update"):
                request.after_version = response.update.version

        return self._to_rules.stream(self._match.WatchMatch, request, advance)

    # Tickets

    async def create_ticket(
        self,
        game: str,
        *,
        variant: str = "",
        options: Options | None = None,
        seat_counts: Sequence[int] = (),
        time_control: common_pb2.TimeControl | None = None,
        code: str = "",
        request_id: str | None = None,
    ) -> matchmaking_pb2.Ticket:
        """Starts to wait for others: for those with the same ``code``, for anybody if that is empty. ``seat_counts``
        are the numbers of seats that will do; empty for any."""
        request = matchmaking_pb2.CreateTicketRequest(
            request_id=request_id or new_request_id(),
            game=game,
            variant=variant,
            options=option_values(options or {}),
            seat_counts=seat_counts,
            time_control=time_control,
            code=code,
        )
        return (await self._to_matchmaking.call(self._matchmaking.CreateTicket, request)).ticket

    async def watch_ticket(self, ticket: str) -> AsyncGenerator[matchmaking_pb2.Ticket, None]:
        """The ticket as it stands, then at each change, until it is matched, cancelled or expired."""
        request = matchmaking_pb2.WatchTicketRequest(ticket=ticket)
        method = self._matchmaking.WatchTicket
        async with aclosing(self._to_matchmaking.stream(method, request, lambda response: None)) as responses:
            async for response in responses:
                yield response.ticket

    async def cancel_ticket(self, ticket: str, *, request_id: str | None = None) -> matchmaking_pb2.Ticket:
        """Stops waiting."""
        request = matchmaking_pb2.CancelTicketRequest(request_id=request_id or new_request_id(), ticket=ticket)
        return (await self._to_matchmaking.call(self._matchmaking.CancelTicket, request)).ticket

    # What has been played

    async def replay(
        self,
        match: str,
        *,
        seat: int | None = None,
        from_version: int = 1,
        to_version: int = 0,
        include_matches: bool = False,
        min_version: int = 0,
    ) -> AsyncGenerator[match_pb2.Frame, None]:
        """The frames of a match between two versions, both included; ``to_version`` 0 is the newest.

        What was played a moment ago may not have arrived here: the service waits a while for ``min_version``.
        """
        request = projection_pb2.GetReplayRequest(
            match=match,
            seat=seat,
            from_version=from_version,
            to_version=to_version,
            include_matches=include_matches,
            min_version=min_version,
        )

        def advance(response: projection_pb2.GetReplayResponse) -> None:
            request.from_version = response.frame.version + 1

        async with aclosing(self._to_projection.stream(self._projection.GetReplay, request, advance)) as responses:
            async for response in responses:
                yield response.frame
                if response.frame.version == to_version:
                    return

    async def list_matches(
        self,
        *,
        player: str = "",
        game: str = "",
        status: projection_pb2.MatchStatus.ValueType = projection_pb2.MATCH_STATUS_UNSPECIFIED,
        page_size: int = 0,
    ) -> AsyncGenerator[projection_pb2.MatchSummary, None]:
        """All matches that fit the filters, newest first; pages are fetched as they are needed."""
        token = ""
        while True:
            page = await self.match_page(player=player, game=game, status=status, page_size=page_size, page_token=token)
            for summary in page.matches:
                yield summary
            token = page.next_page_token
            if not token:
                return

    async def match_page(
        self,
        *,
        player: str = "",
        game: str = "",
        status: projection_pb2.MatchStatus.ValueType = projection_pb2.MATCH_STATUS_UNSPECIFIED,
        page_size: int = 0,
        page_token: str = "",
    ) -> projection_pb2.ListMatchesResponse:
        """One page of them, with the token of the next; ``page_token`` is that of the page before."""
        request = projection_pb2.ListMatchesRequest(
            player=player, game=game, status=status, page_size=page_size, page_token=page_token
        )
        return await self._to_projection.call(self._projection.ListMatches, request)

    async def match_summary(self, match: str, *, min_version: int = 0) -> projection_pb2.MatchSummary:
        """How the match stands; the service waits a while until it can tell of ``min_version``."""
        request = projection_pb2.GetMatchSummaryRequest(match=match, min_version=min_version)
        return (await self._to_projection.call(self._projection.GetMatchSummary, request)).summary

    async def list_ratings(
        self, game: str, *, player: str = "", page_size: int = 0
    ) -> AsyncGenerator[projection_pb2.Rating, None]:
        """How good all players of a game are, or one of them, best first; pages are fetched as they are needed."""
        token = ""
        while True:
            page = await self.rating_page(game, player=player, page_size=page_size, page_token=token)
            for rating in page.ratings:
                yield rating
            token = page.next_page_token
            if not token:
                return

    async def rating_page(
        self, game: str, *, player: str = "", page_size: int = 0, page_token: str = ""
    ) -> projection_pb2.ListRatingsResponse:
        """One page of them, with the token of the next; ``page_token`` is that of the page before."""
        request = projection_pb2.ListRatingsRequest(
            game=game, player=player, page_size=page_size, page_token=page_token
        )
        return await self._to_projection.call(self._projection.ListRatings, request)

    # For operators, whose token is that of a service

    def rebuild_projections(self) -> AsyncGenerator[projection_pb2.RebuildProjectionsResponse, None]:
        """Makes all that is read of matches anew, and tells how far it is; it is done when this ends.

        Left early it stops, and the next one goes on. It goes on by itself after a break.
        """
        request = projection_pb2.RebuildProjectionsRequest()
        return self._to_projection.stream(self._projection.RebuildProjections, request, lambda response: None)

    async def list_parked_matches(self, *, page_size: int = 0) -> AsyncGenerator[projection_pb2.ParkedMatch, None]:
        """All matches that are parked, and why; pages are fetched as they are needed."""
        request = projection_pb2.ListParkedMatchesRequest(page_size=page_size)
        while True:
            response = await self._to_projection.call(self._projection.ListParkedMatches, request)
            for parked in response.parked_matches:
                yield parked
            if not response.next_page_token:
                return
            request.page_token = response.next_page_token

    async def retry_parked_match(self, match: str) -> int:
        """Has a parked match looked at again. Returns the version that lists and summaries have come to.

        ``Refused`` with the reason MATCH_PARKED means that it has to stay parked; its detail says why.
        """
        request = projection_pb2.RetryParkedMatchRequest(match=match)
        return (await self._to_projection.call(self._projection.RetryParkedMatch, request)).version
