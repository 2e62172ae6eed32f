"""`trunkline check-upgrade`: play the running games of a copy of the database again with this release, and say what would differ.

Running games go on from their stored positions whatever a release changes; what differs here shows when a move is taken back, or
a position is played again.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterator
from pathlib import Path

import msgspec

from bot.cli.upkeep.move_database import address_of
from bot.core.clock import SystemClock
from bot.core.errors import NotPossible, UsageError
from bot.model.kinds import TableStatus
from bot.model.models import GameRow
from bot.model.short_codes import short_code
from bot.storage import engine
from bot.storage.engine import NewerDatabase, Unusable
from bot.storage.repositories.moves import load_line, load_move
from bot.storage.store import Store
from bot.tables.service import Tables
from game.play import Game
from game.rules import Illegal
from titles import TITLES


def main(copy: str) -> Iterator[tuple[bool, str]]:
    """What comes of each running game, and whether it is the same. A file is not changed; a database on a server is migrated.

    Raises UsageError.
    """
    url = address_of(copy)
    file = engine.file_of(url)
    if file is None:
        yield from _replay_at(url)
        return
    if not file.is_file():
        raise UsageError(f"{file} is not a file")
    with tempfile.TemporaryDirectory(prefix="trunkline-") as folder:
        try:
            engine.copy_file(file, Path(folder) / "copy.sqlite")
        except (OSError, engine.SqliteError) as error:
            raise UsageError(f"{file} cannot be read: {error}") from error
        yield from _replay_at(address_of(str(Path(folder) / "copy.sqlite")))


def _replay_at(url: str) -> list[tuple[bool, str]]:
    """What comes of each running game of the database at an address; raises UsageError for one that cannot be opened."""
    try:
        return asyncio.run(_replay_running_games(url))
    except (NewerDatabase, Unusable) as error:
        raise UsageError(str(error)) from error


async def _replay_running_games(url: str) -> list[tuple[bool, str]]:
    """What comes of each running game that differs, and how many do not; each with whether that is well."""
    store = Store(url, SystemClock())
    await store.open(exclusive=False, new=True)
    try:
        tables, findings, same = Tables(store, TITLES), [], 0
        rows = await store.find_tables(statuses=(TableStatus.RUNNING,), limit=1_000_000)
        for row in rows:
            difference = await _find_difference(store, tables, row)
            same += not difference
            if difference:
                findings.append((False, f"table {short_code(row)}: {difference}"))
        findings.append((True, f"{same} of {len(rows)} running games are the same when they are played again"))
        return findings
    finally:
        await store.close()


async def _find_difference(store: Store, tables: Tables, row: GameRow) -> str:
    """The first thing that would differ at a table; "" for nothing."""
    try:
        rules = tables.rules_of(row.title, row.options, len(row.seats))
    except NotPossible as error:
        return f"this release cannot play it: {error}"
    line = await load_line(store, row.id, row.head)
    first, last = await load_move(store, line[0].id), await load_move(store, row.head)
    if first is None or first.state is None or last is None or last.state is None:
        return "a stored position is damaged: `trunkline doctor` looks at it"
    number = 0
    try:
        codec, game = Game.codec_of(rules), Game.load(rules, first.state)
        for number, stored in enumerate(line[1:], 1):
            game.play(codec.action(stored.action))
            if game.fingerprint() != stored.fingerprint:
                return f"action {number} ({stored.seat}) leads to another position"
        Game.load(rules, last.state).choices()
    except Illegal as error:
        return f"action {number} ({line[number].seat}) is refused: {error}"
    except (msgspec.ValidationError, msgspec.DecodeError) as error:
        return f"what is stored cannot be read, at action {number}: {error}"
    except Exception as error:
        return f"action {number} fails: {type(error).__name__}: {error}"
    return ""
