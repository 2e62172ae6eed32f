"""How trains see the stops of the board, in the forms that titles share; `TrainProfile` explains the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards
from game.memo import memoized
from game.route_rules import TrainProfile
from game.routing import network

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company


def every_stop(g: Game, company: Company, train: Card) -> TrainProfile:
    """A train runs to as many stops of any kind as its number says; each pays what it is worth in the phase."""
    return _every_stop(g, cards.kind(train))


@memoized("tiles", "phase")
def _every_stop(g: Game, kind: str) -> TrainProfile:
    """What all trains of a type see, where every stop counts for their number."""
    stops = network.of(g).stops
    colours = frozenset(g.rules.data.phases[g.state.phase].tiles)
    return TrainProfile(cap=g.rules.data.trains[kind].reach, value=lambda stop: stops[stop].value(colours))


def towns_free(g: Game, company: Company, train: Card) -> TrainProfile:
    """A train runs to as many cities as its number says, and to any towns between them; each pays as much as in `every_stop`."""
    return _towns_free(g, cards.kind(train))


@memoized("tiles", "phase")
def _towns_free(g: Game, kind: str) -> TrainProfile:
    """What all trains of a type see, where towns do not count for their number."""
    stops = network.of(g).stops
    colours = frozenset(g.rules.data.phases[g.state.phase].tiles)
    return TrainProfile(
        cap=g.rules.data.trains[kind].reach,
        value=lambda stop: stops[stop].value(colours),
        cost=lambda stop: int(stops[stop].kind != "town"),
    )
