"""How long somebody waits for a view while many tables draw their panels at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import render
from bot.benchmarks.figures import Times
from bot.model.kinds import Theme
from bot.views.pictures import drawing
from game.play import Game

TABLES = 30  # that draw at once
LOOKS = 7  # views that are asked for, one after the other; the first, which makes sprites too, does not count


async def measure_busy_views(games: Sequence[Game]) -> Times:
    """A map and a company's card in turn, each asked for while every table draws its own; of positions that nobody has drawn.

    `games`: at least `TABLES` and `LOOKS` positions together.
    """
    times = Times("view, 30 tables drawing", {"worst": 400})
    for look, game in enumerate(games[TABLES : TABLES + LOOKS]):
        with drawing.drawn_behind():
            others = asyncio.gather(*(_draw_map(g, look) for g in games[:TABLES]))
        await asyncio.sleep(0)  # they stand in the queue
        await times.measure_wait(_draw_card(game, look) if look % 2 else _draw_map(game, look))
        await others
    del times.seconds[0]
    return times


async def _draw_map(g: Game, key: int) -> None:
    """The map of a position, as the bot draws it for a panel or a view."""
    view = g.view(None)
    await drawing.draw_cached(_table(g), "busy map", view, lambda: render.draw_map(view, g.rules), "", key)


async def _draw_card(g: Game, key: int) -> None:
    """The card of a company."""
    view, company = g.view(None), next(iter(g.state.companies))
    await drawing.draw_cached(
        _table(g), "busy card", view, lambda: render.draw_company(view, g.rules, company), "", key
    )


def _table(g: Game) -> Any:
    """As much of a table as drawing reads."""
    row, position = SimpleNamespace(theme=Theme.LIGHT), SimpleNamespace(seq=g.state.seq)
    return SimpleNamespace(id=1, row=row, rules=g.rules, position=position)
