"""Bank, phase, trains, privates and shares for sale, as a card."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from game.rules import Rules
from render.data import queries, train_effects
from render.data.card_data import Card, Sign, Table
from render.data.names import pool_words, type_in_table
from render.data.queries import View

TRAINS = "Trains for sale"


def bank_card(view: View, rules: Rules) -> Card:
    """Bank, phase, trains for sale and what they bring, shares in the pool, privates not sold."""
    tables = [
        Table(TRAINS, ("", "price", "left", "rusts with", "the first one brings"), _train_rows(view, rules)),
        Table(
            "Privates for sale", ("", "", "value"), tuple(_same_privates(queries.privates(view, rules, "bank"), rules))
        ),
        Table("Shares for sale", ("", "", "unsold", "pool", "par", "price"), tuple(_share_rows(view, rules))),
    ]
    shown = tuple(table for table in tables if table.rows)
    heading = f"{queries.title_name(rules.data)} · {view.round}"
    return Card("The bank", heading, "", tuple(_phase_facts(view, rules)), tables=shown)


def bank_parts(view: View, rules: Rules) -> list[Card]:
    """The bank's card in parts, as all of it is too high for a phone: the bank with its trains, privates, shares."""
    card = bank_card(view, rules)
    apart = [table for table in card.tables if table.title != TRAINS]
    rest = tuple(table for table in card.tables if table.title == TRAINS)
    return [replace(card, tables=rest), *(Card(t.title, card.under, tables=(replace(t, title=""),)) for t in apart)]


def _phase_facts(view: View, rules: Rules) -> Iterator[tuple[str, str]]:
    """The bank's money, the phase with what holds in it, and trains in the pool."""
    yield "Bank", queries.bank_words(view, rules)
    yield "Round", view.round or "start"
    yield "Phase", view.phase
    if (phase := rules.data.phases.get(view.phase)) is not None:
        yield "Tiles", ", ".join(phase.tiles)
        yield "Train limit", queries.limit_text(phase.limit)
        yield "Rounds", f"{phase.rounds} operating round{'s' if phase.rounds > 1 else ''} a set"
    if pool := pool_words(view, rules):
        yield "In the pool", pool


def _train_rows(view: View, rules: Rules) -> tuple[tuple[str, ...], ...]:
    """Each type of trains that is left: its price, how many, what ends it and what the first one brings."""
    left, money = queries.depot(view, rules), rules.data.money
    effects = train_effects.depot_effects(rules, left)
    kinds = [(name, count, rules.data.trains[name]) for name, count in left.items()]
    return tuple(
        (
            type_in_table(rules, name),
            money(kind.price),
            queries.how_many(kind, count),
            train_effects.rusted_by(rules, kind) or "never",
            effects[name],
        )
        for name, count, kind in kinds
    )


def _share_rows(view: View, rules: Rules) -> Iterator[tuple[str, ...]]:
    """Each company of which shares may be had of no player: how much is unsold, how much in the pool, and prices."""
    for company in queries.listed(view, rules):
        known, held = view.companies[company], queries.holdings(view, rules, company)
        parts = [
            f"{queries.percent(view, company, number)}%" if number else ""
            for number in (held.get("ipo", 0) + held.get("treasury", 0), held.get("pool", 0))
        ]
        if any(parts) and not known.closed:
            prices = known.par, queries.price(view, rules, company)
            yield Sign(company), company, *parts, *(rules.data.money(n) if n else "–" for n in prices)


def _same_privates(privates: Sequence[str], rules: Rules) -> list[tuple[str, str, str]]:
    """Id, name and value of privates; those of one name and value together, with their number."""
    first: dict[tuple[str, int], list[str]] = {}
    for p in privates:
        first.setdefault((rules.data.privates[p].name, rules.data.privates[p].value), []).append(p)
    return [
        (
            f"× {len(ids)}" if queries.shares_name(ids[0], rules) else ids[0],
            name,
            rules.data.money(value),
        )
        for (name, value), ids in first.items()
    ]
