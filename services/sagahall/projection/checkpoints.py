"""How far the feeds have been read. Every function works inside a transaction that its caller has begun."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from sqlalchemy import Connection, bindparam, select, update

from sagahall.eventlog.streams import START
from sagahall.projection.store import insert
from sagahall.projection.tables import checkpoints

_MOVE = (
    update(checkpoints)
    .where(checkpoints.c.partition == bindparam("of"), checkpoints.c.position == bindparam("old"))
    .values(position=bindparam("new"))
)


class LostRace(Exception):
    """Another consumer has moved a checkpoint: what it wrote stands, and this transaction has to go."""


class Shift(NamedTuple):
    """A checkpoint moves from one position to another."""

    old: str
    new: str


def load(connection: Connection, partitions: Collection[int]) -> dict[int, str]:
    """The checkpoint of each partition; at the start of its feed where there was none."""
    statement = insert(connection, checkpoints).on_conflict_do_nothing()
    connection.execute(statement, [{"partition": partition, "position": START} for partition in sorted(partitions)])
    found = connection.execute(select(checkpoints).where(checkpoints.c.partition.in_(partitions)))
    return {row.partition: row.position for row in found}


def move(connection: Connection, shifts: Mapping[int, Shift]) -> None:
    """Moves checkpoints, in one order for everybody so that nobody waits for each other. Raises LostRace."""
    ordered = [{"of": partition, **shifts[partition]._asdict()} for partition in sorted(shifts)]
    if ordered and connection.execute(_MOVE, ordered).rowcount != len(ordered):
        raise LostRace
