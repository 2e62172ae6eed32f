"""What a newcomer may do instead of what is advised, as far as it is possible in this position."""

from __future__ import annotations

from collections.abc import Sequence

from game.actions import Action, Bid, BuyShare, Par, Pass
from game.choices import Choice
from render.data.names import listed


def other_ways_words(choices: Sequence[Choice], advised: Action) -> str:
    """What else may be bid on, started or bought, as a sentence: `buy a share of another company, or pass.`"""
    bids, pars, shares = ([a for c in choices if issubclass(c.kind, kind) for a in c] for kind in (Bid, Par, BuyShare))
    company, starts = getattr(advised, "company", ""), isinstance(advised, Par)
    others = any(a.company != company for a in pars if isinstance(a, Par))
    ways = {
        "bid on another one": any(a.item != getattr(advised, "item", "") for a in bids if isinstance(a, Bid)),
        "choose another price": starts and sum(a.company == company for a in pars if isinstance(a, Par)) > 1,
        "start another company": starts and others,
        "buy a share of another company": any(a.company != company for a in shares if isinstance(a, BuyShare)),
        "start one of your own": not starts and others,
        "pass": any(issubclass(c.kind, Pass) for c in choices),
    }
    possible = [words for words, holds in ways.items() if holds]
    return f"{listed(possible, 'or')}." if possible else ""
