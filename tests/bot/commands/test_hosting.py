"""What hosts and players decide about a table: pausing it, ending it by agreement, how much is posted."""

from __future__ import annotations

import pytest

from bot.reminders import scheduler
from bot.storage.repositories import waiting_rows
from game.actions import LayTile
from game.events import TileLaid
from tests.support.discord_world import custom_id, parts, press, said, words, world
from tests.support.prepared_games import asks, midgame


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Dora")) as made:
        yield made


async def test_a_paused_table_reminds_nobody_and_may_be_played(w):
    thread = await w.table()
    row = await w.row(thread)
    assert "Only the host" in said(await w["Bob"].slash(thread, "host pause"))
    assert "is paused" in said(await w["Ann"].slash(thread, "host pause"))
    assert "already" in said(await w["Ann"].slash(thread, "host pause"))
    w.clock.advance(days=9)
    await scheduler.send_due_reminders(w.store)
    await w.env.settle()
    assert not [p for p in w.posts(thread) if "it is your turn" in p]
    assert "no reminders" in w.posts(thread)[-1]
    assert "Paused" in said(await w["Bob"].slash(thread, "game info"))
    assert "nobody is late" in said(
        await w["Ann"].slash(thread, "host actfor", seat=(await w.game(thread)).position.deciders[0])
    )
    actor = await w.actor(thread)
    assert "passes" in said(await actor.slash(thread, "play pass"))
    assert "no reminders" in words(await w.asking(thread)), "what asks says so"
    assert await waiting_rows.pending_since(w.store, row.id) == {}
    await w.restart()
    assert "goes on" in said(await w["Ann"].slash(thread, "host resume"))
    assert "not paused" in said(await w["Ann"].slash(thread, "host resume"))
    table = await w.game(thread)
    assert await waiting_rows.pending_since(w.store, row.id) == dict.fromkeys(table.position.deciders, w.clock.now()), (
        "waiting begins anew"
    )
    assert "no reminders" not in words(await w.panel(thread))
    w.clock.advance(hours=13)
    with w.env.time_context():
        await scheduler.send_due_reminders(w.store)
        await w.bot.sender.drain()
    assert [p for p in w.posts(thread) if "it is your turn" in p]


async def test_a_game_ends_when_all_others_agree(w):
    thread = await midgame(w, asks(LayTile))
    assert "no seat" in said(await w["Dora"].slash(thread, "game end", how="agreed"))
    assert "must agree; I have asked" in said(await w["Ann"].slash(thread, "game end", how="agreed"))
    question = w.last(thread)
    assert "were not asked" in said(await w["Dora"].click(question, label="Agree"))
    assert "were not asked" in said(await w["Ann"].click(question, label="Agree"))
    assert "Cid must still agree" in said(await w["Bob"].click(question, label="Agree"))
    actor = await w.actor(thread)
    await actor.slash(thread, "play pass")
    assert (await w.row(thread)).status == "running"
    await w.restart()
    assert "is over" in said(await w["Cid"].click(question, label="Agree"))
    assert (await w.row(thread)).ended == "agreed"
    assert "decided already" in said(await press(w, w["Cid"], question, custom_id(question, "Agree")))
    assert "the players agreed to end it" in w.posts(thread)[-1], w.posts(thread)


async def test_one_no_is_enough_and_silence_is_one(w):
    thread = await midgame(w, asks(LayTile))
    await w["Bob"].slash(thread, "game end", how="abandoned")
    question = w.last(thread)
    assert "goes on" in said(await w["Cid"].click(question, label="Decline"))
    await w["Bob"].slash(thread, "game end", how="concede")
    question = w.last(thread)
    assert "wants to concede" in words(question)
    w.clock.advance(days=3, minutes=1)
    assert "no answer counts as no" in said(await w["Cid"].click(question, label="Agree"))
    assert (await w.row(thread)).status == "running"


async def test_a_deserter_holds_nobody_up(w):
    thread = await midgame(w, asks(LayTile))
    table = await w.game(thread)
    away = next(s for s in table.seats if s.name in table.position.deciders)
    here = [n for n in ("Ann", "Bob", "Cid") if w[n].id != away.user]
    w.clock.advance(days=3)
    await w[here[0]].slash(thread, "game end", how="concede")
    (question,) = [m for m in thread.history() if "wants to concede" in words(m)]
    assert f"<@{away.user}>" not in words(question)
    assert "is over" in said(await w[here[1]].click(question, label="Agree"))
    assert (await w.row(thread)).ended == f"{here[0]} conceded"


def name_of(address: str) -> str:
    """Which picture an address is of: the first word of its file's name."""
    return address.rpartition("/")[2].partition("-")[0]


@pytest.mark.parametrize(("level", "close"), [("quiet", 0), ("normal", 0), ("lively", 1)])
async def test_how_much_is_posted(w, level, close):
    thread = await midgame(w, asks(LayTile))
    await w["Ann"].slash(thread, "host post", level=level)
    before = (await w.row(thread)).head
    while not any(
        isinstance(e, TileLaid) for m in await (await w.game(thread)).history(after=before) for e in m.events
    ):
        table = await w.game(thread)
        lay = next(a for c in table.choices(table.position.deciders[0]) for a in c if isinstance(a, LayTile))
        await (await w.actor(thread)).slash(thread, "corp tile", hex=lay.hex, tile=lay.tile, rotation=lay.rotation)
    w.clock.advance(minutes=2)
    await w.env.settle()
    with w.env.time_context():
        w.bot.sender.wake()
        await w.bot.sender.drain()
    panel = await w.panel(thread)
    media = [i["media"]["url"] for p in parts(panel) if p["type"] == 12 for i in p["items"]]
    assert [name_of(m) for m in media] == ["trains"] * bool(media) + ["part"] * close, "what is asked, what was built"
    assert bool(media) == (level != "quiet")
    assert ("Treasury: " in words(panel)) == (level == "quiet"), "words in place of the picture"
