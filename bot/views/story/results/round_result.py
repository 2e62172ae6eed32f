"""The picture of a round that is over."""

from __future__ import annotations

from functools import partial

from bot.tables.story.round_summary import Round
from bot.tables.table import Table
from bot.views.messages import Picture
from bot.views.pictures import drawing
from bot.views.pictures.drawing import View
from bot.views.story.results.round_text import paid_for_minors_only
from game.rules import Rules
from render.data.run_values import used_words
from render.results.round_picture import CompanyResult, PlayerResult, RoundResult, alt_round, draw_round


def result_of(ended: Round, order: tuple[str, ...], rules: Rules) -> RoundResult:
    """A round as its picture shows it. `order`: seats, each with its colour."""
    players = tuple(
        PlayerResult(p, ended.worth[p], ended.change[p], tuple((c, n) for c, n in ended.shares.get(p, {}).items() if n))
        for p in sorted(ended.worth, key=lambda p: -ended.worth[p])
    )
    companies = tuple(
        CompanyResult(c, did.revenue, used_words(did.kind, rules), did.before, did.after, tuple(did.trains), did.first)
        for c, did in ended.companies.items()
    )
    minors = tuple((p.player, tuple(ended.minors[p.player].items())) for p in players if p.player in ended.minors)
    return RoundResult(ended.name, players, companies, order, tuple(ended.rusted.items()), minors, ended.income)


async def round_picture(table: Table, ended: Round, view: View) -> tuple[Picture, ...]:
    """What everybody is worth and how that changed, what each company earned; nothing where it could not be drawn.

    Nothing either where all have paid for minors: it would look as if everybody had lost everything.
    """
    if paid_for_minors_only(ended):
        return ()
    rules = table.rules
    result = result_of(ended, tuple(view.order), rules)
    words = alt_round(result, rules)
    return await drawing.finish_in_time(
        lambda: drawing.draw_cached(table, "round", view, partial(draw_round, result, rules), words, result)
    )
