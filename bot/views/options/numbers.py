"""The numbers of options: the same in a picture and on the buttons below it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from bot.views.options.screen import ScreenOption
from game.actions import Bid
from game.rules import Rules
from render.data import queries
from render.data.choice_names import choice_name, lot_numbers


def lot_of(offer: ScreenOption) -> str:
    """The thing that an option bids for; "" of any other option, and of an amount."""
    if not issubclass(offer.kind, Bid) or offer.field == "amount":
        return ""
    return offer.action.item if isinstance(offer.action, Bid) else str(offer.choice or "")


def have_own_numbers(offers: Sequence[ScreenOption], rules: Rules) -> bool:
    """Whether all that is offered are minors for sale, which are called by numbers of their own."""
    lots = [lot_of(o) for o in offers]
    return bool(lots) and all(lots) and all(queries.called(rules, item) != item for item in lots)


def option_numbers(offers: Sequence[ScreenOption], rules: Rules) -> list[int]:
    """The number of each option: of a private for sale its place in the title's list, which it keeps when others are sold; else
    its place on the screen. 0, which is none: of minors, which have theirs already, and of a single option.
    """
    numbers = lot_numbers(rules)
    if offers and all(lot_of(o) in numbers for o in offers):
        return [numbers[lot_of(o)] for o in offers]
    if len(offers) < 2 or have_own_numbers(offers, rules):
        return [0] * len(offers)
    return list(range(1, len(offers) + 1))


def letter_labels(labels: Sequence[str]) -> list[str]:
    """Labels with the letters that the picture has beside them; a single option has none."""
    if len(labels) == 1:
        return list(labels)
    return [f"{choice_name(n, lettered=True)} · {s}" for n, s in enumerate(labels, 1)]


def number_labels(labels: Sequence[str], numbers: Sequence[int] = ()) -> list[str]:
    """Labels with the numbers that the picture has beside them: `numbers`, of which 0 is none, else their places in order.

    A single option has none unless it is given, and minors that stand in order have theirs already.

    A tile's number is none of these: the sixth way is `6 · tile 6 to G4 and H1` where it is tile 6.
    """
    places = numbers or ([0] if len(labels) == 1 else range(1, len(labels) + 1))
    return [f"{n} · {s}" if n and not re.match(rf"Minor {n}\b", s) else s for n, s in zip(places, labels, strict=True)]
