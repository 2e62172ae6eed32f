"""Taking back, doing again, and asking the others first."""

from __future__ import annotations

import re

import pytest

from tests.support.discord_world import answer, custom_id, labels, press, press_more, said, words, world


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Eve")) as made:
        yield made


@pytest.fixture
async def thread(w):
    return await w.table()


async def seq(w, thread) -> int:
    return int((await w.game(thread)).position.seq)


async def buy(w, thread, item, price):
    """The one on turn buys a private."""
    actor = await w.actor(thread)
    assert f"gets {item}" in said(await actor.slash(thread, "play bid", on=item, price=price))
    return actor


SUPPRESS_NOTIFICATIONS = 1 << 12


async def test_ones_own_last_step_comes_back_at_once(w, thread):
    actor = await buy(w, thread, "LTR", 20)
    assert "-# Green and red do it at once. Undo: *Market, more*." in " ".join(w.posts(thread))
    shown = await press_more(actor, await w.asking(thread), "Undo…")
    assert "LTR for $20" in said(shown)
    assert "Nobody else has to agree" in said(shown)
    assert "it goes back at once" in said(shown)
    back = custom_id(answer(shown), "Take the last step back")
    pressed = await actor.click(answer(shown), label="Take the last step back")
    assert labels(answer(pressed)) == [], "the red button stood there still"
    taken = said(pressed)
    did = f"{actor.name} gets LTR for $20."
    assert taken == f"Taken back: {did} `/redo` plays it again.", "it did not say what"
    assert await seq(w, thread) == 0
    assert any("takes back 1 step: " in p and "LTR" in p for p in w.posts(thread))
    assert "moved on" in said(await press(w, actor, answer(shown), back))
    again = said(await actor.slash(thread, "redo"))
    assert again == f"Done again: {did}"
    assert any("does again 1 step: " in p and "LTR" in p for p in w.posts(thread))
    assert await seq(w, thread) == 1
    assert "nothing to redo" in said(await actor.slash(thread, "redo"))


async def test_buttons_of_a_line_that_was_taken_back_are_dead(w, thread):
    first = await buy(w, thread, "LTR", 20)
    second = await w.actor(thread)
    console = answer(await second.slash(thread, "turn"))
    passes = custom_id(console, "Pass")
    await first.slash(thread, "undo")
    await first.slash(thread, "play bid", on="LTR", price=20)
    shown = await press(w, second, console, passes)
    assert "button did nothing" in said(shown)
    assert await seq(w, thread) == 1


async def test_others_who_have_acted_are_asked(w, thread):
    first = await buy(w, thread, "LTR", 20)
    second = await buy(w, thread, "MRC", 40)
    names = {person.id: name for name, person in w.people.items()}
    offer = said(await press_more(first, await w.asking(thread), "Undo…"))
    assert re.search(r"The last step: \*\*.*MRC for \$40", offer)
    assert "Before it, newest first:" in offer
    assert f"To take it back {names[second.id]} must agree; I have not asked yet." in offer
    assert "`/undo to:`" not in offer
    line = await (await w.game(thread)).history()
    asked = await first.slash(thread, "undo", to=f"#{line[0].id}", reason="wrong *button*")
    assert "must agree" in said(asked)
    assert await seq(w, thread) == 2
    question = w.last(thread)
    assert f"<@{second.id}>" in words(question)
    assert "wrong \\*button\\*" in words(question)
    third = next(p for n, p in w.people.items() if p not in (first, second) and n != "Eve")
    assert "not asked" in said(await third.click(question, label="Agree"))
    assert "not asked" in said(await w["Eve"].click(question, label="Agree"))
    assert "Taken back" in said(await second.click(question, label="Agree"))
    assert await seq(w, thread) == 0
    assert labels(w.last(thread))[0] == "Take my turn"
    assert "All have agreed already" in said(await press(w, second, question, custom_id(question, "Agree")))
    post = next(p for p in w.posts(thread) if "wants to take back" in p)
    assert post.endswith("Agreed."), "a second press changes nothing of it"


async def test_nobody_is_asked_in_public_before_one_has_seen_who_would_be(w, thread):
    """`/undo` put the wish before everybody at once."""
    first = await buy(w, thread, "LTR", 20)
    second = await buy(w, thread, "MRC", 40)
    name = next(n for n, p in w.people.items() if p is second)
    before = w.posts(thread)
    for command, options in (("undo", {}), ("do", {"action": "undo"})):
        offer = await first.slash(thread, command, **options)
        assert "I have not asked yet" in said(offer)
        assert w.posts(thread) == before
    assert "I have asked" in said(await first.click(answer(offer), label=f"Ask {name} to agree"))
    assert f"<@{second.id}>" in words(w.last(thread))
    assert "Taken back" in said(await second.click(w.last(thread), label="Agree"))
    assert await seq(w, thread) == 1


async def test_a_no_is_a_no(w, thread):
    first = await buy(w, thread, "LTR", 20)
    second = await buy(w, thread, "MRC", 40)
    line = await (await w.game(thread)).history()
    await first.slash(thread, "undo", to=f"#{line[0].id}")
    question = w.last(thread)
    assert "You declined" in said(await second.click(question, label="Decline"))
    assert await seq(w, thread) == 2
    assert any("declined" in p for p in w.posts(thread))
    assert not is_silent(w)
    for minutes, silent in ((0, True), (6, False)):
        w.clock.advance(minutes=minutes)
        await first.slash(thread, "undo", to=f"#{line[0].id}")
        assert f"<@{second.id}>" in words(w.last(thread))
        assert is_silent(w) is silent, "who asks again at once wakes nobody"
        await second.click(w.last(thread), label="Decline")


def is_silent(w):
    """Whether the last post that names somebody makes no sound."""
    calls = [r.json for r in w.sent("POST") if ((r.json or {}).get("allowed_mentions") or {}).get("users")]
    return bool(calls[-1]["flags"] & SUPPRESS_NOTIFICATIONS)


async def test_what_goes_back_and_forth_wakes_whoever_is_next_once(w, thread):
    first = await buy(w, thread, "LTR", 20)
    for command in ("undo", "redo", "undo"):
        await first.slash(thread, command)
        assert is_silent(w), command
    await buy(w, thread, "LTR", 20)
    assert not is_silent(w), "a move that is made calls as ever"


async def test_silence_is_a_no(w, thread):
    first = await buy(w, thread, "LTR", 20)
    second = await buy(w, thread, "MRC", 40)
    line = await (await w.game(thread)).history()
    await first.slash(thread, "undo", to=f"#{line[0].id}")
    question = w.last(thread)
    w.clock.advance(days=30)
    assert "Too late" in said(await second.click(question, label="Agree"))
    assert await seq(w, thread) == 2


async def test_the_hosts_policy(w, thread):
    assert "Only the host" in said(await w["Bob"].slash(thread, "host undopolicy", policy="free"))
    assert "undo is free" in said(await w["Ann"].slash(thread, "host undopolicy", policy="free"))
    await buy(w, thread, "LTR", 20)
    await buy(w, thread, "MRC", 40)
    third = await w.actor(thread)
    assert "Taken back" in said(await third.slash(thread, "undo"))
    assert await seq(w, thread) == 1
    assert "Ann changes who decides on undo. Anybody takes moves back" in "\n".join(w.posts(thread)), (
        "the table is told"
    )


async def test_strangers_take_nothing_back(w, thread):
    await buy(w, thread, "LTR", 20)
    assert "no seat" in said(await w["Eve"].slash(thread, "undo"))
    assert "no seat" in said(await press_more(w["Eve"], await w.asking(thread), "Undo…"))
    assert await seq(w, thread) == 1


async def test_a_host_acts_for_an_absent_seat(w, thread):
    await w.env.settle()
    if (await w.actor(thread)) is w["Ann"]:
        await w["Ann"].slash(thread, "play pass")
    absent = await w.actor(thread)
    assert absent is not w["Ann"]
    name = next(n for n, p in w.people.items() if p is absent).lower()
    assert "has time until" in said(await w["Ann"].slash(thread, "host actfor", seat=name))
    assert "Only the host" in said(
        await w["Bob" if absent is not w["Bob"] else "Cid"].slash(thread, "host actfor", seat=name)
    )
    w.clock.advance(hours=25)
    await w.env.settle()
    before = await seq(w, thread)
    shown = await w["Ann"].slash(thread, "host actfor", seat=name)
    assert "You act for" in said(shown)
    await w["Ann"].slash(thread, "play pass")
    assert await seq(w, thread) == before + 1
    (move,) = await (await w.game(thread)).history(limit=1)
    assert (move.seat, move.user) == (name, w["Ann"].id)
    assert f"Ann acted for {name.title()}" in words(await w.panel(thread))


async def test_whoever_asked_reads_that_somebody_declined_or_moved_on(w, thread):
    """“Cid must agree; I have asked them.” stood there for ever."""
    first, second, third = await w.in_turn(thread)
    await first.slash(thread, "do", action="buy LTR")
    await second.slash(thread, "do", action="pass")
    wish = answer(await first.slash(thread, "undo", to="0"))
    assert "must agree" in words(wish)
    await second.click(w.last(thread), label="Decline")
    told = words(w.env.backend.get_message(wish.channel_id, wish.id))
    assert told.endswith(" declined."), told
    again = answer(await first.slash(thread, "undo", to="0"))
    assert "must agree" in words(again)
    await third.slash(thread, "do", action="pass")
    assert "moved on" in words(w.env.backend.get_message(again.channel_id, again.id))


async def test_whoever_asked_reads_that_another_wish_took_the_place_of_theirs(w, thread):
    first, second, third = await w.in_turn(thread)
    await first.slash(thread, "do", action="buy LTR")
    await second.slash(thread, "do", action="buy MRC")
    wish = answer(await first.slash(thread, "undo", to="0"))
    assert "must agree" in said(await third.slash(thread, "undo", to="1"))
    assert "newer question" in words(w.env.backend.get_message(wish.channel_id, wish.id))


async def test_nobody_reads_that_all_agreed_to_what_was_never_agreed(w, thread):
    """Bob took back his own pass, and Ann, who had asked for more, read “All agreed: taken back.”"""
    first, second, _ = await w.in_turn(thread)
    await first.slash(thread, "do", action="buy LTR")
    await second.slash(thread, "do", action="pass")
    wish = answer(await first.slash(thread, "undo", to="0"))
    await second.slash(thread, "undo")
    assert "All agreed" not in words(w.env.backend.get_message(wish.channel_id, wish.id))
