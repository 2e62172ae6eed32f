"""18TN 4.2.6: what corporations pay players for private companies, and when they may."""

from __future__ import annotations

from collections.abc import Set as AbstractSet
from typing import TYPE_CHECKING, Any

from game import privates, trains
from game.actions import Action, TakePrivate
from game.events import PrivateSold, RoundEnded
from game.steps.track import LayTrack
from titles.tn.marks import EARLY_SALES

if TYPE_CHECKING:
    from game.play import Game
    from game.rules import Rules
    from game.state import State


def private_price_range(g: Game, company: str, private: str) -> tuple[int, int]:
    """18TN 4.2.6: at face value in the first operating round, one a corporation and one a player; from the first 3-train on
    for half to one and a half times face value. 18TN 8(b): as an option before that for anything up to face value.
    """
    value, early = g.rules.data.privates[private].value, "early" in trains.phase(g).flags
    if g.rules.has("phase2_private_sales"):
        return (1, value) if early else privates.listed_price_range(g, company, private)
    if first_round(g) and early:
        spent = EARLY_SALES.entries(g.state)
        return (0, 0) if company in spent or g.state.place[private] in spent else (value, value)
    if first_round(g) and g.rules.has("first_round_face_value"):
        return value, value  # any number, as from the first 3-train on
    return privates.listed_price_range(g, company, private)


def why_no_private_price(g: Game, company: str, private: str) -> str:
    """18TN 4.2.6: in the first operating round each corporation buys one private and each player sells one; then none is
    sold before the first 3-train.
    """
    spent, owner = EARLY_SALES.entries(g.state) if first_round(g) else (), g.state.place[private]
    if company in spent:
        return f"{company} has already bought a private company in the first operating round, and may only buy one"
    if owner in spent:
        return f"{g.rules.person(owner)} has already sold a private company in the first operating round, and may only sell one"
    return "after the first operating round companies cannot buy private companies until the first 3-train is sold"


def describe_sales(private: str, rules: Rules) -> str:
    """18TN 4.2.6: when companies may buy a private company, and for how much, on its card."""
    money, data = rules.data.money, rules.data.privates[private]
    low, high = data.price
    if not high:  # it is never for sale
        return ""
    if rules.has("phase2_private_sales"):
        first = f"A company may buy it for up to {money(data.value)}"
    else:
        first = f"In the first operating round a company may buy it for {money(data.value)}"
    return f"{first}; after the first 3-train is sold, for {money(low)} to {money(high)}."


def hints(kinds: AbstractSet[type[Action]], view: State[Any], rules: Rules) -> str:
    """18TN 4.2.6: that a company may buy a private now, as long as that comes and goes: once a turn, before its first tile, and
    where a private is chosen.
    """
    early = "early" in rules.data.phases[view.phase].flags and not rules.has("phase2_private_sales")
    step = view.agenda[-1] if view.agenda else None
    begins = isinstance(step, LayTrack) and not step.laid
    if not early or TakePrivate not in kinds or not (begins or kinds == {TakePrivate}):
        return ""
    many = "privates" if rules.has("first_round_face_value") else "one private"
    return f"In this operating round a company may buy {many} at the printed price; then none until the first 3-train is sold."


def first_round(g: Game) -> bool:
    """Whether this is the first operating round in which corporations operate (option: laps of the auction were rounds)."""
    lapped = g.rules.has("laps_are_rounds") and g.state.used.get("auction.laps", 0)
    return g.state.round == "OR 1.1" and not lapped


def forget(g: Game, event: RoundEnded) -> None:
    """18TN 4.2.6: these limits end with the first operating round."""
    EARLY_SALES.clear(g.state)


def note_sale(g: Game, event: PrivateSold) -> None:
    """18TN 4.2.6: in the first operating round a corporation buys one private, a player sells one."""
    if first_round(g) and event.buyer in g.state.companies:
        EARLY_SALES.add(g.state, event.buyer, event.seller)
