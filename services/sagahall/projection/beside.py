"""A second set of projection tables, filled from the archive while the live ones are read, then put in their place.

Every function works inside a transaction that its caller has begun for writing. How far each match has been taken in is
kept beside what was taken: whoever goes on after a crash takes in what is missing, and nothing else.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import (
    BigInteger,
    Column,
    Connection,
    MetaData,
    String,
    Subquery,
    Table,
    func,
    inspect,
    select,
    text,
)
from sqlalchemy.exc import OperationalError

from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.projection.migrate import check_current, exclude_writers
from sagahall.projection.projection import BESIDE, Projection
from sagahall.projection.retry import retry_all
from sagahall.projection.store import insert
from sagahall.projection.tables import NAME_LENGTH, heads, parked, records

PAGE = 1000
"""How many records are taken in at a time."""
LOCK_MILLISECONDS = 100
"""How long readers may have to wait behind a swap that waits for a slower reader."""
LOCK_TRIES = 50
LOCK_NOT_AVAILABLE = "55P03"
"""What PostgreSQL calls it when that time is over."""

METADATA = MetaData()

taken = Table(
    f"taken{BESIDE}",
    METADATA,
    Column("match", String(NAME_LENGTH), primary_key=True),
    # The last version that the tables beside the live ones hold.
    Column("version", BigInteger, nullable=False),
)


class Filled(NamedTuple):
    """How many records the new tables have taken in, out of how many there are for them."""

    done: int
    total: int


def begin(connection: Connection, live: Sequence[Projection]) -> Filled:
    """Makes the new tables, unless all of them are there from a time before. Raises Outdated."""
    check_current(connection, live)
    sets = [METADATA, *(projection.beside().tables for projection in live)]
    present = inspect(connection).get_table_names()
    if not all(name in present for tables in sets for name in tables.tables):
        for tables in sets:
            tables.drop_all(connection)
            tables.create_all(connection)
    return count(connection)


def count(connection: Connection) -> Filled:
    """How far the new tables are."""
    lasts = select(func.coalesce(parked.c.version - 1, heads.c.version).label("last"))
    wanted = lasts.select_from(heads).outerjoin(parked, parked.c.match == heads.c.match).subquery()
    total = connection.execute(select(func.coalesce(func.sum(wanted.c.last), 0))).scalar_one()
    done = connection.execute(select(func.coalesce(func.sum(taken.c.version), 0))).scalar_one()
    return Filled(int(done), int(total))


def fill(connection: Connection, live: Sequence[Projection], start: str) -> tuple[int, str]:
    """Takes in a page of what is missing, from match ``start`` on in the order of their ids.

    Returns of how many records it was, and the match from which to go on; 0 once nothing is missing up to the end.
    Raises Outdated.
    """
    check_current(connection, live)
    missing = _missing(start)
    chosen = (
        select(records.c.match, records.c.version, records.c.record)
        .join(missing, missing.c.match == records.c.match)
        .where(records.c.version > missing.c.first, records.c.version <= missing.c.last)
        .order_by(records.c.match, records.c.version)
        .limit(PAGE)
    )
    page = connection.execute(chosen).all()
    if not page:
        return 0, ""
    for projection in live:
        projection.beside().collect(connection, [Record.FromString(row.record) for row in page])
    _keep(connection, {row.match: row.version for row in page})
    return len(page), page[-1].match


def complete(connection: Connection, live: Sequence[Projection]) -> bool:
    """Does a part of what filling leaves undone. Returns whether there may be more. Raises Outdated."""
    check_current(connection, live)
    return any(projection.beside().complete(connection) for projection in live)


def _missing(start: str) -> Subquery:
    """A page of the matches of which something is missing, with the last version taken and the last there is."""
    first = func.coalesce(taken.c.version, 0)
    last = func.coalesce(parked.c.version - 1, heads.c.version)
    return (
        select(heads.c.match, first.label("first"), last.label("last"))
        .outerjoin(taken, taken.c.match == heads.c.match)
        .outerjoin(parked, parked.c.match == heads.c.match)
        .where(heads.c.match >= start, last > first)
        .order_by(heads.c.match)
        .limit(PAGE)
        .subquery()
    )


def _keep(connection: Connection, versions: dict[str, int]) -> None:
    statement = insert(connection, taken)
    statement = statement.on_conflict_do_update(index_elements=["match"], set_={"version": statement.excluded.version})
    connection.execute(statement, [{"match": match, "version": version} for match, version in versions.items()])


def swap(connection: Connection, live: Sequence[Projection]) -> Filled:
    """Takes in what has arrived last, and puts the new tables in the place of the live ones. Raises Outdated.

    Nobody archives meanwhile. Matches that were parked for what the live tables lacked are looked at again.
    """
    exclude_writers(connection)
    size, start = fill(connection, live, "")
    while size:
        size, start = fill(connection, live, start)
    while complete(connection, live):
        pass
    end = count(connection)
    tables = [table for projection in live for table in projection.tables.tables.values()]
    _exclude_readers(connection, tables)
    for table in tables:
        table.drop(connection, checkfirst=True)
        connection.execute(text(f"ALTER TABLE {table.name}{BESIDE} RENAME TO {table.name}"))
    METADATA.drop_all(connection)
    retry_all(connection, live)
    return end


def _exclude_readers(connection: Connection, tables: Sequence[Table]) -> None:
    """Waits for readers in PostgreSQL, in small steps so that no new ones pile up behind; SQLite's never mind."""
    there = [table.name for table in tables if inspect(connection).has_table(table.name)]
    if connection.dialect.name != "postgresql" or not there:
        return
    for left in reversed(range(LOCK_TRIES)):
        try:
            with connection.begin_nested():
                connection.execute(text(f"SET LOCAL lock_timeout = {LOCK_MILLISECONDS}"))
                connection.execute(text(f"LOCK TABLE {', '.join(there)}"))
            break
        except OperationalError as error:
            if not left or getattr(error.orig, "sqlstate", "") != LOCK_NOT_AVAILABLE:
                raise
