"""A player who builds, buys and runs by a seed, with a liking for everything: leads games of tests into odd corners soon."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import structs

from bot.sandbox.random_player import pick_value
from game.actions import Action, Answer, Bankrupt, BuyShare, Par, PayDividend, RunTrains, SellShares
from game.chance import number
from game.choices import Choice
from game.play import Game

# How much each kind of action is liked; what is not named is done for want of better.
LIKED = {
    "RunTrains": 100,
    "PayDividend": 100,
    "BuyTrain": 30,
    "LayTile": 30,
    "Par": 20,
    "BuyShare": 40,
    "BuyHand": 40,
    "BuyRow": 40,
    "Exchange": 10,
    "PlaceToken": 10,
    "Bid": 6,
    "Pass": 2,
    "Answer": 1,
}


def choose(g: Game, seed: str) -> Action:
    """What a reasonable player might do: build, buy, run the best routes, pay out; sell and trade only for want of better."""
    by = g.deciders()[0]
    offers = g.choices(by)
    liked = [c for c in offers if c.kind.__name__ in LIKED and not getattr(c.actions[0], "seller", "")]
    if any(s.par and not s.floated for s in g.state.companies.values()):
        liked = [c for c in liked if c.kind is not Par] or liked
    pool = (
        liked or [c for c in offers if c.kind is SellShares] or [c for c in offers if c.kind is not Bankrupt] or offers
    )
    stream = f"demo/{g.state.seq}"
    choice = _weighted(pool, number(seed, stream, 0, sum(LIKED.get(c.kind.__name__, 1) for c in pool)))
    if choice.kind in {RunTrains, PayDividend}:
        return choice.actions[0]  # the best run; paid in full
    if choice.kind is Answer:
        return choice.actions[-1]
    action = choice.actions[number(seed, stream, 1, len(choice.actions))]
    if choice.kind is BuyShare and number(seed, stream, 2, 3):
        action = max(choice.actions, key=lambda a: (_wanting(g, a.company), a.company))  # type: ignore[attr-defined]
    return structs.replace(action, **{n: pick_value(s, seed, f"{stream}/{n}") for n, s in choice.ranges.items()})


def _wanting(g: Game, company: str) -> int:
    """Shares sold of a company that does not operate yet; 0 for others."""
    if g.company(company).floated:
        return 0
    return sum(1 for card, place in g.state.place.items() if card.startswith(f"{company}.") and place != "ipo")


def _weighted(choices: Sequence[Choice], at: int) -> Choice:
    for choice in choices:
        at -= LIKED.get(choice.kind.__name__, 1)
        if at < 0:
            return choice
    return choices[-1]
