"""A stop posts what is answered during it, and takes no longer than it may."""

from __future__ import annotations

import asyncio

from bot.client import client
from bot.client.outbox_sender import OutboxSender
from bot.model.kinds import PostKind
from bot.model.models import NewPost
from bot.storage import outbox


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


async def test_what_a_look_of_the_reminders_writes_during_a_stop_is_posted(w):
    thread = await w.table()
    posts, game = len(w.posts(thread)), (await w.game(thread)).id
    go_on = asyncio.Event()

    async def write():
        await go_on.wait()
        await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=game))

    w.bot.schedule.watch._look = write
    w.bot.schedule.watch.wake()
    await asyncio.sleep(0)
    stopping = asyncio.create_task(w.bot.stop_work(60))
    await asyncio.sleep(0.05)
    go_on.set()
    await stopping
    assert len(w.posts(thread)) == posts + 1


async def test_a_stop_ends_what_is_on_its_way_and_leaves_it_for_the_next_start(w, monkeypatch):
    """Discord does not answer: the post is looked for at once by the next process, before anything newer."""
    thread = await w.table()

    under_way = asyncio.Event()

    async def hang(*_given, **_named):
        under_way.set()
        await asyncio.Event().wait()

    monkeypatch.setattr(OutboxSender, "_deliver", hang)
    await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=(await w.game(thread)).id))
    await asyncio.wait_for(under_way.wait(), 60)
    await w.bot.stop_work(0.05)
    (channels, _) = await outbox.find_pending(w.store)
    assert channels == [thread.id], "nothing has put it off"
    assert not w.bot.sender._senders
    assert not w.bot.run_state.faults


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
        await asyncio.wait_for(w.bot.stop_work(0.01), 60)
    finally:
        go_on.set()
    await asyncio.wait([watch.task for watch in watches])
