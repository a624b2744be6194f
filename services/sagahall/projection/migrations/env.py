"""Runs the migrations in the transaction that is handed over; they are never run in another way."""

from __future__ import annotations

from alembic import context

from sagahall.projection.tables import METADATA

context.configure(connection=context.config.attributes["connection"], target_metadata=METADATA)
context.run_migrations()
