"""Databases for commands that try the bot: a file of SQLite, or one on a PostgreSQL of the run's own."""

from __future__ import annotations

from argparse import ArgumentParser
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.postgres_cluster import cluster

SQLITE, POSTGRESQL = "sqlite", "postgresql"
NewDatabase = Callable[[Path], Awaitable[str]]  # gets a folder for a file; returns the address


def add_database_option(parser: ArgumentParser) -> None:
    parser.add_argument("--database", choices=(SQLITE, POSTGRESQL), default=SQLITE, help="default: %(default)s")


def file_address(folder: Path) -> str:
    """The address of the database in a folder."""
    return f"sqlite+aiosqlite:///{folder / 'trunkline.sqlite'}"


@contextmanager
def databases(kind: str) -> Iterator[NewDatabase]:
    """What makes a database without tables of that kind; on PostgreSQL the one before it is gone then. Raises Missing."""

    async def make_file(folder: Path) -> str:
        return file_address(folder)

    if kind == SQLITE:
        yield make_file
        return
    with cluster() as server:

        async def make_on_server(_folder: Path) -> str:
            server.end_test()
            return await server.database()

        yield make_on_server
