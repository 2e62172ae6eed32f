"""What is told of the past is told by the position of that time: trains have changed sides since, companies have grown."""

from __future__ import annotations

import re

import pytest

import render
from bot.interchange.importer import Importer
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.storage.repositories.moves import thin_snapshots
from bot.tables.service import Tables
from bot.views.inspection import look_at
from bot.views.story.game_log import LogFilter, game_log
from bot.views.story.move_browser import collect_log
from tests.support.recorded_tables import recorded_game
from tests.support.toy_tables import opened
from titles import TITLES

TITLE, FILE = "18VA", "18VA_first_420_actions.json"


@pytest.fixture
async def table(shared):
    """A table of a recorded game of 18VA, in which trains serve passengers or freight."""
    found = recorded_game(shared, f"{TITLE}/{FILE.removesuffix('.json')}")
    store = await opened()
    new = NewGame(guild=1, channel=11, host=101, shown="Ann", title=TITLE, options=found.options)
    people = [(p, 101 + n, p) for n, p in enumerate(found.players)]
    yield await Tables(store, TITLES).import_game(new, people, PlayedActions(found.actions))
    await store.close()


async def runs(table, at=0):
    """The newest lines on runs, up to that move."""
    made = await game_log(await look_at(table, None, at), LogFilter(kind="runs", round="OR 2.1"))
    return made.body.splitlines()


async def test_the_log_tells_runs_as_they_were(table):
    moves = await table.history()
    last = [m for m in moves if m.round == "OR 2.1"][-1].id
    assert await runs(table) == await runs(table, last)
    assert any("1G-train" in line for line in await runs(table))
    assert "runs for $50: 1G-train" in await collect_log(table)


async def test_it_does_so_once_the_snapshots_are_thinned_out(table):
    before, every = await runs(table), await collect_log(table)
    assert await thin_snapshots(table.store, table.id) > 100
    assert await runs(table) == before
    assert await collect_log(table) == every


@pytest.mark.parametrize(
    ("title", "file", "sentences"),
    [
        ("18VA", FILE, ("The bank pays WMR $400 for its last 4 shares, which go to the pool.",)),
        (
            "18India",
            "18India_game_end_bank.json",
            (
                "turns a royal bond into 10% of GIPR for ₹60: the bank pays GIPR ₹100 for it.",
                "GIPR earns ₹1,090 and pays ₹109 a share (",
            ),
        ),
    ],
)
async def test_money_of_the_bank_says_what_it_is_for(shared, title, file, sentences):
    importer = Importer((shared / "recorded" / title / file).read_bytes())
    told = []
    for _ in importer.play_all():
        game = importer.imported.game
        told += render.tell(game.events, game.view(None), game.rules)
    assert all(any(s in line for line in told) for s in sentences)
    assert not any(re.search(r" gets [$₹]\d+ from the bank", line) for line in told)
