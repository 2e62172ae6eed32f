"""Whose money an action changes: what everybody had and has."""

from __future__ import annotations

from collections.abc import Collection

from game.rules import Rules
from render.data import queries
from render.data.queries import View


def purse_changes(before: View, after: View, rules: Rules) -> str:
    """`Ann $643 → $12 · W&A $169 → $0`: players, then companies; "" where nobody's cash changes."""
    holders = [*before.order, *queries.listed(before, rules)]
    changed = [(who, before.cash.get(who, 0), after.cash.get(who, 0)) for who in holders]
    return " · ".join(
        f"{_holder(who, rules)} {rules.data.money(old)} → {rules.data.money(new)}"
        for who, old, new in changed
        if old != new
    )


def dividend_sums(before: View, after: View, rules: Rules, *, but: Collection[str] = ()) -> list[str]:
    """`ann $36` for everybody who is richer after a dividend, players and companies; `but`: who is told elsewhere."""
    holders = [*before.order, *queries.listed(before, rules)]
    gains = [(who, after.cash.get(who, 0) - before.cash.get(who, 0)) for who in holders if who not in but]
    return [f"{_holder(who, rules)} {rules.data.money(gain)}" for who, gain in gains if gain > 0]


def _holder(who: str, rules: Rules) -> str:
    """A player by the name that people read, or a company: `Ann`, `W&A`, `minor 3`."""
    return rules.called.get(who) or queries.called(rules, who)
