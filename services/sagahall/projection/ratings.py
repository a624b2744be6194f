"""The projection of how good players are, per game, and of what each finished match has changed about it.

Ratings depend on the order of results, and the feeds have none in common. So there is one order of our own: by the time
of the record that ended the match, then by match. All results of a game are rated in it; one that comes late takes back
what was rated after it, and that is rated again.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, NamedTuple, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Tuple,
    Update,
    bindparam,
    delete,
    func,
    select,
    text,
    tuple_,
    update,
)

from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.projection import archive
from sagahall.projection.projection import Projection
from sagahall.projection.skill import NEWCOMER, Skill, rate
from sagahall.projection.store import insert
from sagahall.projection.tables import NAME_LENGTH

PAGE = 1000
"""How many places of players are rated at a time; many more than a match has."""

Row: TypeAlias = dict[str, Any]

METADATA = MetaData()
NAME = String(NAME_LENGTH).with_variant(String(NAME_LENGTH, collation="C"), "postgresql")
"""A name that is in the same order in every database."""

rating_changes = Table(
    "rating_changes",
    METADATA,
    Column("match", NAME, primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("game", NAME, nullable=False),
    # When the match ended: milliseconds since 1970.
    Column("time", BigInteger, nullable=False),
    Column("player", NAME, nullable=False),
    Column("rank", Integer, nullable=False),
    # The skill before and after the match; NULL until it is rated.
    Column("mu_before", BigInteger),
    Column("sigma_before", BigInteger),
    Column("mu", BigInteger),
    Column("sigma", BigInteger),
    # With this one.
    Column("matches", Integer),
    Index("rating_changes_in_order", "game", "time", "match"),
)
"""For each player of each rated match his place, and what it has changed."""

ratings = Table(
    "ratings",
    METADATA,
    Column("game", NAME, primary_key=True),
    Column("player", NAME, primary_key=True),
    Column("mu", BigInteger, nullable=False),
    Column("sigma", BigInteger, nullable=False),
    Column("matches", Integer, nullable=False),
    # What people are shown of it.
    Column("rating", BigInteger, nullable=False),
    Index("ratings_by_rating", "game", "rating", "player"),
)
"""The present skill of each player at each game."""

rated = Table(
    "rated",
    METADATA,
    Column("game", NAME, primary_key=True),
    Column("time", BigInteger, nullable=False),
    Column("match", NAME, nullable=False),
)
"""The last match of each game that is in the ratings, as all before it are."""


class Place(NamedTuple):
    """A place in the order of all results of a game."""

    time: int
    match: str


START = Place(-1, "")
"""Before all results."""


class Ratings(Projection):
    """Rated are matches of two or more players, none of whom has two seats; all variants of a game together."""

    name = "ratings"
    revision = 1
    tables = METADATA

    def apply(self, connection: Connection, records: Sequence[Record]) -> None:
        """Takes in records."""
        for game in self._take(connection, records):
            while self._rate(connection, game):
                pass

    def collect(self, connection: Connection, records: Sequence[Record]) -> None:
        """Keeps results, to be rated by ``complete``."""
        self._take(connection, records)

    def complete(self, connection: Connection) -> bool:
        """Rates results that come next in a game."""
        games = connection.execute(select(self.own(rated).c.game)).scalars().all()
        return any(self._rate(connection, game) for game in games)

    def _take(self, connection: Connection, records: Sequence[Record]) -> list[str]:
        """Keeps results, and takes back what was rated after the first of them. Returns their games."""
        found = _results(connection, [record for record in records if record.HasField("outcome")])
        if not found:
            return []
        self._exclude_others(connection)
        connection.execute(insert(connection, self.own(rating_changes)).on_conflict_do_nothing(), found)
        firsts = _firsts(found)
        starts = [{"game": game, **START._asdict()} for game in firsts]
        connection.execute(insert(connection, self.own(rated)).on_conflict_do_nothing(), starts)
        for game, first in firsts.items():
            self._take_back(connection, game, first)
        return list(firsts)

    def _exclude_others(self, connection: Connection) -> None:
        """Lets nobody else rate before the transaction is over; SQLite has one writer anyway."""
        if connection.dialect.name == "postgresql":
            connection.execute(text(f"LOCK TABLE {self.own(rated).name} IN SHARE ROW EXCLUSIVE MODE"))

    def _take_back(self, connection: Connection, game: str, first: Place) -> None:
        """Makes the ratings what they were before a place in the order."""
        last = self._last(connection, game)
        if last < first:
            return
        before = self._before(connection, game, first, last)
        newcomers = [{"of": player} for player, skill in before.items() if not skill.matches]
        if newcomers:
            table = self.own(ratings)
            connection.execute(delete(table).where(table.c.game == game, table.c.player == bindparam("of")), newcomers)
        changes = self.own(rating_changes)
        earlier = select(changes.c.time, changes.c.match).where(changes.c.game == game, _place(changes) < first)
        latest = earlier.order_by(changes.c.time.desc(), changes.c.match.desc()).limit(1)
        found = connection.execute(latest).one_or_none()
        others = {player: skill for player, skill in before.items() if skill.matches}
        self._keep(connection, game, others, Place(*found) if found else START)

    def _before(self, connection: Connection, game: str, first: Place, last: Place) -> dict[str, Skill]:
        """How good all who play in rated matches from one place in the order to another were before them."""
        changes = self.own(rating_changes)
        nth = func.row_number().over(partition_by=changes.c.player, order_by=[changes.c.time, changes.c.match])
        among = select(changes, nth.label("nth")).where(changes.c.game == game, changes.c.mu.is_not(None))
        found = among.where(_place(changes) >= first, _place(changes) <= last).subquery()
        return {
            row.player: Skill(row.mu_before, row.sigma_before, row.matches - 1)
            for row in connection.execute(select(found).where(found.c.nth == 1))
        }

    def _rate(self, connection: Connection, game: str) -> bool:
        """Rates the results that come next. Returns whether there may be more."""
        changes = self.own(rating_changes)
        chosen = select(changes.c.time, changes.c.match, changes.c.seat, changes.c.player, changes.c.rank)
        chosen = chosen.where(changes.c.game == game, _place(changes) > self._last(connection, game))
        page = connection.execute(chosen.order_by(*chosen.selected_columns[:3]).limit(PAGE)).all()
        more = len(page) == PAGE
        if more:  # the last match may be there in part
            page = [row for row in page if row.match != page[-1].match]
        if page:
            skills = self._skills(connection, game, {row.player for row in page})
            connection.execute(_settle(changes), list(_fold(page, skills)))
            self._keep(connection, game, skills, Place(page[-1].time, page[-1].match))
        return more

    def _skills(self, connection: Connection, game: str, players: Collection[str]) -> dict[str, Skill]:
        table = self.own(ratings)
        chosen = select(table).where(table.c.game == game, table.c.player.in_(players))
        known = {row.player: Skill(row.mu, row.sigma, row.matches) for row in connection.execute(chosen)}
        return dict.fromkeys(players, NEWCOMER) | known

    def _last(self, connection: Connection, game: str) -> Place:
        table = self.own(rated)
        return Place(*connection.execute(select(table.c.time, table.c.match).where(table.c.game == game)).one())

    def _keep(self, connection: Connection, game: str, skills: Mapping[str, Skill], last: Place) -> None:
        """Changes how good players are, to what it was after a match."""
        rows = [
            {"game": game, "player": player, "rating": skill.rating, **skill._asdict()}
            for player, skill in sorted(skills.items())
        ]
        if rows:
            statement = insert(connection, self.own(ratings))
            new = {name: statement.excluded[name] for name in ("rating", *Skill._fields)}
            connection.execute(statement.on_conflict_do_update(index_elements=["game", "player"], set_=new), rows)
        table = self.own(rated)
        connection.execute(update(table).where(table.c.game == game).values(last._asdict()))


def _place(changes: Table) -> Tuple:
    return tuple_(changes.c.time, changes.c.match)


def _results(connection: Connection, ended: Sequence[Record]) -> list[Row]:
    """A row for each seat of the matches that came to an end and are rated. Who plays is in their first records."""
    if not ended:
        return []
    firsts = archive.read_between(connection, [record.match for record in ended], 1, 1)
    rows: list[Row] = []
    for record in ended:
        players = Record.FromString(firsts[record.match][1]).created.players
        if len(players) == len(set(players)) > 1:
            same = {"match": record.match, "game": record.game, "time": record.time.ToMilliseconds()}
            seats = record.outcome.standings
            rows += [{**same, "seat": one.seat, "player": players[one.seat], "rank": one.rank} for one in seats]
    return rows


def _firsts(results: Iterable[Row]) -> dict[str, Place]:
    """The first place in the order, per game."""
    firsts: dict[str, Place] = {}
    for row in results:
        place = Place(row["time"], row["match"])
        firsts[row["game"]] = min(place, firsts.get(row["game"], place))
    return firsts


def _fold(page: Iterable[Any], skills: dict[str, Skill]) -> Iterator[Row]:
    """Rates results in their order: what each of them changes. The skills become those after all of them."""
    for match, seats in groupby(page, key=lambda row: row.match):
        of = list(seats)
        before = [skills[row.player] for row in of]
        after = rate(before, [row.rank for row in of])
        for row, old, new in zip(of, before, after, strict=True):
            skills[row.player] = new
            past = {"old_mu": old.mu, "old_sigma": old.sigma}
            yield {"of": match, "on": row.seat, **past, **new._asdict()}


def _settle(changes: Table) -> Update:
    return (
        update(changes)
        .where(changes.c.match == bindparam("of"), changes.c.seat == bindparam("on"))
        .values(
            mu_before=bindparam("old_mu"),
            sigma_before=bindparam("old_sigma"),
            mu=bindparam("mu"),
            sigma=bindparam("sigma"),
            matches=bindparam("matches"),
        )
    )
