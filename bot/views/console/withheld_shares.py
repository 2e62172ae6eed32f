"""Shares that are for sale and that a player could pay for, but may not buy: why."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from bot.core.text import begin_sentence
from bot.model.action_form import DEALS
from bot.tables.service import Table
from bot.views.error_words import name_any_company, say_to
from bot.views.formatting import View
from game.actions import BuyShare, Pass, SellShares
from game.step_keys import StepKey
from render.data import queries
from render.data.names import listed

ANY_COMPANY = "{company}"  # stands for the names of the companies of which a reason holds
FOR_SALE = ("ipo", "pool", "treasury")


async def explain_withheld_sales(table: Table, seat: str, view: View) -> str:
    """Why a player in a stock round who owns shares may sell none, where deals alone are left: `No shares are sold in the first
    stock round.`; "" elsewhere.
    """
    kinds = {c.kind for c in table.choices(seat)}
    if queries.step_key(view) != StepKey.STOCK or not kinds <= {Pass, *DEALS}:
        return ""
    for company in queries.started(view):
        owns = queries.holdings(view, table.rules, company).get(seat)
        refusal = await table.find_refusal(SellShares(company, 1, by=seat)) if owns else None
        if refusal is not None:
            return f"{begin_sentence(say_to(table.rules.person(seat), str(refusal)))}."
    return ""


async def explain_withheld_shares(table: Table, seat: str, view: View) -> list[str]:
    """A line for each reason: `You may own at most 60% of CoG (18GA 3.3(a)).` And what a title has in place of a purchase and
    does not offer now.

    Only in a turn of a stock round in which nothing has been bought, and of companies that have started.
    """
    offered = {
        a.company for c in table.choices(seat) if c.kind is BuyShare for a in c.actions if isinstance(a, BuyShare)
    }
    if queries.step_key(view) != StepKey.STOCK or queries.has_bought(view):
        return []
    companies: dict[str, list[str]] = {}  # by what is said of each
    for company in queries.started(view):
        if company in offered:
            continue
        if (source := _affordable_source(table, seat, view, company)) is None:
            continue
        refusal = await table.find_refusal(BuyShare(company, source, by=seat))
        if refusal is not None:
            alike = name_any_company(refusal, company, ANY_COMPANY)
            companies.setdefault(f"{begin_sentence(say_to(table.rules.person(seat), alike))}.", []).append(company)
    own = table.rules.words.get("withheld")
    beside = own([a for c in table.choices(seat) for a in c], seat, view, table.rules) if own is not None else ""
    return [*itertools.starmap(name_companies, companies.items()), *filter(None, [beside])]


def name_companies(reason: str, companies: Sequence[str]) -> str:
    """A reason that holds of each company, said once: `You have sold ACL and SAL … and cannot buy them back yet`."""
    said = re.sub(r"\bit\b", "them", reason) if len(companies) > 1 else reason
    return said.replace(ANY_COMPANY, listed(companies))


def _affordable_source(table: Table, seat: str, view: View, company: str) -> str | None:
    """Where a share of that company is for sale that the player can pay for; None where there is none."""
    cash = view.cash.get(seat, 0)
    lying = queries.holdings(view, table.rules, company)
    return next(
        (s for s in FOR_SALE if lying.get(s) and 0 < queries.asking(view, table.rules, company, s) <= cash), None
    )
