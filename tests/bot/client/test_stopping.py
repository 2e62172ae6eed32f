"""A stop posts what is answered during it, and takes no longer than it may."""

from __future__ import annotations

import asyncio

from bot.client import client
from bot.model.kinds import PostKind
from bot.model.models import NewPost


async def test_what_is_answered_during_a_stop_is_posted_by_the_process_that_stops(w):
    thread = await w.table()
    posts, game = len(w.posts(thread)), (await w.game(thread)).id
    in_hand, go_on = asyncio.Event(), asyncio.Event()

    async def answer():
        with w.bot.run_state.answering():
            in_hand.set()
            await go_on.wait()
            await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=game))

    answering = asyncio.create_task(answer())
    await in_hand.wait()
    stopping = asyncio.create_task(w.bot.stop_work(60))
    await asyncio.sleep(0)
    go_on.set()
    await asyncio.gather(answering, stopping)
    assert len(w.posts(thread)) == posts + 1


async def test_a_stop_does_not_wait_for_a_database_that_does_not_answer(w, monkeypatch):
    monkeypatch.setattr(client, "MOMENT", 0.001, raising=False)
    go_on = asyncio.Event()

    async def hang():
        await go_on.wait()

    watches = w.bot.sender._watch, w.bot.schedule.watch
    for watch in watches:
        watch._look = hang
        watch.wake()
    await asyncio.sleep(0)
    try:
        await asyncio.wait_for(w.bot.stop_work(0.01), 1)
    finally:
        go_on.set()
    await asyncio.wait([watch.task for watch in watches])
