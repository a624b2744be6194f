"""Making the tables when the service starts, and finding out whether they are still those of this release."""

from __future__ import annotations

from collections.abc import Collection

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, delete, func, select

from sagahall.projection.projection import Projection
from sagahall.projection.tables import projections

LOCK = 7_242_000_001
"""The advisory lock of PostgreSQL that those who make tables take alone, and those who write to them share."""


class Outdated(Exception):
    """Another release has made other tables: this one has to leave the writing to it."""


def prepare(connection: Connection, ours: Collection[Projection]) -> None:
    """Brings all tables up to date, inside a transaction that the caller has begun for writing."""
    exclude_writers(connection)
    migrate(connection)
    connection.execute(delete(projections).where(projections.c.projection.not_in([one.name for one in ours])))
    for projection in ours:
        projection.ensure(connection)


def exclude_writers(connection: Connection) -> None:
    """Waits for those who write to the tables, and lets them wait until the transaction is over."""
    if _needs_lock(connection):
        connection.execute(select(func.pg_advisory_xact_lock(LOCK)))


def migrate(connection: Connection, revision: str = "head") -> None:
    """Brings the tables that cannot be made again up to date, or to an earlier revision than that."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "sagahall.projection:migrations")
    command.upgrade(config, revision)


def check_current(connection: Connection, ours: Collection[Projection]) -> None:
    """Raises Outdated unless the tables are those of this release; then they stay so until the transaction is over."""
    if _needs_lock(connection):
        connection.execute(select(func.pg_advisory_xact_lock_shared(LOCK)))
    present = {row.projection: row.revision for row in connection.execute(select(projections))}
    if present != {projection.name: projection.revision for projection in ours}:
        raise Outdated(f"the database is made for {present}")


def _needs_lock(connection: Connection) -> bool:
    """SQLite lets in only one writer anyway."""
    return connection.dialect.name == "postgresql"
