"""Whether a person is asked at the end of a turn in which nothing but deals in privates is left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("people", sa.Column("ask_end", sa.Boolean(), nullable=False, server_default=sa.false()))
