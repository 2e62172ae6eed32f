"""Why a place or a train is not in the runs of the company whose turn it is: no track, no station, too far, less money, a war."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.pages.network_page import gap_words, named_place
from game import cards
from game.actions import Route, RunTrains
from game.events import Ran
from game.names import company_name
from game.routing import routes, validator
from game.rules import Refusal, Rules
from game.state import Company, Hex
from render.data import queries
from render.text.labels import stop_names

if TYPE_CHECKING:
    from bot.model.board.map_graph import MapGraph

Stops = tuple[str, ...]
WAYS = 4  # that are looked at


def idle_reason(view: View, rules: Rules) -> str:
    """Why a train of the company whose trains run stays at home although it has a route, as the Civil War of 18TN takes it; ""
    where there is no such reason.
    """
    own = rules.words.get("idle train")
    return own(queries.acting_company(view), view, rules) if own is not None else ""


async def explain_missing_places(table: Table, seat: str, view: View, text: str) -> str | None:
    """Why the places that are named, one or several in their order, are not in the best runs of the company whose turn it is.

    "" where they are; None where no place is named, or this seat is not asked for runs.
    """
    company, places = queries.acting_company(view), find_places(text, table.rules)
    if not places or not any(c.kind is RunTrains for c in table.choices(seat)):
        return None
    listed = list((await table.play_runs(seat)).values())
    return await asyncio.to_thread(explain_places, view, table.rules, company, places, listed)


def find_runs_through(text: str, runs: Sequence[RunTrains], rules: Rules) -> list[RunTrains]:
    """Those runs in which one train goes to all places that are named, of the trains that are named one of these."""
    places, words = set(find_places(text, rules)), {w.removesuffix("-train") for w in text.casefold().split()}
    named = words & {queries.train_type(route.train).casefold() for run in runs for route in run.routes}

    def goes_there(route: Route) -> bool:
        """Whether a train is one of those that are named, and goes to the places."""
        fits = not named or queries.train_type(route.train).casefold() in named
        return fits and places <= {stop.partition(".")[0] for stop in route.stops}

    return [run for run in runs if any(map(goes_there, run.routes))]


def find_places(text: str, rules: Rules) -> list[Hex]:
    """Hexes that are named in a text, by their name or their id, in the order of the text."""
    found: dict[Hex, int] = {}
    for hex_, data in rules.data.hexes.items():
        for word in filter(None, (data.name, hex_)):
            at = re.search(rf"(?<!\w){re.escape(word)}(?!\w)", text, re.IGNORECASE)
            if at is not None:
                found.setdefault(hex_, at.start())
    return sorted(found, key=lambda h: found[h])


def explain_places(view: View, rules: Rules, company: Company, places: Sequence[Hex], listed: Sequence[Ran]) -> str:
    """Why these places are not in a company's best runs, by the first reason that holds: nothing leads there, a rule of routes,
    or that the best runs go elsewhere.
    """
    from bot.model.board.map_graph import MapGraph  # networkx takes a while to load, and few ask

    graph = MapGraph(view, rules, company)
    ways = graph.find_ways(places)[:WAYS]
    if not ways:
        target = places[-1]
        reached = {s.partition(".")[0] for s in graph.reached_stops}
        missing = next((p for p in places if p not in reached), target)
        gap = graph.find_gap(graph.starting_hexes(), missing)
        lacks = f": {gap_words(graph, gap)}" if gap is not None else ""
        return f"No track leads from a station of {company_name(rules, company)} to {named_place(rules, missing)} yet{lacks}"
    kinds = {cards.kind(t): t for t in routes.trains(graph.game, company)}  # the dearest comes last
    reasons = [_reason(graph, company, way, train, listed) for way in ways for train in reversed(kinds.values())]
    return reasons[0] if all(reasons) else ""


def _reason(graph: MapGraph, company: Company, way: Stops, train: str, listed: Sequence[Ran]) -> str:
    """Why a train does not run to these stops; "" where that is in the best runs."""
    judged = validator.judge(graph.game, company, [Route(train, way)])
    names = stop_names(way, graph.rules)
    if isinstance(judged, Refusal):
        return f"{names}: {judged}"
    most = max((ran.revenue for ran in listed), default=0)
    if any(set(way) <= set(run.stops) for ran in listed if ran.revenue == most for run in ran.runs):
        return ""
    money, alone = graph.rules.data.money, validator.total(graph.game, company, judged)
    if graph.rules.allows_suboptimal_run(graph.game, company):
        return f"{names} is possible and earns {money(alone)}; the best runs bring {money(most)}"
    return f"{names} earns {money(alone)}, the best run {money(most)}: the company must run for the most"
