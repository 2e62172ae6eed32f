"""A player who picks legal actions by a seed: for trying games out and for positions in mid-game."""

from __future__ import annotations

from msgspec import structs

from game.actions import Action, Bankrupt, BuyPrivate, Choose, ClosePrivate, Pass, RunTrains, SellPrivate, Use
from game.chance import number
from game.choices import Choice, Pick, Range
from game.play import Game

# Offers between players could go back and forth for ever, and powers are soon used up: they are taken up now and then only.
SELDOM = (BuyPrivate, SellPrivate, Use, ClosePrivate, Choose, Bankrupt)


def pick_action(g: Game, seed: str) -> Action:
    """A legal action of somebody who must act. The same game and seed give the same action."""
    stream = f"play/{g.state.seq}"
    deciders = g.deciders()
    by = deciders[number(seed, stream, 0, len(deciders))]
    offers = g.choices(by)
    usual = [c for c in offers if not is_seldom_chosen(c)]
    if not usual or number(seed, stream, 1, 12) == 0:
        usual = [c for c in offers if c.kind is not Bankrupt] or offers
    active = [c for c in usual if c.kind is not Pass]
    if active and number(seed, stream, 4, 4):
        usual = active
    choice = usual[number(seed, stream, 2, len(usual))]
    if choice.kind is RunTrains:
        return choice.actions[0]  # the best
    action = choice.actions[number(seed, stream, 3, len(choice.actions))]
    values = {name: pick_value(span, seed, f"{stream}/{name}") for name, span in choice.ranges.items()}
    return structs.replace(action, **values)


def is_seldom_chosen(choice: Choice) -> bool:
    """Whether that kind of action is taken up only now and then: trains of other companies too."""
    return choice.kind in SELDOM or bool(getattr(choice.actions[0], "seller", ""))


def pick_value(span: Range, seed: str, stream: str) -> object:
    """One value of a range; of prices the lowest half the time, as people bid."""
    if isinstance(span, Pick):
        count = span.low + number(seed, stream, 0, span.high - span.low + 1)
        rest = list(span.items)
        chosen = {rest.pop(number(seed, stream, i + 1, len(rest))) for i in range(count)}
        return tuple(i for i in span.items if i in chosen)
    values = span.values()
    return values[0] if number(seed, stream, 0, 2) else values[number(seed, stream, 1, len(values))]
