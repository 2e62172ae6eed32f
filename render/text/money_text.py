"""Whose money an action changes: what everybody had and has."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.events import Divided, Event, Paid
from game.rules import Rules
from render.data import queries
from render.data.queries import View

DIVIDENDS = ("dividend", "revenue")  # why the bank pays what a company has earned, to its owners or to itself


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


def unpaid_dividend(divided: Divided, payments: Sequence[Paid], rules: Rules) -> int:
    """Dollars of a dividend that nobody gets: those of shares that the bank holds, and what is rounded off.

    A title may pay a company something beside it. Where a payment may be either, the sum is not known: 0.
    """
    rest = divided.revenue - sum(p.amount for p in payments)
    own = [p.amount for p in payments if p.dst == divided.company]
    if not own or not rules.dividends.tops_up_company:
        return rest
    if len(own) == 1 and divided.each and own[0] % divided.each == 0:
        return 0
    return rest + own[-1]  # the last is what was paid beside


def find_unpaid(events: Sequence[Event], rules: Rules) -> int:
    """The same of the first dividend among events; 0 without one."""
    divided = next((e for e in events if isinstance(e, Divided)), None)
    payments = [e for e in events if isinstance(e, Paid) and e.why in DIVIDENDS]
    return unpaid_dividend(divided, payments, rules) if divided is not None and divided.kind != "none" else 0


def unpaid_between(before: View, after: View, rules: Rules) -> int:
    """The same of two positions, before and after it was paid."""
    company = queries.acting_company(before)
    if rules.dividends.tops_up_company or company not in before.companies:
        return 0
    holders = [*before.order, *queries.listed(before, rules)]
    gains = sum(max(0, after.cash.get(who, 0) - before.cash.get(who, 0)) for who in holders)
    return before.companies[company].earned - gains


def unpaid_words(amount: int, rules: Rules) -> list[str]:
    """`$12 stays in the bank`, as a list with that; an empty one of nothing."""
    return [f"{rules.data.money(amount)} stays in the bank"] if amount > 0 else []


def _holder(who: str, rules: Rules) -> str:
    """A player by the name that people read, or a company: `Ann`, `W&A`, `minor 3`."""
    return rules.called.get(who) or queries.called(rules, who)
