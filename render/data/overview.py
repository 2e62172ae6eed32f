"""The table of everything: players by companies, and companies, as data."""

from __future__ import annotations

from collections.abc import Mapping

from game.rules import Rules
from game.state import Company, Player
from render.data import queries
from render.data.card_data import Sign, Signs, Table
from render.data.holdings import UNSOLD
from render.data.names import leader_heading, train_list
from render.data.queries import View

MIN_SHARED_MINORS = 3  # minors from which on they share a column; fewer have one each


def everything(
    view: View,
    rules: Rules,
    worth: Mapping[Player, int] | None = None,
    before: Mapping[Player, int] | None = None,
) -> tuple[Table, Table]:
    """Players by companies, and companies.

    `worth`: by the title's own reckoning; `before`: worth at the end of the last round, for the change since.
    """
    return _players_table(view, rules, worth, before), _companies_table(view, rules)


def _players_table(
    view: View, rules: Rules, worth: Mapping[Player, int] | None, before: Mapping[Player, int] | None
) -> Table:
    """Players by companies. `worth`, `before`: as of `everything`."""
    shown, minors = _held_companies(view, rules)
    rows = [
        (
            *_money_cells(view, rules, player, worth, before),
            f"{queries.certificate_count(view, rules, player)}/{queries.certificate_limit(view, rules)}",
            *(
                [Signs(" ".join(c for c in minors if queries.holdings(view, rules, c).get(player, 0)))]
                if minors
                else []
            ),
            *(_share_cell(view, rules, player, company) for company in shown),
            ", ".join(queries.private_words(view, rules, player)),
        )
        for player in view.order
    ]
    since, owned = ("±",) if before is not None else (), ("minors",) if minors else ()
    heads = ("", "cash", "worth", *since, "certs", *owned, *map(Sign, shown), "privates")
    if not any(row[-1] for row in rows):
        heads, rows = heads[:-1], [row[:-1] for row in rows]
    return Table(f"Players: percent of each company, * {leader_heading(rules)}, ◂ priority deal", heads, tuple(rows))


def _held_companies(view: View, rules: Rules) -> tuple[list[Company], list[Company]]:
    """The companies that have a column each, and minors that share one, being many: each has one owner."""
    shown = [c for c in queries.listed(view, rules) if not view.companies[c].closed]
    shown = [c for c in shown if any(queries.holdings(view, rules, c).get(p, 0) for p in view.order)] or shown
    minors = [c for c in shown if rules.data.companies[c].kind == "minor"]
    minors = minors if len(minors) >= MIN_SHARED_MINORS else []
    return [c for c in shown if c not in minors], minors


def _money_cells(
    view: View, rules: Rules, player: Player, worth: Mapping[Player, int] | None, before: Mapping[Player, int] | None
) -> list[str]:
    """A player's name, cash, worth, and what has changed of it. `worth`, `before`: as of `everything`."""
    total = worth[player] if worth is not None else queries.worth(view, rules, player)
    name = f"{rules.person(player)}{' ◂' if player == view.priority else ''}"
    cells = [name, rules.data.money(view.cash.get(player, 0)), rules.data.money(total)]
    if before is None:
        return cells
    change = total - before.get(player, total)
    return [*cells, f"{'+' if change >= 0 else '−'}{abs(change)}" if player in before else ""]


def _share_cell(view: View, rules: Rules, player: Player, company: Company) -> str:
    """A player's percent of a company, with a star for who leads it."""
    shares = queries.holdings(view, rules, company).get(player, 0)
    star = "*" if view.companies[company].president == player else ""
    return f"{queries.percent(view, company, shares)}{star}" if shares else ""


def _companies_table(view: View, rules: Rules) -> Table:
    """The companies in operation, in order, then those that somebody leads already."""
    ordered = queries.in_order(view, rules)
    begun = [c for c in view.companies if c not in ordered and view.companies[c].president]
    return Table(
        "Companies in order of operation",
        ("", "", leader_heading(rules), "price", "treasury", "trains", "stations left", "last run", "for sale"),
        tuple(_company_row(view, rules, company) for company in (*ordered, *begun)),
    )


def _company_row(view: View, rules: Rules, company: Company) -> tuple[str, ...]:
    """What the table has of a company."""
    known, money = view.companies[company], rules.data.money
    price = queries.price(view, rules, company)
    return (
        Sign(company),
        company,
        rules.person(known.president),
        money(price) if price else "–",
        money(view.cash.get(company, 0)) if known.floated else "–",
        train_list(view, rules, company) or ("–" if known.floated else "not floated"),
        str(len(known.tokens)),
        money(known.earned) if known.ran else "–",
        _for_sale(view, company, queries.holdings(view, rules, company)),
    )


def _for_sale(view: View, company: Company, held: Mapping[str, int]) -> str:
    """Percent of a company that may be had from others than players: unsold, in the rows, in the pool."""
    unsold = sum(n for place, n in held.items() if place in UNSOLD or place.startswith("row:"))
    parts = ((unsold, ""), (held.get("pool", 0), " pool"))
    return " + ".join(f"{queries.percent(view, company, n)}%{where}" for n, where in parts if n) or "–"
