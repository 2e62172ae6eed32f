"""How long the bot gives advice at a table where it plays the other seats."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"


def upgrade() -> None:
    op.add_column("games", sa.Column("advice", sa.String(length=10), nullable=False, server_default="opening"))
