"""Wrong person, stale post, double press, repeated event: nothing changes, and a private sentence says why."""

from __future__ import annotations

import asyncio
import re

import pytest

from tests.support.discord_world import answer, custom_id, labels, press, said, world


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Eve")) as made:
        yield made


@pytest.fixture
async def thread(w):
    return await w.table()


async def state(w, thread):
    """All that could have changed."""
    table = await w.game(thread)
    return table.position.move, table.position.seq, [s.action_version for s in table.seats], len(w.posts(thread))


async def others(w, thread):
    """Somebody with a seat who is not on turn, and somebody without a seat."""
    actor = await w.actor(thread)
    return next(w[n] for n in ("Ann", "Bob", "Cid") if w[n] is not actor), w["Eve"]


async def test_wrong_people(w, thread):
    waiting, stranger = await others(w, thread)
    panel = await w.panel(thread)
    shortcut = next((b for b in labels(panel) if b == "Pass"), "Take my turn")
    before = await state(w, thread)
    for label in {shortcut, "Take my turn"}:
        assert "You get a ping when it is your turn." in said(await waiting.click(panel, label=label))
        assert "no seat" in said(await stranger.click(panel, label=label))
    for command, options in (
        ("turn", {}),
        ("do", {"action": "pass"}),
        ("play pass", {}),
        ("play bid", {"on": "LTR", "price": 20}),
    ):
        told = said(await waiting.slash(thread, command, **options))
        assert re.search(r"This waits for \w+\. You get a ping", told), "true however long it stands there"
        assert "no seat" in said(await stranger.slash(thread, command, **options))
    assert await waiting.autocomplete(thread, "do", "action", "") == []
    assert await stranger.autocomplete(thread, "play bid", "on", "") == []
    assert await state(w, thread) == before


async def test_a_console_is_its_owners_alone(w, thread):
    """Nobody else sees it, and even its id would not help."""
    actor = await w.actor(thread)
    waiting, _ = await others(w, thread)
    console = answer(await actor.slash(thread, "turn"))
    with pytest.raises(Exception, match="not visible"):
        await waiting.click(console, label="Pass")


async def test_a_stale_console(w, thread):
    actor = await w.actor(thread)
    console = answer(await actor.slash(thread, "turn"))
    passes = custom_id(console, "Pass")
    w.clock.advance(minutes=15)  # Discord lets it not be taken away any more
    await actor.slash(thread, "play pass")
    before = await state(w, thread)
    shown = await press(w, actor, console, passes)
    assert "button did nothing" in said(shown)
    assert await state(w, thread) == before


async def test_two_presses_at_once_play_once(w, thread):
    """A double click reaches the bot as two interactions with the same counter."""
    actor = await w.actor(thread)
    shown = await actor.slash(thread, "turn")
    message = answer(shown)
    buy = custom_id(message, "1 · Buy LTR $20")
    assert "gets LTR" in said(await actor.click(message, custom_id=buy))
    before = await state(w, thread)
    again = await press(w, actor, message, buy)
    assert "button did nothing" in said(again) or "nothing for you to do" in said(again)
    assert await state(w, thread) == before


async def test_a_repeated_event_does_nothing_and_says_the_same(w, thread):
    """After a reconnect the gateway may deliver an interaction again, with the same id."""
    actor = await w.actor(thread)
    table = await w.game(thread)
    seat = next(s for s in table.seats if s.user == actor.id)
    (action,) = [a for c in table.choices(seat.name) for a in c if getattr(a, "item", "") == "LTR"]
    first = await table.play(seat.name, action, "slash", 777, user=actor.id)
    again = await table.play(seat.name, action, "slash", 777, user=actor.id)
    assert (first.repeated, again.repeated) == (False, True)
    assert first.events == again.events
    assert table.position.seq == 1


async def test_stale_choices_from_a_list(w, thread):
    actor = await w.actor(thread)
    (ltr, *_) = await actor.autocomplete(thread, "play bid", "on", "LTR")
    phrase = (await actor.autocomplete(thread, "do", "action", "LTR"))[0]["value"]
    await actor.slash(thread, "play pass")
    for _ in range(2):
        await (await w.actor(thread)).slash(thread, "play pass")
    assert await w.actor(thread) is actor
    before = await state(w, thread)
    assert "moved on" in said(await actor.slash(thread, "play bid", on=ltr["value"], price=15))
    assert "moved on" in said(await actor.slash(thread, "do", action=phrase))
    assert await state(w, thread) == before


async def test_an_old_panel_opens_what_is_current(w, thread):
    old = await w.panel(thread)
    await (await w.actor(thread)).slash(thread, "play bid", on="LTR", price=20)
    actor = await w.actor(thread)
    assert "Buy, bid or pass" in said(await press(w, actor, old, custom_id(old, "Take my turn")))
    assert labels(await w.panel(thread))[0] == "Take my turn"


async def test_an_overtaken_panel_loses_its_buttons_and_what_is_out_of_date(w, thread):
    posts = len(w.posts(thread))
    await (await w.actor(thread)).slash(thread, "play bid", on="LTR", price=20)
    messages = thread.history()
    assert len(messages) == posts + 1
    assert labels(messages[-2]) == []
    assert labels(messages[-1])
    assert messages[-1].attachments
    assert not messages[-2].attachments, "bids that are over"


@pytest.mark.parametrize(
    "text",
    ["", "x" * 500, "@everyone", "tile D10", "\N{ZERO WIDTH SPACE}", "bid LTR 99999999999999", "buy `x`", "[a](b)"],
)
async def test_any_text_gets_a_private_sentence(w, thread, text):
    actor = await w.actor(thread)
    before = await state(w, thread)
    found = said(await actor.slash(thread, "do", action=text or " "))
    assert 0 < len(found) <= 2000
    assert "went wrong" not in found
    assert await state(w, thread) == before


@pytest.mark.parametrize(
    "id",
    [
        "x1:c:1:0:field:zzzzzz",
        "x1:a:1:0:bid:0000000000",
        "x1:t:99:0:open",
        "x1:v:1:0:at1:77777",
        "x1:l:1:0:nonsense",
        "x1:u:1:0:yes:77",
        "x1:r:1:0:where",
        "x1:c:1:0:form:aaaaaa",
        "x1:z:1:0:what",
        "other",
    ],
)
async def test_ids_that_nobody_made(w, thread, id):
    """What a modified client may send."""
    actor = await w.actor(thread)
    before = await state(w, thread)
    result = await press(w, actor, await w.asking(thread), id)
    if result.acknowledged:
        assert "went wrong" not in said(result)
    await asyncio.sleep(0)
    assert await state(w, thread) == before
