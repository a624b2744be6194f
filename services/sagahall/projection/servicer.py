"""ProjectionService: requests to questions, findings to answers. The protos say what each call is for."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import aclosing, contextmanager
from typing import Any, TypeAlias

import grpc

from sagahall.api.common.v1.common_pb2 import Reason
from sagahall.api.projection.v1 import projection_pb2_grpc
from sagahall.api.projection.v1.projection_pb2 import (
    GetMatchSummaryRequest,
    GetMatchSummaryResponse,
    GetReplayRequest,
    GetReplayResponse,
    ListMatchesRequest,
    ListMatchesResponse,
    ListParkedMatchesRequest,
    ListParkedMatchesResponse,
    ListRatingsRequest,
    ListRatingsResponse,
    MatchStatus,
    RebuildProjectionsRequest,
    RebuildProjectionsResponse,
    RetryParkedMatchRequest,
    RetryParkedMatchResponse,
)
from sagahall.chassis import validate
from sagahall.chassis.auth import caller
from sagahall.chassis.refusals import FieldViolation, Refused
from sagahall.chassis.tokens import NAME
from sagahall.internal.archive.v1 import archive_pb2_grpc
from sagahall.internal.archive.v1.archive_pb2 import ReadRecordsRequest, ReadRecordsResponse
from sagahall.projection import archive
from sagahall.projection.archiver import Archiver
from sagahall.projection.heads import Heads
from sagahall.projection.listing import (
    STATUSES,
    Filters,
    list_matches,
    summary_of,
)
from sagahall.projection.migrate import Outdated
from sagahall.projection.operators import Operators, read_parked_token, write_parked_token
from sagahall.projection.paging import InvalidToken, Place, read_token, write_token
from sagahall.projection.ranking import Wanted, list_ratings
from sagahall.projection.replay import Replays, Wish
from sagahall.projection.store import Store

Context: TypeAlias = "grpc.aio.ServicerContext[Any, Any]"
PageRequest: TypeAlias = ListMatchesRequest | ListParkedMatchesRequest | ListRatingsRequest

DEFAULT_PAGE = 50
LARGEST_PAGE = 500
LONGEST_TOKEN = 200
RECORDS = 100
"""How many records of the archive are read at a time."""
MOST_WAIT_SECONDS = 30.0
"""How long a call without a deadline is let wait for a version."""
ANSWER_SECONDS = 0.5
"""How long before its deadline a call that waits in vain is answered, so that the answer arrives."""


class ProjectionService(projection_pb2_grpc.ProjectionServiceServicer):
    """The public API of the projection service."""

    def __init__(self, store: Store, archiver: Archiver, heads: Heads, replays: Replays, operators: Operators) -> None:
        self._store = store
        self._archiver = archiver
        self._heads = heads
        self._replays = replays
        self._operators = operators

    async def GetReplay(self, request: GetReplayRequest, context: Context) -> AsyncIterator[GetReplayResponse]:
        validate.check(
            validate.match(request.match),
            validate.within("seat", request.seat, 0),
            validate.within("from_version", request.from_version, 0),
            validate.within("to_version", request.to_version, 0),
            validate.within("min_version", request.min_version, 0),
            _ordered(request.from_version, request.to_version),
        )
        _check_prepared(self._archiver)
        async with aclosing(self._replays.frames(_wish(request, context))) as frames:
            async for frame in frames:
                yield GetReplayResponse(frame=frame)

    async def ListMatches(self, request: ListMatchesRequest, context: Context) -> ListMatchesResponse:
        validate.check(
            *_pages(request),
            _name("player", request.player),
            _name("game", request.game),
            _known("status", request.status),
        )
        _check_prepared(self._archiver)
        filters = Filters(request.player, request.game, _status(request.status))
        page = await self._store.read(list_matches, filters, _place(request, filters), _page_size(request))
        token = write_token(page.last, filters) if page.last else ""
        return ListMatchesResponse(matches=page.matches, next_page_token=token)

    async def GetMatchSummary(self, request: GetMatchSummaryRequest, context: Context) -> GetMatchSummaryResponse:
        validate.check(
            validate.match(request.match),
            validate.within("min_version", request.min_version, 0),
        )
        _check_prepared(self._archiver)
        await self._heads.reached(request.match, request.min_version, _wait_until(context))
        summary = await self._store.read(summary_of, request.match)
        version = summary.version if summary else 0
        if version < max(request.min_version, 1):
            # The archive has it, and the projections do not follow.
            raise Refused(Reason.REASON_MATCH_PARKED, "the match is parked before this version", version=version)
        return GetMatchSummaryResponse(summary=summary)

    async def ListRatings(self, request: ListRatingsRequest, context: Context) -> ListRatingsResponse:
        validate.check(
            *_pages(request),
            None if request.game else FieldViolation("game", "must be set"),
            _name("game", request.game),
            _name("player", request.player),
        )
        _check_prepared(self._archiver)
        wanted = Wanted(request.game, request.player)
        page = await self._store.read(list_ratings, wanted, _place(request, wanted), _page_size(request))
        token = write_token(page.last, wanted) if page.last else ""
        return ListRatingsResponse(ratings=page.ratings, next_page_token=token)

    async def RebuildProjections(
        self, request: RebuildProjectionsRequest, context: Context
    ) -> AsyncIterator[RebuildProjectionsResponse]:
        _check_operator()
        _check_prepared(self._archiver)
        with _refusing_outdated():
            async with aclosing(self._operators.rebuild()) as told:
                async for progress in told:
                    yield RebuildProjectionsResponse(**progress._asdict())

    async def ListParkedMatches(self, request: ListParkedMatchesRequest, context: Context) -> ListParkedMatchesResponse:
        _check_operator()
        validate.check(*_pages(request))
        _check_prepared(self._archiver)
        with _refusing_tokens():
            after = read_parked_token(request.page_token)
        page = await self._operators.parked(after, _page_size(request))
        token = write_parked_token(page.last)
        return ListParkedMatchesResponse(parked_matches=page.parked_matches, next_page_token=token)

    async def RetryParkedMatch(self, request: RetryParkedMatchRequest, context: Context) -> RetryParkedMatchResponse:
        _check_operator()
        validate.check(validate.match(request.match))
        _check_prepared(self._archiver)
        with _refusing_outdated():
            version = await self._operators.retry(request.match)
        return RetryParkedMatchResponse(version=version)


class ArchiveService(archive_pb2_grpc.ArchiveServiceServicer):
    """The archive, for the other services."""

    def __init__(self, store: Store, archiver: Archiver) -> None:
        self._store = store
        self._archiver = archiver

    async def ReadRecords(self, request: ReadRecordsRequest, context: Context) -> AsyncIterator[ReadRecordsResponse]:
        if not caller().is_service:
            raise Refused(Reason.REASON_NOT_ALLOWED, "only services read the archive, with credentials of their own")
        validate.check(
            validate.match(request.match),
            validate.within("after_version", request.after_version, 0),
            validate.within("count", request.count, 1),
        )
        _check_prepared(self._archiver)
        last = request.after_version + request.count
        for version in range(request.after_version, last, RECORDS):
            page = (version + 1, min(version + RECORDS, last))
            found = (await self._store.read(archive.read_between, [request.match], *page)).get(request.match, {})
            for number, record in sorted(found.items()):
                yield ReadRecordsResponse(version=number, record=record)
            if len(found) < RECORDS:
                return


def _check_prepared(archiver: Archiver) -> None:
    if not archiver.prepared:
        raise Refused(Reason.REASON_UNAVAILABLE, "the tables are being made; try again")


def _wish(request: GetReplayRequest, context: Context) -> Wish:
    who = caller()
    return Wish(
        match=request.match,
        # A service that bears the name of a player is not that player.
        player="" if who.is_service else who.player,
        seat=request.seat if request.HasField("seat") else None,
        from_version=request.from_version,
        to_version=request.to_version,
        min_version=request.min_version,
        with_matches=request.include_matches,
        wait_until=_wait_until(context),
    )


def _wait_until(context: Context) -> float:
    left = context.time_remaining()
    return time.monotonic() + (MOST_WAIT_SECONDS if left is None else left - ANSWER_SECONDS)


def _check_operator() -> None:
    if not caller().is_service:
        raise Refused(Reason.REASON_NOT_ALLOWED, "only operators may do this, with the credentials of a service")


@contextmanager
def _refusing_outdated() -> Iterator[None]:
    try:
        yield
    except Outdated as error:
        raise Refused(Reason.REASON_UNAVAILABLE, str(error)) from error


@contextmanager
def _refusing_tokens() -> Iterator[None]:
    try:
        yield
    except InvalidToken as error:
        raise validate.malformed("page_token", str(error)) from None


def _place(request: ListMatchesRequest | ListRatingsRequest, filters: Sequence[str]) -> Place | None:
    """Where the page begins; None at the beginning of the list."""
    with _refusing_tokens():
        return read_token(request.page_token, filters) if request.page_token else None


def _pages(request: PageRequest) -> list[FieldViolation | None]:
    return [
        validate.within("page_size", request.page_size, 0),
        validate.text("page_token", request.page_token, LONGEST_TOKEN, 0),
    ]


def _page_size(request: PageRequest) -> int:
    return min(request.page_size or DEFAULT_PAGE, LARGEST_PAGE)


def _ordered(first: int, last: int) -> FieldViolation | None:
    return FieldViolation("to_version", "must be 0, or not before from_version") if 0 < last < first else None


def _name(field: str, value: str) -> FieldViolation | None:
    return None if not value or NAME.fullmatch(value) else FieldViolation(field, "must be a name")


def _known(field: str, value: MatchStatus.ValueType) -> FieldViolation | None:
    return None if value in MatchStatus.values() else FieldViolation(field, "must be a status")


def _status(value: MatchStatus.ValueType) -> str:
    return next((name for name, status in STATUSES.items() if status == value), "")
