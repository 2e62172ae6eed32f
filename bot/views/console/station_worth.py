"""What stations do to best runs, before one press places one, of their own company and of those that they shut out; and which
cities stop or keep out the company that builds now.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence

from bot.core.text import begin_sentence
from bot.model.board.run_worth import EFFORT, find_best_run, find_shut_out, run_change_words
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.options.screen import Screen
from game import station_checks
from game.actions import PlaceToken
from game.checks import StationPermit
from game.names import company_name
from game.play import Game
from game.routing import company_reach, network
from game.rules import Rules
from game.state import Company
from game.stations import Site, tile_in
from game.step_keys import StepKey
from render.data import queries
from render.data.hexsides import hexside
from render.data.names import listed
from render.data.run_paths import face_of
from render.text.labels import city_name

MOST_STATIONS = 4  # that are compared: each is a search of its own
MOST_NAMED = 2  # cities that stop a company's track
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
        told.append(f"{company_name(rules, company)}{f' ({words[:1].lower()}{words[1:]})' if words else ''}")
    whose = "their" if len(told) > 1 else "its"
    return f"It shuts out {listed(told)}: {whose} trains end there." if told else ""


def closed_city_words(view: View, rules: Rules) -> list[str]:
    """Where the track of a company that builds is stopped by others' stations, and which cities are kept for others' first ones.

    Said where a hex or a city is asked for: its track leads there, and on, and nothing is offered behind.
    """
    company, step = queries.acting_company(view), queries.step_key(view)
    if company not in view.companies or step not in (StepKey.TRACK, StepKey.TOKEN):
        return []
    game = Game(rules, view)
    reach = company_reach.reach(game, company)
    full = company_reach.blocked_cities(network.of(game), view.tokens, company) & reach.stops
    closed = [city for city in sorted(full) if _leads_on(city, reach.hexsides, view, rules)]
    told = [_stopped_words(closed, view, rules)] if closed else []
    if step == StepKey.TOKEN:
        told += [_kept_words(city, game, company) for city in sorted(reach.stops - full)]
    return [text for text in told if text]


def _leads_on(city: str, reached: Collection[str], view: View, rules: Rules) -> bool:
    """Whether track leads from a city over a hexside that is not `reached`."""
    hex_id, _, stop = city.partition(".")
    ends = {e for t in face_of(view, rules, hex_id).tracks if stop in (t.a, t.b) for e in (t.a, t.b)}
    return any(isinstance(e, int) and hexside(rules, hex_id, e) not in reached for e in ends)


def _stopped_words(cities: Sequence[str], view: View, rules: Rules) -> str:
    """`TC's station in Nashville (F11) stops its track.`, `Others' stations stop its track in 5 cities.`"""
    owners = {owner for slot, owner in view.tokens.items() if slot.rpartition(".")[0] in cities}
    named = listed([city_name(city, view, rules) for city in cities])
    if len(owners) == 1 == len(cities):
        return f"{begin_sentence(company_name(rules, owners.pop()))}'s station in {named} stops its track."
    return f"Others' stations stop its track in {named if len(cities) <= MOST_NAMED else f'{len(cities)} cities'}."


def _kept_words(city: str, game: Game, company: Company) -> str:
    """`The last free circle in Nashville (F11) is reserved for TC until its home station is placed.`; "" where a station may
    stand.
    """
    hex_id, _, name = city.partition(".")
    site = next(
        Site(company, game.rules.data.hexes[hex_id], stop, StationPermit(0))
        for stop in tile_in(game, hex_id).stops
        if stop.name == name
    )
    if station_checks.home_kept not in game.rules.tokens.checks or station_checks.circle_free(game, site):
        return ""
    kept = station_checks.home_kept(game, site)
    return f"{kept}." if kept and not station_checks.one_in_hex(game, site) else ""
