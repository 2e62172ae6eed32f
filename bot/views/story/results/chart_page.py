"""`/view chart`: curves over the rounds up to a moment."""

from __future__ import annotations

import asyncio

from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.tables.story.game_summary import Series, income_series, worth_series
from bot.views.formatting import escape_line
from bot.views.inspection import SeenTable, moves_until, net_worths
from bot.views.messages import Private
from bot.views.story.results.game_result import compose_charts, make_charts
from game.play import Game
from render.data import queries
from render.results.curves import NOW

CHART_KINDS = {"worth": "worth", "share prices": "prices", "revenue": "revenue", "dividends": "dividends"}


def _with_now(series: Series, look: SeenTable) -> Series:
    """The curves with what has changed since the last round that is over; the same where nothing has. Of an earlier moment the
    last point is called by its round: that it is "now" would be untrue.
    """
    worth = net_worths(look)
    prices = {c: queries.price(look.view, look.table.rules, c) or None for c in look.view.companies}
    same = all(values[-1] == worth.get(p) for p, values in series.worth.items())
    known = {c: values for c, values in series.prices.items() if c in prices}
    if same and all(values[-1] == prices[c] for c, values in known.items()):
        return series
    return Series(
        (*series.rounds, look.view.round if look.at else NOW),
        {p: (*values, worth.get(p, 0)) for p, values in series.worth.items()},
        {c: (*values, prices.get(c)) for c, values in series.prices.items()},
    )


async def show_chart(look: SeenTable, kind: str, form: str = "image") -> Private:
    """One of `CHART_KINDS` over the rounds that were over at that moment, then as it was in the round that went on. `form`: image
    or text, all of it in words.
    """
    state, moves = await look.table.snapshot(look.at), await moves_until(look)
    game = Game.load(look.table.rules, state)
    series = await asyncio.to_thread(lambda: worth_series(game, moves))
    if not look.view.over:
        series = _with_now(series, look)
    if kind == "share prices" and not any(v is not None for curve in series.prices.values() for v in curve):
        raise NotPossible("There is nothing to draw yet: no company had a price at the end of a round.")
    income = await asyncio.to_thread(lambda: income_series(game, moves))
    made = make_charts(look.table, series, income, (CHART_KINDS[kind],))
    if not made:
        raise NotPossible("There is nothing to draw yet. Look again after a round or two.")
    if form == "text":
        (chart,) = made.values()
        lines = [sentence for part in chart.words for sentence in part]
        return Private(title=look.title, body=fit("\n".join(map(escape_line, lines)), EMBED_TEXT))
    return Private(title=look.title, pictures=await compose_charts(look.table, series, income, (CHART_KINDS[kind],)))
