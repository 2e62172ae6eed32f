"""Random players of several characters: each is fonder of some kinds of actions, so that games reach the corners of the rules.

The same game, seed and character give the same action.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from msgspec import structs

from bot.chances import pick, value
from game.actions import PayDividend, RunTrains
from game.chance import number

if TYPE_CHECKING:
    from collections.abc import Callable

    from game.actions import Action
    from game.choices import Choice
    from game.play import Game

FINE = 100  # parts of a liking: what is liked less than a hundredth as much as usual is never done
SELDOM = {"BuyPrivate": 10, "SellPrivate": 10, "Use": 30, "ClosePrivate": 5, "Choose": 50, "Bankrupt": 1}
TRADE = 10  # the liking of another company's train: those could go back and forth for ever
# How much a character likes a kind of action, in hundredths of what everybody likes; 100 where nothing is said.
LIKINGS: Mapping[str, Mapping[str, int]] = {
    "hoarder": {"Pass": 300, "BuyShare": 1000, "BuyHand": 1000, "BuyRow": 1000, "SellShares": 1},
    "starver": {"BuyTrain": 2, "SellShares": 400, "BuyShare": 400, "Bankrupt": 20},
    "flooder": {"SellShares": 1200, "BuyShare": 600, "Pass": 10},
    "builder": {"LayTile": 3000, "PlaceToken": 1000, "Use": 500, "Pass": 2, "BuyTrain": 30},
    "bidder": {"Bid": 5000, "Pass": 20, "BuyPrivate": 200, "TakePrivate": 500, "Use": 300},
    "hasty": {"BuyTrain": 2000, "Exchange": 500, "SellShares": 200, "Pass": 20},
}


def likes(likings: Mapping[str, int], g: Game, seed: str) -> Action:
    """A legal action of the first who must act, drawn by how much its kind is liked."""
    stream, by = f"likes/{g.state.seq}", g.deciders()[0]
    offers = g.choices(by)
    weights = [_liking(likings, choice) for choice in offers]
    at = number(seed, stream, 0, sum(weights))
    for choice, weight in zip(offers, weights, strict=True):
        at -= weight
        if at < 0:
            return _one(choice, seed, stream)
    raise AssertionError("no liking is without weight")


def _liking(likings: Mapping[str, int], choice: Choice) -> int:
    kind = choice.kind.__name__
    usual = SELDOM.get(kind, TRADE if getattr(choice.actions[0], "seller", "") else FINE)
    return max(1, usual * likings.get(kind, FINE) // FINE)


def _one(choice: Choice, seed: str, stream: str) -> Action:
    if choice.kind is RunTrains:
        return choice.actions[0]  # the best
    if choice.kind is PayDividend and number(seed, stream, 1, 2):
        return choice.actions[0]  # games get on when something is paid
    action = choice.actions[number(seed, stream, 2, len(choice.actions))]
    return structs.replace(action, **{n: value(s, seed, f"{stream}/{n}") for n, s in choice.ranges.items()})


CHARACTERS: Mapping[str, Callable[[Game, str], Action]] = {
    "even": pick,  # as `trunkline play --random`
    **{name: partial(likes, likings) for name, likings in LIKINGS.items()},
}
