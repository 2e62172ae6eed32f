"""A database that an earlier release left in the middle of five games opens, and everything in it goes on.

`databases/0003.sql.gz` is SQLite's dump of a database of schema 0003, written by that release's own code: a running table of
each title, imported move by move, with all posts unsent. At the first, Bob's order to pass until the round ends, and Cid's
proposal to undo, of which Ann is asked; at the second, Ann's vote on ending the game; at the third, Bob's seat offered to Dora
(user 104); the fifth has secret hands. Cid has settings, with the second table muted.
"""

from __future__ import annotations

import gzip
import sqlite3
from pathlib import Path
from typing import Any

import pytest

from bot.model.auto_pass import PassOrder
from bot.storage.repositories import orders, users
from tests.bot.harness import NAMES, World, labels, said, words, world

DUMP = Path(__file__).parent / "databases" / "0003.sql.gz"
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
        assert "turn" in words(await w.panel_at(await w.store.game(game))), "the panel that was not sent yet"
        assert channels[game].history()


async def test_orders_and_settings_are_kept(w, opened):
    (order,) = await orders.load_orders(w.store, GA, PassOrder)
    assert (order.seat, order.round, order.until, order.stopped) == ("bob", "SR 6", "round", "")
    async with w.store.reading() as conn:
        person = await users.load_person(conn, w["Cid"].id)
    assert (person.zone, dict(person.mutes), person.confirm) == ("Europe/Berlin", {TN: None}, True)


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
    row = await w.store.game(TN)
    assert (row.status, row.ended) == ("finished", "agreed")


async def test_a_seat_that_was_offered_is_taken(w, opened):
    channels, _ = opened
    assert "You play bob" in said(await w["Dora"].click(question(channels[VA], "Take the seat"), label="Take the seat"))
    assert (await w.store.game(VA)).seat("bob").user == w["Dora"].id


async def test_secret_hands_stay_with_their_owners(w, opened):
    table = await w.bot.tables.get(INDIA)
    assert table.position.deciders == ("cid",)
    channels, _ = opened
    assert "cards" in said(await w["Cid"].slash(channels[INDIA], "turn"))
