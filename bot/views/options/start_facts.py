"""What tells companies that nobody has started yet from each other: facts of the map and the charters, what they have
once they start; no advice.
"""

from __future__ import annotations

from bot.views.formatting import View
from game.nearby import hexes_around, places_around
from game.rules import Rules
from game.state import Hex
from render.data import queries

NEAR = 2  # places that are named beside a home
BUILDS = {"lay": "builds", "token": "places a station"}  # powers of privates that have a place


def share_part(company: str, view: View) -> str:
    """`20%`: how much of a company one share is, where shares of others are another part; "" where all are alike."""
    sizes = {c.size for c in view.companies.values() if c.size > 1 and not c.closed}
    return f"{queries.percent(view, company, 1)}%" if len(sizes) > 1 else ""


def home_words(company: str, view: View, rules: Rules) -> str:
    """The place where a company that nobody has started begins: `Petersburg`; "" of any other, and where there are several."""
    state, homes = view.companies[company], {h.partition(".")[0] for h in rules.data.companies[company].home}
    if state.par or state.floated or len(homes) != 1:
        return ""
    return rules.data.hexes[homes.pop()].name


def start_facts(company: str, view: View, rules: Rules) -> list[str]:
    """Where it starts and what lies near, how many shares it has where others have more, its stations, and players' privates that
    build near its home.
    """
    data = rules.data.companies[company]
    homes = list(dict.fromkeys(h.partition(".")[0] for h in data.home))
    start = " or ".join(queries.place_name(rules, h) for h in homes)
    home = homes[0] if len(homes) == 1 else ""
    near = " and ".join(places_around(rules.data, home)[:NEAR]) if home else ""
    stations = len(data.tokens)
    return [
        f"starts in {start}{f', near {near}' if near else ''}" if start else "",
        *([f"{view.companies[company].size} shares of {part}"] if (part := share_part(company, view)) else ()),
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
