"""Whether a person's figures are shown to others in statistics."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"


def upgrade() -> None:
    op.add_column("people", sa.Column("listed", sa.Boolean(), nullable=False, server_default=sa.false()))
