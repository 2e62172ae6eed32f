"""What an interaction of Discord did: a repeated delivery does nothing more, and is told the same."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import delete, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.storage.schema import interactions


async def load_result(conn: AsyncConnection, interaction: int) -> dict[str, Any] | None:
    """What an interaction did; None if it is new, or 0: none."""
    if not interaction:
        return None
    result: dict[str, Any] | None = await conn.scalar(
        select(interactions.c.result).where(interactions.c.id == interaction)
    )
    return result


async def record_result(
    conn: AsyncConnection, interaction: int, game: int, result: Mapping[str, Any], now: datetime
) -> None:
    """Remember what an interaction did, in the transaction that does it; nothing for 0."""
    if interaction:
        await conn.execute(insert(interactions).values(id=interaction, game=game, result=dict(result), at=now))


async def forget_interactions(conn: AsyncConnection, before: datetime) -> None:
    """Drop what was recorded before then."""
    await conn.execute(delete(interactions).where(interactions.c.at < before))
