"""Votes on the end and offers of seats get tables of their own; columns that nothing reads any more go."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    _create_tables()
    op.execute(
        "INSERT INTO end_votes (id, game, seat, ending, asked, agreed, until, state) "
        "SELECT id, game, seat, reason, asked, agreed, until, state FROM proposals WHERE kind = 'end'"
    )
    op.execute(
        "INSERT INTO seat_offers (id, game, seat, offered_by, offered_to, until, state) "
        "SELECT id, game, seat, head, target, until, state FROM proposals WHERE kind = 'seat'"
    )
    op.execute("DELETE FROM proposals WHERE kind IN ('end', 'seat')")
    op.drop_column("people", "asked_zone")
    op.drop_column("people", "language")
    op.drop_column("orders", "until")


def _create_tables() -> None:
    op.create_table(
        "end_votes",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("ending", sa.String(length=20), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_end_votes_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_end_votes")),
    )
    op.create_index(op.f("ix_end_votes_game"), "end_votes", ["game"], unique=False)
    op.create_table(
        "seat_offers",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("offered_by", sa.BigInteger(), nullable=False),
        sa.Column("offered_to", sa.BigInteger(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seat_offers_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_seat_offers")),
    )
    op.create_index(op.f("ix_seat_offers_game"), "seat_offers", ["game"], unique=False)
