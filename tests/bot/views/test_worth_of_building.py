"""What a preview says of what a tile is worth, and in which words facts go on."""

from __future__ import annotations

from typing import Any

import pytest

from bot.views.console.layout import join_facts
from bot.views.console.preview_step import effects_head
from game.events import RoundEnded, TurnEnded
from render.text.questions import ask
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, labels, words, world
from tests.support.golden_positions import golden_position


@pytest.fixture
async def full(tmp_path):
    """A bot with people enough for five seats."""
    async with world(tmp_path, NAMES) as w:
        yield w


async def told(full: Any, name: str, number: int, line: str) -> str:
    """What whoever must act is told of a line at a position of a recorded game."""
    g = golden_position(name, number)
    thread = await table_at(full, g)
    actor = full[NAMES[g.state.order.index(g.deciders()[0])]]
    return words(answer(await actor.slash(thread, "do", action=line)))


async def test_a_tile_says_what_it_does_to_the_best_run(full):
    """It said “The picture shows it done”, and nothing of what it is worth."""
    assert "Best run $230 → $270" in await told(full, "18GA-bank", 585, "63")


async def test_a_tile_that_gives_no_route_says_so(full):
    """Whoever pressed the first choices built a ring that earned nothing, and was told afterwards."""
    assert "With this its trains still have no route" in await told(full, "18EU-bank", 60, "1")


def test_a_company_keeps_its_letters_within_a_line():
    """“coG $55 costs more than its market price”."""
    assert join_facts(["You have $95", "CoG $55 costs more", "W&A $55 too", "A 2-train costs $100 now."]) == (
        "-# You have $95 · CoG $55 costs more · W&A $55 too · a 2-train costs $100 now"
    )


def test_a_round_that_ends_with_a_turn_is_said_to_end():
    """“Then the turn ends by itself” stood above the beginning of the next round."""
    ends = [TurnEnded("ann"), RoundEnded("SR 1", {})]
    assert effects_head(ends) == "Then the round ends. Next:"


@pytest.mark.parametrize(
    ("name", "number", "asked"),
    [
        ("18EU-bank", 194, "sell shares, exchange a minor, or pass"),
        ("18GA-bank", 62, "buy or sell shares, or done"),
    ],
)
def test_a_question_tells_of_all_that_may_be_done(name, number, asked):
    """The exchange of a minor was the first button, and not in the question; nor was that a company could be started."""
    g = golden_position(name, number)
    player = g.deciders()[0]
    assert ask(g.choices(player), g.view(player), g.rules) == asked


@pytest.mark.parametrize(
    ("name", "number", "second"),
    [
        ("18EU-bank", 343, "2 · £140, 2-train Milan–Genoa–port E22"),
        ("18GA-bank", 599, "2 · 3-train Brunswick–Savannah–Waycross"),
    ],
)
async def test_runs_that_earn_the_same_are_told_apart_by_a_train(full, name, number, second):
    """“£140, way 1”, “£140, way 2”: the buttons did not say what differs."""
    g = golden_position(name, number)
    thread = await table_at(full, g)
    actor = full[NAMES[g.state.order.index(g.deciders()[0])]]
    assert labels(answer(await actor.slash(thread, "turn")))[1] == second
