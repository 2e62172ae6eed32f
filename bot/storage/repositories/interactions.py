"""What an interaction of Discord did: a repeated delivery does nothing more, and is told the same."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, delete, insert, select

from bot.storage.made_once import made_once
from bot.storage.schema import interactions
from bot.storage.work import AsyncConnection

# Made once: to make such a statement takes longer than to run it.
RESULT = made_once(select(interactions.c.result).where(interactions.c.id == bindparam("number")))
RECORD = made_once(insert(interactions))


@dataclass(slots=True)
class Answer:
    """What an interaction did the first time, if it is `repeated`; else what it does now, filled in by whoever does it."""

    repeated: bool
    result: dict[str, Any] = field(default_factory=dict)
    game: int = 0  # the table that it concerns


@asynccontextmanager
async def answered_once(conn: AsyncConnection, interaction: int, now: datetime, game: int = 0) -> AsyncIterator[Answer]:
    """Do what an interaction asks for once, within the transaction that does it.

    Where the answer is `repeated` the block does nothing more; else the result that it leaves in the answer is recorded at its
    end, though not after an error. Interaction 0 is none: what it asks for is done each time.
    """
    recorded = await load_result(conn, interaction)
    answer = Answer(repeated=recorded is not None, result=recorded or {}, game=game)
    yield answer
    if not answer.repeated:
        await record_result(conn, interaction, answer.game, answer.result, now)


async def load_result(conn: AsyncConnection, interaction: int) -> dict[str, Any] | None:
    """What an interaction did; None if it is new, or 0: none."""
    if not interaction:
        return None
    result: dict[str, Any] | None = await conn.scalar(RESULT, {"number": interaction})
    return result


async def record_result(
    conn: AsyncConnection, interaction: int, game: int, result: Mapping[str, Any], now: datetime
) -> None:
    """Remember what an interaction did, in the transaction that does it; nothing for 0."""
    if interaction:
        await conn.execute(RECORD, {"id": interaction, "game": game, "result": dict(result), "at": now})


async def forget_interactions(conn: AsyncConnection, before: datetime) -> None:
    """Drop what was recorded before then."""
    await conn.execute(delete(interactions).where(interactions.c.at < before))
