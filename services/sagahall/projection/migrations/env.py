"""Runs the migrations in the transaction that is handed over; they are never run in another way."""

from __future__ import annotations

from alembic import context

from sagahall.projection.tables import METADATA

connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=METADATA, transactional_ddl=True)
context.run_migrations()
