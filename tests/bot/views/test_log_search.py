"""Words of the log's filter find a company, a private, a player or whole words, never parts of words."""

from __future__ import annotations

import pytest

from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.tables.service import Tables
from bot.views.inspection import look_at
from bot.views.story.game_log import LogFilter, game_log
from tests.support.recorded_tables import recorded_game
from tests.support.toy_tables import opened
from titles import TITLES


@pytest.fixture
async def table(shared):
    """A table of a recorded game of 18EU, with minors and a few corporations."""
    found = recorded_game(shared, "18EU/74045")
    store = await opened()
    new = NewGame(guild=1, channel=11, host=101, shown="Ann", title="18EU", options=found.options)
    people = [(p, 101 + n, p) for n, p in enumerate(found.players)]
    yield await Tables(store, TITLES).import_game(new, people, PlayedActions(found.actions[:330]))
    await store.close()


async def found(table, words, kind=""):
    """The newest lines with these words."""
    made = await game_log(await look_at(table, None), LogFilter(words, kind=kind))
    return made.body.splitlines()


async def test_a_company_is_not_found_in_the_name_of_a_city(table):
    every = await found(table, "Dresden", "runs")
    assert any("Dr" in line for line in every), "the letters of DR are in it"
    assert all("DR" in line for line in await found(table, "dr"))
    assert await found(table, "dresd") == ["Nothing fits “dresd”."]


async def test_a_number_is_the_minor_of_that_number(table):
    for words in ("1", "minor 1"):
        lines = await found(table, words)
        assert len(lines) > 3
        assert all("inor 1" in line for line in lines), lines
        assert not any("inor 10" in line and "inor 1 " not in line for line in lines)
