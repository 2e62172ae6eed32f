"""`trunkline export`: each format of a small game, and what cannot be exported in one sentence."""

from __future__ import annotations

import asyncio
import csv
import io
import json

import pytest
from typer.testing import CliRunner

from bot.__main__ import app
from bot.core.clock import SystemClock
from bot.files.exporters import FORMATS, replay_source
from bot.files.table_export import source_of
from bot.interchange.importer import read_game
from bot.model.models import NewGame
from bot.model.replayed_game import PlayedActions
from bot.storage.store import Store
from bot.tables.service import Tables
from game.actions import Bid, Pass
from tests.support.recorded_tables import reordered_game
from tests.support.toy_tables import opened
from titles import TITLES


@pytest.fixture
def game(tmp_path):
    """The beginning of a game as a transcript."""
    path = tmp_path / "game.txt"
    lines = ["ann  bid LTR 20", "bob  bid MRC 40", "cid  pass"]
    head = ["title 18GA", "players ann bob cid", "seed 1", "option 18xx.games", "seated"]
    path.write_text("\n".join([*head, "", *lines, ""]), "utf-8")
    return path


def run(*words):
    found = CliRunner().invoke(app, ["export", *map(str, words)])
    assert found.exception is None or isinstance(found.exception, SystemExit), found.exception
    return found


def exported(game, tmp_path, form):
    out = tmp_path / f"out.{form}"
    assert run(game, "--format", form, "-o", out).exit_code == 0
    return out.read_text("utf-8")


def test_a_transcript_goes_through_every_format(game, tmp_path):
    assert {form for form in FORMATS if exported(game, tmp_path, form)} == {
        "transcript",
        "json",
        "18xx.games",
        "log",
        "csv",
    }


def test_a_game_of_18_india_is_dealt_as_the_site_shuffles_where_it_shall_be_exported(tmp_path):
    out = tmp_path / "g.json"
    words = [
        "play",
        "18India",
        "ann",
        "bob",
        "--preset",
        "18xx.games",
        "--seed",
        "7",
        "--random",
        "30",
        "--export",
        out,
    ]
    found = CliRunner().invoke(app, [*map(str, words)])
    assert found.exit_code == 0, found.output
    assert json.loads(out.read_bytes())["settings"]["seed"] == 7
    assert len(read_game(out.read_bytes()).plays) == 30


def test_a_game_of_18xx_games_names_players_by_number(game, tmp_path):
    found = json.loads(exported(game, tmp_path, "18xx.games"))
    assert [p["name"] for p in found["players"]] == ["ann", "bob", "cid"]
    assert found["title"] == "18GA"
    assert found["status"] == "active"
    assert found["actions"] == [
        {"id": 1, "type": "bid", "entity": 1, "entity_type": "player", "company": "LTR", "price": 20},
        {"id": 2, "type": "bid", "entity": 2, "entity_type": "player", "company": "MRC", "price": 40},
        {"id": 3, "type": "pass", "entity": 3, "entity_type": "player"},
    ]
    assert read_game(json.dumps(found).encode()).game.state.place["LTR"] == "ann"


def test_a_table_of_numbers_has_a_row_for_each_action(game, tmp_path):
    rows = list(csv.DictReader(io.StringIO(exported(game, tmp_path, "csv"))))
    assert [(r["player"], r["action"], r["ann cash"], r["ann worth"]) for r in rows] == [
        ("ann", "bid LTR 20", "580", "600"),
        ("bob", "bid MRC 40", "580", "600"),
        ("cid", "pass", "580", "600"),
    ]


def test_a_transcript_is_written_as_it_was(game, tmp_path):
    once = exported(game, tmp_path, "transcript")
    (tmp_path / "again.txt").write_text(once, "utf-8")
    assert exported(tmp_path / "again.txt", tmp_path, "transcript") == once
    assert once.count("  @") == 3


@pytest.mark.parametrize(
    ("file", "form", "said"),
    [
        ("nothing.json", "log", "nothing.json cannot be opened: No such file or directory."),
        ("game.txt", "pdf", "There is no format 'pdf'; there are transcript, json, 18xx.games, log, csv"),
        ("bad.json", "csv", "is not a game of 18xx.games"),
    ],
)
def test_what_cannot_be_exported_is_said_in_one_sentence(game, tmp_path, file, form, said):
    (tmp_path / "bad.json").write_text('{"title": 3}', "utf-8")
    found = run(tmp_path / file, "--format", form, "-o", tmp_path / "out")
    assert (found.exit_code, found.stderr.count("\n")) == (2, 1)
    assert said in found.stderr
    assert not (tmp_path / "out").exists()


# ---------------------------------------------------------------------- tables of the database


async def open_tables(url):
    """Two tables: 18GA under way, of which all is public but the seed, and 18 India with hands."""
    store = Store(url, SystemClock())
    await store.open()
    tables = Tables(store, TITLES)
    people = [(name, n, name.title()) for n, name in enumerate(("ann", "bob", "cid"), 1)]
    for title, actions in (
        ("18GA", [Bid("LTR", 20, by="ann"), Bid("MRC", 40, by="bob"), Pass(by="cid")]),
        ("18India", []),
    ):
        new = NewGame(guild=1, host=1, title=title, shown="Ann", options=("18xx.games",), seed="secret")
        await tables.import_game(new, people, PlayedActions(actions))
    await store.close()


@pytest.fixture
def settings(tmp_path):
    """A settings file that names a database with two tables."""
    url = f"sqlite+aiosqlite:///{tmp_path / 'games.sqlite'}"
    asyncio.run(open_tables(url))
    file = tmp_path / "settings.toml"
    file.write_text(f'database = "{url}"\n', "utf-8")
    return file


def test_a_table_is_exported_by_its_number(settings, tmp_path):
    for form in FORMATS:
        out = tmp_path / f"out.{form}"
        found = run("1", "--config", settings, "--format", form, "-o", out)
        assert (found.exit_code, found.stderr) == (0, ""), form
        assert b"secret" not in out.read_bytes(), "the seed of a running game"
    game = read_game((tmp_path / "out.18xx.games").read_bytes()).game
    assert [game.state.place[p] for p in ("LTR", "MRC")] == ["Ann", "Bob"]
    assert (tmp_path / "out.csv").read_text("utf-8").count("\n") == 4
    assert run("#1", "--config", settings, "--format", "log", "-o", "-").stdout == (tmp_path / "out.log").read_text(
        "utf-8"
    )


async def test_a_table_whose_order_of_players_has_changed_since_the_deal_is_exported_as_it_was_dealt():
    written, played, begun = reordered_game()
    new = NewGame(guild=1, host=1, title="18VA", shown="Ann", options=written.options, seed=written.seed)
    store = await opened()
    people = [(name, n, name) for n, name in enumerate(written.players)]
    table = await Tables(store, TITLES).import_game(new, people, played)
    source = await source_of(table)
    assert source.players != tuple(begun.state.order)
    assert [action for _, action in replay_source(source)] == played.actions
    await store.close()


@pytest.mark.parametrize(
    ("number", "said"),
    [
        ("2", "2: The cards that players hold are secret until the game is over."),
        ("3", "3: There is no table 3 that has begun."),
        ("99999999999999999999", "99999999999999999999: There is no table 99999999999999999999 that has begun."),
    ],
)
def test_a_table_that_cannot_be_exported_is_said_in_one_sentence(settings, tmp_path, number, said):
    found = run(number, "--config", settings, "-o", tmp_path / "out")
    assert (found.exit_code, found.stderr) == (2, f"{said}\n")
    assert not (tmp_path / "out").exists()


def test_without_a_database_a_number_is_no_table(tmp_path):
    settings = tmp_path / "settings.toml"
    settings.write_text(f'data = "{tmp_path / "none"}"\n', "utf-8")
    found = run("1", "--config", settings, "-o", tmp_path / "out")
    assert found.exit_code == 2
    assert "There is no such file, and no database to look in." in found.stderr
    assert not (tmp_path / "none").exists()
