"""What players say about a game that is over."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"


def upgrade() -> None:
    op.create_table(
        "remarks",
        sa.Column("game", sa.BigInteger().with_variant(sa.Integer(), "sqlite"), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("words", sa.String(length=300), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_remarks_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_remarks")),
    )
