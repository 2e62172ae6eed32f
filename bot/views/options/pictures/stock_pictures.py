"""The picture of a stock turn: what may be bought, sold and started, with everybody's holdings, in as much room as there is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

import render
from bot.tables.service import Table
from bot.views.formatting import View
from bot.views.messages import Picture
from bot.views.options.outcomes import foresee_offers
from bot.views.options.rows import option_lots
from bot.views.options.screen import Screen, ScreenOption, fit_as_buttons
from bot.views.options.start_facts import par_prices, start_table, start_words, tell_alike_once
from bot.views.pictures import images
from game.actions import BuyShare, Par, SellShares
from game.rules import Rules
from render import Lot, StockOffers
from render.drawing import phone
from render.pictures.holdings import GIVEN, SOLD
from render.pictures.space import Space


async def stock_pictures(
    table: Table, view: View, screen: Screen, labels: Sequence[str], room: int = phone.PICTURE_ROOM
) -> tuple[Picture, ...]:
    """What a stock round's screen shows: what is offered, with everybody's holdings below it.

    What is no share that is bought stands in rows with all that is known of it where that has room, `room` pixels; else in less
    and less: without what lies near homes, with one fact each, in a line each, as a number in the list of holdings, these closer,
    and companies to start side by side. What has no room either way is drawn as low as it can be.
    """
    listed = screen.options if fit_as_buttons(screen.options) and screen.question.span is None else ()
    after = await foresee_offers(table, listed)
    rows = option_lots(listed, labels, view, table.rules, after)
    if prices := par_prices(screen):
        pars = [o.action for o in listed if isinstance(o.action, Par)]
        lines = start_table(pars, view, table.rules, after)
        return await images.draw_pars(table, view, prices, rows, lines, holdings=True, room=room)
    ways = _ways_to_show(listed, rows, view, table.rules)
    shown = phone.first_that_fits(ways, render.measure_stock_offers(view, table.rules), room)
    return await images.draw_stock_offers(table, view, shown)


def _ways_to_show(
    offers: Sequence[ScreenOption], rows: Sequence[Lot], view: View, rules: Rules
) -> Iterator[StockOffers]:
    """The offers in less and less room."""
    numbers, lots = _beside_shares(offers, rows, view)
    inside, others = _within_holdings(offers, rows, view)
    starts = {row.key for o, row in zip(offers, rows, strict=True) if issubclass(o.kind, Par) and row.company}
    for own, kept in ((numbers, lots), (inside, others)):
        told = tell_alike_once(kept)
        yield StockOffers(own, told)
        short = [replace(lot, facts=tuple(replace(fact, near="") for fact in lot.facts)) for lot in told]
        yield StockOffers(own, short)
        yield StockOffers(own, [replace(lot, facts=lot.facts[:1]) for lot in short])
        brief = render.one_liners(name_homes(kept, view, rules))
        if not any(lot.name.endswith("…") for lot in brief):
            yield StockOffers(own, brief)
            yield StockOffers(own, brief, space=Space.CLOSE)
        begun = name_homes([lot for lot in kept if lot.key in starts], view, rules)
        left = render.one_liners([lot for lot in kept if lot.key not in starts])
        yield StockOffers(own, left, begun, Space.CLOSE)
    yield StockOffers(own, left, begun, Space.BARE)


def name_homes(lots: Sequence[Lot], view: View, rules: Rules) -> list[Lot]:
    """The rows with the home of each company that nobody has started in place of its name, a line has no room for both; without a
    home, what people call it: `Austrian`.
    """
    return [
        replace(lot, name=begun) if lot.company and (begun := start_words(lot.company, view, rules)) else lot
        for lot in lots
    ]


def _beside_shares(
    offers: Sequence[ScreenOption], rows: Sequence[Lot], view: View
) -> tuple[dict[tuple[str, str], tuple[int, ...]], list[Lot]]:
    """The numbers of buttons that buy shares of companies that have started, by company and where the shares lie; and the rows of
    all other options.
    """
    numbers: dict[tuple[str, str], tuple[int, ...]] = {}
    lots = []
    for offer, row in zip(offers, rows, strict=True):
        action = offer.action
        if isinstance(action, BuyShare) and view.companies[action.company].par:
            place = action.company, action.source
            numbers[place] = (*numbers.get(place, ()), *([row.number] if row.number else []))
        else:
            lots.append(row)
    return numbers, lots if any(lot.key for lot in lots) else []  # else the buttons say it all


def _within_holdings(
    offers: Sequence[ScreenOption], rows: Sequence[Lot], view: View
) -> tuple[dict[tuple[str, str], tuple[int, ...]], list[Lot]]:
    """The table with the numbers of buttons that sell shares, or give up a minor, in the lists of holdings as well."""
    numbers, _ = _beside_shares(offers, rows, view)
    lots = []
    for offer, row in zip(offers, rows, strict=True):
        action = offer.action
        minor = str(getattr(action, "minor", ""))
        if isinstance(action, SellShares) or minor in view.companies:
            place = (action.company, SOLD) if isinstance(action, SellShares) else (minor, GIVEN)
            numbers[place] = (*numbers.get(place, ()), *([row.number] if row.number else []))
        elif not (isinstance(action, BuyShare) and view.companies[action.company].par):
            lots.append(row)
    return numbers, lots if any(lot.key for lot in lots) else []
