"""Which matches wait for their retirement from the log. Every function works inside a transaction of its caller's.

A match waits from its outcome on, until it is known to have left. To wait for too long is harmless: that it has left
before is found out when its turn comes.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, delete, select

from sagahall.eventlog.retirement import Retiree
from sagahall.internal.log.v1.record_pb2 import Record
from sagahall.match.match import read_record
from sagahall.projection import archive
from sagahall.projection.store import insert
from sagahall.projection.tables import parked, retiring

_REMOVE = delete(retiring).where(retiring.c.match == bindparam("of"), retiring.c.time == bindparam("since"))


class Waiting(NamedTuple):
    """A match that waits, since a time in milliseconds since 1970."""

    match: str
    time: int


def add(connection: Connection, records: Iterable[Record]) -> None:
    """Lets the matches wait that come to their end with one of the records."""
    ended = {record.match: record.time.ToMilliseconds() for record in records if record.HasField("outcome")}
    if ended:
        statement = insert(connection, retiring)
        statement = statement.on_conflict_do_update(index_elements=["match"], set_={"time": statement.excluded.time})
        connection.execute(statement, [{"match": match, "time": time} for match, time in sorted(ended.items())])


def due(connection: Connection, until: int, count: int) -> list[Waiting]:
    """Those that have waited since a time or for longer, longest first, at most ``count``; none that are parked."""
    chosen = (
        select(retiring.c.match, retiring.c.time)
        .outerjoin(parked, parked.c.match == retiring.c.match)
        .where(retiring.c.time <= until, parked.c.match.is_(None))
        .order_by(retiring.c.time)
        .limit(count)
    )
    return [Waiting(*row) for row in connection.execute(chosen)]


def end_of(connection: Connection, match: str) -> Retiree | None:
    """The end of a match of which the archive holds all records, from its creation to its outcome; None if it goes on.

    Raises BrokenLog if they do not follow on each other.
    """
    record, stored, head = Record(), b"", b""
    for version, stored in enumerate(archive.read(connection, match, 0)):  # the last one is wanted
        record = read_record(stored, match, version, head)
        head = hashlib.sha256(stored).digest()
    return Retiree(match, record.version, stored) if record.HasField("outcome") else None


def remove(connection: Connection, matches: Sequence[Waiting]) -> None:
    """These wait no more, unless they have come to another end meanwhile."""
    # In one order for everybody, so that nobody waits for each other.
    connection.execute(_REMOVE, [{"of": one.match, "since": one.time} for one in sorted(matches)])
