"""18VA 4.5.8, 4.6: which trains the bank sells to a company in a turn, and when it must have one."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from game import cards, market, places, trains
from game.checks import Purchase
from game.events import TrainBought, TurnBegan
from titles.va.marks import TYPES_BOUGHT

if TYPE_CHECKING:
    from game.play import Game

LAST_LIMITED = "6"


def note_type(g: Game, event: TrainBought) -> None:
    """Reaction: remember what came from the bank, not from the pool (18xx.games: from the pool as well)."""
    if event.seller == places.DEPOT or (event.seller == places.POOL and g.rules.has("pool_uses_type_limit")):
        TYPES_BOUGHT.add(g.state, cards.kind(event.train))


def forget_types(g: Game, event: TurnBegan) -> None:
    """Reaction: another turn begins."""
    TYPES_BOUGHT.clear(g.state)


def one_of_type(g: Game, purchase: Purchase) -> str | None:
    """18VA 4.5.8: one new train of a type in a turn, passenger and freight together, until the first 6-train is sold."""
    kind = cards.kind(purchase.train)
    if purchase.using and g.rules.has("tredegar_beside_type_limit"):
        return None
    if purchase.seller != places.DEPOT or not TYPES_BOUGHT.contains(g.state, kind):
        return None
    kept = g.rules.has("t6_limit_kept") and kind == LAST_LIMITED
    if "one_of_type" not in trains.phase(g).flags and not kept:
        return None
    return f"{purchase.company} has bought a new {kind}-train in this turn"


def crowded(g: Game, buyer: str) -> list[str]:
    """18VA 4.5.8: companies over their limit discard, the one on turn first, then in operating order."""
    over = trains.crowded(g)
    return [c for c in dict.fromkeys((buyer, *market.operating_order(g))) if c in over]


def always_must_own(g: Game, company: str) -> bool:
    """18VA 4.6: a company must own a train at the end of its turn, with a route or without."""
    return True


def treasury_empty(g: Game, company: str, raised: Sequence[int]) -> bool:
    """18VA 4.6.1: the president pays for another company's train only while there is no money at all, from their own cash."""
    return g.state.cash[company] == 0 and not raised
