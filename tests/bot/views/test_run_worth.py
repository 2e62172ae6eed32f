"""The preview of track or of a station says what it is worth: how the company's best run changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.benchmarks import dense
from bot.model.run_worth import BestRun, builds, find_best_run, run_change_words
from game.actions import BuyTrain, PlaceToken
from game.play import Game
from game.routing import routes
from render.data.queries import acting_company
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import typing_at
from titles import TITLES

GA: Any = SimpleNamespace(data=SimpleNamespace(money=lambda dollars: f"${dollars}"))


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        (BestRun(60, True), BestRun(80, True), "Best run $60 → $80"),
        (BestRun(0, True), BestRun(50, True), "Best run $0 → $50"),
        (BestRun(60, True), BestRun(50, True), "Best run $60 → $50"),
        (BestRun(60, True), BestRun(60, True), "Best run stays $60"),
        (BestRun(60, True), BestRun(80, False), "Best run $60 → at least $80"),
        (BestRun(60, True), BestRun(60, False), ""),
        (BestRun(60, False), BestRun(80, False), "Best run then at least $80"),
        (BestRun(60, False), BestRun(80, True), "Best run then $80"),
        (BestRun(0, True), BestRun(0, True), ""),
        (None, None, ""),
    ],
)
def test_the_words_say_only_what_is_proven(before, after, said):
    assert run_change_words(before, after, GA) == said


@pytest.mark.parametrize("title", TITLES)
def test_what_somebody_sees_is_enough_and_a_short_search_never_says_too_much(title):
    kept = list(dense.load_positions(title))[::40]
    for g, company in kept:
        best = routes.best(g, company)[0].revenue
        for seat in (None, g.state.order[0]):
            found = find_best_run(g.rules, g.view(seat), company)
            assert found is not None
            assert found.revenue <= best
            assert found.revenue == best or not found.proven


def test_a_company_without_a_train_has_no_best_run():
    g, company = next(dense.load_positions("18GA"))
    view = g.view(None)
    for train in routes.trains(g, company):
        view.place[train] = "pool"
    assert find_best_run(g.rules, view, company) is None


@pytest.mark.parametrize(("name", "number"), [("18GA-bank", 585), ("18EU-bank", 345), ("18India-bank", 313)])
def test_a_look_changes_nothing_of_what_is_seen(name, number):
    g = golden_position(name, number)
    view, again = g.view(g.deciders()[0]), g.view(g.deciders()[0])
    find_best_run(g.rules, view, acting_company(view))
    assert view == again


async def test_the_preview_of_track_says_it_and_the_run_is_the_one_foretold(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 585) as at:
        (told,) = await at.ask("63")
        assert "Best run $230 → $270" in told
        await at.play("lay it")
        g = Game.load(at.table.rules, at.table.position.state)
        assert routes.best(g, acting_company(g.state))[0].revenue == 270


async def test_the_preview_of_a_station_says_it(tmp_path):
    async with typing_at(tmp_path, "18EU-bank", 318) as at:
        (told,) = await at.ask("turn")
        assert "Best run £70 → £80" in told


async def test_a_choice_among_a_few_stations_says_what_each_is_worth(tmp_path):
    """Each of their buttons places one at once: no preview says it."""
    async with typing_at(tmp_path, "18TN-bank", 375) as at:
        (told,) = await at.ask("turn")
        assert "Best run $190: $230 with Nashville (F11), $220 with Jackson (G6)." in told


def test_what_builds_nothing_is_not_asked_about():
    g = golden_position("18TN-bank", 375)
    view = g.view(None)
    assert builds(PlaceToken("F11"), view, view)
    assert not builds(BuyTrain("3-1", 180), view, view)
