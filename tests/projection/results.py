"""Results of matches, as records with hardly anything else in them, and what they come to when rated in order."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from sqlalchemy import Connection, select
from tests.projection.playing import START_MS, match_named

from sagahall.api.common.v1.common_pb2 import Outcome, Standing
from sagahall.eventlog.feed import FeedEntry
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.frames import timestamp
from sagahall.projection.ratings import rating_changes, ratings
from sagahall.projection.skill import NEWCOMER, Skill, rate


@dataclass(frozen=True, slots=True)
class Result:
    """How a match came out; the time is in milliseconds after some start."""

    name: str
    players: Sequence[str] = ("ann", "bob")
    ranks: Sequence[int] = (1, 2)
    time: int = 0
    game: str = "parley"

    @property
    def match(self) -> str:
        """The match."""
        return match_named(self.name)

    def entries(self) -> list[FeedEntry]:
        """The records of the match, as they lie in a feed: its creation, a move and its end."""
        created, moved, ended = (
            Record(
                match=self.match, version=version, game=self.game, time=timestamp(START_MS + self.time + version - 3)
            )
            for version in (1, 2, 3)
        )
        created.created.variant = "standard"
        created.created.players.extend(self.players)
        moved.moved.SetInParent()
        ended.left.seat = 0
        standings = [Standing(seat=seat, rank=rank) for seat, rank in enumerate(self.ranks)]
        ended.outcome.CopyFrom(Outcome(ending="all_left", standings=sorted(standings, key=lambda one: one.rank)))
        stored, entries = b"", []
        for record in (created, moved, ended):
            record.prev = hashlib.sha256(stored).digest() if stored else b""
            stored = record.SerializeToString(deterministic=True)
            entries.append(FeedEntry(f"{record.version}-0", record.match, record.version, stored))
        return entries


@dataclass(frozen=True, slots=True)
class Rated:
    """Who is how good at which game, and the skills before and after each match, by match and seat."""

    skills: dict[tuple[str, str], Skill]
    changes: dict[tuple[str, int], tuple[Skill, Skill]]


def fold(results: Iterable[Result]) -> Rated:
    """All results rated one after the other, in the one order that there is."""
    rated = Rated({}, {})
    for one in sorted(results, key=lambda one: (one.time, one.match)):
        if len(one.players) < 2 or len(set(one.players)) < len(one.players):
            continue
        before = [rated.skills.get((one.game, player), NEWCOMER) for player in one.players]
        for seat, (old, new) in enumerate(zip(before, rate(before, one.ranks), strict=True)):
            rated.skills[one.game, one.players[seat]] = new
            rated.changes[one.match, seat] = (old, new)
    return rated


def read_rated(connection: Connection) -> Rated:
    """The same from the tables."""
    rated = Rated({}, {})
    for row in connection.execute(select(ratings)):
        skill = rated.skills[row.game, row.player] = Skill(row.mu, row.sigma, row.matches)
        assert row.rating == skill.rating
    for row in connection.execute(select(rating_changes)):
        before = Skill(row.mu_before, row.sigma_before, row.matches - 1)
        rated.changes[row.match, row.seat] = (before, Skill(row.mu, row.sigma, row.matches))
    return rated
