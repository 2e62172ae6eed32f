"""Starts of companies: facts that tell them from each other, and what each price costs and brings. No advice."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from bot.views.formatting import View
from bot.views.options.outcomes import Outcomes
from bot.views.options.screen import Screen, ScreenOption
from game.actions import Par
from game.names import company_name
from game.nearby import hexes_around, places_around
from game.rules import Rules
from game.state import Hex
from game.step_keys import StepKey
from render import Fact, Lot, StartLine, StartTable
from render.data import queries

ALIKE = 3  # companies from which on what they have in common is told once
NEAR = 2  # places that are named beside a home
BUILDS = {"lay": "builds", "token": "places a station"}  # powers of privates that have a place
AT_ONCE = "It floats at once."
FLOATS_ONCE = re.compile(r"(.*?) ?[Ii]t floats once (\S+) more")  # what counts as sold, and what is still to be sold


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


def start_words(company: str, view: View, rules: Rules) -> str:
    """What tells a company that nobody has started from others: its home, or without one what people call it; "" of any other."""
    state = view.companies[company]
    if state.par or state.floated:
        return ""
    return home_words(company, view, rules) or next(iter(rules.data.companies[company].also), "")


def start_facts(company: str, view: View, rules: Rules) -> list[Fact]:
    """Where it starts and what lies near, how many shares it has where others have more, its stations, and players' privates that
    build near its home.
    """
    data = rules.data.companies[company]
    homes = list(dict.fromkeys(h.partition(".")[0] for h in data.home))
    start = " or ".join(queries.place_name(rules, h) for h in homes)
    home = homes[0] if len(homes) == 1 else ""
    near = " and ".join(places_around(rules.data, home)[:NEAR]) if home else ""
    stations = len(data.tokens)
    told = [
        *([f"{view.companies[company].size} shares of {part}"] if (part := share_part(company, view)) else ()),
        f"{stations} station{'s' if stations > 1 else ''}" if stations else "",
        *(nearby_power_words(home, view, rules) if home else ()),
    ]
    first = [Fact(f"starts in {start}", near)] if start else []
    return [*first, *(Fact(text) for text in told if text)]


def tell_alike_once(lots: Sequence[Lot]) -> list[Lot]:
    """Rows of companies to start, with what holds of all of them in a row above: `Each`, `20% from $110 · floats once 60% is
    sold`.
    """
    if len(lots) < ALIKE or not all(lot.company for lot in lots):
        return list(lots)
    alike = [f for f in lots[0].facts if all(f in lot.facts for lot in lots)]
    note = lots[0].note if len({lot.note for lot in lots}) == 1 else ""
    said = [*([Fact(note.replace("\n", " "))] if note else ()), *alike]
    if not said:
        return list(lots)
    own = [
        replace(lot, facts=tuple(f for f in lot.facts if f not in alike), note="" if note else lot.note) for lot in lots
    ]
    return [Lot("Each", facts=(*said,)), *own]


def nearby_power_words(home: Hex, view: View, rules: Rules) -> list[str]:
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


def start_table(pars: Sequence[Par], view: View, rules: Rules, after: Outcomes) -> StartTable | None:
    """What a start brings, in a line for each price; None where the prices are of several companies, or where a start comes for
    nothing.
    """
    if len({par.company for par in pars}) != 1 or _is_free(view):
        return None
    company, money = pars[0].company, rules.data.money
    shares, lines, counted = rules.data.companies[company].certificates[0], [], ""
    for par in pars:
        seen, cost = after.get(par), par.price * shares
        gets = seen.view.cash.get(company, 0) - view.cash.get(company, 0) if seen is not None else 0
        needed = FLOATS_ONCE.match(floating_words(company, par.price, view, rules))
        counted = needed[1] if needed else ""
        keeps = view.cash.get(par.by, 0) - cost
        lines.append(
            StartLine(
                money(par.price),
                money(cost),
                money(keeps) if keeps >= 0 else "",
                money(gets) if gets > 0 else "",
                needed[2] if needed else "",
            )
        )
    part = f"{queries.percent(view, company, shares)}%"
    told = f"Left to float, {counted[:1].lower()}{counted[1:]}." if counted else ""
    return StartTable(company_name(rules, company), part, tuple(lines), told)


def _is_free(view: View) -> bool:
    """Whether a company that is started was bought in an auction."""
    return queries.step_key(view) == StepKey.PAR


def par_row(par: Par, number: int, view: View, rules: Rules, after: Outcomes) -> Lot:
    """A price at which a company may start: what its player pays and keeps, and what the company gets at once, else what is still
    to be sold until it floats.
    """
    company, price, money = par.company, par.price, rules.data.money
    shares = rules.data.companies[company].certificates[0]
    share, worth = queries.percent(view, company, shares), money(price * shares)
    seen = after.get(par)
    gets = seen.view.cash.get(company, 0) - view.cash.get(company, 0) if seen is not None else 0
    capital = f"{company_name(rules, company)} gets {money(gets)}" if gets > 0 else ""
    if _is_free(view):
        told = f", {capital}" if capital else ""
        return Lot(money(price), name=f"your {share}% is worth {worth}{told}", number=number)
    cash_left = view.cash.get(par.by, 0) - price * shares
    keeps = f"You keep {money(cash_left)}" if cash_left >= 0 else ""
    first = ", ".join(filter(None, (keeps, capital)))
    floats = floating_words(company, price, view, rules)
    words = " ".join(filter(None, (first and f"{first}.", "" if capital and floats == AT_ONCE else floats)))
    return Lot(money(price), name=f"{share}% for {worth}", facts=(Fact(words),), number=number)


def least_start(offer: ScreenOption, company: str, view: View, rules: Rules) -> str:
    """`20% from $110`: the least that starts a company costs; "" where an option starts none."""
    if not issubclass(offer.kind, Par) or offer.question is None:
        return ""
    prices = [a.price for c in offer.question.agreeing for a in c.matching({"company": company}) if isinstance(a, Par)]
    shares = rules.data.companies[company].certificates[0]
    least = f"from {rules.data.money(min(prices) * shares)}" if prices else ""
    return f"{queries.percent(view, company, shares)}% {least}" if prices and shares > 1 else least


def floating_words(company: str, price: int, view: View, rules: Rules) -> str:
    """What must still be paid in at that price until the company floats: nothing where its president's certificate, with the
    shares that came with privates, is enough.
    """
    data = rules.data.companies[company]
    shares = queries.shares_to_float(view, rules, company) - data.certificates[0]
    missing = shares * price
    own = rules.words.get("floats")  # with what comes to its president as it starts
    if own is not None:
        return own(shares, price, view, rules)
    return f"It floats once {rules.data.money(missing)} more of it is sold." if missing > 0 else AT_ONCE


def par_prices(screen: Screen) -> list[int]:
    """The par prices that a screen offers; none where it offers anything else."""
    prices = [p for o in screen.options if issubclass(o.kind, Par) and (p := o.choice or getattr(o.action, "price", 0))]
    plain = [p for p in prices if isinstance(p, int)]
    return plain if len(plain) == len(screen.options) else []


def asks_par(screen: Screen) -> bool:
    """Whether nothing but the price of a company's start is asked."""
    return bool(par_prices(screen))
