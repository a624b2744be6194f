"""Pages of ratings, best first, and what matches have changed about them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any, NamedTuple

from sqlalchemy import Connection, Row, or_, select

from sagahall.api.projection.v1.projection_pb2 import Rating, RatingChange
from sagahall.projection.paging import Place
from sagahall.projection.ratings import rating_changes, ratings
from sagahall.projection.skill import Skill


class Wanted(NamedTuple):
    """Which ratings are wanted: those of a game; of all its players unless one is named."""

    game: str
    player: str = ""


@dataclass(frozen=True, slots=True)
class Page:
    """Some ratings, and the rating and player after which the next page begins; None on the last."""

    ratings: list[Rating]
    last: Place | None


def list_ratings(connection: Connection, wanted: Wanted, after: Place | None, size: int) -> Page:
    """The ratings that are wanted, after a place in the order if one is given."""
    chosen = select(ratings).where(ratings.c.game == wanted.game)
    if wanted.player:
        chosen = chosen.where(ratings.c.player == wanted.player)
    if after is not None:
        lower = or_(ratings.c.rating < after.number, ratings.c.player > after.name)
        chosen = chosen.where(ratings.c.rating <= after.number, lower)
    ordered = chosen.order_by(ratings.c.rating.desc(), ratings.c.player).limit(size + 1)
    found = [_rating(row.player, Skill(row.mu, row.sigma, row.matches)) for row in connection.execute(ordered)]
    last = found[size - 1] if len(found) > size else None
    return Page(found[:size], Place(last.rating, last.player) if last else None)


def changes_of(connection: Connection, matches: Collection[str]) -> dict[str, Sequence[RatingChange]]:
    """What each of the matches has changed, in the order of the seats; nothing of those that are not rated."""
    if not matches:
        return {}
    chosen = select(rating_changes).where(rating_changes.c.match.in_(matches))
    rows = connection.execute(chosen.order_by(rating_changes.c.match, rating_changes.c.seat))
    return {match: list(map(_change, of)) for match, of in groupby(rows, key=lambda row: row.match)}


def _rating(player: str, skill: Skill) -> Rating:
    return Rating(player=player, rating=skill.rating, matches=skill.matches, provisional=skill.provisional)


def _change(row: Row[Any]) -> RatingChange:
    before = Skill(row.mu_before, row.sigma_before, row.matches - 1).rating
    after = Skill(row.mu, row.sigma, row.matches).rating
    return RatingChange(seat=row.seat, rating=after, change=after - before)
