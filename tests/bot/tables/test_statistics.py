"""`/guild statistics`: a recorded game whose last action is played at a table, and a practice table that does not count."""

from __future__ import annotations

import csv

import pytest

from bot.files.transcripts import read_incoming
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.tables.guild_statistics import tabulate_games
from tests.support.discord_world import NAMES, answer, said, world
from titles import TITLES


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, NAMES[:3]) as made:
        yield made


async def end(w, shared, *, practice: bool = False, how: str = "") -> int:
    """`how`: ended by its players, not by its last action."""
    found = read_incoming((shared / "recorded" / "18GA" / "18GA_game_end_bankrupt.json").read_bytes(), TITLES)
    people = [(p, w[name].id, "=Ann" if name == "Ann" else name) for p, name in zip(found.players, NAMES, strict=False)]
    wanted = NewGame(
        guild=w.guild.id,
        channel=w.channel.id,
        host=w["Ann"].id,
        shown="Ann",
        title="18GA",
        options=found.options,
        practice=practice,
    )
    table = await w.bot.tables.import_game(wanted, people, PlayedActions(found.actions[:-1]))
    if how:
        await w.bot.tables.end(table.id, how)
    else:
        last = found.actions[-1]
        assert (await table.play(last.by, last, "panel", user=1)).over
    await w.bot.sender.drain()
    await w.env.settle()
    return int(table.id)


async def test_each_player_of_each_finished_game_has_a_row(w, shared):
    nothing = said(await w["Ann"].slash(w.channel, "guild statistics"))
    assert "No game has been finished here yet" in nothing
    number = await end(w, shared)
    await end(w, shared, practice=True)
    shown = await w["Ann"].slash(w.channel, "guild statistics")
    assert "1 finished game, the newest first." in said(shown)
    assert [a.filename for a in answer(shown).attachments] == ["games.csv"]
    games, text = await tabulate_games(w.bot.tables, w.guild.id)
    rows = list(csv.DictReader(text.splitlines()))
    assert games == 1
    assert [(r["place"], r["player"], r["worth"]) for r in rows] == [
        ("1", "Bob", "2589"),
        ("2", "'=Ann", rows[1]["worth"]),
        ("3", "Cid", "530"),
    ]
    assert {(r["table"], r["title"], r["players"], r["why"], r["currency"]) for r in rows} == {
        (str(number), "18GA", "3", "bankruptcy", "$")
    }


async def test_no_text_of_a_player_is_a_formula(w, shared):
    await end(w, shared, how="=Ann conceded")
    _, text = await tabulate_games(w.bot.tables, w.guild.id)
    rows = list(csv.DictReader(text.splitlines()))
    assert {r["why"] for r in rows} == {"'=Ann conceded"}
