"""A search for the best runs that takes long: the panel tells the best found so far, and is edited when more is known."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import cast

import pytest

from bot.model.kinds import PostKind, PostState, Via
from bot.model.models import NewGame, NewPost, Post, Sent
from bot.model.post_contents import PanelContent, encode_content
from bot.model.replayed_game import PlayedActions
from bot.model.results import examine_position
from bot.storage import outbox
from bot.tables import session
from bot.tables.service import Tables
from bot.views.pictures import images
from bot.views.post_registry import compose
from bot.views.turn_panel import compose_panel, search_line
from game.actions import RunTrains
from game.play import Game
from game.routing import routes
from tests.support.recorded_tables import recorded_game
from tests.support.toy_tables import NOON, opened
from titles import TITLES

FEW = 60  # states: too few for two trains of a late board


@pytest.fixture(autouse=True)
def go_on(monkeypatch) -> asyncio.Event:
    """Searches go on once this is set: on a fast machine one would be over before it was looked at."""
    event, search = asyncio.Event(), session.TableSession._finish_search

    async def search_later(table, before):
        await event.wait()
        await search(table, before)

    monkeypatch.setattr(session.TableSession, "_finish_search", search_later)
    return event


class StubTables:
    """One table, as all tables."""

    def __init__(self, table):
        self.table = table

    async def get(self, _game):
        return self.table


@pytest.fixture
async def hard(shared):
    """A table of a recorded game, and the action after which a company is asked for the runs of its trains."""
    found = recorded_game(shared, "18GA/18GA_game_end_bank")
    store = await opened()
    tables = Tables(store, TITLES)
    new = NewGame(guild=1, channel=11, host=101, shown="Ann", title="18GA", options=found.options)
    people = [(p, 101 + n, p) for n, p in enumerate(found.players)]
    runs = [n for n, a in enumerate(found.actions) if isinstance(a, RunTrains) and len(a.routes) > 1]
    at = runs[-1] - 1
    yield await tables.import_game(new, people, PlayedActions(found.actions[:at])), found.actions[at]
    await store.close()


async def test_the_best_found_so_far_is_told_until_more_is_known(hard, go_on, monkeypatch):
    table, action = hard
    monkeypatch.setattr(session, "QUICK_EFFORT", FEW)
    assert (await table.play(action.by, action, Via.COMMAND)).refused is None
    early = table.position
    assert early.step == "run"
    assert early.searching
    assert early.unproven > 0
    assert (
        search_line(early, table)
        == f"-# Best found so far; other runs earn at most ${early.unproven} more. Still looking."
    )

    go_on.set()
    await table._search
    late = table.position
    assert late is not early
    assert (late.move, late.state) == (early.move, early.state)
    assert not late.searching
    assert late.unproven == 0
    assert search_line(late, table) == f"-# ${late.revenue} is the best possible."
    assert search_line(late, table) in (await compose_panel(table, ())).texts
    assert len((await compose_panel(table, ())).texts) == 2
    table.position = early
    assert search_line(early, table) in (await compose_panel(table, ())).texts
    assert await table.earnings(early.deciders[0])
    table.position = late
    best = max((await table.earnings(late.deciders[0])).values())
    (run,) = [c for c in late.choices[late.deciders[0]] if c.kind is RunTrains]
    assert (await table.play(run.by, run.actions[0], Via.COMMAND)).events[0].revenue == best


async def test_the_panel_that_stands_is_edited(hard, go_on, monkeypatch):
    table, action = hard
    enqueued: list[NewPost] = []

    async def note(post):
        enqueued.append(post)

    monkeypatch.setattr(session, "QUICK_EFFORT", FEW)
    await table.play(action.by, action, Via.COMMAND)
    monkeypatch.setattr(table.store, "enqueue", note)
    go_on.set()
    await table._search
    (due,) = enqueued
    assert (due.kind, due.game, due.content) == (PostKind.PANEL, table.id, PanelContent(silent=True, searched=True))

    standing = Sent(table.id, PostKind.PANEL, 11, 900, table.position.move)

    async def newest(_store, _game, kind):
        return standing if kind == PostKind.PANEL else None

    monkeypatch.setattr("bot.views.post_registry.find_newest_post", newest)
    post = Post(
        1,
        table.id,
        11,
        0,
        PostKind.PANEL,
        0,
        encode_content(PanelContent(silent=True, searched=True)),
        PostState.NEW,
        0,
        NOON,
        0,
    )
    tables = cast("Tables", StubTables(table))
    made = await compose(table.store, tables, post)
    assert made is not None
    assert made.edits == standing
    standing = replace(
        standing, move=standing.move - 1
    )  # the player's own step before it is told by the post that stands
    made = await compose(table.store, tables, post)
    assert made is not None
    assert (made.edits, made.move) == (standing, standing.move)


async def test_a_search_of_a_position_that_is_past_changes_nothing(hard, go_on, monkeypatch):
    table, action = hard
    monkeypatch.setattr(session, "QUICK_EFFORT", FEW)
    await table.play(action.by, action, Via.COMMAND)
    early = table.position
    table.position = replace(early)
    now = table.position
    go_on.set()
    await table._search
    assert table.position is now


async def test_of_both_searches_the_better_runs_and_the_lesser_bound_stay(hard, go_on, monkeypatch):
    """A search with more effort may try other ways first, and come to less within its limit."""
    table, action = hard

    def position_with(game, move, effort=None):
        early = examine_position(game, move, FEW)
        poorer = replace(early, choices={}, revenue=early.revenue - 10, unproven=15, searching=False)
        return poorer if effort is None else early

    monkeypatch.setattr(session, "examine_position", position_with)
    await table.play(action.by, action, Via.COMMAND)
    early = table.position
    go_on.set()
    await table._search
    late = table.position
    assert (late.choices, late.revenue) == (early.choices, early.revenue)
    assert late.unproven == 5
    assert not late.searching


async def test_a_search_that_fails_looks_no_longer(hard, go_on, monkeypatch):
    table, action = hard

    def position_with(game, move, effort=None):
        if effort is None:
            raise MemoryError
        return examine_position(game, move, FEW)

    monkeypatch.setattr(session, "examine_position", position_with)
    await table.play(action.by, action, Via.COMMAND)
    early = table.position
    go_on.set()
    await table._search
    assert search_line(table.position, table) == f"-# Best found; other runs earn at most ${early.unproven} more."


async def test_a_search_that_a_restart_cuts_short_is_made_up_for(hard, monkeypatch):
    """The process ends while the panel says that it still looks: the next one finishes the search and edits the panel."""
    table, action = hard
    store = table.store
    monkeypatch.setattr(session, "QUICK_EFFORT", FEW)
    await table.play(action.by, action, Via.AUTO_PASS)  # of the bot itself, so that a panel is due at once
    table._search.cancel()
    early = table.position
    assert early.searching
    standing = Sent(table.id, PostKind.PANEL, table.row.channel, 900, early.move)
    for post in await outbox.load_queue(store, table.row.channel):  # sent before the process ends
        await outbox.mark_sending(store, post, move=early.move)
        await outbox.mark_sent(store, post, 900, [standing])

    after = Tables(store, TITLES)
    assert await outbox.load_queue(store, table.row.channel) == []
    store.clock.advance(seconds=session.SEARCH_PATIENCE.total_seconds())
    (due,) = await outbox.load_queue(store, table.row.channel)
    made = await compose(store, after, due)
    assert made is not None
    assert made.edits == standing
    assert not [text for text in made.public.texts if "Still looking" in text]
    assert not (await after.get(table.id)).position.searching


async def test_what_the_usual_effort_does_not_prove_is_told_for_good(hard, monkeypatch):
    table, action = hard
    await table.play(action.by, action, Via.COMMAND)
    monkeypatch.setattr(routes, "EFFORT", FEW)
    left = examine_position(Game.load(table.rules, table.position.state), table.position.move)
    assert left.unproven > 0
    assert not left.searching
    assert search_line(left, table) == f"-# Best found; other runs earn at most ${left.unproven} more."


async def test_the_panel_before_a_run_shows_that_which_its_button_plays(hard, monkeypatch):
    """It showed nearly the whole board, and no run."""
    table, action = hard
    assert (await table.play(action.by, action, Via.COMMAND)).refused is None
    shown, draw = [], images.draw_crop

    async def note(table, view, hexes, marks, **more):
        shown.append((hexes, marks))
        return await draw(table, view, hexes, marks, **more)

    monkeypatch.setattr(images, "draw_crop", note)
    (picture,) = (await compose_panel(table, ())).pictures
    best = next(iter((await table.play_runs(table.position.deciders[0])).values()))
    ((hexes, marks),) = shown
    assert marks.runs == best.runs
    assert marks.possible
    assert {stop.partition(".")[0] for run in best.runs for stop in run.stops} <= set(hexes)
    assert f"{best.company} would run: " in picture.alt
