"""A press, its answer and a post ask the same of a position: it is tried once, and what need not be known is not read."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any, cast

import pytest

from bot.storage.repositories import users
from bot.tables import session
from bot.tables import table as tables_table
from bot.tables.lookahead import previews, weight
from game.play import Game
from tests.support.toy_tables import PASS, act, first, pledge, running


@pytest.fixture
async def table(tables):
    return await running(tables)


@pytest.fixture
def loads(monkeypatch):
    """Positions that were loaded, one after the other; nothing is kept of what other tests have tried."""
    cast("Any", previews.preview_action).cache_clear()
    loaded, load = list[bytes](), Game.load

    def note(rules, snapshot):
        loaded.append(snapshot)
        return load(rules, snapshot)

    monkeypatch.setattr(Game, "load", note)
    return loaded


async def test_what_an_action_would_do_is_tried_once_a_position(table, loads):
    seat = first(table)
    tried = await table.preview(pledge(7), seat)
    assert await table.preview(pledge(7), seat) is tried
    assert len(loads) == 1
    await table.preview(pledge(8), seat)
    await act(table, PASS)
    await table.preview(pledge(7), first(table))
    assert len(set(loads)) == 2
    assert (await table.preview(pledge(7), seat))[0].move == table.position.move


async def test_whether_an_action_is_shown_first_is_known_again_after_many_others(table, loads):
    """Presses come seconds after their panel, when other tables have asked: of 32 answers that one was gone."""
    rules, position = table.rules, table.position
    for n in range(1, 61):
        weight.brings_weight(rules, position, pledge(n))
    tried = len(loads)
    weight.brings_weight(rules, position, pledge(1))
    assert len(loads) == tried
    kept = cast("Any", weight.brings_weight).cache
    assert not any(position.state in key for key in kept), "an old state is not kept for a yes or no"


async def test_a_refusal_calls_a_seat_by_whoever_has_it_now(table, loads):
    """The position is the same after a seat has changed hands."""
    seat = first(table)
    await table.preview(pledge(7), seat)
    table.row = replace(table.row, seats=tuple(replace(s, shown=f"New {s.shown}") for s in table.row.seats))
    await table.preview(pledge(7), seat)
    assert len(loads) == 2


async def test_the_best_run_of_a_view_that_was_overtaken_is_not_taken_for_that_of_the_position(table, monkeypatch):
    monkeypatch.setattr(tables_table, "find_best_run", lambda _rules, view, _company, _effort: view.seq)
    old = await table.view(None)
    await act(table, PASS)
    assert await table.find_best_run(old, "GA") == old.seq
    new = await table.view(None)
    assert await table.find_best_run(new, "GA") == new.seq == old.seq + 1


async def test_who_is_asked_first_is_not_read_where_nothing_is_doubtful(table, monkeypatch):
    monkeypatch.delattr(users, "load_person")
    seat = table.seats[0]
    assert not await table.find_doubtful(seat, [pledge(7), pledge(8)])
    assert not await table.find_doubtful(seat, [])


async def test_few_moves_and_views_need_no_thread(table, monkeypatch):
    for amount in range(1, 12):
        await act(table, pledge(amount))
    monkeypatch.delattr(asyncio, "to_thread")
    assert len(await table.history(limit=session.FEW)) == session.FEW
    assert (await table.view(None)).cash
    with pytest.raises(AttributeError):
        await table.history()
