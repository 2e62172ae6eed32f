"""18GA: the words of its own rules, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from game.steps import waterfall

if TYPE_CHECKING:
    from game.rules import Rules


def opening(rules: Rules) -> str:
    """18GA 3.1, 3.3, 3.4: what to do in the auction, and what a private company is worth."""
    data = rules.data
    least, floats = min(data.pars), max(c.floats for c in data.companies.values())
    most = max((p for p in data.privates.values()), key=lambda p: p.value)
    return (
        f"{waterfall.tell_turn(rules)}\n"
        "What is one worth? It pays its owner in each operating round until the first 5-train. From phase 3 on a company"
        f" may buy it for up to half more than its price: {data.money(most.price[1])} for {data.money(most.value)}.\n"
        f"Keep money for a company of your own: it begins to run once {floats} shares are sold, at {data.money(least)} or more"
        " each."
    )


def floating(_rules: Rules) -> str:
    """18GA 3.4."""
    return (
        "A company floats once 60% of its shares are sold. It then gets ten times its par price from the bank, and operates from"
        " the next operating round on."
    )


def reach() -> str:
    """18GA 4.2.3(i): towns are free; Montgomery, Tallahassee and places off the map count as cities."""
    return "cities or places off the map"


WORDS: Mapping[type | str, Callable[..., str]] = {
    "opening": opening,
    "reach": reach,
    "term: float, floats, floated": floating,
}
