"""Games that are carried over and wait for their players, private what-ifs, and tables that rest."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.add_column("games", sa.Column("paused", sa.BigInteger(), nullable=True))
    op.create_table(
        "transfers",
        sa.Column("id", KEY, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("room", sa.BigInteger(), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("data", sa.LargeBinary(), nullable=False),
        sa.Column("seats", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("game", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_transfers")),
    )
    op.create_index(op.f("ix_transfers_state"), "transfers", ["state"], unique=False)
    op.create_table(
        "whatifs",
        sa.Column("game", KEY, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("source", sa.BigInteger(), nullable=False),
        sa.Column("move", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_whatifs_game")),
        sa.PrimaryKeyConstraint("game", name=op.f("pk_whatifs")),
    )
    op.create_index(op.f("ix_whatifs_user"), "whatifs", ["user"], unique=False)
