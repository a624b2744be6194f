"""Matches whose records do not fit together. Every function works inside a transaction that its caller has begun."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple

from sqlalchemy import Connection, delete, select

from sagahall.projection.tables import parked, records


class Fault(NamedTuple):
    """Why a match is parked. ``version`` is the first that the projections do not follow."""

    match: str
    version: int
    reason: str
    record: bytes


def parked_among(connection: Connection, matches: Collection[str]) -> frozenset[str]:
    """Those of the matches that are parked; none of them is released before the transaction is over."""
    chosen = select(parked.c.match).where(parked.c.match.in_(matches)).with_for_update(read=True)
    return frozenset(connection.execute(chosen).scalars())


def park(connection: Connection, faults: Sequence[Fault]) -> None:
    """Parks matches that are not."""
    if faults:
        connection.execute(parked.insert(), [fault._asdict() for fault in faults])


def release(connection: Connection) -> list[Fault]:
    """Releases the matches that were parked because a record in the archive could not be read or applied.

    Their reasons are to be looked at again. A match with missing or rival records stays parked.
    """
    chosen = select(parked).join(
        records,
        (records.c.match == parked.c.match)
        & (records.c.version == parked.c.version)
        & (records.c.record == parked.c.record),
    )
    faults = [Fault(*row) for row in connection.execute(chosen.with_for_update(of=parked))]
    if faults:
        connection.execute(delete(parked).where(parked.c.match.in_([fault.match for fault in faults])))
    return faults
