"""What the sandbox makes ready while its page is open already: panels of tables that go on, and demonstrations.

One table after the other, each in one hold of the simulation, so that presses get their turn in between. A demonstration is
stored as a whole or not at all: one that is interrupted is made at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from typing import Any

from bot.client.client import Bot
from bot.core.tasks import start_observed
from bot.model.kinds import TableStatus, Via
from bot.model.models import GameRow, NewGame
from bot.model.replayed_game import PlayedActions
from bot.model.short_codes import short_code
from bot.sandbox import demo_game
from titles import TITLES, Title

log = logging.getLogger(__name__)

DEMO = "Demonstration"  # the name of such a table
LEARN = "First game"  # the name of the table that teaches
SEATS = 3  # of a demonstration


@dataclass(frozen=True, eq=False)
class _PendingTable:
    """A table that is not ready yet. `row`: None for one that is still to be made: a demonstration of `title`, or the lesson."""

    label: str
    row: GameRow | None = None
    title: Title | None = None


@dataclass(frozen=True, eq=False)
class Venue:
    """What the simulated server does for the loader."""

    quiet: AbstractAsyncContextManager[Any]  # held while the simulation moves
    post_panel: Callable[[GameRow], Awaitable[None]]  # a fresh panel of a running table
    # Makes a table by the function given, then its thread and panel.
    give_thread: Callable[[Callable[[], Awaitable[GameRow]]], Awaitable[GameRow]]
    open_lesson: Callable[[str], Awaitable[GameRow]]  # opens and starts the table that teaches, by its name


class DemoLoader:
    """Makes tables ready in the background. `people`: the local players."""

    def __init__(self, bot: Bot, guild: int, people: Sequence[Any], venue: Venue) -> None:
        self.venue = venue
        self.bot = bot
        self.guild = guild
        self.people = people
        self.first = 0  # the channel that the page opens by itself; 0: none
        self._coming: list[_PendingTable] = []
        self._task: asyncio.Task[None] | None = None

    @property
    def labels_to_come(self) -> list[str]:
        """What is still to come, as it is told on the page."""
        return [c.label for c in self._coming]

    def start(self, *, demos: bool, learn: bool = False) -> None:
        """Begin to make the tables ready, in the background; returns at once.

        `learn`: a guided first game is what the page opens on.
        """
        work = self._make_all_ready(demos=demos, learn=learn)
        self._task = start_observed("making tables ready", work, self.bot.run_state.record_fault)

    async def stop(self) -> None:
        """Make nothing more ready: what has the simulation in hand is finished, the rest is left for the next start."""
        if self._task is None:
            return
        async with self.venue.quiet:
            self._task.cancel()
        await asyncio.wait((self._task,))

    async def _make_all_ready(self, *, demos: bool, learn: bool) -> None:
        """Make ready what is planned, one after the other; what fails is logged and left out."""
        self._coming = await self._plan(demos=demos)
        if learn:
            known = next((c for c in self._coming if c.row is not None and c.row.name == LEARN), _PendingTable(LEARN))
            self._coming = [known, *(c for c in self._coming if c is not known)]
        while self._coming:
            try:
                row = await self._make_ready(self._coming[0])
                self.first = self.first or row.channel
            except Exception as error:
                log.exception("%s could not be made ready", self._coming[0].label)
                self.bot.run_state.record_fault(error)
            del self._coming[0]

    async def _plan(self, *, demos: bool) -> list[_PendingTable]:
        """All that is to come: the demonstration that the page opens on, then tables that go on, then what is to be made."""
        live = await self.bot.store.find_tables(guild=self.guild, statuses=(TableStatus.RUNNING,), limit=1000)
        goes_on = [_PendingTable(short_code(row), row) for row in live]
        if not demos:
            return goes_on
        known = {c.row.title: c for c in goes_on if c.row is not None and c.row.name == DEMO}
        shown = [known.get(t.name) or _PendingTable(t.name, title=t) for t in TITLES.values()]
        return list(dict.fromkeys((shown[0], *goes_on, *shown)))

    async def _make_ready(self, wanted: _PendingTable) -> GameRow:
        """Make one table ready: post its panel, or open the lesson, or bring a demonstration."""
        if wanted.row is not None:
            await self.venue.post_panel(wanted.row)
            return wanted.row
        if wanted.title is None:
            return await self.venue.open_lesson(wanted.label)
        return await self._bring_demonstration(wanted.title)

    async def _bring_demonstration(self, title: Title) -> GameRow:
        """Play a demonstration into the middle of a game and give it its thread and panel."""
        people, tables = self.people[:SEATS], self.bot.tables
        seats, players = [p.name for p in people], [(p.name, p.id, p.name.title()) for p in people]
        made, actions = await asyncio.to_thread(demo_game.play_demo, title.rules((), SEATS), seats)
        new = NewGame(
            guild=self.guild,
            host=people[0].id,
            title=title.name,
            shown=seats[0].title(),
            name=DEMO,
            seed=made.seed,
        )

        async def import_demo() -> GameRow:
            """Read the recorded game in as a table."""
            return (await tables.import_game(new, players, PlayedActions(actions, seated=False, via=Via.DEMO))).row

        return await self.venue.give_thread(import_demo)
