"""The preview of track or of a station says what it is worth: how the company's best run changes."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from bot.benchmarks import dense
from bot.model.board.run_worth import BestRun, builds, find_best_run, give_train, run_change_words
from bot.model.board.track_end import find_awaited_colour
from bot.views.console.action_worth import worth_facts
from bot.views.console.train_worth import compare_trains, worth_words
from game.actions import BuyTrain, LayTile, PlaceToken
from game.play import Game
from game.routing import routes
from render.data import queries
from render.data.queries import acting_company
from tests.support.discord_world import answer, labels
from tests.support.golden_positions import golden_position
from tests.support.typed_lines import typing_at
from titles import TITLES

GA: Any = SimpleNamespace(
    data=SimpleNamespace(money=lambda dollars: f"${dollars}"), words={"paid: coal": lambda: "for coal"}
)


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
        (BestRun(60, True), BestRun(60, True, 20), "Best run stays $60, and its treasury gets $20 for coal"),
        (
            BestRun(60, True, 20),
            BestRun(80, True, 40),
            "Best run $60 → $80, and its treasury gets $40 for coal instead of $20",
        ),
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


@pytest.mark.parametrize(
    ("name", "number", "said"),
    [
        ("18VA-bank", 74, "Best run: $100 with a 2-train, none yet with a 1G-train."),
        ("18TN-bank", 404, "Best run: $100 now, $150 with a 3-train or a 4-train, $160 with a 5-train."),
        ("18EU-bank", 220, "Best run: £100 now, £130 with a Pullman, the same with a 2-train or a 3-train."),
    ],
)
async def test_who_may_buy_a_train_is_told_what_each_would_earn(tmp_path, name, number, said):
    async with typing_at(tmp_path, name, number) as at:
        (told,) = await at.ask("turn")
        assert said in told


async def test_a_company_without_a_train_is_told_what_building_is_worth_with_the_next_one(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 37) as at:
        (told,) = await at.ask("turn")
        assert "With a 2-train: best run $60 → $100" in told


@pytest.mark.parametrize(
    ("now", "runs", "said"),
    [
        (BestRun(0, True), {"a 2-train": BestRun(0, True)}, "Best run: none yet with a 2-train."),
        (BestRun(60, True), {"a 4-train": BestRun(50, True)}, "Best run: $60 now, $50 with a 4-train."),
        (BestRun(60, True), {"a 4-train": BestRun(60, False)}, "Best run: $60 now, at least $60 with a 4-train."),
        (BestRun(60, False), {"a 4-train": BestRun(60, True)}, "Best run: at least $60 now, $60 with a 4-train."),
    ],
)
def test_what_a_train_would_earn_is_said_as_far_as_it_is_proven(now, runs, said):
    assert worth_words(now, runs, GA) == said


async def test_a_train_of_a_company_is_told_with_what_goes_when_it_is_bought(tmp_path):
    """What was looked at first was told of both, and a Pullman that goes was counted."""
    async with typing_at(tmp_path, "18EU-bank", 264) as at:
        table, view = at.table, await at.table.view(None)
        buys = [a for c in table.choices(table.position.deciders[0]) if c.kind is BuyTrain for a in c]
        theirs, ours = (
            next(a for a in buys if bool(a.seller) is sold and queries.face(view, a.train) == "3")
            for sold in (True, False)
        )
        alone = [await compare_trains(table, view, [a]) for a in (theirs, ours, theirs)]
        assert alone == ["Best run: £200 now, £160 with a 3-train."] * 3


def test_a_train_that_is_thought_of_changes_nothing_of_what_is_seen():
    g = golden_position("18VA-bank", 74)
    view, again = g.view(None), g.view(None)
    thought_of = give_train(view, "B&O", "2-4", "1G")
    assert (thought_of.place["2-4"], thought_of.trains["2-4"].side) == ("B&O", "1G")
    assert view == again


@pytest.mark.parametrize(("rotation", "colour"), [(2, "green"), (0, "")])
def test_a_tile_that_walls_its_company_in_is_known_before_it_lies(rotation, colour):
    g = golden_position("18VA-bank", 41)
    g.play(LayTile("G4", "6", rotation, by="dee"))
    view = g.view(None)
    assert find_awaited_colour(g.rules, view, "B&O") == colour
    assert view == g.view(None)


async def test_a_place_without_a_name_is_called_by_what_it_is(tmp_path):
    """“tile 6 to Philadelphia, I4” led to the port."""
    async with typing_at(tmp_path, "18VA-bank", 36) as at:
        shown = await at.show("turn")
        assert labels(shown)[:3] == [
            "1 · tile 5, 4 ways (4 left)",
            "2 · tile 6, 4 ways (4 left)",
            "3 · tile 57, 2 ways (4 left)",
        ]
        assert "3 · to Philadelphia and the port" in labels(
            answer(await at.actor.click(shown, label="2 · tile 6, 4 ways (4 left)"))
        )


async def test_the_preview_of_such_a_tile_says_so(tmp_path):
    async with typing_at(tmp_path, "18VA-bank", 41) as at:
        lay = LayTile("G4", "5", 2, by="dee")
        view, (_, after) = await at.table.view("dee"), await at.table.preview(lay, "dee")
        said = await worth_facts(at.table, lay, view, after)
        assert said[-1] == "**After this, B&O finds no place for track until green tiles come, or others build to it.**"


def test_what_builds_nothing_is_not_asked_about():
    g = golden_position("18TN-bank", 375)
    view = g.view(None)
    assert builds(PlaceToken("F11"), view, view)
    assert not builds(BuyTrain("3-1", 180), view, view)


def test_a_better_run_says_which_rule_pays_it():
    """“Best run $60 → $100” for a station: why $40 more was told by the run only, “own station ×2”."""
    g = golden_position("18VA-options", 221)
    view = g.view(None)
    g.play(next(a for c in g.choices("ann") for a in c if isinstance(a, PlaceToken) and a.city == "H1"))
    now, then = [find_best_run(g.rules, board, "B&O") for board in (view, g.view(None))]
    assert run_change_words(now, then, g.rules) == "Best run $130 → $170 (Philadelphia: own station ×2)"
    assert run_change_words(then, now, g.rules) == "Best run $170 → $130"
