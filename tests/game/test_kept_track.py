"""What is kept of a board's track from one play to the next: it holds for other tiles, landmarks and groups no more."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from game.actions import Route
from game.play import Game
from game.routing import network, routes, validator
from game.routing.route_graph import relevant
from game.rules import Refusal
from tests.game.test_route_hooks import BONUSES, DATA, MARKED, MINE
from tests.support.random_boards import random_tokens, tangle
from tests.support.trace_positions import board


def running(rng: Random) -> tuple[Game, tuple[Route, ...]]:
    """A board, and the best runs on it."""
    while True:
        tiles = tangle(DATA, rng, rng.randint(8, 20))
        tokens = random_tokens(DATA, rng, tiles, [MINE, MINE, "GA"], rng.randint(1, 5), tiles)
        g = board(DATA, BONUSES, tiles, tokens, {"5-1": MINE, "8-1": MINE}, "5")
        best = routes.best(g, MINE, 1)
        if best:
            return g, tuple(Route(r.train, r.stops, r.sides) for r in best[0].runs)


@pytest.mark.parametrize("seed", range(30))
def test_a_route_is_judged_by_the_tiles_that_lie_there_now(seed):
    """Each tile is taken off the map and laid again; what a game that has seen it all says is what a new one says."""
    g, claimed = running(Random(f"kept {seed}"))
    first = validator.judge(g, MINE, claimed)
    refused = 0
    for place, laid in list(g.state.tiles.items()):
        del g.state.tiles[place]
        g.changed()
        again = validator.judge(g, MINE, claimed)
        assert again == validator.judge(Game(g.rules, g.state), MINE, claimed)
        refused += isinstance(again, Refusal)
        g.state.tiles[place] = laid
        g.changed()
        assert validator.judge(g, MINE, claimed) == first
    assert refused


@pytest.mark.parametrize("seed", range(10))
def test_segments_are_sifted_for_each_set_of_landmarks_and_groups(seed):
    g, _ = running(Random(f"sifted {seed}"))
    net, hooks = network.of(g), g.rules.routes
    ways = {
        "as they are": hooks,
        "no landmarks": replace(hooks, landmarks=lambda _g, _c: ()),
        "one": replace(hooks, landmarks=lambda _g, _c: MARKED[:1]),
        "one a hex": replace(hooks, once=lambda _g, h: h),
    }

    def sifted(name: str) -> list[network.Segment]:
        other = board(DATA, ways[name], g.state.tiles, g.state.tokens, {"8-1": MINE}, "5")
        assert network.of(other) is net
        return relevant(other, MINE)

    known = {name: sifted(name) for name in ways}
    assert len(net.worthy) == len(ways)
    for name, found in known.items():
        net.worthy.clear()
        assert sifted(name) == found
