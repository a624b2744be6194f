"""The tables that cannot be made again: the archive, and how far the feeds have been read. Migrations keep them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text

NAME_LENGTH = 64
"""How long the names of matches, games, variants and players may be."""

METADATA = MetaData()

records = Table(
    "records",
    METADATA,
    Column("match", String(NAME_LENGTH), primary_key=True),
    Column("version", BigInteger, primary_key=True, autoincrement=False),
    # Milliseconds since 1970; NULL where the record cannot be read.
    Column("time", BigInteger),
    Column("record", LargeBinary, nullable=False),
)
"""Every record, byte for byte as it lies in the log."""

heads = Table(
    "heads",
    METADATA,
    Column("match", String(NAME_LENGTH), primary_key=True),
    Column("version", BigInteger, nullable=False),
    # SHA-256 of the record of that version.
    Column("head", LargeBinary, nullable=False),
)
"""For each match its newest record; all those before it are there as well."""

checkpoints = Table(
    "checkpoints",
    METADATA,
    Column("partition", Integer, primary_key=True, autoincrement=False),
    Column("position", Text, nullable=False),
)
"""For each partition the position in its feed up to which everything is in the archive."""

parked = Table(
    "parked",
    METADATA,
    Column("match", String(NAME_LENGTH), primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("reason", Text, nullable=False),
    # The record that was refused.
    Column("record", LargeBinary, nullable=False),
    Column("cause", String(NAME_LENGTH), nullable=False),
    # The version that the refused record came as.
    Column("claimed", BigInteger, nullable=False),
)
"""The matches that no projection follows any further, and why."""

retiring = Table(
    "retiring",
    METADATA,
    Column("match", String(NAME_LENGTH), primary_key=True),
    # Milliseconds since 1970.
    Column("time", BigInteger, nullable=False),
    Index("retiring_by_time", "time"),
)
"""The matches that are over and may still be in the log, and when they ended."""

projections = Table(
    "projections",
    METADATA,
    Column("projection", String(NAME_LENGTH), primary_key=True),
    Column("revision", Integer, nullable=False),
)
"""Which revision of each projection's tables is there."""
