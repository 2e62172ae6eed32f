"""How long pictures take."""

from __future__ import annotations

import asyncio
import gc
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from time import perf_counter
from types import SimpleNamespace
from typing import Any

from PIL.Image import Image

import render
from bot.benchmarks.engine_times import do_nothing
from bot.benchmarks.figures import Row, Times, timed_row
from bot.benchmarks.played_games import PlayedGame
from bot.model.kinds import Theme
from bot.views.pictures.drawing import draw_cached
from game.play import Game

EACH = 20  # moves from one position of a game that is drawn to the next
MAPS = {"median": 60.0, "worst": 150.0}  # milliseconds


def count_drawn(game: PlayedGame) -> int:
    """How many positions of a game are drawn."""
    return -(-len(game.actions) // EACH)


def measure_pictures(games: Sequence[PlayedGame], tick: Callable[[], None] = do_nothing) -> Iterator[Row]:
    """Map, market and cards through a game of each title, PNG included: each position once, as the bot draws them, so that names
    are placed anew where something was built, and told by a tick. The very first map of a title draws its tiles too.
    """
    gc.collect()
    gc.freeze()  # as whoever draws does: to look through all games that were read would take three times a map's time
    first, drawn = Times("map, very first"), list[Times]()
    market, cards = Times("market, as PNG", {"median": 60, "worst": 150}), Times("company card, as PNG", {"median": 60})
    largest = 0
    for game in games:
        g = game.start()
        maps, phone = Times(f"map, as PNG, {g.rules.name}", MAPS), Times(f"map for a phone, {g.rules.name}")
        for i, action in enumerate(game.actions):
            events = g.play(action)
            if i % EACH:
                continue
            view, marks = g.view(None), render.marks_of(events)
            times = maps if i else first
            data = times.measure(partial(_draw_png, render.draw_map, view, g.rules, marks))
            tall = phone.measure(partial(_draw_png, _draw_tall, view, g.rules, marks))
            largest = max(largest, len(data), len(tall))
            market.measure(partial(_draw_png, render.draw_market, view, g.rules, marks))
            cards.measure(partial(_draw_png, render.draw_company, view, g.rules, next(iter(view.companies))))
            tick()
        drawn += [maps, phone]
    yield timed_row(first)
    yield from map(timed_row, drawn)
    yield timed_row(asyncio.run(measure_cached_map(g)))
    yield timed_row(market)
    yield timed_row(cards)
    gc.unfreeze()
    yield Row("largest map", 1, "kB", {"worst": largest / 1000}, {"worst": 200}, largest <= 200_000)


def _draw_tall(*of: Any) -> Image:
    """The map for a phone."""
    return render.draw_map(*of, canvas=render.TALL)


async def measure_cached_map(g: Game) -> Times:
    """A map of a position that was drawn before, as the bot keeps it."""
    times = Times("map, drawn before", {"median": 1, "worst": 5})
    view = g.view(None)
    row, position = SimpleNamespace(theme=Theme.LIGHT), SimpleNamespace(seq=g.state.seq)
    table: Any = SimpleNamespace(id=1, row=row, rules=g.rules, position=position)
    for _ in range(20):
        began = perf_counter()
        await draw_cached(table, "bench", view, lambda: render.draw_map(view, g.rules), "")
        times.seconds.append(perf_counter() - began)
    del times.seconds[0]
    return times


def _draw_png(make: Callable[..., Image], *of: Any) -> bytes:
    """The bytes of a picture that a function of `render` draws of these."""
    return render.png(make(*of))
