"""Routes that people type: places by their names, and the train left out where there is one only."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import structs

from bot.core.text import quote_typed
from bot.views.formatting import View
from game.actions import Route, RunTrains
from game.rules import Rules
from render.data import queries

BETWEEN = r"\s*(?:[,–—→>+]|(?<=[\w.])-(?=[A-Za-z]{1,2}\d)|\band\b|\bto\b)\s*"  # what people write between two stops


def example_routes(runs: Sequence[RunTrains], rules: Rules) -> str:
    """The first of these runs as it may be typed: `2: Nashville, Clarksville`, one train after the other."""
    return "; ".join(_typed(route, rules) for route in runs[0].routes) if runs else ""


def _typed(route: Route, rules: Rules) -> str:
    """A route as it may be typed; of several stops in a hex which one it is."""
    several = len({stop.partition(".")[0] for stop in route.stops}) < len(route.stops)
    stops = []
    for stop in route.stops:
        hex_id, _, letter = stop.partition(".")
        split = several or letter != "a" or len(rules.data.face(hex_id, None).tile.stops) > 1
        stops.append(stop if split else rules.data.hexes[hex_id].name or hex_id)
    return f"{queries.train_type(route.train)}: {', '.join(stops)}"


def give_cards(run: RunTrains, view: View, rules: Rules) -> RunTrains:
    """A run with the company's own cards for trains that are named by their types, as far as it has so many."""
    company, routes = queries.acting_company(view), []
    left = [card for card in rules.data.train_cards if view.place.get(card) == company]
    for route in run.routes:
        card = next((c for c in left if queries.train_type(c) == route.train), route.train)
        left = [c for c in left if c != card]
        routes.append(structs.replace(route, train=card))
    return structs.replace(run, routes=tuple(routes))


def spell_routes(text: str, runs: Sequence[RunTrains], rules: Rules) -> tuple[str, str]:
    """What was typed with hexes for the names of places, and the train where only one may be meant; and what is missing, or "".

    `runs`: those that are listed.
    """
    trains = {queries.train_type(route.train) for run in runs for route in run.routes}
    spelled = []
    for part in filter(str.strip, re.split(r"[;\n]", text)):
        train, colon, stops = part.rpartition(":")
        if not colon and len(trains) != 1:
            return text, f"{quote_typed(part.strip())} names no train. Type it as {example_routes(runs, rules)}."
        train = re.sub(r"-train$", "", train.strip()) or next(iter(trains))
        spelled.append(f"{train}: {re.sub(BETWEEN, ' ', _spell_places(stops, runs, rules)).strip()}")
    return "; ".join(spelled), ""


def _spell_places(text: str, runs: Sequence[RunTrains], rules: Rules) -> str:
    """The text with hexes for the names of places; of places of the same name the one that a listed run goes to."""
    near = {stop.partition(".")[0] for run in runs for route in run.routes for stop in route.stops}
    named = sorted((h for h in rules.data.hexes.values() if h.name), key=lambda h: (-len(h.name), h.id not in near))
    for place in named:
        text = re.sub(rf"(?<!\w){re.escape(place.name)}(?!\w)", place.id, text, flags=re.IGNORECASE)
    return text
