"""Bank, phase, trains, privates and shares for sale, as a card."""

from __future__ import annotations

from collections.abc import Sequence

from game.rules import Rules
from render.data import queries, train_effects
from render.data.card_data import Card, Sign, Table
from render.data.names import (
    pool_words,
    type_in_table,
)
from render.data.queries import View


def bank_card(view: View, rules: Rules) -> Card:
    """Bank, phase, trains for sale and what they bring, shares in the pool, privates not sold."""
    data = rules.data
    phase = data.phases.get(view.phase)
    facts = [("Bank", queries.bank_words(view, rules)), ("Round", view.round or "start"), ("Phase", view.phase)]
    if phase is not None:
        facts += [("Tiles", ", ".join(phase.tiles)), ("Train limit", queries.limit_text(phase.limit))]
        facts.append(("Rounds", f"{phase.rounds} operating round{'s' if phase.rounds > 1 else ''} a set"))
    left = queries.depot(view, rules)
    rows = []
    effects = train_effects.depot_effects(rules, left)
    for name, count in left.items():
        kind = data.trains[name]
        rows.append(
            (
                type_in_table(rules, name),
                data.money(kind.price),
                queries.how_many(kind, count),
                train_effects.rusted_by(rules, kind) or "never",
                effects[name],
            )
        )
    tables = [Table("Trains for sale", ("", "price", "left", "rusts with", "the first one brings"), tuple(rows))]
    if pool := pool_words(view, rules):
        facts.append(("In the pool", pool))
    unsold = queries.privates(view, rules, "bank")
    if unsold:
        listed = _same_privates(unsold, rules)
        tables.append(Table("Privates for sale", ("", "", "value"), tuple(listed)))
    shares = []
    for company in queries.listed(view, rules):
        held = queries.holdings(view, rules, company)
        parts = [
            f"{queries.percent(view, company, number)}%" if number else ""
            for number in (held.get("ipo", 0) + held.get("treasury", 0), held.get("pool", 0))
        ]
        if any(parts) and not view.companies[company].closed:
            par = view.companies[company].par
            price = queries.price(view, rules, company)
            shares.append(
                (Sign(company), company, *parts, data.money(par) if par else "–", data.money(price) if price else "–")
            )
    tables.append(Table("Shares for sale", ("", "", "unsold", "pool", "par", "price"), tuple(shares)))
    shown = tuple(t for t in tables if t.rows)
    return Card("The bank", f"{queries.title_name(data)} · {view.round}", "", tuple(facts), tables=shown)


def _same_privates(privates: Sequence[str], rules: Rules) -> list[tuple[str, str, str]]:
    """Id, name and value of privates; those of one name and value together, with their number."""
    first: dict[tuple[str, int], list[str]] = {}
    for p in privates:
        first.setdefault((rules.data.privates[p].name, rules.data.privates[p].value), []).append(p)
    return [
        (
            ids[0] if len(ids) == 1 else f"× {len(ids)}",
            name,
            rules.data.money(value),
        )
        for (name, value), ids in first.items()
    ]
