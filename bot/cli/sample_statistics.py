"""Statistics of games that were never played, for the sheets of `trunkline render --all`: what their pictures look like."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from PIL import Image

from bot.tables.statistics.records import GameResult, Result, rate_games, record_players, record_titles
from bot.views.story.statistics_pictures import (
    make_line,
    make_players_sheet,
    make_profile,
    make_rating_chart,
    make_title_sheet,
)
from game.rules import Rules
from game.state import State
from render.data import queries
from render.results import charts
from render.results.player_statistics import draw_players, draw_profile
from render.results.title_statistics import draw_title

GAMES = 12  # that ended as this one stands, each with another winner
WHY = ("bank", "bank", "bankruptcy", "bank", "price", "agreed")
BEGINNING = datetime(2000, 1, 1, tzinfo=UTC)
REPLIES = tuple((verb, 9 * n % 140) for n, verb in enumerate(("bid", "buy", "tile", "token", "run", "dividend") * 6))


def make_games(view: State[Any], rules: Rules) -> list[GameResult]:
    """Games that ended at this position, each with the places shifted by one."""
    order = list(view.order)
    prices = {c: p for c in view.companies if (p := queries.price(view, rules, c))}
    return [
        GameResult(
            table=n,
            title=rules.name,
            why=WHY[n % len(WHY)],
            moves=300 + 17 * n,
            days=20 + n,
            finished=BEGINNING + timedelta(days=25 * n),
            results=tuple(
                Result(
                    seat,
                    seat,
                    1 + (seat * 3 + n * n) % len(order),
                    queries.worth(view, rules, player),
                    player,
                    company,
                    sorted(order).index(player),
                )
                for (seat, player), company in zip(enumerate(order), (*prices, *[""] * len(order)), strict=False)
            ),
            prices={c: price + 7 * n for c, price in prices.items() if (n + len(c)) % 4},
        )
        for n in range(GAMES)
    ]


def draw_samples(games: Sequence[GameResult], rules: Rules) -> Iterator[tuple[str, Image.Image]]:
    """Each kind of picture with its name."""
    (record,) = record_titles(games)
    yield "statistics-title", draw_title(make_title_sheet(record), rules.data)
    shown = {r.user: r.shown for r in games[0].results}
    lines = {r.user: make_line(r, shown[r.user], REPLIES) for r in record_players(games)}
    yield "statistics-players", draw_players(make_players_sheet(games, lines, f"{GAMES} finished games"))
    yield "statistics-profile", draw_profile(make_profile(games, 0, lines[0], REPLIES))


def chart_ratings(games: Sequence[GameResult]) -> bytes:
    """The chart of ratings over time."""
    names = {r.user: r.shown for r in games[0].results}
    made = make_rating_chart(rate_games(games), names, {r.shown: r.colour for r in games[0].results})
    assert made is not None, "most of these games are rated"
    return charts.chart("Rating", *made, "").png
