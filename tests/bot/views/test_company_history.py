"""Presidents and trains at a table: from its stored positions, as a picture and in words beside the figures."""

from __future__ import annotations

from dataclasses import replace
from types import SimpleNamespace
from typing import cast

import pytest

from bot.tables.table import Table
from bot.views.story import company_history
from bot.views.story.results import game_result
from game.actions import LayTile
from game.events import RoundEnded
from tests.support.discord_world import world
from tests.support.prepared_games import asks, midgame
from titles import TITLES


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


async def test_a_table_tells_presidents_and_trains(w):
    table = await w.game(await midgame(w, asks(LayTile)))
    timeline = await company_history.build_company_timeline(table)
    assert timeline is not None
    of_moves = [[e.name for e in m.events if isinstance(e, RoundEnded)] for m in await table.history()]
    ended = [names[-1] for names in of_moves if names]  # a move that ends two rounds leaves one position
    assert timeline.rounds == (*ended, table.position.round)
    view = await table.view(None)
    for line in timeline.lines:
        assert line.presidents[-1] == view.companies[line.company].president
    figures = await game_result.compose_details(table)
    assert "**Presidents and trains**" in figures.body
    shown = {s.name: s.shown for s in table.seats}
    head = timeline.lines[0]
    assert f"{head.company}: {shown[head.presidents[-1]]} from" in figures.body
    assert figures.pictures[-1].name.startswith("companies-")
    assert figures.pictures[-1].alt.startswith(f"{head.company}: ")
    gone = replace(head, presidents=(*head.presidents[:-1], ""))
    words = company_history.company_words(table, replace(timeline, lines=(gone, *timeline.lines[1:])))
    assert words.splitlines()[-1].startswith(f"• {head.company}: "), "18EU's minors pushed out its last company"
    (picture,) = await company_history.company_pictures(table, replace(timeline, lines=(gone, *timeline.lines[1:])))
    assert not picture.alt.startswith(f"{head.company}: "), "nor out of the words beside the picture"
    india = cast("Table", SimpleNamespace(rules=TITLES["18India"].rules((), 3)))
    assert company_history.company_words(india, replace(timeline, lines=())) == "**Who was in charge, and trains**"


async def test_where_nobody_has_started_a_company_nothing_is_told(w):
    table = await w.game(await w.table())
    assert await company_history.build_company_timeline(table) is None
    assert "Presidents" not in (await game_result.compose_details(table)).body
