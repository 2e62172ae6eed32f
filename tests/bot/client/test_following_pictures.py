"""A picture that follows its panel by an edit is never put over something newer, and comes though it failed at first."""

from __future__ import annotations

import asyncio

import aiohttp
import discord
import pytest
from sqlalchemy import update

from bot.model.kinds import PostKind, PostState, Via
from bot.model.models import NewPost
from bot.model.post_contents import PanelContent
from bot.storage.schema import outbox, seats
from bot.views.pictures import drawing
from game.actions import BuyShare, Pass
from tests.support.discord_world import labels
from tests.support.prepared_games import asks, midgame


@pytest.fixture
async def thread(w):
    return await midgame(w, asks(BuyShare))


async def pass_without_room(w, thread, monkeypatch):
    """Somebody passes while there is no room to draw: the panel is sent without its picture."""
    full = [False]
    monkeypatch.setattr(drawing, "_has_room", lambda: full.pop() if full else True)
    table = await w.game(thread)
    seat = table.position.deciders[0]
    await table.play(seat, Pass(by=seat), Via.COMMAND)


async def more_is_known_of_runs(w, game):
    """The panel that stands is edited, at the same move."""
    await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=game, content=PanelContent(silent=True, searched=True)))


async def another_process_has_posted(w, game):
    """A newer panel stands, of which this process knows nothing."""
    async with w.store.writing() as conn:
        await conn.execute(
            outbox.insert().from_select(
                [c.name for c in outbox.c if c.name != "id"],
                outbox.select()
                .with_only_columns(*(c for c in outbox.c if c.name != "id"))
                .where(outbox.c.game == game, outbox.c.kind == PostKind.PANEL)
                .order_by(outbox.c.id.desc())
                .limit(1),
            )
        )
        await conn.execute(update(outbox).where(outbox.c.state == PostState.SENDING).values(state=PostState.SENT))


async def another_process_took_back_and_played_again(w, game):
    """The move has its old number again, but no button of before does anything."""
    async with w.store.writing() as conn:
        await conn.execute(update(seats).where(seats.c.game == game).values(action_version=seats.c.action_version + 1))
    w.bot.tables._memory._drop_changed(game)


async def test_a_late_picture_is_not_put_over_what_is_newer(w, thread, monkeypatch):
    draw, waits, go_on = drawing.draw_put_off, asyncio.Event(), asyncio.Event()

    async def held(post):
        waits.set()
        await go_on.wait()
        return await draw(post)

    monkeypatch.setattr(drawing, "draw_put_off", held)
    game, found = (await w.game(thread)).id, {}
    cases = {
        more_is_known_of_runs: 1,
        another_process_has_posted: 0,
        another_process_took_back_and_played_again: 0,
    }
    for between in cases:
        waits.clear()
        go_on.clear()
        await pass_without_room(w, thread, monkeypatch)
        await asyncio.wait_for(waits.wait(), 60)
        await w.bot.sender.drain_channel(thread.id)
        before = len(w.sent("PATCH"))
        await between(w, game)
        await w.bot.sender.drain_channel(thread.id)
        go_on.set()
        await w.bot.sender.drain()
        found[between] = len(w.sent("PATCH")) - before
    assert found == cases


async def test_a_picture_whose_edit_is_lost_follows_later(w, thread, monkeypatch):
    edit, lost = discord.PartialMessage.edit, [1]

    async def lose(message, **changes):
        if lost and changes["attachments"]:
            lost.pop()
            raise aiohttp.ServerDisconnectedError
        return await edit(message, **changes)

    monkeypatch.setattr(discord.PartialMessage, "edit", lose)
    await pass_without_room(w, thread, monkeypatch)
    await w.bot.sender.drain()
    assert not lost
    before = len(w.sent("PATCH"))
    w.clock.advance(minutes=1)
    w.bot.sender.wake()
    await w.bot.sender.drain()
    (again,) = w.sent("PATCH")[before:]
    assert len(again.json["attachments"]) == 1


async def test_a_panel_loses_its_buttons_though_the_first_answer_about_it_is_lost(w, thread, monkeypatch):
    fetch, lost, old = discord.PartialMessageable.fetch_message, [1], await w.panel(thread)

    async def lose(*given):
        if lost:
            lost.pop()
            raise aiohttp.ServerDisconnectedError
        return await fetch(*given)

    monkeypatch.setattr(discord.PartialMessageable, "fetch_message", lose)
    table = await w.game(thread)
    seat = table.position.deciders[0]
    await table.play(seat, Pass(by=seat), Via.COMMAND)
    await w.bot.sender.drain()
    assert not lost
    assert not labels(next(m for m in thread.history() if m.id == old.id))


async def test_whoever_is_let_in_and_gives_up_lets_the_next_one_in(monkeypatch):
    full = [False]
    monkeypatch.setattr(drawing, "_has_room", lambda: not full)
    older, newer = (
        asyncio.ensure_future(drawing.draw_put_off(drawing.PostDrawing(lambda: True, may_follow=True))) for _ in "ab"
    )
    await asyncio.sleep(0)
    full.clear()
    drawing._let_next_follow()
    newer.cancel()  # while it is let in
    assert await asyncio.wait_for(older, 60) == ()
