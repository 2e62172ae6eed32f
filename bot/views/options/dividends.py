"""What each way to use a company's revenue brings everybody: for the panel, whose buttons have no room for it."""

from __future__ import annotations

from collections.abc import Iterable

from bot.core.text import begin_sentence
from bot.model.board.run_worth import income_words
from bot.tables.service import Table
from bot.views.formatting import View, escape_line
from game.actions import PayDividend
from game.names import company_name
from game.rules import Rules
from game.step_keys import StepKey
from render.data import queries
from render.text.labels import dividend_price_words
from render.text.money_text import dividend_sums, find_unpaid, unpaid_words


async def dividend_lines(table: Table, view: View) -> str:
    """`-# Pay out: Ann $36, Bob $12, W&A $100 → $110`, a line for each; "" where no dividend is to be decided."""
    position = table.position
    if position.step != StepKey.DIVIDEND or len(position.deciders) != 1:
        return ""
    seat = position.deciders[0]
    lines: list[str] = []
    for action in (a for c in position.choices[seat] for a in c.actions if isinstance(a, PayDividend)):
        played, after = await table.preview(action, seat)
        prices = dividend_price_words(
            action, view, after, table.rules, "price", explains=not lines
        )  # lines are short here
        rest = (
            unpaid_words(find_unpaid(played.events), table.rules) if not lines else []
        )  # said once, of all that is paid
        parts = [*dividend_sums(view, after, played.events, table.rules), *rest, *prices]
        use = table.rules.dividends.kind(action.kind).verb.capitalize()
        lines.append(f"-# {use}: {escape_line(', '.join(parts)) or 'nothing'}")
    return "\n".join(lines)


def run_price_words(earned: Iterable[int], view: View, rules: Rules) -> str:
    """That the share price stays although the best of these runs is paid out, and what sum raises it; "" where it rises.
    `earned`: dollars of each run.
    """
    company, best, money = queries.acting_company(view), max(earned, default=0), rules.data.money
    price = queries.price(view, rules, company) if company in view.companies else 0
    least = rules.market.rises_from(price, rules)
    if not price or not 0 < best < least:
        return ""
    return f"Paid out, {money(best)} leaves the share price at {money(price)}; {money(least)} or more raises it."


async def run_income_words(table: Table, view: View) -> str:
    """What the best run brings the company's treasury beside its revenue: `VR also gets $20 for coal`; "" for nothing."""
    company, rules = queries.acting_company(view), table.rules
    best = await table.find_best_run(view, company) if company in view.companies else None
    if best is None or not best.income:
        return ""
    return f"{begin_sentence(company_name(rules, company))} also gets {income_words(best, rules)}"
