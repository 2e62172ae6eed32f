"""`trunkline doctor`: what could keep the bot from working, each with what helps."""

from __future__ import annotations

import asyncio
import os
import shutil
from collections.abc import Iterator
from pathlib import Path

from bot.cli.upkeep import postgres_upkeep
from bot.cli.upkeep.maintenance import database_file, find_damage, read_identity
from bot.core.clock import SystemClock
from bot.core.errors import NotPossible
from bot.core.settings import Config
from bot.model.kinds import TableStatus
from bot.storage import engine, identity_file, outbox
from bot.storage.errors import DatabaseError
from bot.storage.store import Store
from bot.tables.service import Tables
from titles import TITLES

MIN_FREE_BYTES = 64 << 20  # bytes that should be free on the disk


def examine(config: Config) -> Iterator[tuple[bool, str]]:
    """Whether each finding about the database is good, and the finding in words. Nothing is changed."""
    if engine.is_sqlite(config.url):
        yield from _examine_file(config)
        return
    if (yield from postgres_upkeep.examine(config)):
        yield from asyncio.run(_check_tables(config))


def _examine_file(config: Config) -> Iterator[tuple[bool, str]]:
    """What is found about the database as a file on this machine, up to what makes all else pointless."""
    file = database_file(config)
    yield from _examine_folder(file)
    try:
        identity_file.check_there(file)
    except engine.Unusable as error:
        yield False, str(error)
        return
    if not file.exists() or not file.stat().st_size:
        yield True, f"{file} is not there yet: the first start makes it"
        return
    wrong = find_damage(file)
    for text in wrong:
        yield False, f"damaged pages: {text}. Restore a backup with `trunkline restore FILE`"
    if wrong:
        return
    yield True, "all pages are sound"
    version, identity = read_identity(file)
    try:
        identity_file.check_identity(file, identity)
    except engine.Unusable as error:
        yield False, str(error)
    if version != engine.versions()[-1]:
        known = version in engine.versions()
        yield (
            known,
            f"version {version or 'none'}: " + ("the next start brings it up to date" if known else "unknown here"),
        )
        return
    try:
        yield from asyncio.run(_check_tables(config))
    except DatabaseError as error:
        yield False, engine.explain_error(file, error)


def _examine_folder(file: Path) -> Iterator[tuple[bool, str]]:
    """Findings about the folder of the database: write permission, free space; each with whether it is well."""
    folder = next(p for p in (file.parent, *file.parent.parents) if p.exists())
    writable = os.access(folder, os.W_OK | os.X_OK) and (not file.exists() or os.access(file, os.W_OK))
    yield (
        writable,
        f"{file} can be written" if writable else f"{file} cannot be written: give the bot's user the right to",
    )
    free = shutil.disk_usage(folder).free
    yield (
        free >= MIN_FREE_BYTES,
        f"{free >> 20} MiB are free on its disk" + ("" if free >= MIN_FREE_BYTES else ": make room there"),
    )


async def _check_tables(config: Config) -> list[tuple[bool, str]]:
    """Findings of `trunkline doctor`, each with whether it is well: damaged positions of running tables, and posts not sent."""
    store = Store(config.url, SystemClock())
    try:
        tables, faults = Tables(store, TITLES), []
        rows = await store.find_tables(statuses=(TableStatus.RUNNING,), limit=1_000_000)
        for row in rows:
            try:
                again = await tables.needs_repair(row)
            except NotPossible as error:
                faults.append((False, f"table {row.id} ({row.title}) after move {row.head}: {error}"))
            else:
                if again:
                    faults.append(
                        (
                            False,
                            f"table {row.id} ({row.title}): its position is damaged; the next start plays the game again",
                        )
                    )
        if not faults:
            faults.append((True, f"the positions of {len(rows)} running tables are sound"))
        for game, why in (await outbox.find_failed(store)).items():
            faults.append((False, f"table {game}: Discord has refused posts ({why}); its host may use /host resend"))
        return faults
    finally:
        await store.close()
