"""A title as it starts, to be looked at where there is no table: its map, market, bank and tiles."""

from __future__ import annotations

import asyncio
from datetime import UTC, datetime

from msgspec import structs

from bot.core.errors import NotPossible
from bot.model.kinds import Pace, PostLevel, TableStatus, UndoPolicy, Visibility
from bot.model.models import GameRow, Seat
from bot.model.results import examine_position
from bot.storage.store import Store
from bot.tables.service import Tables
from bot.tables.table import Table
from bot.views.inspection import SeenTable
from game.play import Game

NO_TIME = datetime(2000, 1, 1, tzinfo=UTC)


async def look_at_start(store: Store, tables: Tables, title: str) -> SeenTable:
    """What everybody sees at the start of a game of the fewest players; raises NotPossible for an unknown title."""
    chosen = tables.titles.get(title)
    if chosen is None:
        raise NotPossible(f"I do not know that title. There are: {', '.join(tables.titles)}")
    names = [f"player{n}" for n in range(1, chosen.file.players[0] + 1)]
    rules = tables.rules_of(title, (), len(names))
    start = await asyncio.to_thread(lambda: examine_position(Game.new(rules, names, "", seated=True), 0))
    row = GameRow(
        id=0,
        guild=0,
        channel=0,
        parent_channel=0,
        title=title,
        name="",
        options=rules.options,
        status=TableStatus.RUNNING,
        host=0,
        min_players=len(names),
        max_players=len(names),
        pace=Pace.DAILY,
        nudge_minutes=0,
        visibility=Visibility.OPEN,
        undo=UndoPolicy.VOTE,
        post_level=PostLevel.NORMAL,
        practice=False,
        head=0,
        ended="",
        created=NO_TIME,
        started=None,
        finished=None,
        seats=tuple(Seat(n, 0, p, p) for n, p in enumerate(names)),
        waiting=(),
        invited=(),
        seed="",
    )
    table = Table(store, row, rules, start)
    nobody = structs.replace(
        await table.view(None), order=[], priority=""
    )  # whoever is made up here is nobody's business
    return SeenTable(table, None, nobody)
