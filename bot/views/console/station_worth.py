"""What stations do to best runs, before one press places one: those of their own company, and of those that they shut out."""

from __future__ import annotations

import asyncio

from bot.model.board.run_worth import EFFORT, find_best_run, find_shut_out, run_change_words
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.options.screen import Screen
from game.actions import PlaceToken
from render.data import queries
from render.data.names import listed
from render.text.labels import city_name

MOST_STATIONS = 4  # that are compared: each is a search of its own
MOST_SHUT_OUT = 4  # companies whose runs are compared; all together have the effort of one


async def station_worth_words(table: Table, screen: Screen, view: View) -> str:
    """`Best run $190: $230 with Nashville (F11), as it is with Jackson (G6)`; "" where it is not known of each, or of many."""
    stations = [o.action for o in screen.options if isinstance(o.action, PlaceToken)]
    if not 1 < len(stations) == len(screen.options) <= MOST_STATIONS:
        return ""
    money, now, parts = table.rules.data.money, 0, dict[str, list[str]]()
    for station in stations:
        _, after = await table.preview(station, station.by)
        old, new = await table.find_run_change(station, view, after)
        if old is None or new is None or not (old.proven and new.proven):
            return ""
        now = old.revenue
        then = money(new.revenue) if new.revenue != now else ""
        parts.setdefault(then, []).append(city_name(station.city, view, table.rules))
    if [*parts] == [""]:
        return f"Best run stays {money(now)} with each of them." if now else ""
    told = [f"{then or 'as it is'} with {' or '.join(cities)}" for then, cities in parts.items()]
    return f"Best run {money(now)}: {', '.join(told)}."


async def shut_out_words(table: Table, station: PlaceToken, view: View, after: View) -> str:
    """Whose trains cannot pass its city any more: `It shuts out TC (best run $100 → $60): its trains end there.`; "" where it
    stops nobody.
    """
    rules = table.rules
    shut = await asyncio.to_thread(find_shut_out, rules, view, after, station.city)
    effort, told = EFFORT // MOST_SHUT_OUT, list[str]()
    for n, company in enumerate(shut):
        words = ""
        if n < MOST_SHUT_OUT:
            before = await table.find_best_run(view, company, effort=effort)
            then = await asyncio.to_thread(find_best_run, rules, after, company, effort)
            changed = before is not None and then is not None and before.revenue != then.revenue
            words = run_change_words(before, then, rules) if changed else ""
        told.append(f"{queries.called(rules, company)}{f' ({words[:1].lower()}{words[1:]})' if words else ''}")
    whose = "their" if len(told) > 1 else "its"
    return f"It shuts out {listed(told)}: {whose} trains end there." if told else ""
