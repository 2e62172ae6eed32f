"""What people see of each fault that Discord, its managers and the machine's clock are known for."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from datetime import timedelta

import pytest
from sqlalchemy import select

from bot.model.kinds import PostKind
from bot.model.models import NewPost
from bot.storage.schema import outbox, reminders
from tests.support.bot_process import PATIENCE, near_world
from tests.support.discord_world import answer, labels, offered, said, words

# ---------------------------------------------------------------------- over the network


@pytest.fixture
async def far(tmp_path, monkeypatch):
    async with near_world(tmp_path, monkeypatch) as made:
        yield made


@pytest.fixture
async def far_thread(far):
    return await far.table()


def panels(w, thread):
    """Posts with the buttons of a turn, each by what it says: a lot's own post, and the call below it."""
    return Counter(words(m) for m in thread.history() if {"Take my turn", "Market, more"} & {*labels(m)})


async def passes(w, thread):
    return await (await w.actor(thread)).slash(thread, "play pass")


async def test_what_is_pressed_during_a_break_is_answered_after_the_resume(far, far_thread):
    wire = far.env.wire
    await wire.drop()
    await passes(far, far_thread)
    assert len(wire.sessions) == 1
    assert wire.sessions[0].resumed == 1
    assert (await far.game(far_thread)).position.seq == 1
    assert max(panels(far, far_thread).values()) == 1


async def test_after_a_new_identify_discord_is_ready_twice_and_nothing_is_done_twice(far, far_thread):
    wire, before = far.env.wire, len(far_thread.history())
    opened, ready = far.bot.on_ready, asyncio.Event()

    async def again():
        await opened()
        ready.set()

    far.bot.on_ready = again
    wire.sessions[-1].over = True
    await wire.drop()
    await asyncio.wait_for(ready.wait(), PATIENCE)
    assert len(wire.sessions) == 2
    await far.env.settle()
    assert len(far_thread.history()) == before
    await passes(far, far_thread)
    assert (await far.game(far_thread)).position.seq == 1
    assert max(panels(far, far_thread).values()) == 1


@pytest.mark.parametrize("everywhere", [False, True], ids=["of-one-place", "global"])
async def test_too_many_requests_hold_a_post_back_and_it_comes_once(far, far_thread, everywhere):
    wire = far.env.wire
    wire.refuse, wire.everywhere = 2, everywhere
    await passes(far, far_thread)
    assert wire.refused == 2
    assert (await far.game(far_thread)).position.seq == 1
    assert len(panels(far, far_thread)) == 1, "one call; the lot's post has no buttons"


async def test_slow_answers_of_discord_hold_nobody_up_for_long(far, far_thread):
    wire = far.env.wire
    wire.pause, before, begun = 0.4, len(wire.waits), time.monotonic()
    done = await passes(far, far_thread)
    took, wire.pause = time.monotonic() - begun, 0.0
    assert done.acknowledged
    assert max(wire.waits[before:]) < took / 2, "it is acknowledged before all else is asked for"
    assert len(panels(far, far_thread)) == 1


# ---------------------------------------------------------------------- places, rights and people that are gone


@pytest.fixture
async def thread(w):
    return await w.table()


async def test_in_a_deleted_channel_the_game_goes_on_and_gets_a_new_place(w, thread):
    row, elsewhere = await w.row(thread), w.guild.create_text_channel("elsewhere")
    w.env.backend.delete_channel(thread.id)
    w.env.backend.delete_channel(w.channel.id)
    actor = w.actor_at(await w.bot.tables.get(row.id))
    assert "refused" not in said(await actor.slash(elsewhere, "play pass", game=str(row.id)))
    await w.env.settle()
    assert "its channel is gone" in words(w["Ann"].user.dm_channel.history()[0])
    assert "All posts of" in said(await w["Ann"].slash(elsewhere, "host resend", game=str(row.id)))
    (fresh,) = elsewhere.threads
    assert "Take my turn" in labels(w.last(fresh))


async def test_a_deleted_panel_is_followed_by_the_next_one(w, thread):
    gone = await w.panel(thread)
    w.env.backend.delete_message(thread.id, gone.id)
    actor = await w.actor(thread)
    assert any("LTR" in label for label in offered(answer(await actor.slash(thread, "turn"))))
    await actor.slash(thread, "play pass")
    await w.env.settle()
    assert (await w.panel(thread)).id != gone.id
    assert "Take my turn" in labels(w.last(thread))


@pytest.mark.parametrize("right", [True, False])
async def test_a_locked_thread_is_opened_where_that_is_allowed(w, thread, right):
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=160005)
    if not right:
        w.env.inject_error("PATCH", f"/channels/{thread.id}", status=403, code=50013)
    posts = len(w.posts(thread))
    await passes(w, thread)
    told = w["Ann"].user.dm_channel.history()
    assert len(w.posts(thread)) == posts + right
    assert ["its thread is locked" in words(m) for m in told] == ([] if right else [True])


async def test_a_member_who_has_left_is_still_asked_and_the_host_may_act_after_a_day(w, thread):
    row = await w.row(thread)
    actor = await w.actor(thread)
    w.guild.remove_member(actor)
    await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=row.id))
    await w.env.settle()
    assert f"<@{actor.id}>" in "".join(w.posts(thread)[-2:]), "the seat is still asked"
    if actor is not w["Ann"]:
        w.clock.advance(hours=25)
        seat = next(s.name for s in row.seats if s.user == actor.id)
        assert "You act for" in said(await w["Ann"].slash(thread, "host actfor", seat=seat))


async def test_who_loses_the_managers_role_may_no_longer_look_at_rights(w, thread):
    role = next(r for r in w.env.backend.guilds[w.guild.id].roles.values() if r.name == "Managers")
    assert "everything I need" in said(await w["Ann"].slash(w.channel, "guild check"))
    w.env.backend.delete_role(w.guild.id, role.id)
    with pytest.raises(Exception, match=r"manage_guild|permission"):
        await w["Ann"].slash(w.channel, "guild check")


# ---------------------------------------------------------------------- the clock of the machine


async def look(w):
    w.bot.sender.wake()
    await w.bot.sender.drain()
    w.bot.schedule.watch.wake()
    await w.bot.schedule.wait_for_look()
    await w.bot.sender.drain()


async def nudges(w):
    async with w.store.reading() as conn:
        return len((await conn.execute(select(outbox.c.id).where(outbox.c.kind == "reminder"))).all())


async def test_a_clock_that_jumps_forwards_reminds_once(w, thread):
    w.clock.advance(days=3)
    await look(w)
    await look(w)
    assert await nudges(w) == 1
    assert sum("it is your turn" in p for p in w.posts(thread)) == 1


async def test_a_clock_that_jumps_back_delays_no_post_and_doubles_no_reminder(w, thread):
    w.clock.advance(days=3)
    await look(w)
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=503)
    await passes(w, thread)
    posts = len(w.posts(thread))
    w.clock.set(w.clock.now() - timedelta(days=3))
    await look(w)
    assert len(w.posts(thread)) == posts + 1, "what was put off until the third day is not kept until then"
    w.clock.advance(days=3)
    await look(w)
    async with w.store.reading() as conn:
        rows = await conn.execute(select(reminders.c.seat, reminders.c.move, reminders.c.kind))
        assert max(Counter(map(tuple, rows)).values()) == 1
    assert await nudges(w) <= 2, "one for each who was waited for"
