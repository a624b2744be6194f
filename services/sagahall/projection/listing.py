"""Pages of matches, newest first, and the summary of one."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import ColumnElement, Connection, Row, Select, and_, select, tuple_, union

from sagahall.api.common.v1.common_pb2 import Outcome, Player
from sagahall.api.projection.v1.projection_pb2 import MatchStatus, MatchSummary
from sagahall.match.frames import timestamp
from sagahall.projection.matches import FINISHED, PARKED, RUNNING, match_players, matches
from sagahall.projection.paging import Place
from sagahall.projection.ranking import changes_of
from sagahall.projection.tables import parked

STATUSES = {
    RUNNING: MatchStatus.MATCH_STATUS_RUNNING,
    FINISHED: MatchStatus.MATCH_STATUS_FINISHED,
    PARKED: MatchStatus.MATCH_STATUS_PARKED,
}

_SEATS = (
    select(matches, match_players.c.seat, match_players.c.player, parked.c.match.label("parked"))
    .join(match_players, match_players.c.match == matches.c.match)
    .outerjoin(parked, parked.c.match == matches.c.match)
)
"""All matches, a row for each seat."""


class Filters(NamedTuple):
    """Which matches are wanted; an empty filter lets all pass."""

    player: str = ""
    game: str = ""
    status: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Some matches, and the time and match after which the next page begins; None on the last."""

    matches: list[MatchSummary]
    last: Place | None


def list_matches(connection: Connection, filters: Filters, after: Place | None, size: int) -> Page:
    """The matches that pass the filters, after a place in the order if one is given."""
    keys = _keys(filters, after).limit(size + 1).subquery()
    found = _read(connection, _SEATS.join(keys, keys.c.match == matches.c.match))
    more = len(found) > size
    last = found[size - 1] if more else None
    return Page(found[:size], Place(last.create_time.ToMilliseconds(), last.match) if last else None)


def summary_of(connection: Connection, match: str) -> MatchSummary | None:
    """The summary of a match, if the projections know it."""
    return next(iter(_read(connection, _SEATS.where(matches.c.match == match))), None)


def _read(connection: Connection, seats: Select[Any]) -> list[MatchSummary]:
    ordered = seats.order_by(matches.c.create_time.desc(), matches.c.match.desc(), match_players.c.seat)
    found = [_summary(list(rows)) for _, rows in groupby(connection.execute(ordered), key=lambda row: row.match)]
    changes = changes_of(connection, [summary.match for summary in found if summary.HasField("outcome")])
    for summary in found:
        summary.rating_changes.extend(changes.get(summary.match, ()))
    return found


def _keys(filters: Filters, after: Place | None) -> Select[Any]:
    """The places of the matches that pass, in order. A player in several seats of a match counts once."""
    of = match_players if filters.player else matches
    chosen = select(of.c.create_time, of.c.match).order_by(of.c.create_time.desc(), of.c.match.desc())
    if after is not None:
        chosen = chosen.where(tuple_(of.c.create_time, of.c.match) < after)
    if filters.player:
        chosen = chosen.join(matches, matches.c.match == of.c.match).where(of.c.player == filters.player).distinct()
    if filters.game:
        chosen = chosen.where(matches.c.game == filters.game)
    if filters.status:
        chosen = chosen.where(_has_status(filters.status))
    return chosen


def _has_status(status: str) -> ColumnElement[bool]:
    """Whether a match has it; a match is parked by its last record, or by the archiver."""
    by_archiver = select(parked.c.match)
    if status == PARKED:
        others = matches.alias()
        by_record = select(others.c.match).where(others.c.status == PARKED)
        return matches.c.match.in_(union(by_archiver, by_record))
    return and_(matches.c.status == status, matches.c.match.not_in(by_archiver))


def _summary(seats: list[Row[Any]]) -> MatchSummary:
    row = seats[0]
    return MatchSummary(
        match=row.match,
        game=row.game,
        variant=row.variant,
        players=[Player(player=seat.player, seat=seat.seat) for seat in seats],
        version=row.version,
        status=STATUSES[PARKED if row.parked else row.status],
        outcome=None if row.outcome is None else Outcome.FromString(row.outcome),
        create_time=timestamp(row.create_time),
        update_time=timestamp(row.update_time),
    )
