"""Short lines of things to choose from, with everybody's holdings below them: one screen of a phone in a stock round."""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Company, Player
from render.data.queries import View
from render.drawing import style
from render.pictures.choices.entries import (
    CLOSEST,
    EDGE,
    WIDE,
    Entry,
    Section,
    list_entries,
    paint_section,
    sections_height,
)
from render.pictures.holdings import draw_holdings, holdings_height
from render.pictures.lots import Lot, draw_lots, lots_height
from render.pictures.space import Space

FEWEST = 2  # columns of companies with their homes; where these have no room the letters stand alone


@dataclass(frozen=True)
class StockOffers:
    """What has which button. `numbers`: of those that buy shares, by company and where they lie, or that sell them or give up a
    minor; `lots`: what stands in rows; `starts`: companies to start that stand side by side; `space`: for the holdings.
    """

    numbers: Mapping[tuple[Company, str], Sequence[int]] = field(default_factory=dict)
    lots: Sequence[Lot] = ()
    starts: Sequence[Lot] = ()
    space: Space = Space.WIDE


def draw_above_holdings(
    sections: Sequence[Section],
    view: View,
    rules: Rules,
    asked: Collection[Player],
    numbers: Mapping[tuple[Company, str], Sequence[int]],
    *,
    space: Space,
    offered: Collection[Company] = (),
) -> Image.Image:
    """Sections, a line, and the holdings with the numbers of the buttons that buy shares. `offered`: companies named above."""
    high = sections_height(sections)
    below = draw_holdings(view, rules, asked, numbers, offered, space=space)
    image = style.canvas((WIDE, high + below.height), rules.data)
    y = EDGE // 2
    for section in sections:
        paint_section(image, section, y)
        y += section.height
    ImageDraw.Draw(image).line((EDGE, high - 2, WIDE - EDGE, high - 2), fill=style.RULE, width=3)
    image.paste(below, (0, high))
    return image


def draw_stock_offers(view: View, rules: Rules, asked: Collection[Player], offers: StockOffers) -> Image.Image:
    """What is offered in a stock round: rows, then companies to start side by side, and the holdings below them."""
    companies = {lot.company for lot in (*offers.lots, *offers.starts)}
    if offers.starts:
        sections = [_start_section(offers.starts, rules)]
        image = draw_above_holdings(sections, view, rules, asked, offers.numbers, offered=companies, space=offers.space)
    else:
        image = draw_holdings(view, rules, asked, offers.numbers, companies, space=offers.space)
    if not offers.lots:
        return image
    rows = draw_lots(offers.lots, rules.data)
    whole = style.canvas((WIDE, rows.height + image.height), rules.data)
    whole.paste(rows, (0, 0))
    whole.paste(image, (0, rows.height))
    return whole


def measure_stock_offers(view: View, rules: Rules) -> Callable[[StockOffers], int]:
    """A function that says how many pixels that picture has, which is `WIDE` pixels wide. Of several ways to show the same, lists
    of holdings that are alike are measured once.
    """
    known = dict[Hashable, int]()

    def measure(offers: StockOffers) -> int:
        """Pixels of one picture."""
        companies = frozenset(lot.company for lot in (*offers.lots, *offers.starts))
        key = tuple((place, *numbers) for place, numbers in offers.numbers.items()), companies, offers.space
        if key not in known:
            known[key] = holdings_height(view, rules, offers.numbers, companies, space=offers.space)
        high = lots_height(offers.lots) + known[key]
        return high + (sections_height([_start_section(offers.starts, rules)]) if offers.starts else 0)

    return measure


def _start_section(starts: Sequence[Lot], rules: Rules) -> Section:
    """Companies to start side by side, with their homes where these have room."""
    least = {lot.note for lot in starts}
    cost = f": {least.pop()}" if len(least) == 1 else ""
    bare = [replace(lot, name="") for lot in starts]
    sections = [
        list_entries(f"Start a company{cost}", [_start(lot, rules, "" if cost else lot.note) for lot in lots], CLOSEST)
        for lots in (starts, bare)
    ]
    return next((section for section in sections if section.columns >= FEWEST), sections[-1])


def _start(lot: Lot, rules: Rules, note: str) -> Entry:
    """A company to start: its letters, where it begins, what that costs at least."""
    words = " ".join(filter(None, (lot.key, lot.name, note)))
    return Entry([lot.number], style.rgb(rules.data.companies[lot.company].colour), words)
