"""`/view network`: what a company reaches, what it lacks and what would lead there, in words and on the map."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from typing import TYPE_CHECKING

import render
from bot.core.discord_limits import EMBED_TEXT, fit
from bot.core.errors import NotPossible
from bot.core.text import begin_sentence
from bot.views import map_focus
from bot.views.inspection import SeenTable, closing_lines
from bot.views.messages import Private
from bot.views.pictures import images
from game.names import company_name
from game.rules import Rules
from game.state import Hex
from render.data import queries
from render.data.names import listed
from render.data.run_paths import face_of
from render.data.run_values import stop_name
from render.text.directions import city_way
from render.text.reach_words import count_words

if TYPE_CHECKING:
    from bot.model.board.map_graph import Gap, MapGraph

NEAREST = 8  # places that a company lacks and that are listed with what would lead there
OWNERS_NAMED = 2  # cities that block the way, of which is said whose stations they hold
CAVEAT = "-# This counts hexes that need a tile or an upgrade. It does not check which tiles fit or are left."


async def network_page(look: SeenTable, company: str = "", place: str = "", start: str = "") -> Private:
    """What a company reaches; with `place`, what would lead there from its stations, or from `start`.

    Raises NotPossible for a company or a place that the map does not have.
    """
    rules = look.table.rules
    if start and not place:
        raise NotPossible("Say which place to reach, with `place`")
    target, first = (map_focus.find_hex(rules, h) if h else "" for h in (place, start))
    name = "" if start else map_focus.find_company(rules, company) or company or queries.acting_company(look.view)
    if not name and not start:
        raise NotPossible("Say which company, or two places with `start` and `place`")
    if name and name not in rules.data.companies:
        raise map_focus.refuse_company(name, rules)
    if first and first == target:
        raise NotPossible(f"`start` and `place` are the same place: {named_place(rules, first)}. Choose two")

    def answer_question() -> tuple[str, render.Marks]:
        """The words and what the map marks, found in a thread."""
        from bot.model.board.map_graph import MapGraph  # networkx takes a while to load, and few ask

        graph = MapGraph(look.view, rules, name)
        reached = graph.hexsides if name else graph.track_from(first)
        if not target:
            return company_text(graph), render.Marks(network=reached, runner=name)
        gap = graph.find_gap((first,) if first else graph.starting_hexes(), target)
        hexes = gap.hexes if gap else ()
        words = gap_text(graph, first, target, gap)
        state = f"{_unstarted_words(graph)}\n" if name and not graph.view.companies[name].president else ""
        return state + words, render.Marks(hexes=hexes, order=hexes, network=reached, runner=name, planned=True)

    if name and look.view.companies[name].closed:
        body, marks = await _closed_text(look, name), render.Marks()
    else:
        body, marks = await asyncio.to_thread(answer_question)
    picture = await images.draw_whole_map(look.table, look.view, marks, asked=look.asked)
    return Private(title=f"{look.title} · network", body=fit(body, EMBED_TEXT), pictures=(picture,))


async def _closed_text(look: SeenTable, company: str) -> str:
    """That a company has closed, when, and into what it went."""
    name = begin_sentence(company_name(look.table.rules, company))
    return "\n".join(filter(None, [f"{name} has closed. It has no stations.", await closing_lines(look, company)]))


def _unstarted_words(graph: MapGraph) -> str:
    """That a company has not started, and where it will stand: `GA has not started. Its home is Macon (E9).`"""
    name, home = begin_sentence(company_name(graph.rules, graph.company)), graph.starting_hexes()
    where = f" Its home is {_places_words(graph.rules, home)}." if home else " It has no home yet."
    return f"{name} has not started.{where}"


def company_text(graph: MapGraph) -> str:
    """What a company reaches, its only links, and what it lacks; of one that has not started where its home is."""
    rules, reached = graph.rules, {s.partition(".")[0] for s in graph.reached_stops}
    places = _reached_places(graph, reached)
    started = graph.view.companies[graph.company].president or places
    lines = [
        f"**{begin_sentence(company_name(rules, graph.company))} reaches** {places or 'nothing yet'}"
        if started
        else _unstarted_words(graph)
    ]
    links = graph.only_links()
    if links:
        lines.append("**Only links**")
        lines += _link_lines(graph, links)
    gaps = graph.missing_places()
    if gaps:
        lines += [
            "**Does not reach yet**" if started else "**Next to it**",
            *(f"• {named_place(rules, gap.target)}: {gap_words(graph, gap)}" for gap in gaps[:NEAREST]),
            CAVEAT,
        ]
        if gaps[NEAREST:]:
            lines.append(f"Further away: {_places_words(rules, [gap.target for gap in gaps[NEAREST:]])}")
    return "\n".join(lines)


def _link_lines(graph: MapGraph, links: Collection[Hex]) -> list[str]:
    """A line for each only link; one for those of a chain, which lead to the same places."""
    chains: dict[str, list[Hex]] = {}
    for link in links:
        chains.setdefault(_lost_words(graph, link), []).append(link)
    return [
        f"• {listed([named_place(graph.rules, h) for h in chain])}: {'each ' if chain[1:] else ''}the only way to {lost}"
        for lost, chain in chains.items()
    ]


def _lost_words(graph: MapGraph, link: Hex) -> str:
    """`Macon (F6), the city of Atlanta (D4) toward Rome`: what the company would lose without a link."""
    words = []
    for place in graph.only_links()[link]:
        name, face = named_place(graph.rules, place), face_of(graph.view, graph.rules, place)
        cities = [stop.partition(".")[2] for stop in graph.cities_lost(link, place)]
        ways = [f"the city of {name} {city_way(graph.rules, place, face, city)}" for city in cities]
        words += ways or [name]
    return ", ".join(words)


def _reached_places(graph: MapGraph, reached: Collection[Hex]) -> str:
    """`2 cities and one area off the map: Macon (E9), Augusta (D10); off the map Savannah (G13)`; "" for nothing."""
    there = [h for h in graph.places if h in reached]
    cities = [h for h in there if h in graph.city_hexes]
    beyond = [h for h in there if h not in graph.city_hexes]
    lists = [_places_words(graph.rules, cities), f"off the map {_places_words(graph.rules, beyond)}" if beyond else ""]
    return f"{count_words(len(cities), len(beyond))}: {'; '.join(filter(None, lists))}" if there else ""


def gap_text(graph: MapGraph, start: Hex, target: Hex, gap: Gap | None) -> str:
    """What would join two places, or a company and a place."""
    rules = graph.rules
    origin = named_place(rules, start) if start else begin_sentence(company_name(rules, graph.company))
    there = named_place(rules, target)
    if not start and target in {h.partition(".")[0] for h in graph.starting_hexes()}:
        return f"{there} is where {origin} starts."
    if not start and not graph.starting_hexes():
        return f"Name a place to begin at with `start` to see what leads to {there}."
    if gap is None:
        return f"No track can be built between {origin} and {there}."
    if gap.hexes:
        return f"Between {origin} and {there}: {gap_words(graph, gap)}\n{CAVEAT}"
    if start or target in {s.partition(".")[0] for s in graph.reached_stops}:
        return f"{origin} and {there} are joined by track."
    return f"Between {origin} and {there}: {gap_words(graph, gap)}."


def gap_words(graph: MapGraph, gap: Gap) -> str:
    """Why track is not enough, and how much must be built to close a gap: `2 hexes to build (D10, E9), $60 for the ground`,
    `blocked by GA's station in Augusta (D10); another way: 2 hexes to build (C9, D8)`.
    """
    blocked = blocked_words(graph, graph.blocking_cities(gap.target))
    if not gap.hexes:
        return blocked or "track leads there, but only with a turn that no train can take"
    if blocked and graph.would_open(gap.target, gap.hexes):
        have = "has" if len(gap.hexes) == 1 else "have"
        return f"{blocked}, until {listed(named_place(graph.rules, h) for h in gap.hexes)} {have} another circle"
    count = "one hex" if len(gap.hexes) == 1 else f"{len(gap.hexes)} hexes"
    ground = f", {graph.rules.data.money(gap.terrain)} for the ground" if gap.terrain else ""
    build = f"{count} to build ({', '.join(gap.hexes)}){ground}"
    return f"{blocked}; another way: {build}" if blocked else build


def blocked_words(graph: MapGraph, cities: Sequence[str]) -> str:
    """`blocked by GA's and SAL's stations in Augusta (D10)`; of many cities without whose they are; "" for none."""
    if len(cities) > OWNERS_NAMED:
        return f"blocked by stations in {listed(named_place(graph.rules, city) for city in cities)}"
    return f"blocked by {listed(_owners_words(graph, city) for city in cities)}" if cities else ""


def _owners_words(graph: MapGraph, city: str) -> str:
    """`L&N's and TC's stations in Nashville (F11)`."""
    tokens = graph.view.tokens.items()
    owners = dict.fromkeys(company_name(graph.rules, c) for slot, c in tokens if slot.rpartition(".")[0] == city)
    stations, whose = "station" if len(owners) == 1 else "stations", listed(f"{who}'s" for who in owners)
    return f"{whose} {stations} in {named_place(graph.rules, city.partition('.')[0])}"


def _places_words(rules: Rules, hexes: Sequence[Hex]) -> str:
    """Places by name, with commas between them."""
    return ", ".join(named_place(rules, h) for h in hexes)


def named_place(rules: Rules, hex_: Hex) -> str:
    """A place of the map, or a city in it, by its name with its hex: `Macon (E9)`, `port (I14)`."""
    base = hex_.partition(".")[0]
    name = stop_name(rules, base)
    return name if name == base else f"{name} ({base})"
