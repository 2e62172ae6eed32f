"""How large a database is."""

from __future__ import annotations

from sqlalchemy import bindparam, func, select, text

from bot.storage import engine
from bot.storage.schema import metadata
from bot.storage.store import Store

PRAGMAS = ("page_count", "freelist_count", "page_size")
ONE_TABLE = select(func.pg_total_relation_size(bindparam("table")))  # with its indexes


async def measure_size(store: Store) -> int:
    """Bytes that the database takes: in a file without the pages that are free, on a server those of our tables, with what is
    kept for reuse. A server's own catalogue grows whenever tables are written anew.
    """
    async with store.reading() as conn:
        if store.shared:
            return sum([int(await conn.scalar(ONE_TABLE, {"table": t.name}) or 0) for t in metadata.sorted_tables])
        pages, free, size = [int(await conn.scalar(text(f"PRAGMA {name}")) or 0) for name in PRAGMAS]
        return (pages - free) * size


async def measure_packed_size(store: Store) -> int:
    """Bytes that the database takes without what is kept for reuse: a server writes all tables anew, and whoever needs one waits
    meanwhile.
    """
    if store.shared:
        await _pack_tables(store.url)
    return await measure_size(store)


async def _pack_tables(url: str) -> None:
    """Have a server write all tables anew, as close as they can stand; each in a transaction of its own."""
    made = engine.connect_server(url).execution_options(isolation_level="AUTOCOMMIT")
    try:
        async with made.connect() as conn:
            for table in metadata.sorted_tables:
                await conn.execute(text("VACUUM FULL " + table.name))
    finally:
        await made.dispose()
