"""The records in the archive. Every function works inside a transaction that its caller has begun."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, select, tuple_

from sagahall.projection.store import insert
from sagahall.projection.tables import heads, parked, records

PAGE = 1000
"""How many records are read at a time when all are."""


class Archived(NamedTuple):
    """A record for the archive."""

    match: str
    version: int
    time: int | None
    record: bytes


class Head(NamedTuple):
    """The newest version of a match, and the SHA-256 of its record."""

    version: int
    head: bytes


NOTHING = Head(0, b"")
"""The head of a match that is not in the archive."""


def add(connection: Connection, rows: Sequence[Archived], newest: Mapping[str, Head]) -> None:
    """Adds records; ``newest`` are the heads of their matches with them."""
    if not rows:
        return
    connection.execute(records.insert(), [row._asdict() for row in rows])
    statement = insert(connection, heads)
    statement = statement.on_conflict_do_update(
        index_elements=["match"], set_={"version": statement.excluded.version, "head": statement.excluded.head}
    )
    connection.execute(statement, [{"match": match, **head._asdict()} for match, head in newest.items()])


def head_of(connection: Connection, match: str) -> Head:
    """The newest version of a match."""
    return heads_of(connection, [match]).get(match, NOTHING)


def heads_of(connection: Connection, matches: Collection[str]) -> dict[str, Head]:
    """The newest version of each of the matches that is there."""
    found = connection.execute(select(heads).where(heads.c.match.in_(matches)))
    return {row.match: Head(row.version, row.head) for row in found}


def read(connection: Connection, match: str, after_version: int, count: int | None = None) -> list[bytes]:
    """The records of a match after a version, oldest first, at most ``count``."""
    chosen = select(records.c.record).where(records.c.match == match, records.c.version > after_version)
    return list(connection.execute(chosen.order_by(records.c.version).limit(count)).scalars())


def read_between(
    connection: Connection, matches: Collection[str], first: int, last: int
) -> dict[str, dict[int, bytes]]:
    """The records of several matches from one version to another, by match and version."""
    chosen = select(records.c.match, records.c.version, records.c.record).where(
        records.c.match.in_(matches), records.c.version.between(first, last)
    )
    found: dict[str, dict[int, bytes]] = defaultdict(dict)
    for row in connection.execute(chosen):
        found[row.match][row.version] = row.record
    return found


def read_followed(connection: Connection) -> Iterator[list[bytes]]:
    """All records that projections follow, each match's in the order of its versions, a page at a time."""
    chosen = (
        select(records.c.match, records.c.version, records.c.record)
        .outerjoin(parked, parked.c.match == records.c.match)
        .where(parked.c.match.is_(None) | (records.c.version < parked.c.version))
        .order_by(records.c.match, records.c.version)
        .limit(PAGE)
    )
    last = ("", 0)
    while page := connection.execute(chosen.where(tuple_(records.c.match, records.c.version) > last)).all():
        yield [row.record for row in page]
        last = (page[-1].match, page[-1].version)
