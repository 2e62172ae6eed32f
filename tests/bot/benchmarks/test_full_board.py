"""Best routes where there is far more track than in any game: two 8-trains and a Pullman of 18EU."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.benchmarks import stress
from bot.benchmarks.full_board import fill_board, make_position, running_company
from game.actions import Route
from game.play import Game
from game.routing import routes, validator
from game.rules import Refusal
from titles import find

RULES = find("18EU").rules((), 2)
CREW = {"8-1": "", "8-2": "", "P-1": ""}


def accepted(g: Game, runs: routes.Runs) -> None:
    """The judge, who shares nothing with the search, takes these runs and counts the same dollars."""
    judged = validator.judge(g, running_company(RULES), tuple(Route(r.train, r.stops, r.sides) for r in runs.runs))
    assert not isinstance(judged, Refusal), judged
    assert validator.total(g, running_company(RULES), judged) == runs.revenue


def test_the_hardest_crews_have_the_pullman_with_them() -> None:
    assert CREW in list(stress.pair_trains(RULES))
    assert stress.helper_trains(find("18GA").rules((), 3)) == []


def test_the_board_keeps_to_the_supply_and_is_nearly_full() -> None:
    tiles = fill_board(RULES.data, "1")
    assert len(tiles) > 100
    assert all(count <= RULES.data.map.tiles[name] for name, count in Counter(t.tile for t in tiles.values()).items())
    assert len(fill_board(RULES.data, "1", 60)) == 60


@pytest.mark.parametrize(("seed", "revenue"), [("1", 720), ("2", 890), ("4", 640)])
def test_as_much_track_as_a_game_sees_is_solved(seed: str, revenue: int) -> None:
    g = make_position(RULES, seed, 60, CREW)
    runs = routes.best(g, running_company(RULES), keep=1)[0]
    assert runs.proven
    assert (len(runs.runs), runs.revenue) == (2, revenue)
    accepted(g, runs)


def test_where_nothing_can_be_proven_all_trains_run_and_more_is_not_promised() -> None:
    """A small effort stands for the five seconds; a train alone takes all of it."""
    g = make_position(RULES, "1", 1000, CREW)
    runs = routes.best(g, running_company(RULES), keep=1, effort=60_000)[0]
    assert not runs.proven
    assert len(runs.runs) == 2
    assert runs.revenue < runs.at_most
    accepted(g, runs)
