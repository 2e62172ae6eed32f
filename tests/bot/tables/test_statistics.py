"""`/guild statistics`: a recorded game whose last action is played at a table, and a practice table that does not count."""

from __future__ import annotations

import asyncio
import csv

import pytest

from bot.cli import rating
from bot.model.models import NewGame, Person
from bot.model.replayed_game import PlayedActions
from bot.tables.statistics.finished_games import measure_thinking
from bot.tables.story import game_summary
from bot.views.story.statistics_text import UNLISTED
from game.play import Game
from render.drawing import style
from tests.support.discord_world import NAMES, answer, said, world
from tests.support.recorded_tables import recorded_game, reordered_game


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, NAMES[:3]) as made:
        yield made


async def end(w, shared, *, practice: bool = False, how: str = "") -> int:
    """`how`: ended by its players, not by its last action."""
    found = recorded_game(shared, "18GA/18GA_game_end_bankrupt")
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


async def games_table(w) -> list[dict[str, str]]:
    """The rows of the file that `/guild statistics` sends."""
    shown = answer(await w["Ann"].slash(w.channel, "guild statistics"))
    (file,) = shown.attachments
    assert file.filename == "games.csv"
    return list(csv.DictReader((await file.read()).decode().splitlines()))


async def test_each_player_of_each_finished_game_has_a_row(w, shared):
    nothing = said(await w["Ann"].slash(w.channel, "guild statistics"))
    assert "No game has been finished here yet" in nothing
    number = await end(w, shared)
    await end(w, shared, practice=True)
    shown = said(await w["Ann"].slash(w.channel, "guild statistics"))
    assert "1 finished game, newest first." in shown
    assert "3 more players do not show their figures" in shown
    (game,) = await w.bot.services.finished_games.collect(w.guild.id)
    order = (await (await w.bot.tables.get(number)).view(None)).order
    colours = [style.PLAYERS[r.colour] for r in sorted(game.results, key=lambda r: r.seat)]
    assert colours == [style.seat(order, seat) for seat in order], "those of the table"
    rows = await games_table(w)
    assert [(r["place"], r["player"], r["worth"]) for r in rows] == [
        ("1", UNLISTED, "2589"),
        ("2", UNLISTED, rows[1]["worth"]),
        ("3", UNLISTED, "530"),
    ]
    assert {(r["table"], r["title"], r["players"], r["why"], r["currency"]) for r in rows} == {
        ("", "18GA", "3", "bankruptcy", "$")
    }, "no number that leads to who played"
    for name in ("Ann", "Bob", "Cid"):
        await w[name].slash(w.channel, "me statistics", listed="yes")
    assert {r["table"] for r in await games_table(w)} == {str(number)}


async def test_seats_are_those_of_the_deal_however_play_changes_the_order(w):
    """The order by money, or by who passed first, stood for the seats: whoever led at the end had the best one."""
    written, played, begun = reordered_game()
    dealt = Game.new(begun.rules, written.players, written.seed).state.order
    people = [(p, w[name].id, name) for p, name in zip(written.players, NAMES, strict=False)]
    new = NewGame(
        guild=w.guild.id, channel=w.channel.id, host=1, shown="Ann", title="18VA", options=(), seed=written.seed
    )
    table = await w.bot.tables.import_game(new, people, played)
    await w.bot.tables.end(table.id, "Cid conceded")
    (game,) = await w.bot.services.finished_games.collect(w.guild.id)
    user_of = {player: user for player, user, _ in people}
    assert [r.user for r in sorted(game.results, key=lambda r: r.seat)] == [user_of[p] for p in dealt]


async def test_only_who_lets_others_see_it_is_named(w, shared):
    """Nor does the reason of the end name a player."""
    await end(w, shared, how="Cid conceded")
    await w["Ann"].slash(w.channel, "me statistics", listed="yes")
    rows = await games_table(w)
    assert sorted(r["player"] for r in rows) == ["'=Ann", UNLISTED, UNLISTED], "and no name is a formula"
    assert {r["why"] for r in rows} == {"concede"}
    titles = said(await w["Ann"].slash(w.channel, "guild statistics", about="titles"))
    assert "Ends: conceded 1" in titles
    assert "Cid" not in titles


async def test_a_game_is_read_once(w, shared, monkeypatch):
    await end(w, shared)
    games = await w.bot.services.finished_games.collect(w.guild.id)
    monkeypatch.setattr(game_summary, "summarize", None)
    assert await w.bot.services.finished_games.collect(w.guild.id) == games
    assert await w.bot.services.finished_games.collect(None, w["Ann"].id) == games


async def test_players_are_listed_when_they_have_said_so(w, shared):
    await end(w, shared)
    shown = await w["Ann"].slash(w.channel, "guild statistics", about="players")
    assert "3 more players do not show their figures" in said(shown)
    assert f"<@{w['Bob'].id}>" not in said(shown)
    own = said(await w["Bob"].slash(w.channel, "me statistics", listed="yes", against=w["Cid"]))
    assert "1 game, 1 won, mean place 1.0, rating" in own
    assert "(provisional, 1 rated game)" in own
    assert f"Against <@{w['Cid'].id}>: ahead in 1 game, behind in 0, level in 0" in own
    for where in ("this server", "everywhere"):
        shown = await w["Ann"].slash(w.channel, "guild statistics", about="players", where=where)
        assert f"<@{w['Bob'].id}>" in said(shown)
        assert "2 more players do not show their figures" in said(shown)
        files = [a.filename.partition("-")[0] for a in answer(shown).attachments]
        assert files == ["players", "players.csv", "head"], "one rated game makes no chart"
        picture = w.sent("PATCH")[-1].json["attachments"][0]["description"]
        assert picture.startswith("Players, 1 finished game. 1st Bob, rating 15")
        assert "Cid" not in picture
    files = [a.filename.partition("-")[0] for a in answer(await w["Bob"].slash(w.channel, "me statistics")).attachments]
    assert files == ["profile", "games.csv", "head", "replies.csv"]
    assert "Others do not see" in said(await w["Bob"].slash(w.channel, "me statistics", listed="no"))
    shown = await w["Ann"].slash(w.channel, "guild statistics", about="players")
    assert f"<@{w['Bob'].id}>" not in said(shown)


async def test_titles_tell_ends_seats_and_companies(w, shared):
    await end(w, shared)
    shown = await w["Ann"].slash(w.channel, "guild statistics", about="titles")
    assert "**18GA, 3 players**, 1 game: " in said(shown)
    assert "Ends: bankruptcy 1" in said(shown)
    assert "Won by seat: 1: " in said(shown)
    files = [a.filename.partition("-")[0] for a in answer(shown).attachments]
    assert files == ["title", "titles.csv"]


async def test_ratings_are_reckoned_once_more_from_the_records(w, shared, tmp_path):
    await end(w, shared)
    config = tmp_path / "settings.toml"
    config.write_text(f'database = "{w.url}"\n', "utf-8")
    rows = list(csv.DictReader((await asyncio.to_thread(rating.main, (), config)).splitlines()))
    assert [(r["player"], r["rating before"], r["rating after"]) for r in rows] == [
        ("Bob", "1500.0", "1516.0"),
        ("'=Ann", "1500.0", "1500.0"),
        ("Cid", "1500.0", "1484.0"),
    ]
    shown = answer(await w["Bob"].slash(w.channel, "me statistics"))
    tables = {
        a.filename: list(csv.DictReader((await a.read()).decode().splitlines()))
        for a in shown.attachments
        if a.filename.endswith(".csv")
    }
    assert [r["rating after it"] for r in tables["games.csv"]] == ["1516.0"]
    assert [(r["against"], r["ahead"]) for r in tables["head-to-head.csv"]] == [("'=Ann", "1"), ("Cid", "1")]


async def test_replies_are_counted_in_waking_minutes(w, shared):
    number = await end(w, shared)
    table = await w.bot.tables.get(number)
    moves = await table.history()
    by_hand = [m for m in moves if m.via == "panel"]
    assert [m.user for m in by_hand] == [1]
    games = await w.bot.services.finished_games.collect(w.guild.id)
    ((verb, minutes),) = await measure_thinking(games, Person(1))
    assert verb == by_hand[0].action.verb
    assert minutes == int((by_hand[0].at - moves[-2].at).total_seconds() // 60)
    assert await measure_thinking(games, Person(2)) == []
