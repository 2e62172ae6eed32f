"""18EU 4.4.3, 4.4.9: runs, worked out by hand."""

from __future__ import annotations

import pytest

from bot.views.story.game_log import EVENT_TESTS
from game.actions import Choose, Pass, Route, RunTrains
from game.play import Game
from game.routing import validator
from game.rules import Refusal
from game.steps.run import RunRoutes
from render.text.event_text import tell
from tests.support.eu_positions import corporation, game, phase, rail, run_of
from tests.support.title_positions import operate, play, refused
from titles.eu.doubled_stop import ChooseDoubled


def london_to_hamburg(phase_, train, *tokens, options=()):
    """London - Lille - Brussels - Cologne - Dortmund - Hamburg, all green, and from there to Berlin."""
    g = game(*options)
    phase(g, phase_)
    corporation(g, "BNR", "p0", 5, 100, 0, train, tokens=tokens)
    rail(g, B7="141/2", C8="578/2", D7="14/0", E6="14/0", F5="9/1", G4="8/1", H3="9/2", I4="9/2", J5="581/0")
    return g


@pytest.mark.parametrize(
    ("phase_", "train", "tokens", "dollars"),
    [
        ("5", "5-1", 1, 230 + 20),
        ("8", "5-1", 3, 230 + 90),
        ("4", "5-1", 3, 180 + 10),  # green: ten at most
        ("5", "6-1", 1, 280),  # through Hamburg to Berlin: no bonus, but more
    ],
)
def test_4_4_3_from_london_to_hamburg_pays_a_bonus_for_each_own_token(phase_, train, tokens, dollars):
    """Trap 17."""
    g = london_to_hamburg(phase_, train, *("C8.a.0", "D7.a.0", "E6.a.0")[:tokens])
    best = run_of(g, "BNR")
    assert best.revenue == dollars
    assert {best.runs[0].stops[0], best.runs[0].stops[-1]} == {"A6.a", "J5.b" if train == "6-1" else "G2.a"}


def test_4_4_9_a_pullman_doubles_the_best_city_or_off_map_place():
    g = london_to_hamburg("5", "5-1", "C8.a.0")
    g.state.place["P-1"] = "BNR"
    g.changed()
    assert run_of(g, "BNR").revenue == 250 + 70
    g.state.tiles = {}
    rail(g, C8="578/2", B7="141/2")  # London and Brussels; the town of Lille could not be doubled
    assert run_of(g, "BNR").revenue == 70 + 10 + 40 + 70


def test_4_4_3_towns_are_free():
    """Trap 18: four cities and eight towns."""
    g = game()
    phase(g, "5")
    corporation(g, "BNR", "p0", 5, 100, 0, "4-1", tokens=("C8.a.0",))
    rail(g, C8="578/2", C6="58/4", D5="3/1", C4="3/4", D3="202/5", E4="8/2", F3="4/1", G4="9/0", G6="58/3", H7="58/2")
    rail(g, I6="9/1", J5="584/0", K4="58/5", L5="4/2")
    best = run_of(g, "BNR")
    assert best.revenue == 260
    assert len(best.runs[0].stops) == 12


def test_4_4_3_a_port_and_its_city_are_a_run():
    """Trap 18, the end of it."""
    g = game()
    corporation(g, "DR", "p0", 5, 100, 0, "2-1", tokens=("D3.a.0",))
    phase(g, "3")
    rail(g, D3="576/0")
    best = run_of(g, "DR")
    assert best.revenue == 50
    assert set(best.runs[0].stops) == {"D3.a", "D1.a"}


def test_4_4_3_a_run_visits_one_city_of_paris_only():
    """Trap 19, for trains: Brussels, Lille, the north of Paris, round to its south, Dijon, Lyon."""
    g = game()
    phase(g, "5")
    corporation(g, "BNR", "p0", 5, 100, 0, "6-1", tokens=("C8.a.0", "B17.a.0"))
    rail(g, C8="201/1", B7="58/5", A8="8/4", A10="580/3", B9="7/0", B11="7/2", A12="8/3", B13="58/0", B15="9/0")
    rail(g, B17="201/3")
    north, south = ("C8.a", "B7.a", "A10.a"), ("A10.b", "B13.a", "B17.a")
    operate(g, "BNR", RunRoutes("BNR"))
    for stops in ((*north, *south), (*north, "A10.b")):
        refused(g, RunTrains((Route("6-1", stops),), by="p0"), "A10", "18EU 4.4.3")
    for half in (north, south):
        judged = validator.judge(g, "BNR", (Route("6-1", half),))
        assert not isinstance(judged, Refusal), judged
    assert run_of(g, "BNR").revenue == 30 + 10 + 60  # Brussels, Lille, Paris; from Lyon it is less


def test_4_4_9_where_runs_need_not_be_the_best_the_president_may_double_nothing():
    g = london_to_hamburg("5", "5-1", "C8.a.0", options=("free_runs",))
    g.state.place["P-1"] = "BNR"
    operate(g, "BNR", RunRoutes("BNR"), ChooseDoubled("BNR"))
    best = next(a for c in g.choices("p0") if c.kind is RunTrains for a in c)
    play(g, best)
    ran = g.events
    refused(g, Choose("B5.a", by="p0"), "the Pullman doubles one of", "18EU 4.4.9")
    other = Game.load(g.rules, g.snapshot())
    play(g, Pass(by="p0"))
    assert g.company("BNR").earned == 230 + 20
    assert tell(ran, g.view(None), g.rules)[0].startswith("BNR runs for £250: 5-train"), (
        "not with a stop that was never doubled"
    )
    play(other, Choose("C8.a", by="p0"))
    doubled, *_ = tell(other.events, other.view(None), other.rules)
    assert doubled == "The Pullman of BNR doubles Brussels (C8): the trains earn £290 in all."
    runs = [e for e in (*ran, *other.events) if any(test(e) for test in EVENT_TESTS["runs"])]
    assert [type(e).__name__ for e in runs] == ["Ran", "StopDoubled"], "the log's runs tell both"
