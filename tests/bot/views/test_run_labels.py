"""What tells runs apart on their buttons, over the runs of a golden game of every title."""

from __future__ import annotations

import re

import pytest

import render
from bot.model.action_form import Draft, ask_next
from bot.views.console.question_step import with_revenue
from bot.views.options.arrangement import page_runs
from bot.views.options.labels import cut_label, option_labels, picture_labels
from bot.views.options.run_offers import run_ways
from bot.views.options.screen import Screen, action_options
from game.actions import Action, Route, RunTrains
from game.choices import choice
from game.events import Ran
from game.play import Game
from game.routing import routes
from game.state import Run
from game.transcript import perform, read
from render.data import queries
from tests.golden import GAMES
from tests.support.board_notation import board
from titles import TITLES

FIRST, EVERY = 12, 4  # runs of a game that are left out at its beginning, and of the others each so many


def told(title: str, *ways: tuple[tuple[str, ...], ...]) -> list[str]:
    """The labels beside a picture of runs that earn $140, of which each is the stops of its trains, a 2-train and a 3-train."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    runs = [RunTrains(tuple(Route(f"{n}-1", s) for n, s in enumerate(way, 2)), by="ann") for way in ways]
    shown = Screen(ask_next([choice(*runs)], Draft()), action_options(runs))
    return picture_labels([f"$140 · a long way round {n}, by many places" for n in range(len(runs))], shown, rules)


def test_the_same_stops_by_other_trains_are_told_by_the_route_of_one_of_them():
    """ "1 · £140, way 1", "2 · £140, way 2"."""
    port, genoa, milan, venice = "E22.a", "E20.a", "E18.a", "H19.a"
    assert told(
        "18EU",
        ((port, genoa), (milan, genoa, venice)),
        ((milan, genoa, port), (genoa, venice)),
        ((milan, genoa), (port, genoa, venice)),
    ) == [
        "1 · $140 · 2-train port E22–Genoa",
        "2 · $140 · 2-train Milan–Genoa–port E22",
        "3 · $140 · 2-train Milan–Genoa",
    ]


def test_a_place_that_one_run_leaves_out_tells_it():
    """ "1 · $600 · 1) 4D-train G … Newport News", three times."""
    each, other = ("C12.a", "D9.a", "E8.a"), ("F7.a", "F13.a")
    ways = [(tuple(s for s in each if s != left), other) for left in each]
    assert told("18VA", *ways) == [
        "1 · $140 without Lynchburg",
        "2 · $140 via Lynchburg and Gordonsville",
        "3 · $140 without Gordonsville",
    ]


def test_the_same_stops_over_other_track_are_told_by_a_hex_between():
    """ "₹100 · 3-train Mumbai–Pune, way 1"."""
    rules = TITLES["18GA"].rules((), 3)
    stops, ways = ("F6.a", "H6.a"), (("F6/0", "G5/0"), ("F6/5", "G7/0"))
    runs = [RunTrains((Route("2-1", stops, sides),), by="ann") for sides in ways]
    shown = Screen(ask_next([choice(*runs)], Draft()), action_options(runs))
    g = board("C3=57/2[CoG] D4=451a/0", phase="3")
    assert option_labels(shown, [choice(*runs)], g.view(None), rules) == [
        "2-train Macon–H6 over G5 and H4",
        "2-train Macon–H6 over G7",
    ]


@pytest.mark.parametrize("title", TITLES)
def test_buttons_of_runs_say_what_differs_and_are_never_cut(title: str) -> None:
    """Of the runs of a recorded game, those that earn the same among them: numbers alone, "way 2", and scraps of names."""
    golden = next(g for g in GAMES if g.name == f"{title}-bank")
    kept = read(golden.path.read_text("utf-8"))
    game, seen, alike = golden.start(kept.seed), 0, 0
    plays = perform(game, kept.entries)
    while True:
        if game.deciders() and any(c.kind is RunTrains for c in game.choices()):
            seen += 1
            if seen > FIRST and not seen % EVERY:
                said, same = buttons_of_runs(game)
                alike += same
                words = [re.sub(r"^\d+ · ", "", text) for text in said]
                assert len(set(words)) == len(words), words
                assert all(cut_label(text) == text for text in said), said
                assert not any(re.search(r"way \d|\d\) ", text) for text in said), said
        if next(plays, None) is None:
            break
    assert alike > 5


def buttons_of_runs(game: Game) -> tuple[list[str], int]:
    """The labels beside a picture of all runs that a company may choose from, and how many of them earn what another does."""
    view = game.view(None)
    runs = [r for c in game.choices() if c.kind is RunTrains for r in c if isinstance(r, RunTrains) and r.routes]
    company = queries.acting_company(view)
    found = {routes.written(r.runs): Ran(company, r.runs, r.revenue) for r in routes.best(game, company)}
    once: dict[object, RunTrains] = {}
    for run in runs:
        once.setdefault(run_ways(found[run.routes].runs), run)  # whichever train goes there
    runs = list(once.values())
    earned = {ways: r.revenue for ways, r in found.items()}
    shown = Screen(ask_next(game.choices(), Draft()), action_options(runs))
    plain = option_labels(shown, game.choices(), view, game.rules)
    named = [with_revenue(game.rules, earned[r.routes], text) for r, text in zip(runs, plain, strict=True)]
    sums = [earned[r.routes] for r in runs]
    return picture_labels(named, shown, game.rules), sum(sums.count(n) > 1 for n in sums)


async def test_a_screen_has_as_many_runs_as_it_shows_large(monkeypatch):
    """Ten pictures one below the other before the buttons, and twenty lines of words above them."""
    runs = [RunTrains((Route("2-1", (f"F{n}.a", "E8.a")),), by="ann") for n in range(5)]
    ran: dict[Action, Ran] = {r: Ran("CoG", (Run("2-1", r.routes[0].stops, (), 60),), 60) for r in runs}
    screen, rules = Screen(ask_next([choice(*runs)], Draft()), action_options(runs)), TITLES["18GA"].rules((), 3)
    monkeypatch.setattr(render, "screens_of_runs", lambda *_: [2, 3])
    view = board("C3=57/2[CoG] D4=451a/0", phase="3").view(None)
    pages = [await page_runs(screen, ran, view, rules, page) for page in (0, 1, 9)]
    assert [[o.action for o in p.options] for p in pages] == [runs[:2], runs[2:], runs[2:]]
    assert {p.pages for p in pages} == {2}
    assert (await page_runs(screen, {}, view, rules, 1)).options == screen.options, (
        "what is no run has no picture of one"
    )
