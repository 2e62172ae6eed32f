"""The first schema."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

# SQLite numbers rows by itself only where the key's type is INTEGER.
KEY = sa.BigInteger().with_variant(sa.Integer(), "sqlite")


def upgrade() -> None:
    op.create_table(
        "games",
        sa.Column("id", KEY, nullable=False),
        sa.Column("guild", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("home", sa.BigInteger(), nullable=False),
        sa.Column("title", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("options", sa.JSON(), nullable=False),
        sa.Column("seed", sa.String(length=64), nullable=False),
        sa.Column("status", sa.String(length=10), nullable=False),
        sa.Column("host", sa.BigInteger(), nullable=False),
        sa.Column("low", sa.Integer(), nullable=False),
        sa.Column("high", sa.Integer(), nullable=False),
        sa.Column("pace", sa.String(length=10), nullable=False),
        sa.Column("nudge", sa.Integer(), nullable=False),
        sa.Column("visibility", sa.String(length=10), nullable=False),
        sa.Column("undo", sa.String(length=10), nullable=False),
        sa.Column("level", sa.String(length=10), nullable=False),
        sa.Column("practice", sa.Boolean(), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.Column("ended", sa.String(length=100), nullable=False),
        sa.Column("rematch_of", sa.BigInteger(), nullable=False),
        sa.Column("created", sa.BigInteger(), nullable=False),
        sa.Column("started", sa.BigInteger(), nullable=True),
        sa.Column("finished", sa.BigInteger(), nullable=True),
        sa.Column("thinned", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_games")),
    )
    op.create_index("ix_games_guild", "games", ["guild", "status"], unique=False)
    op.create_index(
        "uq_games_channel",
        "games",
        ["channel"],
        unique=True,
        sqlite_where=sa.text("channel != 0 AND status IN ('open', 'running')"),
        postgresql_where=sa.text("channel != 0 AND status IN ('open', 'running')"),
    )
    op.create_table(
        "interactions",
        sa.Column("id", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", sa.BigInteger(), nullable=False),
        sa.Column("result", sa.JSON(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_interactions")),
    )
    op.create_index(op.f("ix_interactions_at"), "interactions", ["at"], unique=False)
    op.create_table(
        "notes",
        sa.Column("key", sa.String(length=60), nullable=False),
        sa.Column("value", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_notes")),
    )
    op.create_table(
        "outbox",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", sa.BigInteger(), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("move", sa.BigInteger(), nullable=False),
        sa.Column("payload", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("not_before", sa.BigInteger(), nullable=False),
        sa.Column("attempts", sa.Integer(), nullable=False),
        sa.Column("why", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_outbox")),
        sqlite_autoincrement=True,
    )
    op.create_index(op.f("ix_outbox_game"), "outbox", ["game"], unique=False)
    op.create_index(op.f("ix_outbox_state"), "outbox", ["state"], unique=False)
    op.create_table(
        "people",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("zone", sa.String(length=64), nullable=False),
        sa.Column("quiet", sa.JSON(), nullable=False),
        sa.Column("where", sa.String(length=10), nullable=False),
        sa.Column("after", sa.Integer(), nullable=False),
        sa.Column("dm_closed", sa.Boolean(), nullable=False),
        sa.Column("asked_zone", sa.Boolean(), nullable=False),
        sa.Column("language", sa.String(length=10), nullable=False),
        sa.Column("acted", sa.BigInteger(), nullable=True),
        sa.Column("nudged", sa.BigInteger(), nullable=True),
        sa.PrimaryKeyConstraint("user", name=op.f("pk_people")),
    )
    op.create_table(
        "drafts",
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("given", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_drafts_game")),
        sa.PrimaryKeyConstraint("game", "seat", name=op.f("pk_drafts")),
    )
    op.create_table(
        "invited",
        sa.Column("game", KEY, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_invited_game")),
        sa.PrimaryKeyConstraint("game", "user", name=op.f("pk_invited")),
    )
    op.create_table(
        "moves",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("parent", sa.BigInteger(), nullable=False),
        sa.Column("depth", sa.Integer(), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("action", sa.LargeBinary(), nullable=False),
        sa.Column("events", sa.LargeBinary(), nullable=False),
        sa.Column("state", sa.LargeBinary(), nullable=True),
        sa.Column("fingerprint", sa.String(length=32), nullable=False),
        sa.Column("via", sa.String(length=20), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("at", sa.BigInteger(), nullable=False),
        sa.Column("round", sa.String(length=20), nullable=False),
        sa.Column("revealed", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_moves_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_moves")),
    )
    op.create_index(op.f("ix_moves_game"), "moves", ["game"], unique=False)
    op.create_index(op.f("ix_moves_parent"), "moves", ["parent"], unique=False)
    op.create_table(
        "mutes",
        sa.Column("user", sa.BigInteger(), autoincrement=False, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_mutes_game")),
        sa.PrimaryKeyConstraint("user", "game", name=op.f("pk_mutes")),
    )
    op.create_table(
        "orders",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("rule", sa.JSON(), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_orders_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_orders")),
    )
    op.create_index(op.f("ix_orders_game"), "orders", ["game"], unique=False)
    op.create_table(
        "posts",
        sa.Column("game", KEY, nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("channel", sa.BigInteger(), nullable=False),
        sa.Column("message", sa.BigInteger(), nullable=False),
        sa.Column("move", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_posts_game")),
        sa.PrimaryKeyConstraint("game", "kind", name=op.f("pk_posts")),
    )
    op.create_table(
        "proposals",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("kind", sa.String(length=10), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("head", sa.BigInteger(), nullable=False),
        sa.Column("target", sa.BigInteger(), nullable=False),
        sa.Column("asked", sa.JSON(), nullable=False),
        sa.Column("host", sa.Boolean(), nullable=False),
        sa.Column("agreed", sa.JSON(), nullable=False),
        sa.Column("reason", sa.String(length=200), nullable=False),
        sa.Column("until", sa.BigInteger(), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_proposals_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_proposals")),
    )
    op.create_index(op.f("ix_proposals_game"), "proposals", ["game"], unique=False)
    op.create_table(
        "reminders",
        sa.Column("id", KEY, nullable=False),
        sa.Column("game", KEY, nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("seat", sa.String(length=40), nullable=False),
        sa.Column("move", sa.BigInteger(), nullable=False),
        sa.Column("kind", sa.String(length=20), nullable=False),
        sa.Column("due", sa.BigInteger(), nullable=False),
        sa.Column("since", sa.BigInteger(), nullable=False),
        sa.Column("snoozed", sa.Boolean(), nullable=False),
        sa.Column("sent", sa.BigInteger(), nullable=True),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_reminders_game")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reminders")),
        sa.UniqueConstraint("game", "seat", "move", "kind", name=op.f("uq_reminders_game")),
    )
    op.create_index(
        "ix_reminders_due",
        "reminders",
        ["due"],
        unique=False,
        sqlite_where=sa.text("sent IS NULL"),
        postgresql_where=sa.text("sent IS NULL"),
    )
    op.create_index(op.f("ix_reminders_user"), "reminders", ["user"], unique=False)
    op.create_table(
        "seats",
        sa.Column("game", KEY, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("shown", sa.String(length=100), nullable=False),
        sa.Column("turn", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_seats_game")),
        sa.PrimaryKeyConstraint("game", "place", name=op.f("pk_seats")),
        sa.UniqueConstraint("game", "name", name=op.f("uq_seats_game")),
    )
    op.create_index(op.f("ix_seats_user"), "seats", ["user"], unique=False)
    op.create_table(
        "waiting",
        sa.Column("game", KEY, nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("user", sa.BigInteger(), nullable=False),
        sa.Column("shown", sa.String(length=100), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.id"], name=op.f("fk_waiting_game")),
        sa.PrimaryKeyConstraint("game", "place", name=op.f("pk_waiting")),
    )
