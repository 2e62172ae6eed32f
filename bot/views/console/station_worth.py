"""What each of a few stations does to a company's best run, before one press places it."""

from __future__ import annotations

from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.options.screen import Screen
from game.actions import PlaceToken
from render.text.labels import city_name

MOST_STATIONS = 4  # that are compared: each is a search of its own


async def station_worth_words(table: Table, screen: Screen, view: View) -> str:
    """`Best run $190: $230 with Nashville (F11), as it is with Jackson (G6)`; "" where it is not known of each, or of many."""
    stations = [o.action for o in screen.offers if isinstance(o.action, PlaceToken)]
    if not 1 < len(stations) == len(screen.offers) <= MOST_STATIONS:
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
    told = [f"{then or 'as it is'} with {' and '.join(cities)}" for then, cities in parts.items()]
    return f"Best run {money(now)}: {', '.join(told)}."
