"""Two trains of which one's routes are listed and the other's searched beside them, against lists of both."""

from __future__ import annotations

from random import Random

import pytest

from game.play import Game
from game.routing import fleet_search, routes
from game.routing.pair_search import Partner
from game.routing.search import FoundRoute, rank
from tests.game.test_route_hooks import BONUSES, DATA, MINE
from tests.support.random_boards import random_tokens, tangle
from tests.support.trace_positions import board

PAIR = fleet_search.FleetSearch._pair_by_one_list
BOTH = ("3-1", "5-1", "8-1")


def rivals(rng: Random, monkeypatch) -> Game:
    """A board on which the best routes of two trains are in each other's way, as are those found greedily."""
    asked: list[int] = []

    def noted(self, *of):
        asked.append(1)
        return PAIR(self, *of)

    monkeypatch.setattr(fleet_search.FleetSearch, "_pair_by_one_list", noted)
    while not asked:
        tiles = tangle(DATA, rng, rng.randint(12, 24))
        tokens = random_tokens(DATA, rng, tiles, [MINE, MINE, "GA"], rng.randint(1, 5), tiles)
        g = board(DATA, BONUSES, tiles, tokens, dict.fromkeys(rng.sample(BOTH, 2), MINE), "5")
        routes.best(g, MINE, 1)
    g.changed()
    return g


def best(g: Game) -> list[list[routes.Runs]]:
    found = []
    for keep in (1, 10):
        g.changed()
        found.append(routes.best(g, MINE, keep))
    return found


def lists_of_both(self, seen, lists, tops, least, keep):
    """Unless one is short: then the other train is searched on the track that each route of it leaves."""
    few = len(lists[seen]) <= fleet_search.FEW_ROUTES
    return (self._pair_by_each_route(self.graphs.index(seen), lists[seen], tops, least), True) if few else None


@pytest.mark.parametrize("few", [0, 3, 12, 10**6])
@pytest.mark.parametrize("seed", range(30))
def test_a_list_of_one_train_gives_what_lists_of_both_do(seed, few, monkeypatch):
    """Of equal sets the same one, and the same others of note."""
    g = rivals(Random(f"rivals {seed}"), monkeypatch)
    monkeypatch.setattr(fleet_search, "FEW_ROUTES", few)
    found = best(g)
    monkeypatch.setattr(fleet_search.FleetSearch, "_pair_by_one_list", lists_of_both)
    assert found == best(g)


def test_a_route_of_equal_track_is_one_route():
    """Of three that earn as much the first by rank; the known train's first route where that one leads."""
    low, high = FoundRoute(5, 0b01, (1,), (1,)), FoundRoute(5, 0b10, (2,), (2,))
    partner = Partner([FoundRoute(4, 0b100, (7,), (7,)), FoundRoute(3, 0b1000, (8,), (8,))], 0, 4)
    for found in (high, low, FoundRoute(5, 0b01, (0,), (0,))):
        partner.leaves(found.used, 1)
        partner.meet(found, 1)
    assert partner.first_met[0] is high
    assert {theirs.nodes for theirs, _ in partner.leading_pairs(rank)} == {(1,)}
