"""The post at the end of a game: ranking, how each worth is made up, why it ended, map, market, charts, record, rematch."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence

from bot.core.discord_limits import TEXTS, fit
from bot.files import transcripts
from bot.model.short_codes import code
from bot.tables import game_summary, round_summary
from bot.tables.game_summary import Summary
from bot.tables.service import Move, Table, seen
from bot.views import images
from bot.views.custom_ids import LOBBY, VIEW, Id
from bot.views.formatting import tell
from bot.views.messages import File, Picture, Public, button
from render.pictures import charts

log = logging.getLogger(__name__)
LINES = 6  # of what happened last
SPARE = 600  # characters kept for headings


async def final(table: Table, moves: Sequence[Move]) -> Public:
    """`moves`: what was played since the last panel. A picture that cannot be drawn is left out."""
    summary = await game_summary.summarize(table)
    view = await table.view(None)
    events = [e for m in moves for e in seen(m.events, None)]
    users = tuple(dict.fromkeys(s.user for s in table.seats))
    texts = [f"### {code(table.row)} is over\n{' '.join(f'<@{u}>' for u in users)}\n{game_summary.text(summary)}"]
    lines = [line for m in moves for line in tell(seen(m.events, None), view, table.rules)][-LINES:]
    last = await round_summary.texts(table, moves)
    left = TEXTS - len(texts[0]) - SPARE
    texts += [
        fit(part, left // 2) for part in ("\n".join(f"• {line}" for line in lines), last[-1] if last else "") if part
    ]
    record = await table.record()
    if record.seed:
        texts.append(f"-# The seed was {record.seed}, its SHA-256 {record.commitment}")
    shown = [*await images.of_panel(table, events, view, first=True), *await graphs(table, summary)]
    text = await asyncio.to_thread(transcripts.transcript_of, record) if record.whole else ""
    return Public(
        texts=tuple(texts),
        colour="#c8a02c",
        pictures=tuple(shown),
        files=(File(f"{table.row.title.replace(' ', '')}-{table.id}.txt", text.encode()),) if text else (),
        rows=(
            (
                button(Id(LOBBY, table.id, 0, "rematch"), "Rematch", "primary"),
                button(Id(VIEW, table.id, 0, "table"), "Table"),
                button(Id(VIEW, table.id, 0, "more"), "More…"),
            ),
        ),
        pings=users,
    )


async def graphs(table: Table, summary: Summary) -> tuple[Picture, ...]:
    """Net worth and share prices over the rounds; nothing where no round has ended."""
    series, data = summary.series, table.rules.data
    if len(series.rounds) < 2:
        return ()
    shown = {s.name: s.shown for s in table.seats}
    colours = {name: company.colour for name, company in data.companies.items()}

    def both() -> tuple[charts.Chart, charts.Chart]:
        worth = charts.worth_chart(series.rounds, series.worth, shown, data.currency)
        return worth, charts.price_chart(series.rounds, series.prices, colours, data.currency)

    try:
        drawn = await asyncio.wait_for(asyncio.to_thread(both), images.PATIENCE)
    except Exception:
        log.exception("the charts could not be drawn")
        return ()
    names = ("worth", "prices")
    head = table.position.seq
    return tuple(
        Picture(f"{name}-{table.id}-{head}.png", chart.png, chart.alt) for name, chart in zip(names, drawn, strict=True)
    )
