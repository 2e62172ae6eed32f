"""Whose money an action changes: what everybody had and has."""

from __future__ import annotations

from game.rules import Rules
from render.data import queries
from render.data.queries import View, money


def purse_changes(before: View, after: View, rules: Rules) -> str:
    """`ann $643 → $12 · W&A $169 → $0`: players first, then companies; "" where nobody's cash changes."""
    holders = [*before.order, *queries.listed(before, rules)]
    changed = [(who, before.cash.get(who, 0), after.cash.get(who, 0)) for who in holders]
    return " · ".join(
        f"{who} {money(old, rules.data)} → {money(new, rules.data)}" for who, old, new in changed if old != new
    )
