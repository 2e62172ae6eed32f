"""Odd players who drive random games into corners: full cities, last trains, no money, closed companies.

In every position somebody must be able to act, what is offered must be accepted, and nothing may be lost
(`tests/support/random_games.py`).

`python -m tests.characters 60` plays so many whole games of each title and prints each fault with the command that repeats it;
`python -m tests.characters 60 18India --first 1000` plays those of one title from number 1000;
`python -m tests.characters --one 18India 1040 builder` plays one game again.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Iterator, Mapping

from game.actions import (
    Action,
    Bankrupt,
    Bid,
    BuyPrivate,
    BuyShare,
    BuyTrain,
    Choose,
    ClosePrivate,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    SellPrivate,
    SellShares,
    TakePrivate,
    Use,
)
from game.play import Game
from game.rules import Illegal
from tests.support.random_games import PAYS, Walk, begin, wrongs
from titles import TITLES

# How much each character likes a kind of action; what is not named counts 1.
CHARACTERS: dict[str, Mapping[type[Action], float]] = {
    "builder": {LayTile: 30, PlaceToken: 20, Use: 5, Pass: 0.02, BuyTrain: 0.3, Par: 3, BuyShare: 2, SellShares: 0.05},
    "hoarder": {BuyTrain: 20, BuyShare: 0.3, LayTile: 4, Pass: 0.3, SellShares: 0.05},
    "starver": {BuyTrain: 0.02, SellShares: 4, BuyShare: 4, Par: 4, LayTile: 0.5},
    "flooder": {SellShares: 12, BuyShare: 6, Par: 6, Pass: 0.1},
    "dealer": {BuyPrivate: 0.5, SellPrivate: 0.5, TakePrivate: 2, Use: 6, ClosePrivate: 2, BuyTrain: 4, Choose: 3},
    "bidder": {Bid: 30, Par: 5, BuyShare: 20, Pass: 0.05, SellShares: 0.3, LayTile: 2},
}
SELDOM: Mapping[type[Action], float] = {Bankrupt: 0.01, ClosePrivate: 0.05, TakePrivate: 0.1}
PAYING = {"hoarder": 0.1, "starver": 1.0}  # how often dividends are paid, where not as usual
LONG = 2_500  # plays after which everybody hurries
LONGEST = 12_000


def meet(title: str, number: int, character: str, *, short: bool = False) -> Walk:
    """The random game with that number, played by such characters."""
    walk = begin(title, number, short=short, long=LONG)
    walk.habit = {**SELDOM, **CHARACTERS[character]}
    walk.pays = PAYING.get(character, PAYS)
    return walk


def fault(walk: Walk) -> str:
    """Play to the end; the first thing that is wrong, "" for nothing."""
    while not walk.game.state.over:
        where = f"play {walk.game.state.seq}"
        try:
            found = stuck(walk.game)
            if not found:
                walk.step()
                found = wrongs(walk.game, walk.money)
        except Illegal as refused:
            return f"{where}: offered but refused: {refused}"
        except Exception as error:
            return f"{where}: {told(error)}"
        if found:
            return f"{where}: {walk.plays[-1:]}: {found[0]}"
        if walk.game.state.seq > LONGEST:
            return f"{where}: no end in sight, {walk.game.state.round}"
    return ""


def stuck(g: Game) -> list[str]:
    """Whoever must act is offered something, and every choice holds an action."""
    by = g.deciders()
    if not by:
        return ["nobody must act"]
    return [f"{p} must act and is offered nothing" for p in by if not any(c.actions[:1] for c in g.choices(p))]


def told(error: Exception) -> str:
    """An error of the engine and where it was raised."""
    at = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} {error} at {at.filename.rpartition('/')[2]}:{at.name}"


def faults(title: str, games: int, first: int) -> Iterator[str]:
    """What is wrong in so many games, and the command that plays each of them again."""
    names = list(CHARACTERS)
    for number in range(first, first + games):
        character = names[number % len(names)]
        found = fault(meet(title, number, character))
        if found:
            yield f"{found}\n  python -m tests.characters --one {title} {number} {character}"


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int, nargs="?", default=60)
    parser.add_argument("title", nargs="?", choices=TITLES)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--one", nargs=3, metavar=("TITLE", "NUMBER", "CHARACTER"))
    asked = parser.parse_args(words)
    if asked.one:
        title, number, character = asked.one
        found = iter([fault(meet(title, int(number), character))])
    else:
        titles = [asked.title] if asked.title else TITLES
        found = (f"{t}, {f}" for t in titles for f in faults(t, asked.games, asked.first))
    bad = 0
    for line in filter(None, found):
        bad += 1
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    sys.stdout.write(f"{bad or 'no'} faults\n")
    return min(bad, 1)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
