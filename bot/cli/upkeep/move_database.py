"""`trunkline move-database`: carry all tables over into another database, such as from SQLite to PostgreSQL."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bot.core.errors import UsageError
from bot.core.settings import DRIVER, Broken, check_address
from bot.storage import copying
from bot.storage.engine import NewerDatabase, Unusable, file_of
from bot.storage.errors import DatabaseError, cause_of


def address_of(text: str) -> str:
    """An address as the settings have it; the name of a file stands for SQLite. Raises UsageError."""
    url = text if "://" in text else f"{DRIVER}:///{Path(text).expanduser().absolute()}"
    try:
        check_address(url, "the command line")
    except Broken as error:
        raise UsageError(str(error)) from error
    return url


def main(source: str, target: str) -> list[str]:
    """Copy, compare, and say what was done; raises UsageError."""
    old, new = address_of(source), address_of(target)
    file = file_of(old)
    if old == new:
        raise UsageError("That is the same database twice")
    if file is not None and not file.exists():
        raise UsageError(f"There is no database at {file}")
    try:
        done = asyncio.run(copying.copy_all(old, new))
    except (UsageError, NewerDatabase, Unusable) as error:
        raise UsageError(str(error)) from error
    except (OSError, DatabaseError) as error:
        raise UsageError(f"The databases cannot be used: {cause_of(error)}. Nothing was kept") from error
    lines = [
        f"{done.games} tables are carried over: {done.rows} rows are the same, {done.snapshots} positions were read back"
    ]
    lines += [f"table {game}: the position after move {move} was damaged before already" for game, move in done.damaged]
    return [*lines, "Set `database` to the new address, and keep the old one until the bot has started there"]
