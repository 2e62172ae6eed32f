"""`/view routes`: the last runs of companies, drawn and train by train in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import render
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.text import begin_sentence
from bot.views import map_focus
from bot.views.formatting import escape_line
from bot.views.inspection import SeenTable, moves_until
from bot.views.messages import Private
from bot.views.pages.picture_pages import show_page
from bot.views.pictures import images
from bot.views.press_verbs import ViewVerb
from bot.views.story.last_runs import newest_runs, runs_menu
from game.events import Ran
from game.names import company_name
from game.play import Game
from game.rules import Rules
from game.state import State
from render.data.marks import marks_of_last_run
from render.data.names import a_train
from render.data.queries import face
from render.data.run_values import NOTHING, revenue_words, sum_words, together_words

View = State[Any]
UNDRAWN = "-# Not all of these runs could be drawn."


async def show_routes(look: SeenTable, name: str = "", page: str = "") -> Private:
    """The last runs, train by train: of one company, or of all that are not closed; of many those that ran last are drawn.

    Raises NotPossible for a name that the title does not have.
    """
    rules, title = look.table.rules, f"{look.title} · last runs"
    name = map_focus.find_company(rules, name) or name
    if name and name not in rules.data.companies:
        raise map_focus.refuse_company(name, rules)
    every = {c: s for c, s in look.view.companies.items() if s.ran and name in ("", c)}
    if not every:
        who = company_name(rules, name) if name else "no company"
        return Private(title=title, body=f"{begin_sentence(who)} has {'not ' if name else ''}run yet.")
    ran = [c for c, s in every.items() if not s.closed or name]
    runs = [
        render.LastRun(then, marks_of_last_run(c, every[c]), _paid_words(look.view, look.table.rules, c))
        for c, then in zip(ran, await _views_of_runs(look, ran), strict=True)
    ]
    newest = newest_runs(await moves_until(look), ran)
    drawn = [run for run in runs if run.marks.runner in newest]
    pictures = await images.draw_last_runs(look.table, look.view, drawn)
    last = {e.company: e for m in await moves_until(look) for e in m.events if isinstance(e, Ran)}
    parts = [_run_words(look, run, missed_words(rules, last.get(run.marks.runner))) for run in runs]
    if gone := [company_name(rules, c) for c in every if c not in ran]:
        parts.append(f"-# Closed, not shown: {', '.join(gone)}. Name one to see its last run.")
    if len(pictures) < len(render.share_out(drawn, rules)):
        parts.insert(0, UNDRAWN)
    earned = {run.marks.runner: run.dollars for run in runs}
    rows = runs_menu(look.table.id, look.moment, earned, rules) if len(drawn) < len(runs) else ()
    answer = Private(title=title, body=fit("\n".join(parts), EMBED_TEXT), pictures=pictures, rows=rows)
    return answer if name else await show_page(look, ViewVerb.ROUTES, answer, page)


async def _views_of_runs(look: SeenTable, companies: Sequence[str]) -> list[View]:
    """For each of these companies the position after its last run, as everybody may know it: track and values of that time."""
    ran: dict[str, int] = {}
    for move in await moves_until(look):
        ran |= {event.company: move.id for event in move.events if isinstance(event, Ran)}
    states = {c: await look.table.snapshot(ran[c]) for c in companies if c in ran}
    return [Game.load(look.table.rules, states[c]).view(None) if c in states else look.view for c in companies]


def _paid_words(view: View, rules: Rules, company: str) -> str:
    """What became of a company's last revenue, and whether it has closed since."""
    known, paid = view.companies[company], revenue_words(view, rules, company)
    return ", ".join(filter(None, ("" if paid == NOTHING else paid, "closed" if known.closed else "")))


def missed_words(rules: Rules, ran: Ran | None) -> str:
    """`$100 was possible`, of a run that the table knows to be less than that; "" for any other."""
    return f"{rules.data.money(ran.best)} was possible" if ran is not None and ran.best > ran.revenue else ""


def _run_words(look: SeenTable, run: render.LastRun, missed: str) -> str:
    """What a company's last run brought, what it `missed`, and each train with the places where it went and what each paid."""
    rules, company = look.table.rules, run.marks.runner
    earned = rules.data.money(look.view.companies[company].earned)
    head = ", ".join(filter(None, [f"**{begin_sentence(company_name(rules, company))}** {earned}", run.paid, missed]))
    trains = [
        f"• {a_train(face(run.view, r.train), rules)}, {rules.data.money(r.revenue)}: "
        + escape_line(sum_words(run.view, rules, r, company)[0])
        for r in run.marks.runs
    ]
    if run.marks.together:
        trains.append(f"• {together_words(rules, run.marks.together)}")
    return "\n".join([head, *trains])
