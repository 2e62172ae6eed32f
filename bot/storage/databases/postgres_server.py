"""What is asked of a PostgreSQL server from outside the bot: its state, and what its own programs need to reach it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from sqlalchemy import text
from sqlalchemy.engine import make_url

from bot.storage import engine
from bot.storage.schema import metadata

DROP_ALL = f"DROP TABLE IF EXISTS {', '.join((*metadata.tables, 'alembic_version'))} CASCADE"


@dataclass(frozen=True)
class ServerState:
    """A server and the database on it."""

    release: str
    schema: str  # version of our tables; "" for none
    clock_difference: timedelta  # by which it is ahead of the clock of this machine
    lasting: bool  # a transaction that was acknowledged outlives a loss of power


async def inspect_server(url: str) -> ServerState:
    """Ask the server; nothing is changed. Raises OSError, DatabaseError, engine.NewerDatabase, engine.Unusable."""
    made = engine.connect_server(url)
    try:
        async with made.connect() as conn, conn.begin():
            settings = {
                n: str(await conn.scalar(text(f"SHOW {n}"))) for n in ("server_version", "fsync", "synchronous_commit")
            }
            now = await conn.scalar(text("SELECT clock_timestamp()"))
            clock_difference = now - datetime.now(UTC)
            schema = await conn.run_sync(engine.read_version)
    finally:
        await made.dispose()
    lasting = settings["fsync"] == "on" and settings["synchronous_commit"] != "off"
    return ServerState(settings["server_version"], schema, clock_difference, lasting)


def connection_variables(url: str) -> dict[str, str]:
    """The variables by which PostgreSQL's programs find a database, password included."""
    where = make_url(url)
    host = where.host or where.query.get("host", "")
    variables = {
        "PGHOST": str(host),
        "PGPORT": str(where.port or ""),
        "PGUSER": where.username or "",
        "PGPASSWORD": str(where.password or ""),
        "PGDATABASE": where.database or "",
    }
    return {name: value for name, value in variables.items() if value}
