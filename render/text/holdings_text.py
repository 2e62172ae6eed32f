"""Everybody's holdings in sentences, and what is said below a list of them."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules import Rules
from render.data.holdings import CompanyLine, Holdings, PlayerLine, everyone
from render.data.names import count_trains, leader_heading
from render.data.queries import View


def holdings_words(view: View, rules: Rules) -> list[str]:
    """Players first."""
    holdings = everyone(view, rules)
    return [*_players_words(holdings.players, rules), *_companies_words(holdings, rules)]


def _players_words(lines: Sequence[PlayerLine], rules: Rules) -> list[str]:
    sentences = []
    for p in lines:
        held = ", ".join([*(f"{c} {n}%" for c, n in p.shares), *p.privates]) or (
            "no shares" if p.certificates else "no cards"
        )
        cash, worth = (rules.data.money(n) for n in (p.cash, p.worth))
        deal = ", priority deal" if p.priority else ""
        sentences.append(
            f"{rules.person(p.player)}: cash {cash}, {held}; {p.certificates} of {p.limit} certificates, worth {worth}{deal}."
        )
    return sentences


def _without_trains(line: CompanyLine) -> str:
    """What is said of a company in the place of its trains."""
    return "no train" if line.floated else "not floated" if line.started else "not started"


def _companies_words(holdings: Holdings, rules: Rules) -> list[str]:
    sentences, lead = [], leader_heading(rules)
    for c in holdings.companies:
        parts = [f"price {rules.data.money(c.price or c.in_pool)}" if c.price or c.in_pool else "no price"]
        offer = f"on offer at {rules.data.money(c.at_par)}" if c.at_par else "on offer"
        parts += [f"{n}% {where}" for n, where in ((c.offered, offer), (c.pool, "in the pool")) if n]
        parts.append(f"treasury {rules.data.money(c.treasury)}")
        parts.append(count_trains(c.trains, rules) if c.trains else _without_trains(c))
        parts += [f"{c.missing}% more floats it"] * bool(c.missing)
        parts += c.privates
        sentences.append(
            f"{c.company}: {', '.join(parts)}{f', {lead} {rules.person(c.president)}' if c.president else ''}."
        )
    for m in holdings.minors:
        trains = f", {count_trains(m.trains, rules)}" if m.trains else ""
        sentences.append(f"Minor {m.company}: {rules.person(m.owner)}, {rules.data.money(m.treasury)}{trains}.")
    if holdings.idle:
        sentences.append(f"Not started: {', '.join(holdings.idle)}.")
    return sentences


def notes_below(holdings: Holdings, rules: Rules) -> list[str]:
    """What is said below a list of the companies: what they lack to float, other prices at par, their privates, what the
    certificate limit leaves out, and who has not started and has no line.
    """
    lines, free = holdings.companies, holdings.uncounted
    missing = [f"{c.company}\N{NO-BREAK SPACE}{c.missing}%\N{NO-BREAK SPACE}more" for c in lines if c.missing]
    not_floated = [c.company for c in lines if c.started and not c.floated and not c.missing]
    papers = [f"{c.company} {' + '.join(c.privates)}".replace(" ", "\N{NO-BREAK SPACE}") for c in lines if c.privates]
    notes = (
        ("Needed to float", missing),
        ("Not floated", not_floated),
        ("On offer at par", _par_words(lines, rules)),
        ("Privates", papers),
        ("Not counted in certs", free),
        ("Not started", holdings.idle),
    )
    return [f"{heading}: {', '.join(words)}" for heading, words in notes if words]


def _par_words(lines: Sequence[CompanyLine], rules: Rules) -> list[str]:
    """`CoG $70 (market $60)`: whose shares are on offer at par, where that is not the price. Lines may end before brackets."""
    money = rules.data.money
    return [
        f"{c.company}\N{NO-BREAK SPACE}{money(c.at_par)} (market\N{NO-BREAK SPACE}{money(c.price)})"
        for c in lines
        if c.at_par
    ]
