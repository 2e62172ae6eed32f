"""How long somebody waits for each kind of view while many tables draw their panels at once."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from time import process_time
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import render
from bot.benchmarks.engine_times import do_nothing
from bot.benchmarks.figures import Row, Times, timed_row
from bot.benchmarks.played_games import PlayedGame, spread_positions
from bot.commands.view.reply import reply_soon
from bot.core.clock import SystemClock
from bot.core.errors import NotPossible
from bot.model.kinds import Theme
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.storage.store import Store
from bot.tables.service import Table, Tables
from bot.views import inspection
from bot.views.inspection import SeenTable
from bot.views.messages import Private
from bot.views.pages import network_page, routes_page
from bot.views.pages.key_page import show_key
from bot.views.pictures import drawing
from bot.views.pictures.drawing_process import draw_beforehand
from bot.views.story import move_browser
from bot.views.story.game_log import game_log
from bot.views.story.results.chart_page import show_chart
from game.play import Game
from render.data import queries
from titles import TITLES

if TYPE_CHECKING:
    from bot.client.interaction import InteractionContext

TABLES = 30  # that draw at once
TARGET = 400  # milliseconds
ASKS = ("first ask", "second ask")


def _first_place(look: SeenTable) -> str:
    """A city or town far down the list of hexes."""
    return [h.id for h in look.table.rules.data.hexes.values() if h.name][-1]


def _company(look: SeenTable) -> str:
    """The company that operates first; while none does, the first one."""
    return next(iter((*queries.operating_order(look.view, look.table.rules), *look.view.companies)))


# What is looked at, in turn.
VIEWS: dict[str, Callable[[SeenTable], Awaitable[Any]]] = {
    "map": inspection.show_map,
    "market": inspection.show_market,
    "company": lambda look: inspection.show_company(look, _company(look)),
    "player": lambda look: inspection.show_player(look, look.view.order[0]),
    "holdings": inspection.show_holdings,
    "table": inspection.show_overview,
    "bank": inspection.show_bank,
    "map of a place": lambda look: inspection.show_map(look, _first_place(look)),
    "tiles": inspection.show_tiles,
    "tiles of a hex": lambda look: inspection.show_tiles(look, _first_place(look)),
    "key": show_key,
    "routes of all": routes_page.show_routes,
    "routes of one": lambda look: routes_page.show_routes(look, _company(look)),
    "network": lambda look: network_page.network_page(look, _company(look), "", ""),
    "network to a place": lambda look: network_page.network_page(look, _company(look), _first_place(look), ""),
    "chart of worth": lambda look: show_chart(look, "worth"),
    "chart of prices": lambda look: show_chart(look, "share prices"),
    "chart of revenue": lambda look: show_chart(look, "revenue"),
    "log": game_log,
    "changes": move_browser.show_changes,
    "history": lambda look: move_browser.browse_position(look.table, look.table.seats[0], look.table.position.seq // 2),
}


ASKED = len(VIEWS) * len(ASKS)  # questions, each told by a tick


def measure_busy_views(games: Sequence[PlayedGame], tick: Callable[[], None] = do_nothing) -> Iterator[Row]:
    """While every table draws its map: how long it takes until a view of the longest game is answered, with words or with its
    picture, and until its picture is there; a row each for the first and for the second ask.
    """
    longest = max(games, key=lambda game: len(game.actions))
    asked = {ask: dict[str, Asker]() for ask in ASKS}
    asyncio.run(_ask_for_all(longest, list(spread_positions(games, TABLES)), asked, tick))
    for ask, by_view in asked.items():
        for name, targets, index in (("", {"worst": TARGET}, 0), (", with pictures", {}, -1)):
            shown = {view: asker.seconds[index] for view, asker in by_view.items()}
            every = Times(f"{TABLES} tables drawing: {ask}{name}", dict(targets), [*shown.values()])
            yield timed_row(every, ", ".join(f"{view} {seconds * 1000:.0f}" for view, seconds in shown.items()))


class Asker:
    """Somebody who has asked for a view, in place of an interaction: notes when each answer comes."""

    def __init__(self) -> None:
        self.seconds: list[float] = []  # of CPU of all threads since asked: of one core no less than the wait
        self._began = process_time()

    async def reply(self, _answer: Private) -> None:
        """Note how long the answer took."""
        self.seconds.append(process_time() - self._began)


async def _ask_for_all(
    game: PlayedGame, others: Sequence[Game], asked: dict[str, dict[str, Asker]], tick: Callable[[], None]
) -> None:
    """Ask for each view twice. Meanwhile every table draws its map over and over, as something that nobody has kept."""
    numbers, going = count(), asyncio.Event()
    async with _open_table(game) as table:
        look = await inspection.look_at(table, table.seats[0])
        await asyncio.to_thread(draw_beforehand)  # as processes that draw do, while nobody waits

        async def draw_on(g: Game) -> None:
            """One table."""
            while not going.is_set():
                await _draw_map(g, next(numbers))

        with drawing.drawn_behind():
            busy = asyncio.gather(*map(draw_on, others))
        await asyncio.sleep(0)  # they stand in the queue
        for name, show in VIEWS.items():
            for ask in ASKS:
                with suppress(NotPossible):  # in a short game there may be nothing to draw yet
                    asker = Asker()
                    await reply_soon(cast("InteractionContext", asker), look, show(look))
                    asked[ask][name] = asker
                tick()
        going.set()
        await busy


@asynccontextmanager
async def _open_table(game: PlayedGame) -> AsyncIterator[Table]:
    """A table at which that game was played."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(f"sqlite+aiosqlite:///{Path(folder) / 'games.db'}", SystemClock())
        await store.open()
        rules = game.rules
        new = NewGame(
            guild=1, channel=11, host=101, shown="Ann", title=rules.name, options=rules.options, seed=game.seed
        )
        people = [(name, 101 + n, name) for n, name in enumerate(game.players)]
        played = PlayedActions(game.actions, game.seated)
        try:
            yield await Tables(store, TITLES).import_game(new, people, played)
        finally:
            await store.close()


async def _draw_map(g: Game, key: int) -> None:
    """The map of a position, as the bot draws it for a panel."""
    view = g.view(None)
    row, position = SimpleNamespace(theme=Theme.LIGHT), SimpleNamespace(seq=g.state.seq)
    table: Any = SimpleNamespace(id=1, row=row, rules=g.rules, position=position)
    await drawing.draw_cached(table, "busy map", view, lambda: render.draw_map(view, g.rules), "", key)
