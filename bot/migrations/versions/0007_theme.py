"""Light or dark pictures: of a table's posts, and of what only one person sees."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.add_column("games", sa.Column("theme", sa.String(length=10), nullable=False, server_default="light"))
    op.add_column("people", sa.Column("theme", sa.String(length=10), nullable=False, server_default=""))
