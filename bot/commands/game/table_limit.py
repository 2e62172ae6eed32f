"""How many tables one person may keep that wait for players or are for practice: each has a thread and a card."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.core.errors import NotPossible
from bot.model.kinds import LIVE, TableStatus

MAX_OWN_TABLES = 20


async def check_table_count(context: InteractionContext) -> None:
    """Raise NotPossible for a host of too many tables that wait for players or are for practice."""
    rows = await context.services.store.find_tables(user=context.user, statuses=LIVE, limit=500)
    own = [r for r in rows if r.host == context.user and (r.practice or r.status == TableStatus.OPEN)]
    if len(own) >= MAX_OWN_TABLES:
        raise NotPossible(
            f"You host {MAX_OWN_TABLES} tables that wait for players or are for practice. Close one first: `/host close`"
        )
