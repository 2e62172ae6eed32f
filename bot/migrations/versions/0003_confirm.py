"""Whether a person is asked before a step is ended with something valuable left."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("people", sa.Column("confirm", sa.Boolean(), nullable=False, server_default=sa.true()))
