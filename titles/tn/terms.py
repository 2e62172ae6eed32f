"""18TN: the words of its own rules, each in a sentence or two."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from game.ability_kinds import SHARE
from game.steps import waterfall

if TYPE_CHECKING:
    from game.rules import Rules


def opening(rules: Rules) -> str:
    """18TN 3.1, 3.4, 4.2.6: what to do in the auction, and what a private company is worth."""
    data = rules.data
    gift = next(p for p in data.privates.values() if any(a.kind == SHARE.name for a in p.abilities))
    low, high = (2 * price for price in (min(data.pars), max(data.pars)))
    least, floats = min(data.pars), max(c.floats for c in data.companies.values())
    return (
        f"{waterfall.tell_turn(rules)}\n"
        "What is one worth? It pays its owner in each operating round until the first 5-train. A company may buy it: in the"
        " first operating round at its price, from phase 3 on for up to half more.\n"
        f"The last one, {data.money(gift.value)}, makes you president of the L&N, with a fifth of its shares: worth"
        f" {data.money(low)} to {data.money(high)}, as you choose their price.\n"
        f"Keep money for a company of your own: most begin to run once {floats} shares are sold, at {data.money(least)} or more"
        " each."
    )


def floating(_rules: Rules) -> str:
    """18TN 3.4."""
    return (
        "A company floats once 60% of its shares are sold, the L&N as soon as its president's certificate is. It then gets ten"
        " times its par price from the bank, and operates from the next operating round on."
    )


WORDS: Mapping[type | str, Callable[..., str]] = {"opening": opening, "term: float, floats, floated": floating}
