"""Tables of the database as games to be written: what is over as a whole, what is running only if nothing of it is secret."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, TypeVar

from bot.core import settings
from bot.core.clock import SystemClock
from bot.core.errors import NotPossible
from bot.core.worker_process import run_in_process
from bot.files.exporters import FORMATS, Unwritable, export_game
from bot.files.transcripts import CUT, transcript_of
from bot.interchange.export_state import Source
from bot.interchange.exporter import ExportedFile
from bot.model.imported_game import HIDDEN
from bot.model.results import Record
from bot.storage import engine
from bot.storage.errors import DatabaseError
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.tables.table import Table
from game.rules import Illegal
from titles import TITLES

SUFFIXES = {"transcript": ".txt", "json": ".json", "18xx.games": "-18xx.json", "log": "-log.txt", "csv": ".csv"}
T = TypeVar("T")
NUMBER_BOUND = 2**63  # a number that a database can hold
DEALT = "What was drawn at the start stays secret until the game is over. The game can be saved in this form then"


def load_source(number: int, config: Path | None) -> Source:
    """A table as a game to be written, by its number, from the database that the settings name; raises NotPossible."""
    missing = "There is no such file, and no database to look in"
    return read_database(config, lambda store: _read_source(store, number), missing=missing)


def read_database(config: Path | None, read: Callable[[Store], Coroutine[Any, Any, T]], *, missing: str) -> T:
    """What is read of the database that the settings name; raises NotPossible. `missing`: what is said where there is none."""
    try:
        loaded = settings.load_settings(config)
    except settings.Broken as error:
        raise NotPossible(str(error)) from error
    file = engine.file_of(loaded.url)
    if engine.is_sqlite(loaded.url) and (file is None or not file.exists()):
        raise NotPossible(missing)
    try:
        return asyncio.run(_read_store(loaded.url, read))
    except (OSError, DatabaseError, engine.Unusable) as error:
        raise NotPossible(f"The database cannot be read: {error}") from error


async def _read_store(url: str, read: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
    """What is read of the database at an address; raises NotPossible where it is of another version."""
    store = Store(url, SystemClock())
    try:
        async with store.reading() as conn:
            version = await conn.run_sync(engine.read_version)
        if version != engine.versions()[-1]:
            raise NotPossible("The database is of another version: start the bot once, which brings it up to date")
        return await read(store)
    finally:
        await store.close()


async def _read_source(store: Store, number: int) -> Source:
    """A table as a game to be written, by its number; raises NotPossible."""
    row = await store.load_table(number) if number < NUMBER_BOUND else None
    if row is None or not row.head:
        raise NotPossible(f"There is no table {number} that has begun")
    return await source_of(await Tables(store, TITLES).get(number))


async def source_of(table: Table) -> Source:
    """The present line of a table; raises NotPossible while it has secrets."""
    record = await table.record()
    if not record.whole:
        raise NotPossible(CUT)
    if not record.seed:
        view = await table.view(None)
        if "hidden" in view.place.values():
            raise NotPossible("The cards that players hold are secret until the game is over")
    return source_of_record(record)


def source_of_record(record: Record) -> Source:
    """A record as a game to be written."""
    actions = tuple(m.action for m in record.moves if m.action)
    shown = tuple(record.shown[p] for p in record.players)
    seed = record.seed or HIDDEN
    return Source(record.title, record.options, record.players, seed, seated=True, actions=actions, names=shown)


async def write_table(table: Table, format_: str, log: str) -> ExportedFile:
    """A table in a format, as far as it is public; raises NotPossible. `log`: what happened, as everybody may know it."""
    if format_ not in FORMATS:
        raise NotPossible(f"There is no format {format_!r}; there are {', '.join(FORMATS)}")
    if format_ == "log":
        return ExportedFile(log.encode())
    if format_ == "transcript":
        return ExportedFile((await asyncio.to_thread(transcript_of, await table.record())).encode())
    return await run_in_process(
        _export,
        await source_of(table),
        format_,
        timeout_message="That game takes too long to write",
        crash_message="That game cannot be written here",
    )


def _export(source: Source, format_: str) -> ExportedFile:
    """The game in a format; raises NotPossible where it cannot be written so, as after cards that were dealt anew."""
    try:
        return export_game(source, format_)
    except Unwritable as error:
        others = ", ".join(name for name in FORMATS if name != format_)
        raise NotPossible(f"{str(error).rstrip('.')}. Every other format has the whole game: {others}") from error
    except Illegal as error:
        if source.seed != HIDDEN:
            raise
        raise NotPossible(DEALT) from error
