"""Matches whose records do not fit together. Every function works inside a transaction that its caller has begun."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, func, select

from sagahall.projection.tables import parked, records

UNREADABLE = "unreadable"
"""A record, which is archived, cannot be read or applied by this release."""
RIVAL = "rival"
"""The log has had another record of a version than the archive: it has forked."""
LOST = "lost"
"""A version is neither in the feed nor in the stream of the match."""
CAUSES = (UNREADABLE, RIVAL, LOST)


class Fault(NamedTuple):
    """Why a match is parked. ``version`` is the first that the projections do not follow.

    ``record`` is the one that was refused, and ``claimed`` the version that it came as.
    """

    match: str
    version: int
    reason: str
    record: bytes
    cause: str
    claimed: int


def parked_among(connection: Connection, matches: Collection[str]) -> frozenset[str]:
    """Those of the matches that are parked; none of them is released before the transaction is over."""
    chosen = select(parked.c.match).where(parked.c.match.in_(matches)).with_for_update(read=True)
    return frozenset(connection.execute(chosen).scalars())


def park(connection: Connection, faults: Sequence[Fault]) -> None:
    """Parks matches that are not."""
    if faults:
        connection.execute(parked.insert(), [fault._asdict() for fault in faults])


def mendable(connection: Connection) -> list[Fault]:
    """The faults that a new release may cope with: the records are in the archive, and none of them has a rival.

    Nobody else releases these matches before the transaction is over.
    """
    chosen = select(parked).join(records, (records.c.match == parked.c.match) & (records.c.version == parked.c.version))
    chosen = chosen.where(parked.c.cause != RIVAL).with_for_update(of=parked)
    return [Fault(*row) for row in connection.execute(chosen)]


def fault_of(connection: Connection, match: str) -> Fault | None:
    """Why a match is parked, if it is. Nobody else releases it before the transaction is over."""
    row = connection.execute(select(parked).where(parked.c.match == match).with_for_update()).one_or_none()
    return None if row is None else Fault(*row)


def release(connection: Connection, matches: Collection[str]) -> None:
    """Lets the projections follow these matches again."""
    connection.execute(delete(parked).where(parked.c.match.in_(matches)))


def count(connection: Connection) -> dict[str, int]:
    """How many matches are parked for each cause."""
    found = connection.execute(select(parked.c.cause, func.count().label("matches")).group_by(parked.c.cause))
    return dict.fromkeys(CAUSES, 0) | {row.cause: row.matches for row in found}
