"""Why a match is parked, and as which version the refused record came, for programs too."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

RIVAL = "another record claims to be version "


def upgrade() -> None:
    """Tells them from the sentences of the release before."""
    op.add_column("parked", sa.Column("cause", sa.String(64), nullable=False, server_default="unreadable"))
    op.add_column("parked", sa.Column("claimed", sa.BigInteger, nullable=False, server_default="0"))
    parked = sa.table("parked", *map(sa.column, ("version", "reason", "cause", "claimed")))
    op.execute(parked.update().values(claimed=parked.c.version))
    op.execute(parked.update().where(parked.c.reason.like("version % is lost")).values(cause="lost"))
    claimed = sa.cast(sa.func.substr(parked.c.reason, len(RIVAL) + 1), sa.BigInteger)
    op.execute(parked.update().where(parked.c.reason.like(f"{RIVAL}%")).values(cause="rival", claimed=claimed))
