"""What somebody has put together of an action in the private console, until the seat acts."""

from __future__ import annotations

from typing import Any

from sqlalchemy import bindparam, select

from bot.storage import row_mapping, schema
from bot.storage.made_once import made_once
from bot.storage.store import Store, Transaction

D = schema.drafts.c
DRAFT = made_once(select(D.given).where(D.game == bindparam("number"), D.seat == bindparam("name")))
WRITE_DRAFT = made_once(row_mapping.upsert_whole(schema.drafts))


async def load_draft(store: Store, game: int, seat: str) -> dict[str, Any]:
    """What a console has been given so far; {} at its start."""
    async with store.reading() as conn:
        return await conn.scalar(DRAFT, {"number": game, "name": seat}) or {}


async def save_draft(store: Store, game: int, seat: str, given: dict[str, Any]) -> None:
    """Keep what somebody has put together of an action so far, until the seat acts."""

    async def write(conn: Transaction) -> None:
        """Write the row."""
        await conn.execute(WRITE_DRAFT, {"game": game, "seat": seat, "given": given})

    await store.write(write, game, quiet=True)
