"""What a company may do with its revenue, and the words for it. A title's `DividendRules` list the kinds that it allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple


class DividendKind(NamedTuple):
    """One way to use a company's revenue."""

    name: str  # as actions, states and events hold it
    paid: Callable[[int], int]  # dollars of a revenue that are paid out on all shares together
    verb: str  # what the president does: `pay out`
    present: str  # what the company does: `pays out`
    past: str  # what became of the revenue: `paid out`
    button: str  # the last button before it is done


PAY_OUT = DividendKind("full", lambda revenue: revenue, "pay out", "pays out", "paid out", "Pay it out")
PAY_HALF = DividendKind("half", lambda revenue: revenue // 2, "pay half", "pays half", "paid half", "Split it")
WITHHOLD = DividendKind("none", lambda _revenue: 0, "withhold", "withholds it", "withheld", "Withhold it")
COMMON_KINDS = (PAY_OUT, PAY_HALF, WITHHOLD)  # which players of any title know


def list_kinds(kinds: Iterable[DividendKind]) -> str:
    """`pay out, pay half or withhold`: what the president may choose."""
    *first, last = (kind.verb for kind in kinds)
    return f"{', '.join(first)} or {last}" if first else last
