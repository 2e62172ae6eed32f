"""What is answered to somebody who asks why a place is not in a company's run."""

from __future__ import annotations

import pytest

from game.actions import RunTrains
from game.play import Game
from game.steps.run import RunRoutes
from tests.bot.commands.test_expert_words import building
from tests.console_report import seated, walk
from tests.support.board_notation import board
from tests.support.decisions import table_at
from tests.support.discord_world import answer, labels, said, words
from tests.support.title_positions import operate
from tests.titles.test_ga import train

# From Macon's eastern exit to Albany or to Statesboro; from its western one to Montgomery, and on to Atlanta.
TRACK = "F6=57/1[CoG] F8=28/1 G7=9/0 H6=8/1 H4=57/1 G9=8/2 G11=4/1 F4=9/1 F2=8/2 E3=8/1 D4=451a/0"


def running() -> Game:
    """CoG's 2-train is about to run."""
    g = board(TRACK)
    train(g, "CoG", "2-1")
    return operate(g, "CoG", RunRoutes("CoG"))


@pytest.mark.parametrize(
    ("typed", "told"),
    [
        ("why is Augusta not in the run", "No track leads from a station of CoG to Augusta (D10) yet: "),
        (
            "run to Atlanta",
            "Macon–Montgomery–Atlanta: 2-train: that is a length of 3, and the train only runs 2 (18GA 4.2.3(i))",
        ),
        ("run Montgomery Atlanta", "Montgomery–Atlanta: 2-train: CoG has no station on the route (18GA 4.2.3(f))"),
        (
            "why not Albany?",
            "Macon–Albany is possible and earns $40; the best runs bring $60",
        ),
        ("Montgomery", "That is allowed now."),
    ],
)
async def test_why_a_place_is_not_in_the_run(w, typed: str, told: str) -> None:
    """“I built on to Atlanta, yet the best run is another: why?” was answered “I cannot tell what you mean”."""
    thread = await table_at(w, running())
    assert told in said(await w["Ann"].slash(thread, "rules why", action=typed)).replace("\\", "")


async def test_what_is_typed_to_run_is_answered_in_the_same_words(w) -> None:
    thread = await table_at(w, running())
    shown = answer(await w["Ann"].slash(thread, "do", action="run to Augusta"))
    assert "No track leads from a station of CoG to Augusta (D10) yet" in words(shown).replace("\\", "")
    assert "1 · $60 · Montgomery … Statesboro" in labels(shown)


async def test_a_place_is_no_run_while_something_else_is_asked(w) -> None:
    thread = await table_at(w, building())
    assert "No track" not in said(await w["Ann"].slash(thread, "rules why", action="run to Roanoke"))


async def test_where_the_best_run_is_demanded_that_is_the_reason(w) -> None:
    """18EU: one train could go to Cologne, and would earn less."""
    g = next(
        g
        for g, legal in walk("18EU", 1)
        if any(isinstance(a, RunTrains) for _, a in legal)
        and (g.state.round, getattr(g.top_step(), "company", "")) == ("OR 7.2", "BNR")
    )
    thread = await seated(w, g)
    actor = w.actor_at(await w.game(thread), g.deciders()[0])
    shown = said(await actor.slash(thread, "rules why", action="why not Cologne")).replace("\\", "")
    assert shown == "Paris–Cologne earns £90, the best run £100: the company must run for the most"
