"""Looking again at parked matches, whose causes may have been mended.

Every function works inside a transaction that its caller has begun for writing, and raises Outdated; then the
transaction has to go.
"""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from sagahall.eventlog.feed import FeedEntry
from sagahall.projection import archive, parking
from sagahall.projection.archive import NOTHING, Head
from sagahall.projection.ingest import Batch, ingest, settle
from sagahall.projection.migrate import check_current
from sagahall.projection.parking import RIVAL, Fault
from sagahall.projection.projection import Projection
from sagahall.projection.reading import Reading


class Retried(NamedTuple):
    """Why a match is parked still, if it is, with the record that the archive has where the refused one would be.

    ``version`` is the newest in the archive.
    """

    version: int
    fault: Fault | None = None
    archived: bytes | None = None


def retry_all(connection: Connection, projections: Sequence[Projection]) -> None:
    """Looks at the matches that were parked for a record in the archive: a new release may cope with it."""
    check_current(connection, projections)
    _follow(connection, projections, parking.mendable(connection))


def retry_match(
    connection: Connection, projections: Sequence[Projection], match: str, stream: Sequence[FeedEntry]
) -> Retried:
    """Looks at one match, whose stream may have been mended. What the archive lacks of it is archived first."""
    check_current(connection, projections)
    fault = parking.fault_of(connection, match)
    if fault is None:
        return Retried(archive.head_of(connection, match).version)
    ingest(connection, projections, Batch(shifts={}, entries=stream, mended=frozenset({match})))
    archived = archive.read(connection, match, 0)
    if _is_mended(fault, archived, stream):
        fault = next(iter(_follow(connection, projections, [fault])), None)
    return Retried(len(archived), fault, dict(enumerate(archived, 1)).get(fault.claimed) if fault else None)


def _is_mended(fault: Fault, archived: Sequence[bytes], stream: Sequence[FeedEntry]) -> bool:
    """Whether there is anything to follow; a fork is over when the log holds what the archive holds."""
    if fault.cause == RIVAL:
        same = all(record == entry.record for record, entry in zip(archived, stream, strict=False))
        return same and len(stream) >= fault.claimed
    return len(archived) >= fault.version


def _follow(connection: Connection, projections: Sequence[Projection], faults: Sequence[Fault]) -> list[Fault]:
    """Applies what the archive has from the faults on. Returns why matches are parked anew."""
    parking.release(connection, [fault.match for fault in faults])
    return settle(connection, projections, [_reread(connection, fault) for fault in faults])


def _reread(connection: Connection, fault: Fault) -> Reading:
    before = fault.version - 1
    head = NOTHING
    if before:
        head = Head(before, hashlib.sha256(archive.read(connection, fault.match, before - 1, 1)[0]).digest())
    reading = Reading(fault.match, head, {}, parked=False, mended=True)
    for version, stored in enumerate(archive.read(connection, fault.match, before), fault.version):
        reading.take(version, stored)
    return reading
