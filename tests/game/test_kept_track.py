"""What is kept of a board's track from one play to the next: it holds for other tiles, landmarks and groups no more."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest

from game.actions import Route
from game.play import Game
from game.routing import company_reach, network, routes, validator
from game.routing.route_graph import relevant_segments
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
        validator.walked.clear()
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
        return relevant_segments(other, MINE)

    known = {name: sifted(name) for name in ways}
    assert len(net.segments_worth_using) == len(ways)
    for name, found in known.items():
        net.segments_worth_using.clear()
        assert sifted(name) == found


@pytest.mark.parametrize("seed", range(30))
def test_a_network_made_of_the_last_one_is_that_of_the_board(seed):
    """Tiles come and go; what each network says, and what a company reaches on it, is what one made anew says."""
    rng = Random(f"derived {seed}")
    tiles = tangle(DATA, rng, rng.randint(8, 20))
    tokens = random_tokens(DATA, rng, tiles, [MINE, "GA"], rng.randint(1, 5), tiles)
    net, kept, here = network.Network(DATA, tiles), 0, dict(tiles)
    for place in [*tiles, *tiles]:
        if place in here:
            del here[place]
        else:
            here[place] = tiles[place]
        for company in (MINE, "GA"):
            company_reach.explore(net, tokens, company)
        net = network.Network(DATA, here, base=net)
        kept += len(net.explored)
        new = network.Network(DATA, here)
        assert (net.stops, net.leave, net.enter, net.cross) == (new.stops, new.leave, new.enter, new.cross)
        assert (net.plain, net.passing, net.ends) == (new.plain, new.passing, new.ends)
        assert [(s.a, s.b, s.path) for s in net.segments] == [(s.a, s.b, s.path) for s in new.segments]
        for company in (MINE, "GA"):
            ours, fresh = company_reach.explore(net, tokens, company), company_reach.explore(new, tokens, company)
            assert (ours.crossings, ours.stops, ours.hexes) == (fresh.crossings, fresh.stops, fresh.hexes)
            assert (ours.doors, ours.hexsides) == (fresh.doors, fresh.hexsides)
    assert kept


def test_a_short_run_is_told_as_the_checker_tells_it():
    """`runnable` looks first for a run from a station to the next stop: no such run is legal for one and not for the other."""
    told = Counter[bool]()
    for seed in range(20):
        g, _ = running(Random(f"short {seed}"))
        net, (own, _) = network.of(g), company_reach.stations(g.state.tokens, MINE)
        profile = g.rules.routes.profile(g, MINE, "5-1")
        assert profile is not None
        for stop in sorted(own & net.stops.keys()):
            for segment in net.leading_from(stop):
                sides = tuple(net.borders.names[c >> 1] for c in segment.path)
                judged = validator.judge(g, MINE, [Route("5-1", (segment.a, segment.b), sides)])
                legal = not isinstance(judged, Refusal) and judged[0].revenue > 0
                assert routes.is_shuttle(g, profile, segment, {}) == legal
                told[legal] += 1
    assert told[True]
