"""What else lies on a charter, in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from titles.india.closing import EXCHANGED
from titles.india.dividends import GUARANTY_PART
from titles.india.marks import CONCESSIONS, GUARANTY
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.state import Company, State
    from game.title_data import TitleData


def notes_of(data: TitleData) -> Callable[[State[Any], Company], Iterator[str]]:
    """What says of a company its guaranty, concessions and exchange tokens."""
    return lambda view, company: _notes(view, company, data)


def guaranty_words(view: State[Any], company: Company, data: TitleData) -> str:
    """18 India 2.3.1: `guaranty: ₹3 a share if it pays nothing`, at today's price; with no sum before there is one."""
    price = next((data.cell(cell).price for cell, here in view.market.items() if company in here), 0)
    return f"guaranty: {data.money(price // GUARANTY_PART)} a share if it pays nothing" if price else "guaranty"


def _notes(view: State[Any], company: Company, data: TitleData) -> Iterator[str]:
    """What a company has beside its cards: its guaranty, concessions, exchange tokens."""
    if GUARANTY.contains(view, company):
        yield guaranty_words(view, company, data)
    goods = [good for good in CONCESSIONS.members(view) if CONCESSIONS[good].value(view) == company]
    if goods:
        yield f"concessions: {', '.join(sorted(goods))}"
    if company == GIPR:
        yield f"exchange tokens: {3 - view.used.get(EXCHANGED, 0)}"
