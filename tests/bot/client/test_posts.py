"""The outbox on the wire: each row once, whatever Discord or a crash does; the host hears when a table cannot be reached."""

from __future__ import annotations

import asyncio
from datetime import timedelta

import discord
import pytest
from sqlalchemy import select, update

import render
from bot.client.components import rewrite_layout
from bot.client.outbox_sender import OVERTAKEN
from bot.client.run_state import GateState
from bot.core.discord_limits import TEXTS
from bot.model.kinds import PostKind, PostState, Via
from bot.model.models import NewPost
from bot.model.post_contents import NudgeContent, PauseContent, RoundContent, WaitingContent
from bot.storage import leases
from bot.storage.repositories.posts import find_newest_post
from bot.storage.schema import outbox
from bot.tables import order_runner
from bot.tables.order_runner import POST_DEBOUNCE
from bot.views import turn_panel
from bot.views.messages import Public
from bot.views.pictures import drawing, post_pictures
from bot.views.pictures.picture_stack import read_size
from bot.views.story import move_lines
from game.actions import BuyShare, LayTile, Pass, SellShares
from game.events import Floated, RoundEnded
from game.notation import line
from game.play import Game
from render.data.names import round_name
from tests.support.api_contract import walk
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, commit_label, labels, said, words, world
from tests.support.golden_positions import golden_position
from tests.support.prepared_games import asks, midgame
from tests.support.round_texts import round_text


@pytest.fixture
async def thread(w):
    return await w.table()


async def rows(w):
    async with w.store.reading() as conn:
        return (
            await conn.execute(select(outbox.c.id, outbox.c.kind, outbox.c.state, outbox.c.why).order_by(outbox.c.id))
        ).all()


async def panels(w):
    """How many panels were sent."""
    return len([r for r in await rows(w) if (r.kind, r.state) == (PostKind.PANEL, PostState.SENT)])


async def act(w, thread):
    """Somebody passes: a hand-over."""
    await (await w.actor(thread)).slash(thread, "play pass")


def sends(w, thread):
    return [r for r in w.sent("POST") if r.path == f"/channels/{thread.id}/messages"]


async def test_a_panel_is_of_one_position_though_somebody_plays_while_it_is_drawn(w, thread, monkeypatch):
    table, asked = await w.game(thread), await w.actor(thread)
    seat, move = table.position.deciders[0], table.position.move

    async def drawn(*_args, **_more):
        assert (await table.play(seat, Pass(by=seat), Via.COMMAND)).refused is None
        return ()

    monkeypatch.setattr(post_pictures, "panel_pictures", drawn)
    made = await turn_panel.compose_panel(table, [])
    assert made.pings == (asked.id,)
    assert f"<@{asked.id}>" in made.texts[0]
    assert made.rows[0][0].id.endswith(f":open:{move}")
    assert table.position.deciders != (seat,)


async def test_no_answer_waits_for_what_is_posted_later(w, monkeypatch):
    """SimCord joins timers within its patience: on a busy machine that of a late post came near, and a press ran out of time."""
    silence = timedelta(minutes=2)  # long, so that no machine is too slow to answer within it
    monkeypatch.setattr(order_runner, "POST_DEBOUNCE", silence)
    thread = await midgame(w, asks(LayTile))
    table, actor = await w.game(thread), await w.actor(thread)
    lay = next(a for c in table.choices(table.position.deciders[0]) for a in c.actions if isinstance(a, LayTile))
    w.env.settle_timeout = 5 * silence.total_seconds()
    async with asyncio.timeout(silence.total_seconds() * 0.7):
        await actor.slash(thread, "corp tile", hex=lay.hex, tile=lay.tile, rotation=lay.rotation)
        await actor.slash(thread, "view map")
    assert (await rows(w))[-1].state == "new", "it comes after a silence"


async def test_a_hand_over_pings_exactly_those_who_must_act(w, thread):
    for _ in range(4):
        actor = await w.actor(thread)
        assert sends(w, thread)[-1].json["allowed_mentions"]["users"] == [actor.id]
        await act(w, thread)
    panels = [r for r in sends(w, thread) if "x1:t:" in str(r.json)]
    assert len(panels) == 5, "one for the deal and one for each hand-over"


async def test_nonces_are_those_of_the_rows(w, thread):
    await act(w, thread)
    ids = [r.id for r in await rows(w) if r.state == "sent"]
    sent = [r.json["nonce"] for r in sends(w, thread)]
    assert sent == [f"ob{n}" for n in ids]
    assert all(r.json["enforce_nonce"] for r in sends(w, thread))


@pytest.mark.parametrize("arrived", [True, False])
async def test_a_crash_between_sending_and_noting_it(w, thread, arrived):
    """The row says it is on its way. Whether it got there is seen in the thread."""
    await act(w, thread)
    newest = (await rows(w))[-1]
    if not arrived:
        w.env.backend.delete_message(thread.id, w.last(thread).id)
    posts = len(w.posts(thread))
    async with w.store.writing() as conn:
        await conn.execute(update(outbox).where(outbox.c.id == newest.id).values(state="sending"))
    await w.restart()
    assert len(w.posts(thread)) == posts + (not arrived)
    assert (await rows(w))[-1].state == "sent"
    assert labels(w.last(thread))[0] == "Take my turn"


async def test_what_was_written_before_a_stop_is_posted_after_it(w, thread):
    posts = len(w.posts(thread))
    w.bot.run_state.gate = GateState.STOPPING
    await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=1))
    await w.env.settle()
    assert len(w.posts(thread)) == posts
    await w.restart()
    assert len(w.posts(thread)) == posts + 1


async def test_a_server_error_is_tried_again_later(w, thread):
    posts = len(w.posts(thread))
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=503)
    await act(w, thread)
    assert len(w.posts(thread)) == posts
    assert (await w.game(thread)).position.seq == 1, "the move stands whatever becomes of its post"
    w.clock.advance(minutes=5)
    w.bot.sender.wake()
    await w.bot.sender.drain()
    assert len(w.posts(thread)) == posts + 1


async def test_only_the_newest_panel_is_posted_after_an_outage(w, thread):
    posts = len(w.posts(thread))
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=503, times=2)
    await act(w, thread)
    await act(w, thread)
    await act(w, thread)
    w.clock.advance(minutes=5)
    w.bot.sender.wake()
    await w.bot.sender.drain()
    assert len(w.posts(thread)) == posts + 1
    assert "Nobody wants" in words(await w.panel(thread)), "what all three passes have brought about"
    assert [r.state for r in await rows(w) if r.kind == "panel"][-3:].count("sent") == 1


async def test_the_host_hears_once_that_a_table_cannot_be_reached(w, thread):
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013, times=None)
    await act(w, thread)
    await act(w, thread)
    dm = w["Ann"].user.dm_channel
    told = [words(m) for m in dm.history()]
    assert len(told) == 1
    assert "I am missing a permission" in told[0]
    w.env.backend.faults.clear()
    posts = len(w.posts(thread))
    assert "everything I need" in said(await w["Ann"].slash(w.channel, "guild check"))
    assert len(w.posts(thread)) == posts + 1


async def test_whoever_sends_again_is_not_told_that_it_could_not_be_sent(w, thread, monkeypatch):
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=403, code=50013, times=None)
    await act(w, thread)
    w.env.backend.faults.clear()
    monkeypatch.setattr(w.bot.sender._watch, "wake", lambda: None)  # nothing is sent before the answer stands
    assert "everything I need" in said(await w["Ann"].slash(w.channel, "guild check"))


async def test_what_is_written_while_a_sender_ends_is_sent(w, thread, monkeypatch):
    posts, released, late = (
        len(w.posts(thread)),
        leases.release_leases,
        [NewPost(kind=PostKind.PAUSE, game=1, content=PauseContent(on=True))],
    )

    async def release(store, name):
        if late:
            await store.enqueue(late.pop())
            await w.bot.sender._watch.task
        await released(store, name)

    monkeypatch.setattr(leases, "release_leases", release)
    await act(w, thread)
    await w.bot.sender.drain()
    assert len(w.posts(thread)) == posts + 2
    assert not w.bot.sender._senders, "they are kept only while they send"


async def test_a_panel_that_a_move_overtakes_is_made_anew_but_not_for_ever(w, thread, monkeypatch):
    composed, left, made = post_pictures.panel_pictures, [0], []

    async def overtaken(table, *args, **options):
        shown = await composed(table, *args, **options)
        made.append(table.position.move)
        if left[0]:
            left[0] -= 1
            seat = table.position.deciders[0]
            assert (await table.play(seat, Pass(by=seat), Via.COMMAND)).refused is None
        return shown

    monkeypatch.setattr(post_pictures, "panel_pictures", overtaken)
    thread = await midgame(w, asks(BuyShare))
    for times, sent in ((1, 1), (OVERTAKEN + 1, 2)):
        before, posts = (await w.game(thread)).position, await panels(w)
        made.clear()
        left[0] = times
        seat = before.deciders[0]
        await (await w.game(thread)).play(seat, Pass(by=seat), Via.COMMAND)
        await w.bot.sender.drain()
        assert len(made) == times + 1, "each once more, for the move that came in between"
        assert await panels(w) == posts + sent
        assert not w.bot.sender._overtaken


async def test_a_panel_is_sent_without_its_picture_where_too_many_wait_and_gets_it_later(w, thread, monkeypatch):
    thread = await midgame(w, asks(BuyShare))
    full = [False]  # at first there is no room
    monkeypatch.setattr(drawing, "_has_room", lambda: full.pop() if full else True)
    before = await panels(w)
    seat = (await w.game(thread)).position.deciders[0]
    await (await w.game(thread)).play(seat, Pass(by=seat), Via.COMMAND)
    await w.bot.sender.drain()
    assert not full
    assert await panels(w) == before + 1
    assert not w.bot.sender._pictures._followings
    assert sends(w, thread)[-1].json["attachments"] == []
    edit = w.sent("PATCH")[-1]
    panel = await find_newest_post(w.store, 2, PostKind.PANEL)
    assert panel is not None
    assert edit.path == f"/channels/{thread.id}/messages/{panel.message}"
    assert len(edit.json["attachments"]) == 1
    first, last = sends(w, thread)[-1].json, edit.json
    texts, shown = ([c["content"] for c in walk(m["components"]) if c["type"] == 10] for m in (first, last))
    assert shown == [t for t in texts if "Cid: cash $425" not in t], "the picture takes the place of its words"
    assert len(shown) == len(texts) - 1
    assert [c["custom_id"] for c in walk(first["components"]) if "custom_id" in c] == [
        c["custom_id"] for c in walk(last["components"]) if "custom_id" in c
    ]
    assert last["allowed_mentions"] == {"users": [], "parse": []}, "nobody is called twice"


async def test_an_archived_thread_is_opened_again(w, thread):
    w.env.inject_error("POST", f"/channels/{thread.id}/messages", status=400, code=50083)
    posts = len(w.posts(thread))
    await act(w, thread)
    assert [r.json for r in w.sent("PATCH") if r.path == f"/channels/{thread.id}"][-1]["archived"] is False
    assert len(w.posts(thread)) == posts + 1


async def test_a_picture_that_fails_holds_up_nothing(w, thread, monkeypatch):
    def broken(*_args, **_options):
        raise RuntimeError("no ink")

    drawing._kept.clear()
    monkeypatch.setattr(render, "draw_bids", broken)
    second = await w.table()
    assert labels(w.last(second))[0] == "Take my turn"
    assert not w.last(second).attachments


async def test_a_burst_of_one_player_is_one_post(w, thread):
    """While the same player goes on their panel alone is brought up to date, after a moment and without a ping."""
    thread = await midgame(w, asks(LayTile))
    actor, table = await w.actor(thread), await w.game(thread)
    posts = len(w.posts(thread))
    lay = next(a for c in table.choices(table.position.deciders[0]) for a in c.actions if isinstance(a, LayTile))
    await actor.slash(thread, "corp tile", hex=lay.hex, tile=lay.tile, rotation=lay.rotation)
    assert await w.actor(thread) is actor
    asked = w.last(thread).id
    assert len(w.posts(thread)) == posts
    await bring_up_to_date(w)
    assert (len(w.posts(thread)), w.last(thread).id) == (posts, asked)
    edit = next(r for r in reversed(w.sent("PATCH")) if r.path == f"/channels/{thread.id}/messages/{asked}")
    assert not (edit.json.get("allowed_mentions") or {}).get("users")
    table = await w.game(thread)
    assert f":{table.action_version(table.position.deciders[0])}:" in str(edit.json["components"]), (
        "its buttons are of now"
    )


def floating(g):
    """A purchase that floats a company, after which the same player goes on; None where there is none."""
    for action in (a for c in g.choices(g.deciders()[0]) for a in c if isinstance(a, BuyShare)):
        tried = Game.load(g.rules, g.snapshot())
        if any(isinstance(e, Floated) for e in tried.play(action)) and asks(SellShares)(tried):
            return action
    return None


async def test_a_company_that_floats_is_told_at_once_though_its_buyer_goes_on(w):
    """The panel that stands is brought up to date by quieter steps; this one has a post of its own, without a silence before."""
    thread = await midgame(w, lambda g: g.state.round.startswith("SR") and floating(g) is not None)
    actor, table = await w.actor(thread), await w.game(thread)
    buys = floating(Game.load(table.rules, table.position.state))
    asked, posts = w.last(thread).id, len(w.posts(thread))
    await actor.slash(thread, "do", action=line(buys))
    assert await w.actor(thread) is actor
    assert len(w.posts(thread)) == posts + 1
    assert w.last(thread).id != asked
    past = next(m for m in thread.history() if m.id == asked)
    assert f"{buys.company} has floated" in words(past)
    assert "###" not in words(past), "the past post is a plain line of the log"
    assert not labels(past)


async def test_who_starts_a_company_is_asked_for_its_home_in_one_place(tmp_path):
    """The public question came below the private one that had its Commit, with the same buttons: which one was to be pressed?"""
    async with world(tmp_path, NAMES) as w:
        g = golden_position("18EU-bank", 97)
        thread = await table_at(w, g)
        actor = w[NAMES[g.state.order.index(g.deciders()[0])]]
        await w.store.enqueue(NewPost(kind=PostKind.PANEL, game=(await w.row(thread)).id))
        await bring_up_to_date(w)
        asked, posts = w.last(thread).id, len(w.posts(thread))
        shown = await actor.slash(thread, "do", action="par AIRS 82")
        if commit_label(answer(shown)):
            await actor.click(answer(shown), label=commit_label(answer(shown)))
        assert "which of your minors" in words(answer(await actor.slash(thread, "turn")))
        await bring_up_to_date(w)
        assert (len(w.posts(thread)), w.last(thread).id) == (posts, asked)


async def bring_up_to_date(w):
    """Let a moment of silence pass."""
    w.clock.advance(seconds=POST_DEBOUNCE.total_seconds() + 1)
    w.bot.sender.wake()
    await w.bot.sender.drain()


async def test_what_a_company_has_built_is_seen_in_the_post_of_its_turn(w):
    thread = await midgame(w, asks(LayTile))
    table, actor = await w.game(thread), await w.actor(thread)
    asked = w.last(thread).id
    lay = next(a for c in table.choices(table.position.deciders[0]) for a in c.actions if isinstance(a, LayTile))
    before = {a.filename for a in w.last(thread).attachments}
    await actor.slash(thread, "corp tile", hex=lay.hex, tile=lay.tile, rotation=lay.rotation)
    await bring_up_to_date(w)
    message = next(m for m in thread.history() if m.id == asked)
    shown = {a.filename for a in message.attachments}
    assert shown
    assert not shown & before, "the map is drawn anew"
    moves = await table.history()
    past = await turn_panel.compose_past_panel(table, moves[-1:])
    assert past.pictures, "the tile is told and shown"
    assert lay.hex in past.pictures[0].alt or "lays" in past.texts[0]


async def test_a_panel_s_map_does_not_stay_in_the_log(w):
    """Below "turns down the offer for a 2-train" stood the same map as above and below it."""
    thread = await midgame(w, asks(LayTile))
    message = await w.bot.get_partial_messageable(thread.id).fetch_message(w.last(thread).id)
    assert [a.filename.partition("-")[0] for a in message.attachments] == ["part"]
    kept = rewrite_layout(message, Public(("Ann turns down the offer.",)))
    assert not [c for c in kept.walk_children() if isinstance(c, discord.ui.MediaGallery)]


async def test_what_a_rounds_end_brings_about_stands_below_its_result(w):
    thread = await midgame(w, asks(LayTile))
    table = await w.game(thread)
    moves = await table.history()
    ends = [(n, e.name) for n, m in enumerate(moves) for e in m.events if isinstance(e, RoundEnded)]
    last, name = next(found for found in reversed(ends) if found[1].startswith("SR"))
    since = moves[last - 1 :]
    follows = move_lines.opening_lines(table, moves, name, await table.view(None))
    past = "\n".join((await turn_panel.compose_past_panel(table, since)).texts)
    assert follows[0].startswith("Operating round ")
    assert follows[0].endswith(" begins.")
    assert not [text for text in follows if text in past]
    assert "passes" in past or "buys" in past, "what led there is told above"
    await w.store.enqueue(NewPost(kind=PostKind.ROUND, game=table.id, content=RoundContent(round=name)))
    await w.bot.sender.drain()
    told = w.posts(thread)[-1]
    assert told.index(f"{round_name(name)} is over") < told.index("Operating round ")


@pytest.mark.parametrize("level", ["normal", "quiet"])
async def test_a_round_that_is_over_is_a_picture_with_a_line_per_player(w, level):
    """What companies did stands in the picture, and in words only where there is none."""
    thread = await midgame(w, asks(LayTile))
    table = await w.game(thread)
    await w["Ann"].slash(thread, "host post", level=level)
    names = [e.name for m in await table.history() for e in m.events if isinstance(e, RoundEnded)]
    name = [n for n in names if "-# " in await round_text(table, n)][-1]
    await w.store.enqueue(NewPost(kind=PostKind.ROUND, game=table.id, content=RoundContent(round=name, ends_set=True)))
    await w.bot.sender.drain()
    told = w.posts(thread)[-1]
    files = {a.filename.partition("-")[0]: a for a in w.last(thread).attachments}
    assert all(f"{s.shown} $" in told for s in table.seats)
    assert any(f"-# {c}: " in told for c in table.rules.data.companies) == (level == "quiet")
    assert [*files] == (["round", "map", "market"] if level == "normal" else ["map", "market"])
    high = read_size(w.env.backend.cdn.get(files["map"].url))[1]
    alone = render.map_canvas(table.rules.data)[1]
    assert high == alone if level == "normal" else high > alone, "the round's picture has what stood below the map"


async def test_a_reminder_of_many_tables_is_no_longer_than_a_post_may_be(w, thread):
    table = await w.game(thread)
    item = WaitingContent(game=table.id, seat=table.position.deciders[0])
    await w.store.enqueue(
        NewPost(kind=PostKind.REMINDER, game=table.id, content=NudgeContent(user=w["Ann"].id, items=(item,) * 90))
    )
    await w.bot.sender.drain()
    assert "has been waiting for you" in w.posts(thread)[-1]
    assert len(w.posts(thread)[-1]) <= TEXTS
