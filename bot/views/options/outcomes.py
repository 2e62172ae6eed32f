"""What options bring about that say so before they are chosen: sales of shares, dividends, starts of companies."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import replace

from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import PLAYS, Button, Menu, Row
from bot.views.options.screen import ScreenOption
from game.actions import Action, BuyShare, BuyTrain, Par, PayDividend, SellShares

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


async def find_shown_first(table: Table, seat: Seat, actions: Iterable[Action | None]) -> frozenset[Action]:
    """The purchases and sales that are shown before they are done, although one press could do them: they begin a phase, scrap
    trains or cost a presidency.
    """
    traded = [a for a in dict.fromkeys(actions) if isinstance(a, BuyTrain | BuyShare | SellShares)]
    return frozenset(
        [a for a in traded if await table.scraps_own_trains(seat, a) or await table.brings_weight(seat, a)]
    )


def grey_out(rows: Sequence[Row], ids: Collection[str]) -> tuple[Row, ...]:
    """The rows, of which no button with an id that ends so is green: it does nothing at once."""

    def plain(part: Button | Menu) -> Button | Menu:
        """A part of a row, grey where it leads on."""
        leads_on = isinstance(part, Button) and part.style == PLAYS and part.id.endswith(tuple(ids))
        return replace(part, style="secondary") if leads_on and isinstance(part, Button) else part

    return tuple(tuple(map(plain, row)) for row in rows)
