"""How trains see the stops of the board, in the forms that titles share; `TrainProfile` explains the fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from game import cards
from game.route_rules import TrainProfile
from game.routing import network

if TYPE_CHECKING:
    from game.play import Game
    from game.state import Card, Company


def every_stop(g: Game, company: Company, train: Card) -> TrainProfile:
    """A train runs to as many stops of any kind as its number says; each pays what it is worth in the phase."""
    kind = cards.kind(train)
    return g.memo(("every stop", kind), lambda: _every_stop(g, kind), "tiles", "phase")


def _every_stop(g: Game, kind: str) -> TrainProfile:
    """The same for the trains of a type, worked out."""
    stops = network.of(g).stops
    colours = frozenset(g.rules.data.phases[g.state.phase].tiles)
    return TrainProfile(cap=g.rules.data.trains[kind].reach, value=lambda stop: stops[stop].value(colours))


def towns_free(g: Game, company: Company, train: Card) -> TrainProfile:
    """The same, but towns do not count for the train's number."""
    kind = cards.kind(train)
    return g.memo(("towns free", kind), lambda: _towns_free(g, kind), "tiles", "phase")


def _towns_free(g: Game, kind: str) -> TrainProfile:
    """The same for the trains of a type, worked out."""
    stops = network.of(g).stops
    colours = frozenset(g.rules.data.phases[g.state.phase].tiles)
    return TrainProfile(
        cap=g.rules.data.trains[kind].reach,
        value=lambda stop: stops[stop].value(colours),
        cost=lambda stop: int(stops[stop].kind != "town"),
    )
