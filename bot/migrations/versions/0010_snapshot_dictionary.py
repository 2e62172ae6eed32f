"""Snapshots are packed with a dictionary from here on, which earlier releases cannot read. Those that are stored stay."""

from __future__ import annotations

revision = "0010"
down_revision = "0009"


def upgrade() -> None:
    """Nothing of the schema changes."""
