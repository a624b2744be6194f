"""Making the tables when the service starts."""

from __future__ import annotations

from collections.abc import Iterable

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text

from sagahall.projection.projection import Projection

START_LOCK = 7_242_000_001
"""The advisory lock of PostgreSQL that replicas which start at once queue for. SQLite has only one writer anyway."""


def prepare(connection: Connection, projections: Iterable[Projection]) -> None:
    """Brings all tables up to date, in the transaction that the caller has begun for writing."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": START_LOCK})
    migrate(connection)
    for projection in projections:
        projection.ensure(connection)


def migrate(connection: Connection) -> None:
    """Brings the tables that cannot be made again up to date."""
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "sagahall.projection:migrations")
    command.upgrade(config, "head")
