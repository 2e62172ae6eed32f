"""What tells companies that nobody has started yet from each other: facts of the map and the charters, what they have
once they start; no advice.
"""

from __future__ import annotations

from bot.views.formatting import View
from bot.views.options.outcomes import Afters
from game.actions import Par
from game.nearby import hexes_around, places_around
from game.rules import Rules
from game.state import Hex
from render.data import queries

NEAR = 2  # places that are named beside a home
BUILDS = {"lay": "builds", "token": "places a station"}  # powers of privates that have a place


def start_facts(company: str, view: View, rules: Rules) -> list[str]:
    """Where it starts and what lies near, its stations, and players' privates that build near its home."""
    data = rules.data.companies[company]
    homes = list(dict.fromkeys(h.partition(".")[0] for h in data.home))
    start = " or ".join(queries.place_name(rules, h) for h in homes)
    home = homes[0] if len(homes) == 1 else ""
    near = " and ".join(places_around(rules.data, home)[:NEAR]) if home else ""
    stations = len(data.tokens)
    return [
        f"starts in {start}{f', near {near}' if near else ''}" if start else "",
        f"{stations} station{'s' if stations > 1 else ''}" if stations else "",
        *(private_words(home, view, rules) if home else ()),
    ]


def private_words(home: Hex, view: View, rules: Rules) -> list[str]:
    """`Ann's MRC builds in F12, 1 hex away`, for each power near a home that a company could buy of a player."""
    beside, further = hexes_around(rules.data, home)
    steps = dict.fromkeys(further, "2 hexes away") | dict.fromkeys(beside, "1 hex away") | {home: "right there"}
    return [
        f"{rules.person(view.place[name])}'s {name} {BUILDS[a.kind]} in {h}, {steps[h]}"
        for name, private in rules.data.privates.items()
        if view.place.get(name) in view.order
        for a in private.abilities
        if a.kind in BUILDS
        for h in a.hexes
        if h in steps
    ]


def company_gain(action: Par, view: View, after: Afters) -> int:
    """Dollars that a company gets as it starts, where that is known; 0 where it does not float yet."""
    seen = after.get(action)
    return seen.cash.get(action.company, 0) - view.cash.get(action.company, 0) if seen is not None else 0


def floating_words(company: str, price: int, view: View, rules: Rules, gets: int = 0) -> str:
    """What must still be paid in at that price until the company floats: nothing where its president's certificate, with the
    shares that came with privates, is enough. `gets`: dollars that it has then at once, 0 where that is not known.
    """
    data = rules.data.companies[company]
    shares = queries.shares_to_float(view, rules, company) - data.certificates[0]
    missing = shares * price
    own = rules.words.get("floats")  # with what comes to its president as it starts
    if own is not None:
        return own(shares, price, view, rules)
    if missing > 0:
        return f"It floats once {rules.data.money(missing)} more of it is sold."
    return f"It floats at once, with {rules.data.money(gets)}." if gets > 0 else "It floats at once."
