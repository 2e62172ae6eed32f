"""Care for the database: `trunkline backup`, `trunkline restore`; of a server's in `postgres_upkeep`."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from datetime import datetime
from itertools import count
from pathlib import Path

from bot.cli.upkeep import postgres_upkeep
from bot.core.errors import UsageError
from bot.core.settings import Config
from bot.storage import engine, identity_file
from bot.storage.engine import FileLock
from bot.storage.errors import DatabaseError
from bot.storage.store import IDENTITY_NOTE

PROBLEMS = 5  # of the file that are named


def database_file(config: Config) -> Path:
    """The file of the database; raises `UsageError` for a database on a server."""
    file = engine.file_of(config.url)
    if file is None:
        raise UsageError("The database is not a file: use the tools of its server")
    return file


def backup(config: Config, target: Path | None) -> Path:
    """A copy of the database while the bot may be at work on it; raises UsageError."""
    if not engine.is_sqlite(config.url):
        target = _backup_path(target or config.folder, f"trunkline-{_time_stamp()}.dump")
        try:
            postgres_upkeep.dump(config, target)
        except (OSError, postgres_upkeep.Failed) as error:
            raise UsageError(f"No backup was made: {error}") from error
        return target
    file = database_file(config)
    if not file.exists():
        raise UsageError(f"There is no database at {file}")
    target = _backup_path(target or file.parent, f"{file.stem}-{_time_stamp()}.backup")
    try:
        engine.copy_file(file, target)
    except (OSError, sqlite3.Error) as error:
        target.with_name(target.name + ".part").unlink(missing_ok=True)
        raise UsageError(f"No backup was made: {engine.explain_error(file, _as_os_error(error))}") from error
    wrong = find_damage(target)
    if wrong:
        raise UsageError(
            f"{target} was written, but it is not sound: {wrong[0]}. Look at the database with `trunkline doctor`"
        )
    return target


def _time_stamp() -> str:
    """The present time as part of a file's name."""
    return f"{datetime.now().astimezone():%Y%m%d-%H%M%S}"


def _backup_path(target: Path, name: str) -> Path:
    """The file to write: that name in a folder, or the file that was named. Raises UsageError for one that is there."""
    if target.is_dir():
        target /= name
    if target.exists():
        raise UsageError(f"{target} is there already. Name another file")
    return target


def restore(config: Config, source: Path) -> Path | None:
    """Put a backup in the place of the database; where what was there lies now. The bot must not run. Raises UsageError."""
    if not source.is_file():
        raise UsageError(f"{source} is not a file")
    if not engine.is_sqlite(config.url):
        return _restore_on_server(config, source)
    file = database_file(config)
    if file.exists() and source.samefile(file):
        raise UsageError(f"{source} is the database itself")
    wrong = find_damage(source)
    if wrong:
        raise UsageError(f"{source} is not a sound backup: {wrong[0]}. Nothing was changed")
    version, identity = read_identity(source)
    if version not in engine.versions():
        raise UsageError(
            f"{source} is not a database of this release (version {version or 'none'}). Nothing was changed"
        )
    lock = FileLock(file.with_name(file.name + ".lock"))
    if not lock.take():
        raise UsageError("The bot is using the database: stop it first. Nothing was changed")
    try:
        part = file.with_name(file.name + ".restored")
        engine.copy_file(source, part)
        kept = _rename_old(file)
        part.replace(file)
        if identity:
            identity_file.write_identity(file, identity)
        else:  # a backup of an earlier release: whatever opens it gives it one
            identity_file.path_beside(file).unlink(missing_ok=True)
    except (OSError, sqlite3.Error) as error:
        raise UsageError(engine.explain_error(file, _as_os_error(error))) from error
    else:
        return kept
    finally:
        lock.release()


def _restore_on_server(config: Config, source: Path) -> Path | None:
    """Put a backup in the place of the tables on a server; where what was there lies now. Raises UsageError."""
    try:
        version = postgres_upkeep.dump_version(config, source)
        if version not in engine.versions():
            raise UsageError(
                f"{source} is not a backup of this release (version {version or 'none'}). Nothing was changed"
            )
        config.folder.mkdir(parents=True, exist_ok=True)
        kept = _unused_path(config.folder / f"trunkline-before-{_time_stamp()}", ".dump")
        return postgres_upkeep.restore_dump(config, source, kept)
    except (OSError, DatabaseError, engine.Unusable, postgres_upkeep.Failed) as error:
        raise UsageError(f"{source} was not restored: {error}. Nothing was changed") from error


def _unused_path(file: Path, ending: str = "") -> Path:
    """That file, or one with a number before the ending where there is one of the same second already."""
    names = (f"{file.name}{f'-{n}' if n else ''}{ending}" for n in count())
    return next(path for path in map(file.with_name, names) if not path.exists())


def _rename_old(file: Path) -> Path | None:
    """What was there, with all that belongs to it, under another name; None if nothing was."""
    if not file.exists():
        return None
    kept = _unused_path(file.with_name(f"{file.name}.before-{_time_stamp()}"))
    for end in ("-wal", "-shm", ""):
        old = file.with_name(file.name + end)
        if old.exists():
            old.replace(kept.with_name(kept.name + end))
    return kept


def _as_os_error(error: OSError | sqlite3.Error) -> OSError:
    """An error of SQLite as one of the system, so that callers have one kind to catch."""
    return error if isinstance(error, OSError) else OSError(str(error))


def _open_to_read(file: Path) -> sqlite3.Connection:
    """A connection that changes nothing."""
    return sqlite3.connect(f"{file.resolve().as_uri()}?mode=ro", uri=True, timeout=5)


def find_damage(file: Path) -> list[str]:
    """What is wrong with a file as an SQLite database."""
    try:
        with closing(_open_to_read(file)) as conn:
            complaints = [str(row[0]) for row in conn.execute(f"PRAGMA integrity_check({PROBLEMS})")]
    except sqlite3.Error as error:
        return [str(error)]
    return [text.splitlines()[0] for text in complaints if text != "ok"]


def read_identity(file: Path) -> tuple[str, str]:
    """Version and identity; "" for what is not there."""
    with closing(_open_to_read(file)) as conn:
        version = _first_value(conn, "SELECT version_num FROM alembic_version")
        return version, _first_value(conn, "SELECT value FROM notes WHERE key = ?", IDENTITY_NOTE)


def _first_value(conn: sqlite3.Connection, query: str, *values: str) -> str:
    """The first value that a query finds, as text; "" for none, or where there is no such table."""
    try:
        row = conn.execute(query, values).fetchone()
    except sqlite3.OperationalError:  # no such table
        return ""
    return str(row[0]) if row else ""
