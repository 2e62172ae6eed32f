"""What else lies on a charter, in words."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from titles.india.closing import EXCHANGED
from titles.india.marks import CONCESSIONS, GUARANTY
from titles.india.setup import GIPR

if TYPE_CHECKING:
    from game.state import Company, State


def notes(view: State[Any], company: Company) -> Iterator[str]:
    """Guaranties, concessions, exchange tokens."""
    if GUARANTY.contains(view, company):
        yield "guaranty"
    goods = [good for good in CONCESSIONS.members(view) if CONCESSIONS[good].value(view) == company]
    if goods:
        yield f"concessions: {', '.join(sorted(goods))}"
    if company == GIPR:
        yield f"exchange tokens: {3 - view.used.get(EXCHANGED, 0)}"
