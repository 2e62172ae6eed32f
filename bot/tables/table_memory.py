"""Tables in memory: who asks for one gets the same one as everybody else in this process."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

from bot.core import metrics
from bot.core.errors import NO_TABLE, NotPossible
from bot.model.kinds import TableStatus
from bot.model.models import Damaged, GameRow
from bot.model.results import (
    Fault,
    examine_position,
)
from bot.storage.repositories.frozen_tables import report_frozen
from bot.storage.store import Store
from bot.tables import snapshots
from bot.tables.table import Table
from bot.tables.title_catalogue import Catalogue
from game.play import Game
from game.rules import Rules

SWEEP_INTERVAL = timedelta(minutes=1)  # between two looks for idle tables


class TableMemory:
    """The tables that are in use: loaded from one row when asked for, dropped after an idle hour or when another process has
    changed them.
    """

    def __init__(self, store: Store, catalogue: Catalogue, idle: timedelta) -> None:
        """`idle`: how long until an unused table leaves the memory."""
        self._store = store
        self._catalogue = catalogue
        self._idle = idle
        self._ready: dict[int, tuple[Table, datetime]] = {}
        self._loading: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()  # while somebody loads them
        self._swept = store.clock.now()
        self._overtaken: set[int] = set()  # changed by another process while they were being loaded
        store.listen_to_others(self._drop_changed)

    async def get(self, game: int) -> Table:
        """A running or finished table; raises NotPossible, with a sentence, if it is neither."""
        self._drop_idle()
        table = self.table_in_memory(game)
        if table is not None and not (table.row.private and await self._was_dropped(game)):
            return table
        async with self._loading.setdefault(game, asyncio.Lock()):
            table = self.table_in_memory(game)
            while table is None or game in self._overtaken:
                self._overtaken.discard(game)
                table = await self._load(game)
            self._ready[game] = (table, self._store.clock.now())
            metrics.TABLES.set(len(self._ready))
            return table

    def _drop_changed(self, game: int) -> None:
        """Drop a table that another process has changed, or all (0): it is loaded anew when somebody asks for it next.

        Whoever has it in hand meets the change under its lock.
        """
        changed = [game] if game else [*self._ready, *self._loading]
        for number in changed:
            self._ready.pop(number, None)
            if number in self._loading:
                self._overtaken.add(number)

    async def _was_dropped(self, game: int) -> bool:
        """Whether a what-if was dropped while it was in memory."""
        row = await self._store.load_table(game)
        if row is not None and row.status == TableStatus.CLOSED:
            self._ready.pop(game, None)
            return True
        return False

    async def _load(self, game: int) -> Table:
        """Load a table from its row and its last snapshot; raises NotPossible where the game has not begun."""
        row = await self._store.load_table(game)
        if row is None:
            raise NotPossible(NO_TABLE)
        if not row.head:
            raise NotPossible(
                "The game has not begun"
                if row.status == TableStatus.OPEN
                else "That table was closed before its game began"
            )
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        state = await self._last_snapshot(row, rules)
        loaded = await asyncio.to_thread(lambda: examine_position(Game.load(rules, state), row.head))
        return Table(self._store, row, rules, loaded)

    async def _last_snapshot(self, row: GameRow, rules: Rules) -> bytes:
        """The last snapshot of a table; where it is lost its people are told. Raises Damaged."""
        try:
            return await snapshots.load_or_repair_snapshot(self._store, rules, row.id, row.head)
        except Damaged as error:
            await report_frozen(self._store, row.id, row.head, str(error))
            raise Damaged(f"The table is frozen. {error}. Whoever runs the bot can restore a backup") from error

    async def needs_repair(self, row: GameRow) -> bool:
        """Whether the last snapshot of a table is damaged and can be played again; nothing is written. Raises Damaged."""
        rules = self._catalogue.rules(row.title, row.options, len(row.seats))
        return (await snapshots.load_last_snapshot(self._store, rules, row.id, row.head))[1]

    def _drop_idle(self) -> None:
        """Forget tables that nobody has asked for of late; they are loaded again when somebody does. Looks once an interval."""
        now = self._store.clock.now()
        if now < self._swept + SWEEP_INTERVAL:
            return
        self._swept = now
        before = now - self._idle
        for game, (table, used) in list(self._ready.items()):
            if used < before and table.is_idle:
                del self._ready[game]
        metrics.TABLES.set(len(self._ready))

    def table_in_memory(self, game: int) -> Table | None:
        """The table if it is in memory: for autocomplete, which may not wait."""
        table = self._ready.get(game)
        if table is None:
            return None
        self._ready[game] = (table[0], self._store.clock.now())
        return table[0]

    async def repair_positions(self) -> list[Fault]:
        """Read each live table's last snapshot back, and mend it where that can be; at start-up. The others are told."""
        faults = []
        for row in await self._store.find_tables(statuses=(TableStatus.RUNNING,), limit=1_000_000):
            try:
                await self._last_snapshot(row, self._catalogue.rules(row.title, row.options, len(row.seats)))
            except NotPossible as error:
                faults.append(Fault(row.id, row.head, str(error)))
        return faults

    async def write_row(self, game: int, write: Callable[[], Awaitable[GameRow]]) -> GameRow:
        """Change a table's row while nobody else does: under its lock, or, if it is not in memory, while nobody loads it."""
        async with self._loading.setdefault(game, asyncio.Lock()):
            table = self.table_in_memory(game)
            if table is None:
                return await write()
            async with table.locked():
                return await table.write_row(write)
