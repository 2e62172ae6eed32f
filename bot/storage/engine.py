"""Opening a database: the engine and how it begins transactions, the lock of the one process, backup, migrations."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from functools import cache, partial
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Any

import filelock
from sqlalchemy import Connection, Engine, NullPool, create_engine, inspect, text
from sqlalchemy.engine import make_url

from bot.storage.databases import sqlite_driver
from bot.storage.errors import DatabaseError, cause_of

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

# A server that is gone is noticed within half a minute, and so is a process by the server; statements take milliseconds.
# A process that is cut off within a transaction leaves its locks to others after ten seconds: between two statements it counts as
# idle, between the parts of one (the driver prepares a statement before it sends the values) as working on that statement.
SESSION: dict[str, Any] = {
    "timeout": 10,
    "command_timeout": 30,
    "server_settings": {
        "application_name": "trunkline",
        "idle_in_transaction_session_timeout": "10s",
        "statement_timeout": "10s",
        "tcp_keepalives_idle": "10",
        "tcp_keepalives_interval": "5",
        "tcp_keepalives_count": "3",
    },
}
PRAGMAS = ("journal_mode=WAL", "foreign_keys=ON", "synchronous=FULL", "busy_timeout=5000")


PRIVATE_FILE = 0o600  # a database holds what players keep from each other: nobody else on the machine may read it
SqliteError = sqlite3.Error  # of a file that is read without SQLAlchemy
REMEDIES = {  # words of an error, and what to do about it
    (
        "malformed",
        "not a database",
        "encrypted",
        "disk i/o",
    ): "{file} is damaged ({why}). Look at it with `trunkline doctor`; "
    "restore the newest good backup with `trunkline restore FILE`",
    (
        "full",
        "no space",
        "quota",
    ): "There is no room left on the disk of {folder} ({why}). Make room there, then start again",
    (
        "readonly",
        "read-only",
        "permission",
        "unable to open",
    ): "{file} cannot be written ({why}). Let the user that runs the bot "
    "write in {folder}, or name another folder with the setting data",
}


class NewerDatabase(Exception):
    """The database was written by a later version of the bot; it is left alone."""


class Unusable(Exception):
    """The file cannot be opened, or is no database; it is left alone."""


def explain_error(file: Path | None, error: OSError | DatabaseError) -> str:
    """What is wrong with the database, and what to do about it, in one sentence."""
    why = str(cause_of(error) if isinstance(error, DatabaseError) else error.strerror or error)
    for words, sentence in REMEDIES.items():
        if file is not None and any(w in why.lower() for w in words):
            return sentence.format(file=file, folder=file.parent, why=why)
    return f"{file or 'The database'} cannot be used as the database: {why}. `trunkline doctor` looks at it"


def file_of(url: str) -> Path | None:
    """The file of an SQLite database; None for one in memory or on a server."""
    parsed = make_url(url)
    if parsed.get_backend_name() != "sqlite" or not parsed.database or parsed.database == ":memory:":
        return None
    return Path(parsed.database)


def is_sqlite(url: str) -> bool:
    """Whether an address names a database of SQLite."""
    return make_url(url).get_backend_name() == "sqlite"


def connect_server(url: str) -> AsyncEngine:
    """An engine for PostgreSQL. A connection that broke since it was last used is made anew before anything is sent by it.

    Raises Unusable where the driver is not installed.
    """
    from sqlalchemy.ext.asyncio import create_async_engine  # with which a file has nothing to do: 8 MB

    try:
        return create_async_engine(url, pool_pre_ping=True, pool_size=10, connect_args=SESSION)
    except ModuleNotFoundError as error:
        raise Unusable(f"PostgreSQL needs {error.name}: install it with  pip install 'trunkline[postgres]'") from error


async def connect_session(where: Mapping[str, Any]) -> Any:
    """A connection of asyncpg's own, for what lasts longer than a transaction. `where`: arguments of its `connect`."""
    import asyncpg

    return await asyncpg.connect(**{**where, **SESSION})


@contextmanager
def as_os_errors() -> Iterator[None]:
    """Turn what such a connection raises, where the server refuses or the connection breaks, into OSError."""
    import asyncpg

    try:
        yield
    except (asyncpg.PostgresError, asyncpg.InterfaceError) as error:
        raise ConnectionError(str(error)) from error


def connect_file(url: str) -> Engine:
    """An engine for SQLite whose connections are ours and whose transactions are real.

    As shipped, SQLite's driver begins transactions late and commits before changes of the schema, which keeps half of a failed
    migration; so the driver's own handling is off.
    """
    where = make_url(url).set(drivername="sqlite")
    return create_engine(where, poolclass=NullPool, creator=partial(_open_file, url))


def _open_file(url: str) -> sqlite_driver.Connection:
    """A connection with the settings that SQLite keeps per connection."""
    connection = sqlite_driver.connect(file_of(url) or ":memory:")
    for pragma in PRAGMAS:
        connection.opened.execute(f"PRAGMA {pragma}")
    return connection


class FileLock:
    """A lock of the operating system on a file: gone at once when the process is, however it ended."""

    def __init__(self, path: Path) -> None:
        # A file that only says "taken" would outlive a crash; one that is removed could be locked by two at once.
        self._lock = filelock.FileLock(
            path, blocking=False, thread_local=False, fallback_to_soft=False, preserve_lock_file=True
        )
        self._path = path

    def take(self) -> bool:
        """Whether this is now ours. Raises OSError where no lock can be made."""
        self._path.parent.mkdir(parents=True, exist_ok=True)
        try:
            self._lock.acquire()
        except filelock.Timeout:
            return False
        return True

    def release(self) -> None:
        """Let it go; nothing happens when it is not ours."""
        self._lock.release()


def copy_file(source: Path, target: Path) -> None:
    """A consistent copy of an SQLite file that is in use; under its final name only when it is whole."""
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(PRIVATE_FILE)
    with closing(sqlite3.connect(source)) as old, closing(sqlite3.connect(part)) as new:
        old.backup(new)
    part.replace(target)


def migrations_folder() -> Path:
    """Where the migrations are."""
    return Path(str(files("bot") / "migrations"))


def versions() -> tuple[str, ...]:
    """All versions of the schema, oldest first."""
    return _versions_in(migrations_folder())


@cache
def _versions_in(folder: Path) -> tuple[str, ...]:
    """All versions that the migrations of a folder lead to: their files are named by them."""
    return tuple(sorted(file.name.partition("_")[0] for file in (folder / "versions").glob("*.py")))


def read_version(connection: Connection) -> str:
    """The version of a database; "" for an empty one. Raises NewerDatabase if it is none of ours."""
    if not inspect(connection).has_table("alembic_version"):
        return ""
    revision: str = connection.scalar(text("SELECT version_num FROM alembic_version")) or ""
    if revision and revision not in versions():
        raise NewerDatabase(
            f"The database has version {revision}, which this release does not know. "
            "Install the release that wrote it, or a later one."
        )
    return revision


def lift_time_limits(connection: Connection) -> None:
    """Let the present transaction take its time, and its statements theirs: it concerns all rows."""
    if connection.dialect.name == "postgresql":
        for limit in ("idle_in_transaction_session_timeout", "statement_timeout"):
            connection.exec_driver_sql(f"SET LOCAL {limit} = 0")


def migrate(connection: Connection, to: str = "head") -> None:
    """Bring a database up to date within the transaction of that connection."""
    from alembic import command  # 9 MB of memory, and a database is seldom changed
    from alembic.config import Config

    lift_time_limits(connection)
    config = Config()
    config.set_main_option("script_location", str(migrations_folder()))
    config.attributes["connection"] = connection
    command.upgrade(config, to)
