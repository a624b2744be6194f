"""Which matches wait for their retirement from the log."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    """Makes the table, and lets all matches wait that there are: one that is not over is passed over in its turn."""
    op.create_table(
        "retiring",
        sa.Column("match", sa.String(64), primary_key=True),
        sa.Column("time", sa.BigInteger, nullable=False),
    )
    op.create_index("retiring_by_time", "retiring", ["time"])
    op.execute(
        "INSERT INTO retiring SELECT records.match, records.time FROM heads JOIN records"
        " ON records.match = heads.match AND records.version = heads.version WHERE records.time IS NOT NULL"
    )
