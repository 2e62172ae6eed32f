"""A seat changes hands in a running game: offered by who has it, or by the host when a player has vanished."""

from __future__ import annotations

import pytest

from bot.storage.repositories import waiting_rows
from game.actions import BuyShare
from tests.support.discord_world import answer, custom_id, labels, press, said, words, world
from tests.support.prepared_games import asks, midgame


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Dora", "Eve")) as made:
        yield made


@pytest.fixture
async def thread(w):
    return await midgame(w, asks(BuyShare))


async def asked(w, thread) -> str:
    """The name of the seat that must act."""
    (name,) = (await w.game(thread)).position.deciders
    return str(name)


async def not_ann(w, thread):
    """Ann is the host: somebody else is to be waited for."""
    if await w.actor(thread) is w["Ann"]:
        await w["Ann"].slash(thread, "play pass")
    assert await w.actor(thread) is not w["Ann"]


def question_of(w, thread):
    """The newest post that offers a seat."""
    return next(m for m in reversed(thread.history()) if "Take the seat" in labels(m))


async def test_who_takes_a_seat_over_plays_on_from_where_it_stands(w, thread):
    old, seat = await w.actor(thread), await asked(w, thread)
    table = await w.game(thread)
    before, console = await table.view(None), answer(await old.slash(thread, "turn"))
    told = said(await old.slash(thread, "game handover", user=w["Dora"]))
    assert "I have asked" in told
    assert "once they accept" in told
    question = question_of(w, thread)
    assert f"<@{w['Dora'].id}>, will you take over the seat of {seat.title()}?" in words(question)
    assert "was asked" in said(await w["Eve"].click(question, label="Take the seat"))
    assert (await w.row(thread)).seat(seat).user == old.id
    await w.restart()
    assert f"You play for {seat.title()}" in said(await w["Dora"].click(question, label="Take the seat"))
    assert (await w.row(thread)).seat(seat).user == w["Dora"].id
    assert any("plays it now" in p for p in w.posts(thread))
    news = w.last(thread)
    assert f"Dora for {seat.title()}" in words(news)
    assert f"<@{w['Dora'].id}>, it is your turn" in words(news)
    table = await w.game(thread)
    assert await table.view(None) == before, "nothing in the game has changed"
    assert list(await waiting_rows.pending_since(w.store, table.id)) == [seat], "the table waits for the new one"
    assert list(await waiting_rows.waiting_tables(w.store, w["Dora"].id)) == [table.id]
    assert await waiting_rows.waiting_tables(w.store, old.id) == {}
    stale = await press(w, old, console, custom_id(console, "Pass this turn"))
    assert "no seat" in said(stale) or "moved on" in said(stale)
    assert "no seat" in said(await old.slash(thread, "play pass"))
    assert "passes" in said(await w["Dora"].slash(thread, "play pass"))
    (move,) = await table.history(limit=1)
    assert (move.seat, move.user) == (seat, w["Dora"].id)
    assert "decided already" in said(await press(w, w["Dora"], question, custom_id(question, "Take the seat")))


async def test_a_host_who_hands_the_seat_over_hands_the_table_over(w, thread):
    host = (await w.row(thread)).host
    assert host == w["Ann"].id
    await w["Ann"].slash(thread, "game handover", user=w["Eve"])
    await w["Eve"].click(question_of(w, thread), label="Take the seat")
    row = await w.row(thread)
    assert row.host == w["Eve"].id
    assert [s.shown for s in row.seats if s.user == w["Eve"].id] == ["Eve for Ann"]
    assert "Only the host" in said(await w["Ann"].slash(thread, "host pause"))


@pytest.mark.parametrize("who", ["the one asked", "the one who offered"])
async def test_a_no_leaves_the_seat_as_it_is(w, thread, who):
    await w["Bob"].slash(thread, "game handover", user=w["Dora"])
    question = question_of(w, thread)
    no = w["Dora"] if who == "the one asked" else w["Bob"]
    assert "stays as it is" in said(await no.click(question, label="No"))
    assert any("Nobody takes it over" in p for p in w.posts(thread))
    assert (await w.row(thread)).seat("bob").user == w["Bob"].id


async def test_silence_is_a_no_and_a_new_question_makes_the_old_one_void(w, thread):
    await w["Bob"].slash(thread, "game handover", user=w["Dora"])
    first = question_of(w, thread)
    await w["Bob"].slash(thread, "game handover", user=w["Eve"])
    second = question_of(w, thread)
    assert "decided already" in said(await w["Dora"].click(first, label="Take the seat"))
    w.clock.advance(days=3, minutes=1)
    assert "no answer counts as no" in said(await w["Eve"].click(second, label="Take the seat"))
    assert (await w.row(thread)).seat("bob").user == w["Bob"].id


async def test_the_host_replaces_who_has_vanished_and_nobody_before(w, thread):
    await not_ann(w, thread)
    absent, seat = await w.actor(thread), await asked(w, thread)
    other = next(n for n in ("bob", "cid") if n != seat)

    async def replaced(by: str, whose: str, user: str) -> str:
        return said(await w[by].slash(thread, "host replace", seat=whose, user=w[user]))

    assert "Only the player of that seat or the host" in await replaced(other.title(), seat, "Dora")
    assert "has time until" in await replaced("Ann", seat, "Dora")
    assert "Nobody is waiting for that player" in await replaced("Ann", other, "Dora")
    assert "no seat “nobody”" in await replaced("Ann", "nobody", "Dora")
    w.clock.advance(days=3)
    assert "has a seat at this table" in await replaced("Ann", seat, other.title())
    assert "I have asked" in await replaced("Ann", seat, "Dora")
    question = question_of(w, thread)
    assert f"<@{absent.id}> has kept the table waiting" in words(question)
    assert "stays as it is" in said(await absent.click(question, label="No")), "who is back says so"
    assert "I have asked" in await replaced("Ann", seat, "Dora")
    assert f"You play for {seat.title()}" in said(await w["Dora"].click(question_of(w, thread), label="Take the seat"))
    assert "passes" in said(await w["Dora"].slash(thread, "play pass"))


async def test_strangers_and_bots_have_no_part_in_it(w, thread):
    assert "no seat" in said(await w["Dora"].slash(thread, "game handover", user=w["Eve"]))
    assert "has a seat" in said(await w["Bob"].slash(thread, "game handover", user=w["Cid"]))
    robot = w.guild.add_member(w.env.create_user("Robot", bot=True))
    assert "A bot cannot play" in said(await w["Bob"].slash(thread, "game handover", user=robot))


async def test_a_member_who_left_the_server_is_replaced_at_once(w, thread):
    seat = await asked(w, thread)
    await not_ann(w, thread)
    gone = await w.actor(thread)
    seat = await asked(w, thread)
    w.guild.remove_member(gone)
    assert "I have asked" in said(await w["Ann"].slash(thread, "host replace", seat=seat, user=w["Dora"]))
    assert f"You play for {seat.title()}" in said(await w["Dora"].click(question_of(w, thread), label="Take the seat"))
