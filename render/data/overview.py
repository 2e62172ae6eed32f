"""The table of everything: players by companies, and companies, as data."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.card_data import Sign, Signs, Table
from render.data.holdings import UNSOLD
from render.data.names import (
    leader_heading,
    train_list,
)
from render.data.queries import View

FEW_MINORS = 3  # that a table shows in columns of their own, with the percent that players have


def everything(
    view: View,
    rules: Rules,
    worth: Mapping[Player, int] | None = None,
    before: Mapping[Player, int] | None = None,
) -> tuple[Table, Table]:
    """Players by companies, and companies.

    `worth`: by the title's own reckoning; `before`: worth at the end of the last round, for the change since.
    """
    data = rules.data
    shown = [c for c in queries.listed(view, rules) if not view.companies[c].closed]
    shown = [c for c in shown if any(queries.holdings(view, rules, c).get(p, 0) for p in view.order)] or shown
    minors = [c for c in shown if data.companies[c].kind == "minor"]
    minors = minors if len(minors) >= FEW_MINORS else []  # each has one owner: a token in the owner's row
    shown = [c for c in shown if c not in minors]
    rows = []
    for player in view.order:
        total = worth[player] if worth is not None else queries.worth(view, rules, player)
        delta = ""
        if before is not None and player in before:
            change = total - before[player]
            delta = f"{'+' if change >= 0 else '−'}{abs(change)}"
        name = f"{rules.person(player)}{' ◂' if player == view.priority else ''}"
        cells = [name, data.money(view.cash.get(player, 0)), data.money(total)]
        if before is not None:
            cells.append(delta)
        limit = queries.certificate_limit(view, rules)
        cells.append(f"{queries.certificate_count(view, rules, player)}/{limit}")
        if minors:
            cells.append(Signs(" ".join(c for c in minors if queries.holdings(view, rules, c).get(player, 0))))
        for company in shown:
            shares = queries.holdings(view, rules, company).get(player, 0)
            star = "*" if view.companies[company].president == player else ""
            cells.append(f"{queries.percent(view, company, shares)}{star}" if shares else "")
        cells.append(", ".join(queries.private_words(view, rules, player)))
        rows.append(tuple(cells))
    since, owned = ("±",) if before is not None else (), ("minors",) if minors else ()
    heads = ("", "cash", "worth", *since, "certs", *owned, *map(Sign, shown), "privates")
    if not any(r[-1] for r in rows):
        heads, rows = heads[:-1], [r[:-1] for r in rows]
    companies = []
    ordered = queries.in_order(view, rules)
    for company in ordered + [c for c in view.companies if c not in ordered and view.companies[c].president]:
        known = view.companies[company]
        price = queries.price(view, rules, company)
        held = queries.holdings(view, rules, company)
        companies.append(
            (
                Sign(company),
                company,
                rules.person(known.president),
                data.money(price) if price else "–",
                data.money(view.cash.get(company, 0)) if known.floated else "–",
                train_list(view, rules, company) or ("–" if known.floated else "not floated"),
                str(len(known.tokens)),
                data.money(known.earned) if known.ran else "–",
                _for_sale(view, company, held),
            )
        )
    second = Table(
        "Companies in order of operation",
        ("", "", leader_heading(rules), "price", "treasury", "trains", "stations left", "last run", "for sale"),
        tuple(companies),
    )
    return Table(
        f"Players: percent of each company, * {leader_heading(rules)}, ◂ priority deal", heads, tuple(rows)
    ), second


def _for_sale(view: View, company: Company, held: Mapping[str, int]) -> str:
    """Percent of a company that may be had from others than players: unsold, in the rows, in the pool."""
    unsold = sum(n for place, n in held.items() if place in UNSOLD or place.startswith("row:"))
    parts = ((unsold, ""), (held.get("pool", 0), " pool"))
    return " + ".join(f"{queries.percent(view, company, n)}%{where}" for n, where in parts if n) or "–"
