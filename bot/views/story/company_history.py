"""Presidents and trains over the rounds of a table, read off its positions: a picture and a line for each company."""

from __future__ import annotations

import asyncio
from functools import partial

from bot.tables.table import Table
from bot.views.formatting import escape_line
from bot.views.messages import Picture
from bot.views.pictures import drawing
from game.events import RoundEnded
from game.play import Game
from render.data.names import leader_heading
from render.results.company_timeline import (
    ONCE_MORE,
    Timeline,
    draw_timeline,
    has_stars,
    timeline_words,
    trace_companies,
)
from render.text.alt_text import short


async def build_company_timeline(table: Table) -> Timeline | None:
    """The companies at the end of each round so far, and now; None where no company has had a president."""
    rounds, states = [], []
    for move in await table.history():
        ended = [e.name for e in move.events if isinstance(e, RoundEnded)]
        if ended:
            rounds.append(ended[-1])
            states.append(await table.snapshot(move.id))
    if not rounds or rounds[-1] != table.position.round:
        rounds.append(table.position.round)
        states.append(await table.snapshot())

    def build_timeline() -> Timeline:
        """The timeline of what everybody may know; takes some milliseconds a round."""
        return trace_companies(rounds, [Game.load(table.rules, s).view(None) for s in states], table.rules)

    timeline = await asyncio.to_thread(build_timeline)
    return timeline if timeline.lines else None


async def company_pictures(table: Table, timeline: Timeline) -> tuple[Picture, ...]:
    """The timeline as a picture."""
    view = await table.view(None)
    words = short(_tell_lines(table, timeline))
    return await drawing.finish_in_time(
        lambda: drawing.draw_cached(
            table, "companies", view, partial(draw_timeline, timeline, table.rules), words, timeline
        )
    )


def _tell_lines(table: Table, timeline: Timeline) -> list[str]:
    """A line for each company, those that are gone last: there may be no room for all."""
    told = zip(timeline.lines, timeline_words(timeline, table.rules), strict=True)
    return [words for _, words in sorted(told, key=lambda item: not item[0].presidents[-1])]


def company_words(table: Table, timeline: Timeline) -> str:
    """A line for each company below a heading."""
    lines = map(escape_line, _tell_lines(table, timeline))
    star = f" ({escape_line(ONCE_MORE)})" if has_stars(timeline) else ""
    heading = leader_heading(table.rules)
    who = "Presidents" if heading == "president" else f"Who was {heading},"
    return "\n".join([f"**{who} and trains**{star}", *(f"• {line}" for line in lines)])
