"""How trains see the stops of the board, in the forms that titles share; `TrainProfile` explains the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards
from game.routing import network
from game.rules import TrainProfile

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company


def every_stop(g: Game, company: Company, train: Card) -> TrainProfile:
    """A train runs to as many stops of any kind as its number says; each pays what it is worth in the phase."""
    stops = network.of(g).stops
    colours = frozenset(g.rules.data.phases[g.state.phase].tiles)
    return TrainProfile(cap=g.rules.data.trains[cards.kind(train)].reach, value=lambda stop: stops[stop].value(colours))


def towns_free(g: Game, company: Company, train: Card) -> TrainProfile:
    """The same, but towns do not count for the train's number."""
    stops = network.of(g).stops
    colours = frozenset(g.rules.data.phases[g.state.phase].tiles)
    return TrainProfile(
        cap=g.rules.data.trains[cards.kind(train)].reach,
        value=lambda stop: stops[stop].value(colours),
        cost=lambda stop: int(stops[stop].kind != "town"),
    )
