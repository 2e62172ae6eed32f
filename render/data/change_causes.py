"""Where a company's money and trains go when companies change, read off the events of that move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from game.events import CardMoved, Event, Paid, TrainDiscarded
from game.rules import Rules
from game.state import Company
from render.data.names import holder, train_in_table
from render.data.queries import View, face

ENDED = ("closed", "merged", "forfeit")  # why a company that is no more hands over what it had


@dataclass(frozen=True)
class Causes:
    """What became of things, by company, in words; nothing about what the events do not tell."""

    money: dict[Company, str] = field(default_factory=dict)  # "to the bank"
    trains: dict[Company, str] = field(default_factory=dict)  # "2T, P to DR"
    discarded: dict[Company, str] = field(default_factory=dict)  # "P"


def find_causes(events: Iterable[Event], before: View, rules: Rules) -> Causes:
    """Where money and trains of companies went in these events; trains are called as they were before."""
    money: dict[Company, str] = {}
    moved: dict[Company, dict[str, list[str]]] = {}
    discarded: dict[Company, list[str]] = {}
    for event in events:
        match event:
            case Paid(src=src, dst=dst, why=why) if why in ENDED and src in before.companies:
                money[src] = f"to {holder(dst, rules)}"
            case CardMoved(card=card, src=src, dst=dst, why=why) if why in ENDED and card in rules.data.train_set:
                moved.setdefault(src, {}).setdefault(dst, []).append(face(before, card))
            case TrainDiscarded(company=company, train=train):
                discarded.setdefault(company, []).append(face(before, train))
            case _:
                pass
    return Causes(
        money,
        {c: "; ".join(_sent_words(dst, names, rules) for dst, names in places.items()) for c, places in moved.items()},
        {c: ", ".join(names) for c, names in discarded.items()},
    )


def _sent_words(place: str, trains: Sequence[str], rules: Rules) -> str:
    """`2, P to DR`, `3 out of the game`."""
    where = holder(place, rules)
    listed = ", ".join(map(train_in_table, trains))
    return f"{listed} {where}" if place == "gone" else f"{listed} to {where}"
