"""What options bring about that say so before they are chosen: sales of shares, dividends, starts of companies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.options.screen import ScreenOption
from game.actions import Action, Par, PayDividend, SellShares

Afters = Mapping[Action, View]


async def foresee_offers(table: Table, offers: Sequence[ScreenOption]) -> Afters:
    """The positions to which sales, dividends and starts among the options lead, as whoever chooses may know them."""
    known: list[Action] = []
    for offer in offers:
        plain = isinstance(offer.action, SellShares | PayDividend | Par)
        known += [offer.action] if plain and offer.action is not None else sales_of(offer)
    return {action: (await table.preview(action, action.by))[1] for action in known}


def sales_of(offer: ScreenOption) -> list[SellShares]:
    """Where the company is chosen before the number of shares: the smallest sale of it, and the largest where that is another."""
    if not issubclass(offer.kind, SellShares) or offer.field != "company" or offer.asked is None:
        return []
    wanted = {**offer.asked.draft.given, "company": offer.choice}
    sales = [a for c in offer.asked.agreeing for a in c.matching(wanted) if isinstance(a, SellShares)]
    if not sales:
        return []
    ends = min(sales, key=lambda s: s.shares), max(sales, key=lambda s: s.shares)
    return list(dict.fromkeys(ends))
