"""A set of runs that is chosen in the console train by train: routes as numbered pictures, what all earn, and back again."""

from __future__ import annotations

import pytest

from bot.benchmarks.dense import load_positions
from bot.views.options.labels import MAX_LABEL_LENGTH
from bot.views.pictures.picture_stack import TALLEST, read_size
from game.actions import RunTrains
from game.events import Ran
from game.play import Game
from game.steps.dividend import Dividend
from game.steps.run import RunRoutes
from game.steps.trains import BuyTrains
from tests.support.board_notation import board, board_line
from tests.support.decisions import table_at
from tests.support.discord_world import answer, commit_label, labels, words, world
from tests.support.title_positions import operate
from tests.titles.test_ga import train


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


def crowded() -> Game:
    """A board with track nearly everywhere, on which CoG has two trains and many sets of routes to choose from."""
    dense = next(g for g, company in load_positions("18GA") if company == "CoG")
    g = board(board_line(dense.state.tiles, dense.state.tokens), phase="4")
    for number in (1, 2):
        train(g, "CoG", f"3-{number}")
    return operate(g, "CoG", RunRoutes("CoG"), Dividend("CoG"), BuyTrains("CoG"))


async def test_runs_are_chosen_train_by_train(w):
    thread = await table_at(w, crowded())
    actor = await w.actor(thread)
    first = answer(await actor.slash(thread, "turn"))
    assert "Train by train…" in labels(first)
    asked = answer(await actor.click(first, label="Train by train…"))
    assert "(1 of 2)" in words(asked)
    assert "All trains then: 1 $" in words(asked)
    assert ", 3 $" not in words(asked), "five sums stood beside two buttons"
    assert "is the best possible." in words(asked)
    assert asked.attachments[0].filename.startswith("runs-")
    offers = [label for label in labels(asked) if label[0].isdigit()]
    assert len(offers) > 1
    assert all(len(label) <= MAX_LABEL_LENGTH for label in offers)
    assert asked.attachments[0].size < 200_000, "six ways in one picture were 260 kB, three times as high as wide"
    wide, high = read_size(w.env.backend.cdn.get(asked.attachments[0].url))
    assert high <= TALLEST * wide
    following = answer(await actor.click(asked, label="Next ▶ (page 2 of 3)"))
    assert [label[0] for label in labels(following)[: len(offers)]] == ["3", "4"], "the numbers go on"
    assert "All trains then: 3 $" in words(following)
    assert labels(following)[-2:] == ["Next ▶ (page 3 of 3)", "Back"]
    last = answer(await actor.click(following, label="Next ▶ (page 3 of 3)"))
    asked = answer(await actor.click(last, label="Next ▶ (page 1 of 3)"))
    second = answer(await actor.click(asked, label=offers[1]))
    assert "(2 of 2)" in words(second)
    assert "-train: " in words(second), "what was chosen before"
    again = answer(await actor.click(second, label="Back"))
    assert labels(again) == labels(asked)
    second = answer(await actor.click(again, label=offers[1]))
    shown = answer(await actor.click(second, label=next(label for label in labels(second) if label.startswith("1 · "))))
    assert commit_label(shown)
    await actor.click(shown, label=commit_label(shown))
    last = (await (await w.game(thread)).history())[-1]
    (ran,) = [e for e in last.events if isinstance(e, Ran)]
    assert isinstance(last.action, RunTrains)
    assert len(ran.runs) == 2


async def test_a_bare_number_is_that_of_the_route_that_is_asked(w):
    thread = await table_at(w, crowded())
    actor = await w.actor(thread)
    first = answer(await actor.slash(thread, "turn"))
    asked = answer(await actor.click(first, label="Train by train…"))
    unknown = answer(await actor.slash(thread, "do", action="99"))
    assert "nothing here has that number" in words(unknown)
    assert labels(unknown) == labels(asked)
    assert not any(label.startswith("3 · ") for label in labels(asked))
    second = answer(await actor.slash(thread, "do", action="3"))
    assert "(2 of 2)" in words(second), "of another page, too"


async def test_stale_and_unknown_presses_change_nothing(w):
    thread = await table_at(w, crowded())
    actor = await w.actor(thread)
    first = answer(await actor.slash(thread, "turn"))
    asked = answer(await actor.click(first, label="Train by train…"))
    offer = next(label for label in labels(asked) if label[0].isdigit())
    back = answer(await actor.click(asked, label="Back"))
    assert labels(back) == labels(first)
    assert offer not in labels(back)
