"""The projection of all matches and who plays them: what lists are made from. Public facts only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeAlias

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Update,
    bindparam,
    func,
    update,
)

from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.projection.projection import Projection
from sagahall.projection.store import insert
from sagahall.projection.tables import NAME_LENGTH

RUNNING = "running"
FINISHED = "finished"
PARKED = "parked"

Row: TypeAlias = dict[str, Any]

METADATA = MetaData()

matches = Table(
    "matches",
    METADATA,
    Column("match", String(NAME_LENGTH), primary_key=True),
    Column("game", String(NAME_LENGTH), nullable=False),
    Column("variant", String(NAME_LENGTH), nullable=False),
    # The last version that was taken in.
    Column("version", BigInteger, nullable=False),
    Column("status", String(NAME_LENGTH), nullable=False),
    Column("ending", String(NAME_LENGTH)),
    # The message common.v1.Outcome.
    Column("outcome", LargeBinary),
    # Milliseconds since 1970.
    Column("create_time", BigInteger, nullable=False),
    Column("update_time", BigInteger, nullable=False),
    Index("matches_by_time", "create_time", "match"),
    Index("matches_by_game", "game", "create_time", "match"),
    Index("matches_by_status", "status", "create_time", "match"),
)

match_players = Table(
    "match_players",
    METADATA,
    Column("match", String(NAME_LENGTH), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("player", String(NAME_LENGTH), nullable=False),
    # That of the match.
    Column("create_time", BigInteger, nullable=False),
    # As in the outcome, once the match is finished.
    Column("rank", Integer),
    Column("score", Integer),
    Index("match_players_by_player", "player", "create_time", "match"),
)


class Matches(Projection):
    """One row per match, and one per seat. All that is ever written to a seat is written as a whole."""

    name = "matches"
    revision = 1
    tables = METADATA

    def apply(self, connection: Connection, records: Sequence[Record]) -> None:
        """Takes in records."""
        created = [record for record in records if record.HasField("created")]
        ended = [record for record in records if record.HasField("outcome")]
        _add(connection, self.own(matches), [_new_match(record) for record in created])
        _add(connection, self.own(match_players), [seat for record in created for seat in _new_seats(record)])
        _change(connection, _advance(self.own(matches)), _advances(records))
        _change(connection, _rank(self.own(match_players)), [seat for record in ended for seat in _ranks(record)])


def _add(connection: Connection, table: Table, rows: list[Row]) -> None:
    if rows:
        connection.execute(insert(connection, table).on_conflict_do_nothing(), rows)


def _change(connection: Connection, statement: Update, rows: list[Row]) -> None:
    if rows:
        connection.execute(statement, rows)


def _advance(matches: Table) -> Update:
    return (
        update(matches)
        .where(matches.c.match == bindparam("of"), matches.c.version < bindparam("to"))
        .values(
            version=bindparam("to"),
            update_time=bindparam("at"),
            status=func.coalesce(bindparam("now", type_=matches.c.status.type), matches.c.status),
            ending=func.coalesce(bindparam("how", type_=matches.c.ending.type), matches.c.ending),
            outcome=func.coalesce(bindparam("result", type_=matches.c.outcome.type), matches.c.outcome),
        )
    )


def _rank(match_players: Table) -> Update:
    return (
        update(match_players)
        .where(match_players.c.match == bindparam("of"), match_players.c.seat == bindparam("on"))
        .values(rank=bindparam("place"), score=bindparam("points"))
    )


def _new_match(record: Record) -> Row:
    time = record.time.ToMilliseconds()
    return {
        "match": record.match,
        "game": record.game,
        "variant": record.created.variant,
        "version": 0,
        "status": RUNNING,
        "create_time": time,
        "update_time": time,
    }


def _new_seats(record: Record) -> list[Row]:
    time = record.time.ToMilliseconds()
    return [
        {"match": record.match, "seat": seat, "player": player, "create_time": time}
        for seat, player in enumerate(record.created.players)
    ]


def _advances(records: Sequence[Record]) -> list[Row]:
    """What several records of a match change, as one row."""
    advances: dict[str, Row] = {}
    for record in records:
        advance = advances.setdefault(record.match, {"of": record.match, "now": None, "how": None, "result": None})
        advance |= {"to": record.version, "at": record.time.ToMilliseconds()}
        if record.HasField("outcome"):
            result = record.outcome.SerializeToString(deterministic=True)
            advance |= {"now": FINISHED, "how": record.outcome.ending, "result": result}
        if record.HasField("parked"):
            advance["now"] = PARKED
    return list(advances.values())


def _ranks(record: Record) -> list[Row]:
    return [
        {"of": record.match, "on": standing.seat, "place": standing.rank, "points": standing.score}
        for standing in record.outcome.standings
    ]
