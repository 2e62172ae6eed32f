"""What is told of the past is told by the position of that time: trains have changed sides since, companies have grown."""

from __future__ import annotations

import pytest

from bot.files.transcripts import read_incoming
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.storage.repositories.moves import thin_snapshots
from bot.tables.service import Tables
from bot.views.inspection import look_at
from bot.views.story.game_log import LogFilter, game_log
from bot.views.story.move_browser import collect_log
from tests.support.toy_tables import opened
from titles import TITLES

TITLE, FILE = "18VA", "18VA_first_420_actions.json"


@pytest.fixture
async def table(shared):
    """A table of a recorded game of 18VA, in which trains serve passengers or freight."""
    found = read_incoming((shared / "recorded" / TITLE / FILE).read_bytes(), TITLES)
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
