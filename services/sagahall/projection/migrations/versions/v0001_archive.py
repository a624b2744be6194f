"""The archive, its checkpoints, and which matches and projections there are beside it."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the first tables."""
    op.create_table(
        "records",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("version", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("time", sa.BigInteger),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "heads",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "checkpoints",
        sa.Column("partition", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("position", sa.Text, nullable=False),
    )
    op.create_table(
        "parked",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("version", sa.BigInteger, nullable=False),
        sa.Column("reason", sa.Text, nullable=False),
        sa.Column("record", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "projections",
        sa.Column("projection", sa.String(64), primary_key=True),
        sa.Column("revision", sa.Integer, nullable=False),
    )
