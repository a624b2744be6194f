"""One batch of records goes to the archive and to the projections, and the checkpoints move: all of it or nothing.

Every function works inside a transaction that its caller has begun for writing.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

from sqlalchemy import Connection

from sagahall.chassis.errors import refusal_for
from sagahall.eventlog.feed import FeedEntry
from sagahall.projection import archive, checkpoints, parking, retiring
from sagahall.projection.archive import NOTHING, Head
from sagahall.projection.checkpoints import Shift
from sagahall.projection.migrate import check_current
from sagahall.projection.parking import UNREADABLE, Fault
from sagahall.projection.projection import Projection
from sagahall.projection.reading import Reading


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """What was read from feeds, and how far their checkpoints move with it.

    ``mended`` are the matches whose streams were read as well: what they lack now is lost. ``lacking`` are the versions
    that came from a stream because the feed lacks them, by match.
    """

    shifts: Mapping[int, Shift]
    entries: Sequence[FeedEntry]
    mended: frozenset[str] = frozenset()
    lacking: Mapping[str, Sequence[int]] = field(default_factory=dict)


def ingest(connection: Connection, projections: Sequence[Projection], batch: Batch) -> list[Fault]:
    """Writes a batch. Returns why matches were parked.

    Raises Outdated, LostRace or Hole; then the transaction has to go.
    """
    check_current(connection, projections)
    checkpoints.move(connection, batch.shifts)
    readings = _read(connection, batch)
    rows = list(chain.from_iterable(reading.rows for reading in readings))
    archive.add(connection, rows, {reading.match: reading.head for reading in readings if reading.rows})
    return settle(connection, projections, readings)


def _read(connection: Connection, batch: Batch) -> list[Reading]:
    by_match: dict[str, list[FeedEntry]] = defaultdict(list)
    for entry in batch.entries:
        by_match[entry.match].append(entry)
    # First of all: whoever retries a parked match archives what its stream has, and is waited for here.
    parked = parking.parked_among(connection, by_match)
    heads = archive.heads_of(connection, by_match)
    held = _held(connection, batch.entries, heads)
    readings = []
    for match, entries in by_match.items():
        reading = Reading(
            match,
            heads.get(match, NOTHING),
            held.get(match, {}),
            parked=match in parked,
            mended=match in batch.mended,
        )
        for entry in entries:
            reading.take(entry.version, entry.record)
        readings.append(reading)
    return readings


def _held(
    connection: Connection, entries: Sequence[FeedEntry], heads: Mapping[str, Head]
) -> dict[str, dict[int, bytes]]:
    """The archived records of the versions that come again."""
    again = [entry for entry in entries if entry.version <= heads.get(entry.match, NOTHING).version]
    if not again:
        return {}
    versions = [entry.version for entry in again]
    return archive.read_between(connection, {entry.match for entry in again}, min(versions), max(versions))


def settle(connection: Connection, projections: Sequence[Projection], readings: Sequence[Reading]) -> list[Fault]:
    """Applies what is new, and parks every match with a fault at its first one. Returns why."""
    faults = {reading.match: reading.fault for reading in readings if reading.fault}
    followed = [reading for reading in readings if reading.followed]
    faults |= {fault.match: fault for fault in _project(connection, projections, followed)}
    parking.park(connection, list(faults.values()))
    retiring.add(connection, [one.record for reading in followed for one in reading.followed])
    return list(faults.values())


def _project(connection: Connection, projections: Sequence[Projection], readings: Sequence[Reading]) -> list[Fault]:
    """Applies what is new. A match that a projection chokes on is left out of it all, and returned as a fault."""
    if _applied(connection, projections, readings) is None:
        return []
    faults = []
    for reading in readings:
        error = _applied(connection, projections, [reading])
        if error is not None:
            first, reason = reading.followed[0], f"a projection failed: {error!r}"
            version = first.record.version
            faults.append(Fault(reading.match, version, reason, first.stored, UNREADABLE, version))
    return faults


def _applied(
    connection: Connection, projections: Sequence[Projection], readings: Sequence[Reading]
) -> Exception | None:
    """Applies all or nothing. Returns what went wrong, unless it is the database's own trouble: that is raised."""
    records = [one.record for reading in readings for one in reading.followed]
    try:
        with connection.begin_nested():
            for projection in projections:
                projection.apply(connection, records)
    except Exception as error:
        if refusal_for(error) is not None:
            raise
        return error
    return None
