"""How large a database is."""

from __future__ import annotations

from sqlalchemy import func, select, text

from bot.storage.store import Store

PRAGMAS = ("page_count", "freelist_count", "page_size")
ON_SERVER = select(func.pg_database_size(func.current_database()))


async def measure_size(store: Store) -> int:
    """Bytes that the database takes: in a file without the pages that are free, on a server with what is kept for reuse."""
    async with store.reading() as conn:
        if store.shared:
            return int(await conn.scalar(ON_SERVER) or 0)
        pages, free, size = [int(await conn.scalar(text(f"PRAGMA {name}")) or 0) for name in PRAGMAS]
        return (pages - free) * size
