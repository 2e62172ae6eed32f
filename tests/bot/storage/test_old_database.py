"""A database that an earlier release left in the middle of five games opens, and everything in it goes on.

`databases/0003.sql.gz` is SQLite's dump of a database of schema 0003, written by that release's own code: a running table of
each title, imported move by move, with all posts unsent. At the first, Bob's order to pass until the round ends, and Cid's
proposal to undo, of which Ann is asked; at the second, Ann's vote on ending the game; at the third, Bob's seat offered to Dora
(user 104); the fifth has secret hands. Cid has settings, with the second table muted.

`databases/0003-orders.sql.gz` was written in the same way, by a process that ended between a play and the orders that follow it:
tables of these titles after a few random moves, with Ann's order to pass, Cid's maximum for an item of an auction and his order
to buy, all next to be played; proposals to undo (18TN) and to redo (18VA), votes on the end (18EU: one declined, one that Cid has
agreed to), Bob's seat offered to a stranger and then to Dora (18India), and a table that is over. Its ids of users, channels and
the guild are numbers from 700000000000000001 on.
"""

from __future__ import annotations

import gzip
import re
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.core.errors import AskedAlready, OfferedTooOften
from bot.model.kinds import Via
from bot.model.orders.auto_pass import PassOrder
from bot.reminders import scheduler
from bot.storage.repositories import orders, users
from bot.storage.repositories.moves import load_undone_moves
from bot.tables import seat_handover
from game.actions import Bid, BuyShare, Pass
from tests.support.discord_world import NAMES, World, labels, said, words, world

DATABASES = Path(__file__).parent / "databases"
DUMP = DATABASES / "0003.sql.gz"
USERS = {101: "Ann", 102: "Bob", 103: "Cid", 104: "Dora"}
GA, TN, VA, EU, INDIA = range(1, 6)


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, NAMES[:4]) as made:
        yield made


def restore(file: Path, w: World, channels: dict[int, Any]) -> dict[int, str]:
    """The old database as a file, its guild, channels and people those of this Discord; the fingerprints of its tables."""
    with sqlite3.connect(file) as old:
        old.executescript(gzip.decompress(DUMP.read_bytes()).decode())
        assert old.execute("SELECT version_num FROM alembic_version").fetchone() == ("0003",)
        for game, channel in channels.items():
            old.execute(
                "UPDATE games SET guild = ?, channel = ?, home = ? WHERE id = ?",
                (w.guild.id, channel.id, channel.id, game),
            )
        columns = (("games", "host"), ("seats", "user"), ("reminders", "user"), ("people", "user"), ("mutes", "user"))
        for user, name in USERS.items():
            for table, column in (*columns, ("proposals", "target"), ("proposals", "head")):
                kind = " AND kind = 'seat'" if table == "proposals" else ""
                old.execute(f"UPDATE {table} SET {column} = ? WHERE {column} = ?{kind}", (w[name].id, user))
        query = "SELECT g.id, m.fingerprint FROM games g JOIN moves m ON m.id = g.head"
        fingerprints = dict(old.execute(query).fetchall())
    old.close()
    return fingerprints


@pytest.fixture
async def opened(w, tmp_path):
    """The bot on the old database: its channels by table, and the fingerprints as they were written."""
    channels = {game: w.guild.create_text_channel(f"table-{game}") for game in (GA, TN, VA, EU, INDIA)}
    w.url = f"sqlite+aiosqlite:///{tmp_path / 'old.db'}"
    fingerprints = restore(tmp_path / "old.db", w, channels)
    await w.restart()
    with w.env.time_context():
        w.clock.advance(minutes=10)  # to when it was written: the posts fall due
        w.bot.sender.wake()
        await w.bot.sender.drain()
    await w.env.settle()
    return channels, fingerprints


def question(channel: Any, label: str) -> Any:
    """The newest post there with such a button."""
    return next(m for m in reversed(channel.history()) if label in labels(m))


async def test_every_table_stands_where_it_stood_and_its_posts_go_out(w, opened):
    channels, fingerprints = opened
    assert len(fingerprints) == 5
    for game, fingerprint in fingerprints.items():
        table = await w.bot.tables.get(game)
        (last,) = await table.history(limit=1)
        assert last.fingerprint == fingerprint
        assert table.position.deciders, "somebody must act"
        assert "Take my turn" in labels(await w.panel_at(await w.store.load_table(game))), (
            "the panel that was not sent yet"
        )
        assert channels[game].history()


async def test_orders_and_settings_are_kept(w, opened):
    (order,) = await orders.load_orders(w.store, GA, PassOrder)
    assert (order.seat, order.round, order.until, order.stopped) == ("bob", "SR 6", "round", "")
    async with w.store.reading() as conn:
        person = await users.load_person(conn, w["Cid"].id)
    assert (person.zone, dict(person.mutes), person.confirm) == ("Europe/Berlin", {TN: None}, True)
    assert person.ask_end is False, "a column that came later"
    await scheduler.change_settings(w.store, w["Cid"].id, ask_end=True)
    async with w.store.reading() as conn:
        assert await users.users_to_ask(conn, [w["Ann"].id, w["Cid"].id]) == {w["Cid"].id}


async def test_a_proposal_to_undo_is_agreed_to(w, opened):
    channels, _ = opened
    before = (await w.bot.tables.get(GA)).position
    await w["Ann"].click(question(channels[GA], "Agree"), label="Agree")
    after = (await w.bot.tables.get(GA)).position
    assert (after.move, after.deciders) != (before.move, before.deciders)
    assert after.deciders == ("ann",), "her pass is taken back"


async def test_a_vote_on_the_end_goes_on(w, opened):
    channels, _ = opened
    for name in ("Cid", "Bob"):
        await w[name].click(question(channels[TN], "Agree"), label="Agree")
    row = await w.store.load_table(TN)
    assert (row.status, row.ended) == ("finished", "agreed")


async def test_a_seat_that_was_offered_is_taken(w, opened):
    channels, _ = opened
    assert "You play for Bob" in said(
        await w["Dora"].click(question(channels[VA], "Take the seat"), label="Take the seat")
    )
    assert (await w.store.load_table(VA)).seat("bob").user == w["Dora"].id


async def test_secret_hands_stay_with_their_owners(w, opened):
    table = await w.bot.tables.get(INDIA)
    assert table.position.deciders == ("cid",)
    channels, _ = opened
    assert "cards" in said(await w["Cid"].slash(channels[INDIA], "turn"))


# ---------------------------------------------------------------------- orders that are next to be played


def with_ids(dump: str, ids: dict[int, int]) -> str:
    """The dump with the last three digits of its placeholders looked up."""
    return re.sub(r"700000000000000(\d{3})", lambda m: str(ids.get(int(m[1]), int(m[0]))), dump)


@pytest.fixture
async def interrupted(w, tmp_path):
    """The bot on the other database, its channels by table; all that waits is done when this returns."""
    channels = {game: w.guild.create_text_channel(f"table-{game}") for game in range(1, 7)}
    ids = {1: w.guild.id, 2: w.channel.id} | {200 + n: c.id for n, c in channels.items()}
    ids |= {user: w[name].id for user, name in USERS.items()}
    dump = gzip.decompress((DATABASES / "0003-orders.sql.gz").read_bytes()).decode()
    with sqlite3.connect(tmp_path / "interrupted.db") as old:
        old.executescript(with_ids(dump, ids))
    old.close()
    w.url = f"sqlite+aiosqlite:///{tmp_path / 'interrupted.db'}"
    await w.restart()
    await w.env.settle()
    return channels


async def newest_moves(w, game: int, count: int) -> list[tuple[str, type, str]]:
    table = await w.bot.tables.get(game)
    return [(m.seat, type(m.action), m.via) for m in await table.history(limit=count)]


async def test_orders_are_played_that_were_next(w, interrupted):
    assert await newest_moves(w, GA, 1) == [("ann", Pass, Via.AUTO_PASS)]
    assert await newest_moves(w, EU, 1) == [("cid", Bid, Via.PROXY_BID)]
    assert await newest_moves(w, INDIA, 1) == [("cid", BuyShare, Via.AUTO_BUY)]
    assert (await w.store.load_table(6)).status == "finished"


async def test_a_proposal_to_redo_is_agreed_to(w, interrupted):
    before = (await w.bot.tables.get(VA)).position
    for name in ("Ann", "Bob"):
        await w[name].click(question(interrupted[VA], "Agree"), label="Agree")
    table = await w.bot.tables.get(VA)
    assert len(await table.history()) == 4
    assert table.position.move > before.move
    assert await load_undone_moves(w.store, VA, table.position.move, 0) == []


async def test_an_undo_that_is_declined_leaves_the_game(w, interrupted):
    before = (await w.bot.tables.get(TN)).position
    asked = question(interrupted[TN], "Decline")
    assert "slip" in words(asked)
    await w["Cid"].click(asked, label="Decline")
    assert (await w.bot.tables.get(TN)).position.move == before.move
    assert await (await w.bot.tables.get(TN)).open_proposal() is None


async def test_answers_that_were_given_count(w, interrupted):
    posts = [m for m in interrupted[EU].history() if "Agree" in labels(m)]
    assert len(posts) == 1, "the declined vote has no buttons"
    await w["Ann"].click(posts[0], label="Agree")
    row = await w.store.load_table(EU)
    assert (row.status, row.ended) == ("finished", "abandoned"), "Cid has agreed before"


STRANGER = 1 << 50 | 1  # somebody's number at Discord, as long as they are there


async def test_offers_of_a_seat_are_counted_as_before(w, interrupted):
    table = await w.bot.tables.get(INDIA)
    bob = table.row.seats_of(w["Bob"].id)[0]
    with pytest.raises(AskedAlready):
        await seat_handover.offer_seat(table, w["Bob"].id, bob, w["Dora"].id)
    await seat_handover.offer_seat(table, w["Bob"].id, bob, STRANGER)
    await w.env.settle()
    with pytest.raises(OfferedTooOften):
        await seat_handover.offer_seat(table, w["Bob"].id, bob, STRANGER + 1)
