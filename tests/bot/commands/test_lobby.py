"""Opening a table, seats, options, start."""

from __future__ import annotations

import asyncio
from dataclasses import replace

import pytest

from bot.client import table_thread
from bot.commands.game import table_limit
from bot.core.text import escape_markup
from tests.support.discord_world import NAMES, answer, labels, offered, parts, pick, said, words, world


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, NAMES) as made:
        yield made


async def test_a_table_from_command_to_first_panel(w):
    result = await w["Ann"].slash(w.channel, "game new", title="18GA", name="Friday")
    assert "18GA #1 is open" in said(result)
    (thread,) = w.channel.threads
    card = w.last(w.channel)
    assert "Friday" in words(card)
    assert labels(card) == ["Join", "Leave", "Start", "Rules in short", "Optional rules", "Details"]

    assert "You now have a seat" in said(await w["Bob"].click(card, label="Join"))
    assert "seat already" in said(await w["Bob"].click(card, label="Join"))
    assert "3 players are needed to start" in said(await w["Ann"].click(card, label="Start"))
    await w["Cid"].slash(thread, "game join")
    assert "Cid" in words(w.last(w.channel))
    assert "host" in said(await w["Bob"].click(card, label="Start")).lower()
    await w["Ann"].click(card, label="Start")
    assert (await w.row(thread)).status == "running"
    assert labels(w.last(thread))[0] == "Take my turn"
    assert f"<@{(await w.actor(thread)).id}>: Buy, bid or pass" in words(w.last(thread))


async def test_nobody_hosts_tables_without_end(w, monkeypatch):
    """One person opened a hundred and twenty within a minute."""
    monkeypatch.setattr(table_limit, "MAX_OWN_TABLES", 1)
    await w["Ann"].slash(w.channel, "game new", title="18GA")
    assert "Close one first" in said(await w["Ann"].slash(w.channel, "game new", title="18TN"))
    assert "is open" in said(await w["Bob"].slash(w.channel, "game new", title="18TN"))
    await w["Ann"].slash(w.channel.threads[0], "host close", confirm=1)
    assert "is open" in said(await w["Ann"].slash(w.channel, "game new", title="18TN"))


async def test_a_table_for_invited_people_is_named_to_nobody_else(w):
    await w["Ann"].slash(w.channel, "game new", title="18TN", name="Club", visibility="invited")
    for who, named in (("Ann", True), ("Bob", False)):
        offers = await w[who].autocomplete(w.channel, "game info", "game", "")
        assert any("Club" in str(o) for o in offers) is named
        assert ("Club" in said(await w[who].slash(w.channel, "game list", show="open"))) is named


async def test_two_who_open_a_tables_thread_at_once_open_one(w):
    """A rematch whose thread was being made had two."""
    await w["Ann"].slash(w.channel, "game new", title="18TN")
    row = replace(await w.row(w.channel.threads[0]), channel=0)
    await w.store.set_game(row.id, channel=0)
    room = w.bot.get_channel(w.channel.id)
    with w.env.time_context():
        opened = await asyncio.gather(*(table_thread.open_table_thread(w.bot.services, row, room) for _ in "12"))
    assert len({r.channel for r in opened}) == 1
    assert len(w.channel.threads) == 2, "that of before, and a new one"


async def test_the_details_of_a_table_say_in_words_what_is_set(w):
    """They said "Status: open" and "undo: vote · posts: normal", and each name twice."""
    await w["Ann"].slash(w.channel, "game new", title="18TN")
    card = w.last(w.channel)
    shown = said(await w["Bob"].click(card, label="Details"))
    assert "Anybody may take a seat." in shown
    assert "To take a move back, ask everyone who has played since. Each post has a picture." in shown
    assert f"1. <@{w['Ann'].id}> (host)" in shown
    assert "18TN · The Railroads Come to Tennessee, by Mark Derrick" in shown
    assert "`/rules title`" in shown
    assert "practice" not in shown, "the card says so"
    await w["Ann"].slash(w.channel, "game new", title="18India")
    assert "18 India, by" in said(await w["Bob"].click(w.last(w.channel), label="Details")), "its name was told twice"


async def test_optional_rules_are_chosen_from_a_menu(w):
    await w["Ann"].slash(w.channel, "game new", title="18GA")
    card = w.last(w.channel)
    shown = await w["Ann"].click(card, label="Optional rules")
    lower = [text for text in offered(answer(shown)) if text.startswith("The game ends when a share price reaches $2")]
    assert len(lower) == 3
    shown = await pick(w["Ann"], answer(shown), lower[1], "The 8-trains never run out [7(f)]")
    assert "8-trains never run out" in said(shown)
    assert "reaches $230 instead of 300" in words(w.last(w.channel))
    refused = said(await pick(w["Ann"], answer(shown), *lower[:2]))
    assert "“The game ends when a share price reaches this many dollars" in refused
    assert "choose one" in refused
    assert "_" not in refused
    assert "host" in said(await w["Bob"].click(w.last(w.channel), label="Start")).lower()


async def test_a_wish_sent_twice_opens_one_table(w):
    """A slow connection makes people send again; some time later it is a wish for another table."""
    for name in ({}, {"name": "Friday"}):
        await w["Ann"].slash(w.channel, "game new", title="18GA", **name)
        assert "a moment ago" in said(await w["Ann"].slash(w.channel, "game new", title="18GA", **name))
        assert "is open: " in said(await w["Bob"].slash(w.channel, "game new", title="18GA", **name))
    w.clock.advance(seconds=11)
    assert "is open: " in said(await w["Ann"].slash(w.channel, "game new", title="18GA"))


@pytest.mark.parametrize("name", ["**[x](http://e)** @everyone", "\u202e \u200b"])
async def test_a_name_of_a_table_shows_as_typed_or_not_at_all(w, name):
    await w["Ann"].slash(w.channel, "game new", title="18GA", name=name)
    shown = "Ann's game" if not name.isprintable() else escape_markup(name)
    assert words(w.last(w.channel)).splitlines()[0] == f"### 18GA #1 · {shown}"
    for person in ("Bob", "Cid"):
        await w[person].click(w.last(w.channel), label="Join")
    await w["Ann"].click(w.last(w.channel), label="Start")
    (thread,) = w.channel.threads
    more = said(await w["Bob"].click(w.last(thread), label="Market, more"))
    assert "Details: 18GA #1 · move 0" in more


async def test_what_comes_next_is_green_on_a_tables_card(w):
    """*Join* was green for those who had joined, and *Start* grey."""

    def green():
        """The green buttons of the card."""
        return [p["label"] for p in parts(w.last(w.channel)) if p.get("style") == 3]

    await w["Ann"].slash(w.channel, "game new", title="18GA")
    assert green() == ["Join"]
    assert "`/game new` with `practice:`" in words(w.last(w.channel))
    for person in ("Bob", "Cid"):
        await w[person].click(w.last(w.channel), label="Join")
    assert green() == ["Start"]


async def test_a_table_of_one_size_names_it_once(w):
    await w["Ann"].slash(w.channel, "game new", title="18GA", min=3, max=3)
    said_there = words(w.last(w.channel))
    assert "· 3 players ·" in said_there
    assert "to 3 players" not in said_there


async def killed(*_args, **_options):
    """Nothing is done any more, and nothing is caught."""
    raise asyncio.CancelledError


async def test_a_card_that_arrived_before_a_kill_is_brought_up_to_date_when_it_is_pressed(w, monkeypatch):
    with monkeypatch.context() as dying:
        dying.setattr(table_thread, "remember_post", killed)
        await w["Ann"].slash(w.channel, "game new", title="18GA")
    await w.restart()
    card = w.last(w.channel)
    assert "You now have a seat" in said(await w["Bob"].click(card, label="Join"))
    assert "2. Bob" in words(w.last(w.channel))
    assert w.last(w.channel).id == card.id


async def test_a_table_whose_thread_was_never_made_gets_one_on_request(w, monkeypatch):
    with monkeypatch.context() as dying:
        dying.setattr(type(w.bot.tables), "place_in_channel", killed)
        await w["Ann"].slash(w.channel, "game new", title="18GA")
    await w.restart()
    card = w.last(w.channel)
    for name in ("Bob", "Cid"):
        await w[name].click(card, label="Join")
    await w["Ann"].click(card, label="Start")
    known = {t.id for t in w.channel.threads}
    assert "All posts of" in said(await w["Ann"].slash(w.channel, "host resend", game="1"))
    (thread,) = [t for t in w.channel.threads if t.id not in known]
    assert labels(await w.asking(thread))[0] == "Take my turn", (
        "below the panel where that stood before it was asked for"
    )


async def test_a_what_if_is_given_no_thread(w):
    thread = await w.table(NAMES[:3])
    await w["Ann"].slash(thread, "whatif open")
    assert "A what-if is private, so nothing is posted" in said(await w["Ann"].slash(thread, "host resend", game="2"))
