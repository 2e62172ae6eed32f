"""The words of a refusal: what was typed, that it is not possible, and why; what a number may be."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager

from bot.core.errors import NotPossible
from bot.core.text import escape_markup, quote_typed
from bot.model.action_form import DEALS
from bot.model.models import Seat
from bot.model.words.misfits.intended_actions import MisfitCards
from bot.views.error_words import say_to
from bot.views.formatting import number_words
from game.actions import Bid, LayTile, Par
from game.choices import Choice, Pick, Span
from game.rules import Rules
from render.data.names import listed

NUMBER_PHRASES = {"amount": "you can bid", "price": "the price can be"}  # before what the number of a field may be
REASON_OPENINGS = ("A", "Bid", "Building", "Choose", "No", "Nothing", "That", "The", "There", "You")  # of reasons
ONE_SHARE = "you can buy only one certificate at a time"
WHICH_STOP = "name one of"  # behind this, which stop of a hex is the point
# of one city, which people call by its hex
CIRCLE_NAMES = re.compile(r"\b([A-Z]{1,2}\d{1,2})\.[a-z]\b(?:(?: or |, )\1\.[a-z]\b)*")


@contextmanager
def speaking_to(seat: Seat) -> Iterator[None]:
    """Whatever is refused within is said to that player, and not of them."""
    try:
        yield
    except NotPossible as error:
        if type(error) is not NotPossible:
            raise
        raise NotPossible(say_to(seat.shown, str(error))) from None


def refusal_words(words: str, reason: str) -> str:
    """What was typed, and that it is not possible, with the reason; without one that it is not understood."""
    if not reason:
        return f"I cannot tell what {quote_typed(words, 60)} means here."
    reason = reason if WHICH_STOP in reason else CIRCLE_NAMES.sub(r"\1", reason)
    within = f"{reason[:1].lower()}{reason[1:]}" if reason.partition(" ")[0] in REASON_OPENINGS else reason
    return f"{quote_typed(words, 60)} is not possible: {escape_markup(within).rstrip('.')}."


def outside_words(rules: Rules, name: str, span: Span) -> str:
    """What the number of a field may be: `you can bid $45 to $600`."""
    if name not in NUMBER_PHRASES and span.high == 1:
        return "only one at a time now"
    low, high, step = (number_words(rules, name, n) for n in (span.low, span.high, span.step))
    if name not in NUMBER_PHRASES:
        return f"you can choose {low} to {high} now"
    if low == high:
        return f"it can only be {low}"
    return f"{NUMBER_PHRASES[name]} {low} to {high}{f' in steps of {step}' if span.step > 1 else ''}"


def name_numbers(rules: Rules, choices: Sequence[Choice]) -> str:
    """The amounts or prices that there are, beside deals in privates: `the prices are $70, $75, $80`; "" where none is asked."""
    own = [c for c in choices if not issubclass(c.kind, DEALS)]
    spans = {
        (n, r)
        for c in own
        for n, r in c.ranges.items()
        if n in NUMBER_PHRASES and isinstance(r, Span) and r.low < r.high
    }
    if len(spans) == 1:
        return outside_words(rules, *spans.pop())
    prices = sorted({a.price for c in own if c.kind is Par for a in c if isinstance(a, Par)})
    if not prices:
        prices = sorted({a.amount for c in own if c.kind is Bid and not c.ranges for a in c if isinstance(a, Bid)})
        prices = prices if len([c for c in own if c.kind is Bid]) == 1 else []
    if len(prices) == 1:
        return f"the only price is {number_words(rules, 'price', prices[0])}"
    return f"the prices are {', '.join(number_words(rules, 'price', n) for n in prices)}" if prices else ""


def not_laid(lay: LayTile, rules: Rules) -> str:
    """That a tile that is shown is not on the map."""
    return f"Tile {rules.data.tile_number(lay.tile)} is not laid yet"


def name_picks(choices: Sequence[Choice]) -> str:
    """How many cards are to be picked, and how one names them; "" where none are."""
    picks = [r for c in choices for r in c.ranges.values() if isinstance(r, Pick)]
    of = f" of your {len(picks[0].items)}" if picks and picks[0].high < len(picks[0].items) else ""
    return f"choose {_how_many(picks[0])}{of} cards; name them by their companies or their numbers" if picks else ""


def misfit_words(misfit: MisfitCards) -> str:
    """Why cards that were named cannot be picked: `there is no card of BR left to pick`, `there are only 2 cards of EIR`,
    `choose 5 cards; you named 3`.
    """
    lacking, named, pick = misfit
    if not lacking:
        return f"choose {_how_many(pick)} cards; you named {named}"
    held = {n: sum(n in (i, i.rpartition(".")[0]) for i in pick.items) for n in lacking}
    if none := [n for n in held if not held[n]]:
        return f"there is no card of {', '.join(none)} left to pick"
    return listed(
        [f"there {'are' if n > 1 else 'is'} only {n} card{'s' if n > 1 else ''} of {c}" for c, n in held.items()], "and"
    )


def _how_many(pick: Pick) -> str:
    """How many cards are to be picked: `5`, `1 to 3`."""
    return str(pick.low) if pick.low == pick.high else f"{pick.low} to {pick.high}"
