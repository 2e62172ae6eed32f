"""How large a database is."""

from __future__ import annotations

from sqlalchemy import text

from bot.storage.store import Store

PAGES_IN_USE = text(
    "SELECT (page_count - freelist_count) * page_size FROM pragma_page_count, pragma_freelist_count, pragma_page_size"
)
ON_SERVER = text("SELECT pg_database_size(current_database())")


async def measure_size(store: Store) -> int:
    """Bytes that the database takes: in a file without the pages that are free, on a server with what is kept for reuse."""
    async with store.reading() as conn:
        return int(await conn.scalar(ON_SERVER if store.shared else PAGES_IN_USE) or 0)
