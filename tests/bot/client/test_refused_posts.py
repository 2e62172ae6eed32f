"""What people see when Discord is slow, fails or refuses: no post is lost, none comes twice, and those concerned hear of it."""

from __future__ import annotations

import asyncio
import sqlite3
from types import SimpleNamespace

import aiohttp
import discord
import pytest
from sqlalchemy import select
from sqlalchemy.exc import OperationalError

from bot.client.outbox_sender import OutboxSender
from bot.core import metrics
from bot.model.kinds import PostKind, PostState, UndoPolicy
from bot.model.models import NewPost
from bot.model.post_contents import (
    BackLaterContent,
    FrozenContent,
    NudgeContent,
    PauseContent,
    RoundContent,
    SeatTakenContent,
    UndoContent,
    UndoPolicyContent,
    UnreachableContent,
    WaitingContent,
    WhatIfContent,
)
from bot.storage import outbox
from bot.storage.schema import outbox as table_of_posts
from game.actions import BuyShare, LayTile
from tests.support.discord_world import labels, said, words
from tests.support.prepared_games import asks, midgame


@pytest.fixture
async def thread(w):
    return await w.table()


def refuse(w, thread, status, code=0, times=None):
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=status, code=code, times=times)


async def act(w, thread):
    return await (await w.actor(thread)).slash(thread, "play pass")


async def look(w, **later):
    w.clock.advance(**later)
    w.bot.sender.wake()
    await w.bot.sender.drain()


async def states(w):
    async with w.store.reading() as conn:
        rows = await conn.execute(select(table_of_posts.c.kind, table_of_posts.c.state).order_by(table_of_posts.c.id))
        return [tuple(row) for row in rows]


async def hours_of(w, thread, status, code=0):
    """For eleven hours Discord answers every post so, then it takes them again; the posts that came."""
    posts = len(w.posts(thread))
    refuse(w, thread, status, code)
    await act(w, thread)
    for _ in range(11):
        await look(w, hours=1)
    assert len(w.posts(thread)) == posts
    w.env.backend.faults.clear()
    await look(w, minutes=20)
    return w.posts(thread)[posts:]


@pytest.mark.parametrize(("status", "code"), [(429, 0), (500, 0), (503, 0), (400, 40003)])
async def test_what_can_come_right_is_posted_once_however_long_it_takes(w, thread, status, code):
    (post,) = await hours_of(w, thread, status, code)
    assert ": Buy, bid or pass" in post
    assert not w["Ann"].user.dm_channel.history(), "nobody need do anything"


async def test_a_post_whose_answer_is_lost_is_looked_for_before_it_is_sent_again(w, thread, monkeypatch):
    posts, deliver = len(w.posts(thread)), OutboxSender._deliver

    async def lose(*given, **named):
        await deliver(*given, **named)
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(OutboxSender, "_deliver", lose)
    await act(w, thread)
    assert (await states(w))[-1] == (PostKind.PANEL, PostState.SENDING), "it may have arrived"
    monkeypatch.setattr(OutboxSender, "_deliver", deliver)
    (post,) = [p for p in await posts_waiting(w, minutes=1) if p.kind == PostKind.PANEL]
    await look(w)
    assert len(w.posts(thread)) == posts + 1
    await outbox.put_off(w.store, post, w.clock.now())
    assert (await states(w))[-1] == (PostKind.PANEL, PostState.SENT), "what was sent waits for nothing"


def lose_the_answer(monkeypatch, to=OutboxSender, method="_deliver"):
    """The next of these requests is done, and the answer to it is lost."""
    ask = getattr(to, method)

    async def lose(*given, **named):
        monkeypatch.setattr(to, method, ask)
        await ask(*given, **named)
        raise aiohttp.ServerDisconnectedError

    monkeypatch.setattr(to, method, lose)


@pytest.mark.parametrize("looks", [True, False], ids=["found at once", "found late"])
async def test_a_panel_whose_answer_was_lost_never_takes_the_place_of_a_newer_one(w, monkeypatch, looks):
    """Before the next post is sent it is looked for; found later all the same, it asks nothing any more."""
    thread = await midgame(w, asks(BuyShare))
    lose_the_answer(monkeypatch)
    await act(w, thread)
    lost = thread.history()[-1].id
    with monkeypatch.context() as patched:
        if not looks:
            patched.setattr(OutboxSender, "_find_message", fail_to_look)
        await act(w, thread)
    await look(w, minutes=2)
    newest = await w.panel(thread)
    buttons = {p.id: labels(p) for p in thread.history()}
    assert newest.id != lost
    assert buttons[newest.id]
    assert buttons[lost] == []


async def fail_to_look(*_args):
    raise aiohttp.ServerDisconnectedError


@pytest.mark.parametrize("looks", [True, False], ids=["found at once", "found late"])
async def test_a_call_whose_answer_was_lost_does_not_take_away_the_newer_one(w, thread, monkeypatch, looks):
    before = {p.id for p in thread.history()}
    lose_the_answer(monkeypatch)
    await act(w, thread)
    (lost,) = {p.id for p in thread.history()} - before
    with monkeypatch.context() as patched:
        if not looks:
            patched.setattr(OutboxSender, "_find_message", fail_to_look)
        await act(w, thread)
    newest = thread.history()[-1].id
    await look(w, minutes=2)
    left = [p.id for p in thread.history()]
    assert newest in left
    assert lost not in left


async def test_a_move_whose_answer_is_lost_is_not_said_to_be_undone(w, thread, monkeypatch):
    before = (await w.game(thread)).position.seq
    lose_the_answer(monkeypatch, discord.Interaction, "edit_original_response")
    said = await (await w.actor(thread)).slash(thread, "play pass")
    assert (await w.game(thread)).position.seq == before + 1
    assert "may have worked" in words(said.response)
    assert not w.bot.run_state.faults


async def posts_waiting(w, **later):
    """What waits in the table's thread then."""
    w.clock.advance(**later)
    (channel, *_), _ = await outbox.find_pending(w.store)
    return await outbox.load_queue(w.store, channel)


async def test_a_post_is_held_back_for_as_long_as_discord_asks(w, thread, monkeypatch):
    monkeypatch.setattr("bot.client.delivery_failures._retry_after", lambda _error: 1800.0)
    posts = len(w.posts(thread))
    refuse(w, thread, 429, times=1)
    await act(w, thread)
    await look(w, minutes=29)
    assert len(w.posts(thread)) == posts
    await look(w, minutes=2)
    assert len(w.posts(thread)) == posts + 1


@pytest.mark.parametrize(("status", "code"), [(400, 50035), (401, 0), (403, 50013), (404, 10003)])
async def test_what_discord_refuses_is_told_to_the_host_and_at_the_table_and_sent_again_on_request(
    w, thread, status, code
):
    refuse(w, thread, status, code)
    posts = len(w.posts(thread))
    actor = await w.actor(thread)
    acted = await act(w, thread)
    (told,) = [words(m) for m in w["Ann"].user.dm_channel.history()]
    assert "I cannot post at your table" in told
    assert "/host resend" in told
    assert ("panel", "failed") in await states(w)
    spoken = await actor.slash(thread, "view map")
    heard = [words(m) for m in (*acted.followups, *spoken.followups, acted.response, spoken.response) if m]
    assert sum("could not send" in text for text in heard) == 1, (
        "with the pass where the refusal came before its answer"
    )
    again = await actor.slash(thread, "view map")
    assert not any("could not send" in words(m) for m in again.followups), "once is enough"
    assert "still refuses" in said(await w["Ann"].slash(thread, "host resend"))
    w.env.backend.faults.clear()
    assert "All posts of" in said(await w["Ann"].slash(thread, "host resend"))
    assert len(w.posts(thread)) == posts + 1
    assert not w.bot.sender.failures.refusals.why
    assert "failed" not in {state for _, state in await states(w)}
    w.bot.run_state.last_fault = None  # that a post was malformed is also a fault of ours


async def test_only_the_host_sends_again(w, thread):
    assert "Only the host" in said(await w["Bob"].slash(thread, "host resend"))


async def test_a_panel_that_is_asked_for_again_wakes_nobody_twice(w, thread):
    for minutes, silent in ((0, True), (0, True), (6, False)):
        w.clock.advance(minutes=minutes)
        assert "All posts of" in said(await w["Ann"].slash(thread, "host resend"))
        (panel,) = [r.json for r in w.sent("POST") if ((r.json or {}).get("allowed_mentions") or {}).get("users")][-1:]
        assert bool(panel["flags"] & 1 << 12) is silent


async def test_a_deleted_thread_gets_a_new_one(w, thread):
    await act(w, thread)
    row = await w.row(thread)
    w.env.backend.delete_channel(thread.id)
    table = await w.bot.tables.get(row.id)
    actor = w.actor_at(table)
    await actor.slash(w.channel, "play pass", game=str(row.id))
    await w.env.settle()
    (told,) = w["Ann"].user.dm_channel.history()
    assert "its channel is gone" in words(told)
    assert "All posts of" in said(await w["Ann"].slash(w.channel, "host resend", game=str(row.id)))
    (fresh,) = w.channel.threads
    assert fresh.id != thread.id
    assert labels(w.last(fresh))[0] == "Take my turn"
    await act(w, fresh)
    assert len(w.posts(fresh)) == 2, "the table goes on there"


async def test_a_later_panel_makes_up_for_one_that_was_refused(w, thread):
    refuse(w, thread, 403, 50013, times=1)
    await act(w, thread)
    assert w.bot.sender.failures.refusals.why
    await act(w, thread)
    assert words(await w.panel(thread)).count(" passes") == 2
    asked = await w["Ann"].slash(thread, "view map")
    assert not any("could not send" in words(m) for m in asked.followups), "nothing is missing any more"
    assert not w.bot.sender.failures.refusals.why


async def test_a_post_that_is_sent_again_while_its_channel_s_sender_still_sends_is_not_left_behind(
    w, thread, monkeypatch
):
    deliver, posts, states_then = OutboxSender._deliver, len(w.posts(thread)), list[tuple[str, str]]()

    async def resend_first(sender, post, made, **more):
        if not states_then and post.kind == PostKind.BACK_LATER:  # the one after the one that was refused
            states_then.extend(await states(w))
            await sender.failures.resend(post.game)
            await sender._watch.task
        return await deliver(sender, post, made, **more)

    monkeypatch.setattr(OutboxSender, "_deliver", resend_first)
    refuse(w, thread, 403, 50013, times=1)
    game, seat = (await w.row(thread)).id, (await w.row(thread)).seats[1]
    content = BackLaterContent(seat=seat.name, user=seat.user, until=int(w.clock.now().timestamp()) + 3600)
    refused = NewPost(kind=PostKind.PAUSE, game=game, content=PauseContent(on=True))
    await w.store.enqueue(refused, NewPost(kind=PostKind.BACK_LATER, game=game, content=content))
    await w.bot.sender.drain()
    assert (PostKind.PAUSE, PostState.FAILED) in states_then
    assert (PostKind.PAUSE, PostState.SENT) in await states(w)
    assert len(w.posts(thread)) == posts + 3, "with the newest panel"


async def test_what_was_read_before_posts_were_sent_again_is_not_believed_after_it(w, thread, monkeypatch):
    find, refusals, read, go_on = outbox.find_failed, w.bot.sender.failures.refusals, asyncio.Event(), asyncio.Event()

    async def find_late(store):
        found = await find(store)
        if not read.is_set():
            read.set()
            await go_on.wait()
        return found

    refuse(w, thread, 403, 50013, times=1)
    await act(w, thread)
    assert refusals.why
    monkeypatch.setattr(outbox, "find_failed", find_late)
    late = asyncio.create_task(refusals.reload())
    await read.wait()
    resent = asyncio.create_task(w.bot.sender.failures.resend((await w.row(thread)).id))
    asyncio.get_running_loop().call_later(0.05, go_on.set)
    await asyncio.gather(late, resent)
    assert not refusals.why


async def test_two_answers_at_once_tell_of_refused_posts_once(w, thread):
    refuse(w, thread, 403, 50013, times=1)
    await act(w, thread)
    refusals, sent = w.bot.sender.failures.refusals, []

    class Followup:
        async def send(self, *given, **named):
            sent.append(given or named)

    response = SimpleNamespace(is_done=lambda: True, type=None)
    spoken = SimpleNamespace(response=response, user=w["Bob"].user, channel_id=thread.id, followup=Followup())
    await asyncio.gather(refusals.notify_once(spoken), refusals.notify_once(spoken))
    assert len(sent) == 1


async def test_direct_messages_to_somebody_who_is_gone_go_to_the_thread(w, thread):
    row, table = await w.row(thread), await w.game(thread)
    seat = row.seat(table.position.deciders[0])
    items = (WaitingContent(game=row.id, seat=seat.name, kind="nudge1", move=1),)
    w.env.inject_error("GET", f"/users/{seat.user}", status=404, code=10013)
    await w.store.enqueue(
        NewPost(kind=PostKind.REMINDER, game=row.id, user=seat.user, content=NudgeContent(user=seat.user, items=items))
    )
    await w.bot.sender.drain()
    await look(w)
    assert "it is your turn" in w.posts(thread)[-1]


async def test_a_host_who_takes_no_direct_messages_is_told_at_the_table(w, thread):
    refuse(w, thread, 403, 50013)
    w.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, times=None)
    await act(w, thread)
    await look(w)
    spoken = await w["Ann"].slash(thread, "view map")
    assert any("could not send" in words(m) for m in (*spoken.followups, spoken.response) if m)
    assert await outbox.count_waiting(w.store) == 0, "nothing waits for ever"


# ---------------------------------------------------------------------- the auction's call


async def killed(*_args, **_options):
    """Nothing is done any more, and nothing is caught."""
    raise asyncio.CancelledError


@pytest.fixture
async def sale(w):
    """A table at which a lot is bid for."""
    thread = await w.table(("Ann", "Bob"), title="18EU")
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=100)
    return thread


def calls(w, thread):
    return [m.id for m in thread.history() if ":call:" in str(m.components) and not m.attachments]


async def test_nobody_s_call_is_deleted_before_the_next_one_stands(w, sale):
    (first,) = calls(w, sale)
    refuse(w, sale, 503)
    await (await w.actor(sale)).click(await w.asking(sale), label="Bid £105")
    assert calls(w, sale) == [first], "whoever must act is not called yet, and what was said before still stands"
    w.env.backend.faults.clear()
    await look(w, minutes=5)
    (second,) = calls(w, sale)
    assert second != first


@pytest.mark.parametrize("at", ["_record_sent", "_delete_old_call"])
async def test_a_kill_between_two_calls_leaves_one(w, sale, at, monkeypatch):
    whole = getattr(OutboxSender, at)
    monkeypatch.setattr(OutboxSender, at, killed)
    await (await w.actor(sale)).click(await w.asking(sale), label="Bid £105")
    assert len(calls(w, sale)) == 2
    monkeypatch.setattr(OutboxSender, at, whole)
    await w.restart()
    await (await w.actor(sale)).click(await w.asking(sale), label="Bid £110")
    assert len(calls(w, sale)) == 1
    assert words(await w.panel(sale)).count("bids £") == 2, "the last two of three"


# ---------------------------------------------------------------------- a full disk


async def test_a_sender_that_the_disk_has_stopped_is_told_counted_and_started_again(w, thread, monkeypatch, caplog):
    posts, whole = len(w.posts(thread)), outbox.mark_sending
    failures = metrics.FAILURES.labels("sending posts")
    before = failures._value.get()

    async def full(*_args, **_options):
        raise OperationalError("UPDATE outbox", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr(outbox, "mark_sending", full)
    await act(w, thread)
    assert len(w.posts(thread)) == posts
    assert "database or disk is full" in caplog.text
    assert failures._value.get() == before + 1
    assert w.bot.sender._watch.timer is not None, "it is looked again"
    monkeypatch.setattr(outbox, "mark_sending", whole)
    w.bot.sender._watch._on_timer()
    await w.bot.sender.drain()
    assert len(w.posts(thread)) == posts + 1
    assert isinstance(w.bot.run_state.last_fault, OperationalError)
    w.bot.run_state.last_fault = None


# ---------------------------------------------------------------------- kills


async def write(w, thread, kind):
    """A post of that kind, as the bot writes it: by what leads to it, or put into the outbox."""
    row = await w.row(thread)
    table = await w.game(thread)
    seat = row.seat(table.position.deciders[0])
    if kind in BY_COMMAND:
        await BY_COMMAND[kind](w, thread)
        return
    waiting = WaitingContent(game=row.id, seat=seat.name, kind="nudge1", move=1)
    contents = {
        PostKind.ROUND: RoundContent(round="Auction"),
        PostKind.REMINDER: NudgeContent(user=seat.user, items=(waiting,)),
        PostKind.STILL_WAITING: waiting,
        PostKind.HOST_QUESTION: waiting,
        PostKind.BACK_LATER: BackLaterContent(seat=seat.name, user=seat.user, until=99),
        PostKind.UNDO: UndoContent(seat=seat.name),
        PostKind.REDO: UndoContent(seat=seat.name),
        PostKind.PAUSE: PauseContent(on=True, by=seat.user),
        PostKind.UNDO_POLICY: UndoPolicyContent(policy=UndoPolicy.HOST, by=seat.user),
        PostKind.WHAT_IF: WhatIfContent(whatif=row.id, by=seat.user, comment="?"),
        PostKind.SEAT_TAKEN: SeatTakenContent(seat=seat.name, old=7),
        PostKind.UNREACHABLE: UnreachableContent(game=row.id, code="403"),
        PostKind.FROZEN: FrozenContent(why="Its position is lost"),
    }
    direct = kind == PostKind.UNREACHABLE
    await w.store.enqueue(
        NewPost(kind=kind, game=0 if direct else row.id, user=row.host * direct, content=contents.get(kind))
    )


async def back_by_vote(w, thread):
    """Whoever acted first takes back what somebody else has done since."""
    table = await w.game(thread)
    first, *_ = await table.history()
    await w.actor_at(table, first.seat).slash(thread, "undo", to=f"#{first.id}")


async def end_it(w, thread):
    await w.bot.tables.end((await w.row(thread)).id, "closed")


async def offer(w, thread):
    dora = w.guild.add_member(w.env.create_user("Dora"))
    await w["Ann"].slash(thread, "game handover", user=dora)


BY_COMMAND = {
    PostKind.UNDO_PROPOSAL: back_by_vote,
    PostKind.END_VOTE: lambda w, thread: w["Ann"].slash(thread, "game end", how="agreed"),
    PostKind.SEAT_OFFER: offer,
    PostKind.FINAL: end_it,
}


@pytest.mark.parametrize("kind", PostKind)
async def test_a_post_that_arrived_is_recognised_after_a_kill_when_discord_has_forgotten_its_nonce(
    w, kind, monkeypatch
):
    thread = await (midgame(w, asks(LayTile)) if kind == PostKind.ROUND else w.table())
    await act(w, thread)
    await act(w, thread)

    def posts():
        return w["Ann"].user.dm_channel.history() if kind == PostKind.UNREACHABLE else thread.history()

    before, known = len(posts()), len(await states(w))
    arrived = OutboxSender._record_sent
    monkeypatch.setattr(OutboxSender, "_record_sent", killed)
    await write(w, thread, kind)
    await w.bot.sender.drain()
    assert len(posts()) == before + 1, kind
    assert (await states(w))[known:] == [(kind, "sending")]
    monkeypatch.setattr(OutboxSender, "_record_sent", arrived)
    await w.restart()
    assert len(posts()) == before + (kind != "panel"), "the call before is gone"
    assert (await states(w))[known:] == [(kind, "sent")]
