"""Best routes at their hardest: on the last map of a game every company with the two longest trains of the title."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations_with_replacement

from game import cards
from game.places import GONE
from game.play import Game
from game.routing import routes
from game.rules import Rules
from game.state import Card, TrainState

Face = tuple[str, str]  # type of a train, the side that is up


def longest_trains(rules: Rules) -> list[Face]:
    """The two types that count most, each with every side."""
    reach = {
        name: max([t.reach * t.times, *(s.reach * s.times for s in t.sides)]) for name, t in rules.data.trains.items()
    }
    two = sorted(reach, key=lambda name: -reach[name])[:2]
    return [(name, side) for name in two for side in ([s.name for s in rules.data.trains[name].sides] or [""])]


def helper_trains(rules: Rules) -> list[Card]:
    """One of each train that has no route of its own and makes the others earn more (the Pullman)."""
    return [f"{name}-1" for name, t in rules.data.trains.items() if not t.reach and not t.sides]


def pair_trains(rules: Rules) -> Iterator[dict[str, str]]:
    """Every pair of these, as cards with the side that is up, and one of each that only helps them (the Pullman)."""
    for pair in combinations_with_replacement(longest_trains(rules), 2):
        numbered = [
            *((f"{name}-{number}", side) for number, (name, side) in enumerate(pair, 1)),
            *((card, "") for card in helper_trains(rules)),
        ]
        if all(card in rules.data.train_set for card, _ in numbered):
            yield dict(numbered)


def stressed_positions(rules: Rules, snapshot: bytes) -> Iterator[tuple[Game, str]]:
    """The position with each pair in the hands of each company that has a station on the map; the company."""
    companies = sorted(set(Game.load(rules, snapshot).state.tokens.values()) & rules.data.companies.keys())
    for company in companies:
        for crew in pair_trains(rules):
            g = Game.load(rules, snapshot)
            for card in cards.trains(g, company):
                g.state.place[card] = GONE
            for card, side in crew.items():
                g.state.place[card] = company
                g.state.trains[card] = TrainState(side=side)
            g.changed()
            if routes.possible(g, company):
                yield g, company
