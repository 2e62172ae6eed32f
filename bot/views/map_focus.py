"""Parts of the map to look at closely: a place, where a company is, a region, or where something happened last."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Any

import render
from bot.core.errors import NotPossible
from bot.core.text import quote_typed
from game.actions import LayTile, PlaceToken, RunTrains
from game.choices import Choice
from game.events import Event, RoundBegan, TileLaid, TokenPlaced, TokenRemoved, TurnBegan
from game.names import company_name
from game.rules import Rules
from game.state import Hex, State
from render import Marks
from render.data import queries
from render.data.marks import marks_of_last_run
from render.data.names import listed
from render.data.run_paths import run_hexes

View = State[Any]
HERE = "here"
BUILT = (TileLaid, TokenPlaced, TokenRemoved)


def built_hexes(events: Iterable[Event]) -> list[Hex]:
    """Where track was laid and stations were placed, the latest first."""
    hexes = [e.hex if isinstance(e, TileLaid) else e.slot.partition(".")[0] for e in events if isinstance(e, BUILT)]
    return list(dict.fromkeys(hexes[::-1]))


def turn_hexes(view: View, rules: Rules, choices: Sequence[Choice], marks: Marks) -> list[Hex]:
    """All hexes that matter for whoever acts for a company; none outside of companies' turns.

    Where its stations are or its home is, where its trains may run or have run, where it may build, and what its marks stress.
    """
    company = queries.acting_company(view)
    if not company:
        return []
    offers = [a for c in choices if not c.kind.covert for a in c.actions]
    runs = next(([*a.routes] for a in offers if isinstance(a, RunTrains) and a.routes), [*marks.runs])
    ran = [h for run in runs for h in run_hexes(rules, run)]
    may = lay_hexes(choices)
    may += [a.city.partition(".")[0] for a in offers if isinstance(a, PlaceToken)]
    hexes = [*base_hexes(view, rules), *ran, *may, *built_marks(marks)]
    return [h for h in dict.fromkeys(hexes) if h in rules.data.hexes]


def base_hexes(view: View, rules: Rules) -> list[Hex]:
    """Where the company on turn has stations, or its home; none outside of companies' turns."""
    company = queries.acting_company(view)
    homes = [h.partition(".")[0] for h in rules.data.companies[company].home] if company else []
    return [h for h in _station_hexes(view, company) or homes if h in rules.data.hexes]


def built_marks(marks: Marks) -> list[Hex]:
    """The hexes whose tiles or stations are stressed."""
    return [*marks.hexes, *(slot.partition(".")[0] for slot in marks.slots)]


def lay_hexes(choices: Sequence[Choice]) -> list[Hex]:
    """Where these choices lay tiles, each hex once."""
    lays = (a for c in choices if not c.kind.covert for a in c.actions)
    return list(dict.fromkeys(a.hex for a in lays if isinstance(a, LayTile)))


def turn_marks(view: View, choices: Sequence[Choice], events: Sequence[Event]) -> Marks:
    """What the picture of a company's turn stresses: what the company has built in it, where it may lay a tile, and how its
    trains ran last, unless they are to run now. `events`: the latest ones, of other companies too.
    """
    company = queries.acting_company(view)
    if not company:
        return Marks()
    begun = max((n for n, e in enumerate(events) if isinstance(e, TurnBegan) and e.who == company), default=0)
    built = render.marks_of(e for e in events[begun:] if isinstance(e, BUILT) and e.company == company)
    to_run = any(issubclass(c.kind, RunTrains) for c in choices)
    ran = Marks() if to_run else marks_of_last_run(company, view.companies[company])
    # Without the numbers of an order: numbers are for what can be chosen.
    free = tuple(h for h in lay_hexes(choices) if h not in built.hexes)
    return replace(ran, hexes=built.hexes, slots=built.slots, removed=built.removed, buildable=free)


def round_marks(events: Sequence[Event]) -> tuple[Marks, str]:
    """What a map stresses that is asked for: what was built in this round, or else in the latest one that built anything, and its
    name (`OR 3.1`); nothing and "" before that. `events`: the latest ones.
    """
    starts = [n for n, e in enumerate(events) if isinstance(e, RoundBegan)]
    for start, end in reversed([*pairwise((*starts, len(events)))]):
        built = render.marks_of(e for e in events[start:end] if isinstance(e, BUILT))
        began = events[start]
        if (built.hexes or built.slots) and isinstance(began, RoundBegan):
            return Marks(hexes=built.hexes, slots=built.slots), began.name
    return Marks(), ""


def advised_marks(marks: Marks, events: Iterable[Event]) -> Marks:
    """The marks of a company's turn with what a newcomer is told to build in place of what was built: as possible. `events`: what
    that would do.
    """
    built = render.marks_of(e for e in events if isinstance(e, BUILT))
    free = tuple(h for h in marks.buildable if h not in built.hexes)
    return replace(marks, hexes=built.hexes, slots=built.slots, removed=built.removed, buildable=free, possible=True)


def hexes_of_word(view: View, rules: Rules, typed: str, events: Sequence[Event]) -> list[Hex]:
    """What to show for a word; raises NotPossible. `events`: what led to the position, for `here`."""
    data, word = rules.data, typed.strip().casefold()
    if word == HERE:
        return render.latest(
            data, [*built_hexes(events)[:6], *_station_hexes(view, queries.acting_company(view))] or list(data.hexes)
        )
    region = render.REGIONS.get(word)
    if region is not None:
        return render.region(data, *region)
    return render.window(data, places_of_word(view, rules, typed))


def places_of_word(view: View, rules: Rules, typed: str) -> list[Hex]:
    """The hex or the places of a company that a word names, none for a region or `here`; raises NotPossible."""
    if typed.strip().casefold() in {HERE, *render.REGIONS}:
        return []
    company = find_company(rules, typed)
    if company not in view.companies:
        return [find_hex(rules, typed)]
    homes = [h.partition(".")[0] for h in rules.data.companies[company].home]
    places = _station_hexes(view, company) or homes
    if not places:
        raise NotPossible(f"{company} has no place on the map yet.")
    return places


def _station_hexes(view: View, company: str) -> list[Hex]:
    """The hexes with a station of the company; none for ""."""
    return [slot.partition(".")[0] for slot, owner in sorted(view.tokens.items()) if company and owner == company]


def find_company(rules: Rules, typed: str) -> str:
    """A company or private company by its letters, its name, or what sentences call it (`minor 3`); "" for none."""
    searched, data = " ".join(typed.casefold().split()), rules.data
    names = {p: d.name for p, d in data.privates.items()} | {c: d.name for c, d in data.companies.items()}
    for company, name in names.items():
        if searched in (company.casefold(), name.casefold(), company_name(rules, company).casefold()):
            return company
    return ""


def refuse_company(name: str, rules: Rules) -> NotPossible:
    """The refusal of a name that no company of the title has, with those that there are."""
    minors = [c for c, known in rules.data.companies.items() if known.kind == "minor"]
    others = [c for c in rules.data.companies if c not in minors]
    there = [*others, *([f"minor {minors[0]} to {minors[-1]}"] if minors else [])]
    return NotPossible(f"There is no company {quote_typed(name)}. There are {listed(there)}.")


def find_hex(rules: Rules, typed: str) -> Hex:
    """A hex by its id or the name that stands on it; raises NotPossible."""
    searched = typed.strip().casefold()
    for h, data in rules.data.hexes.items():
        if searched in {h.casefold(), data.name.casefold()} - {""}:
            return h
    raise NotPossible(f"There is no hex {quote_typed(typed)} on this map.")


def suggestions(rules: Rules) -> list[tuple[str, str]]:
    """What may be typed beside hexes, in words and as it is written."""
    regions = [(f"{word}: a part of the map", word) for word in render.REGIONS]
    companies = [(f"{c} · {data.name}: its stations", c) for c, data in rules.data.companies.items()]
    return [("here: where something happened last", HERE), *regions, *companies]
