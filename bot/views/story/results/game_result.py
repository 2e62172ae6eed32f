"""The post at the end of a game: one picture, one line of words; how each worth is made up, charts and the record on demand."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

from bot.core.discord_limits import EMBED_TEXT, TEXTS, fit
from bot.core.errors import NotPossible
from bot.core.progress import Tell, tell_nobody, tell_progress
from bot.files import best_runs, transcripts
from bot.model.kinds import Via
from bot.model.short_codes import short_code
from bot.tables.service import Move, Table
from bot.tables.story import game_summary
from bot.tables.story.game_summary import Income, Series, Standing, Summary
from bot.views import auction_post
from bot.views.custom_ids import LOBBY, VIEW, Id
from bot.views.messages import File, Picture, Private, Public, button
from bot.views.pictures import drawing
from bot.views.press_verbs import MORE_LABEL, LobbyVerb, ViewVerb
from bot.views.story import company_history
from bot.views.story.results.result_text import ending_line, ending_words, remark_lines, summary_text, winner_line
from bot.views.story.results.turning_points import deciding_round, turning_points_text
from game.rules import Rules
from game.state import State
from render.data import queries
from render.data.holdings import cards_in_words
from render.results import charts
from render.results.final import Ending, FinalPlace, alt_final, draw_final
from render.results.income import income_chart

CHARTS = ("worth", "prices", "revenue", "dividends")


async def compose_final_post(table: Table, remarks: Mapping[str, str]) -> Public:
    """The post at the end of a game: one picture, one line, and what players said about the game, by seat.

    A picture that cannot be drawn is replaced by words.
    """
    summary = await game_summary.summarize(table)
    view = await table.view(None)
    users = tuple(dict.fromkeys(s.user for s in table.seats if not s.by_bot))
    shown = await draw_result(table, summary, view)
    calls = " ".join(f"<@{u}>" for u in users)
    text = f"### {winner_line(summary)}\n-# {ending_line(summary)} {calls}"
    looks = (
        (ViewVerb.RESULT, "In figures"),
        (ViewVerb.REPLAY, "Replay"),
        (ViewVerb.MAP, "Map"),
        (ViewVerb.MORE, MORE_LABEL),
    )
    said = remark_lines([(s.shown, remarks[s.seat]) for s in summary.standings if s.seat in remarks])
    return Public(
        texts=tuple(t for t in (text, "" if shown else fit(summary_text(summary), TEXTS // 3), said) if t),
        colour="#c8a02c",
        pictures=shown,
        rows=(
            (
                button(Id(LOBBY, table.id, 0, LobbyVerb.REMATCH), "Rematch", "success"),
                *(button(Id(VIEW, table.id, 0, verb), label) for verb, label in looks),
            ),
            (button(Id(LOBBY, table.id, 0, LobbyVerb.REMARK), "Say something about it"),),
        ),
        pings=users,
    )


async def draw_result(table: Table, summary: Summary, view: State[Any]) -> tuple[Picture, ...]:
    """The picture of the result: places, holdings and worth over time; nothing where it cannot be drawn in time."""
    data = table.rules.data
    title = f"{queries.title_name(data)} · {len(table.seats)} players"
    places = tuple(_ranking_row(s, view, table.rules) for s in summary.standings)
    series, note = summary.series, ending_words(summary)
    turned, turning = await asyncio.to_thread(deciding_round, table, await table.history(), view)
    ending = Ending(title, places, tuple(view.order), series.rounds, series.worth, note, turning, turned)
    words = alt_final(ending, data)
    return await drawing.finish_in_time(
        lambda: drawing.draw_cached(table, "final", view, partial(draw_final, ending, data), words, ending)
    )


def _ranking_row(standing: Standing, view: State[Any], rules: Rules) -> FinalPlace:
    """A player's row of the picture: rank, worth, the certificates that are worth something."""
    held = cards_in_words(view, rules, standing.seat)
    note = "bankrupt" if standing.bankrupt else ""
    return FinalPlace(standing.rank, standing.seat, standing.shown, standing.total, standing.parts, held, note)


async def compose_details(table: Table, tell: Tell = tell_nobody) -> Private:
    """The answer to the button below a result: how each worth is made up, charts, the record, and what proves the deal.

    `tell` hears how far it is.
    """
    await tell("Adding up the game …")
    summary = await game_summary.summarize(table)
    record = await table.record()
    proofs = await auction_post.proofs(table)
    brought = any(m.via == Via.IMPORT for m in record.moves)  # its seed proves nothing: it was dealt elsewhere
    if record.seed and record.whole and not brought:
        proofs.append(f"The seed was {record.seed}, its SHA-256 {record.commitment}")
    text = await asyncio.to_thread(transcripts.transcript_of, record) if record.whole else ""
    view = await table.view(None)
    story_text = await asyncio.to_thread(
        turning_points_text, table, await _find_missed(table, record.moves, tell), view
    )
    timeline = await company_history.build_company_timeline(table)
    companies = company_history.company_words(table, timeline) if timeline else ""
    drawn = await company_history.company_pictures(table, timeline) if timeline else ()
    parts = [summary_text(summary), story_text, "\n".join(f"-# {p}" for p in proofs), companies]
    return Private(
        title=f"{short_code(table.row)} in figures",
        body=fit("\n\n".join(p for p in parts if p), EMBED_TEXT),
        pictures=(*await compose_charts(table, summary.series, summary.income), *drawn),
        files=(File(f"{table.row.title.replace(' ', '')}-{table.id}.txt", text.encode()),) if text else (),
    )


async def _find_missed(table: Table, moves: Sequence[Move], tell: Tell) -> list[Move]:
    """The moves, each run with what it could have earned; as they are where that cannot be found out now."""
    try:
        return await best_runs.with_best_runs(
            table, moves, tell_progress(tell, "Looking for runs that fell short: {done} of {of} …")
        )
    except NotPossible:
        return list(moves)


def make_charts(table: Table, series: Series, income: Income, names: Sequence[str] = CHARTS) -> dict[str, charts.Chart]:
    """Charts over the rounds, of `CHARTS` those of these names; none where no round has ended."""
    data = table.rules.data
    shown = {s.name: s.shown for s in table.seats}
    colours = {name: company.colour for name, company in data.companies.items()}
    minors = [name for name, company in data.companies.items() if company.kind == "minor"]
    ran = income.rounds

    def make_income(title: str, values: Mapping[str, Sequence[int | None]]) -> charts.Chart:
        """What companies earned or paid."""
        return income_chart(title, ran, values, colours, data.currency, minors, income.waiting)

    makers = {
        "worth": lambda: charts.worth_chart(series.rounds, series.worth, shown, data.currency),
        "prices": lambda: charts.price_chart(series.rounds, series.prices, colours, data.currency),
        "revenue": lambda: make_income("Revenue", income.revenue),
        "dividends": lambda: make_income("Dividends per share", income.dividends),
    }
    rounds = {"worth": series.rounds, "prices": series.rounds, "revenue": ran, "dividends": ran}
    return {name: makers[name]() for name in names if len(rounds[name]) > 1}


async def compose_charts(
    table: Table, series: Series, income: Income, names: Sequence[str] = CHARTS
) -> tuple[Picture, ...]:
    """Charts of worth, prices, revenue and dividends over the rounds, those named, as pictures."""
    made = make_charts(table, series, income, names)

    async def draw_chart(name: str) -> Picture:
        """One of them."""
        values = series if name in ("worth", "prices") else income
        return await drawing.draw_cached(table, name, None, made[name].draw, made[name].alt, values)

    drawn = await asyncio.gather(*(drawing.finish_in_time(partial(draw_chart, name)) for name in made))
    return tuple(picture for some in drawn for picture in some)
