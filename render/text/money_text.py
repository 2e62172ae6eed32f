"""Whose money an action changes: what everybody had and has."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from game.events import Divided, Event, Paid
from game.names import company_name
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


def dividend_sums(
    before: View, after: View, events: Sequence[Event], rules: Rules, *, but: Collection[str] = ()
) -> list[str]:
    """`ann $36` for everybody who is richer after a dividend, players and companies, with what is paid beside it: `W&A $100 and
    $20 for coal`.

    `events`: what happened between `before` and `after`; `but`: who is told elsewhere.
    """
    holders = [*before.order, *queries.listed(before, rules)]
    gains = [(who, gain_words(who, before, after, events, rules)) for who in holders if who not in but]
    return [f"{_holder(who, rules)} {told}" for who, told in gains if told]


def gain_words(who: str, before: View, after: View, events: Sequence[Event], rules: Rules) -> str:
    """`$100 and $20 for coal`: by how much somebody is richer after a dividend; "" where by nothing."""
    beside = [(e.amount, paid_for(e, rules)) for e in events if isinstance(e, Paid) and e.dst == who]
    sums = [(amount, what_for) for amount, what_for in beside if what_for]
    gain = after.cash.get(who, 0) - before.cash.get(who, 0) - sum(amount for amount, _ in sums)
    told = [f"{rules.data.money(amount)} {what_for}" for amount, what_for in sums]
    return " and ".join([rules.data.money(gain), *told] if gain > 0 else told)


def paid_for(payment: Paid, rules: Rules) -> str:
    """For what the bank pays a company something beside its dividend, as a title calls it: `for coal`; "" for other payments."""
    own = rules.words.get(f"paid: {payment.why}")
    return own() if own is not None else ""


def unpaid_dividend(divided: Divided, payments: Sequence[Paid]) -> int:
    """Dollars of a dividend that nobody gets: those of shares that the bank holds, and what is rounded off."""
    return divided.revenue - sum(p.amount for p in payments)


def find_unpaid(events: Sequence[Event]) -> int:
    """Dollars that nobody gets of the first dividend among events; 0 without one."""
    divided = next((e for e in events if isinstance(e, Divided)), None)
    payments = [e for e in events if isinstance(e, Paid) and e.why in DIVIDENDS]
    return unpaid_dividend(divided, payments) if divided is not None else 0


def unpaid_words(amount: int, rules: Rules) -> list[str]:
    """`$12 stays in the bank`, as a list with that; an empty one of nothing."""
    return [f"{rules.data.money(amount)} stays in the bank"] if amount > 0 else []


def _holder(who: str, rules: Rules) -> str:
    """A player by the name that people read, or a company: `Ann`, `W&A`, `minor 3`."""
    return rules.called.get(who) or company_name(rules, who)
