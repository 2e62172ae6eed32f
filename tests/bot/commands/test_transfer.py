"""Games as files: what is exported can be brought in again; bad files get a sentence."""

from __future__ import annotations

import csv
import io
import json
import re

import pytest
from sqlalchemy import func, select

from bot.core import worker_process
from bot.files.exporters import FORMATS
from bot.model.kinds import Via
from bot.storage.schema import games, moves, transfers
from game.actions import LayTile
from tests.support.bad_files import bad_files
from tests.support.discord_world import answer, said
from tests.support.prepared_games import asks, midgame
from tests.support.worker_threads import start_in_thread


@pytest.fixture
def near(monkeypatch):
    """Work on whole games is done in a thread: to start a process for each file takes seconds."""
    monkeypatch.setattr(worker_process, "start_process", start_in_thread)


def content(w, result) -> bytes:
    (file,) = answer(result).attachments
    data = w.env.backend.cdn.get(file.url)
    assert data is not None
    return bytes(data)


async def test_a_running_game_goes_out_and_comes_in(w):
    thread = await midgame(w, asks(LayTile))
    old = await w.game(thread)
    data = content(w, await w["Ann"].slash(thread, "game export"))
    assert b"seed hidden" in data
    before = {t.id for t in w.channel.threads}
    done = await w["Bob"].slash(w.channel, "game import", file=("game.txt", data), **{"as": "practice"})
    assert "is a practice table in" in said(done)
    new = await w.game(next(t for t in w.channel.threads if t.id not in before))
    assert new.position.seq == old.position.seq
    assert new.position.round == old.position.round
    assert {s.user for s in new.seats} == {w["Bob"].id}
    assert new.row.practice


@pytest.mark.usefixtures("near")
async def test_every_format_of_a_running_game(w):
    thread = await midgame(w, asks(LayTile))
    made = {}
    for form in FORMATS:
        made[form] = content(w, await w["Ann"].slash(thread, "game export", format=form))
    seed = (await w.row(thread)).seed.encode()
    assert not [form for form, data in made.items() if seed in data], "the seed is secret while the game runs"
    count = len(await (await w.game(thread)).history()) - 1
    assert len(list(csv.DictReader(io.StringIO(made["csv"].decode())))) == count
    assert len(json.loads(made["json"])["actions"]) == count
    assert json.loads(made["18xx.games"])["title"] == "18GA"
    assert b"buys" in made["log"]


@pytest.mark.usefixtures("near")
async def test_no_hand_goes_out_before_the_end(w):
    thread = await w.table(title="18India")
    table = await w.game(thread)
    who = table.position.deciders[0]
    keep = table.choices(who)[0].actions[0]
    await table.play(who, keep, Via.COMMAND, user=w["Ann"].id)
    for form in ("json", "18xx.games", "csv"):
        assert "secret until the game is over" in said(await w["Bob"].slash(thread, "game export", format=form))
    for form in ("transcript", "log"):
        data = content(w, await w["Bob"].slash(thread, "game export", format=form)).decode()
        assert not [c for c in keep.cards if c in data], form


BAD = {
    "empty": (b"", "The file is empty"),
    "packed": (b"PK\x03\x04\x14\x00\x00", "This is a packed file. Unpack it"),
    "words": (b"hello", "neither|header|none of the players"),
    "json": (b"{", "cannot be read"),
    "deep": (b"[" * 500, "nested"),
    "binary": (bytes(range(256)), "neither"),
    "title": (b"title 1830\nplayers a b c\nseed 1\n", "do not know"),
    "line": (b"title 18GA\nplayers a b c\nseed 1\n\na bid nothing 5\n", "line 5"),
    "foreign": (json.dumps({"title": "1830", "players": [], "actions": []}).encode(), "cannot be read"),
}


@pytest.mark.usefixtures("near")
@pytest.mark.parametrize("name", BAD)
async def test_bad_files(w, name):
    data, word = BAD[name]
    found = said(await w["Ann"].slash(w.channel, "game import", file=("x.json", data)))
    assert re.search(word, found), found
    assert not w.channel.threads


@pytest.mark.usefixtures("near", "shared")
async def test_a_bad_game_of_18xx_games_is_one_sentence_and_leaves_nothing(w):
    for bad in bad_files():
        found = said(await w["Ann"].slash(w.channel, "game import", file=("x.json", bad.data)))
        assert bad.sentence.removesuffix(".").replace("\\", "") in found.replace("\\", ""), bad.name
    assert not w.channel.threads
    async with w.store.reading() as conn:
        assert [await conn.scalar(select(func.count()).select_from(t)) for t in (games, moves, transfers)] == [0, 0, 0]


@pytest.mark.usefixtures("near")
async def test_a_press_that_sets_up_a_table_says_so_below_what_was_pressed(w):
    data = b"title 18GA\nplayers ann bob cid\nseed 1\nseated\n\nann bid LTR 20\n"
    asked = await w["Ann"].slash(w.channel, "game import", file=("game.txt", data))
    begun = len(w.env.http_requests)
    done = await w["Ann"].click(answer(asked), label="Practice: I play all")
    assert "is a practice table in" in said(done)
    told = [(r.method, (r.json or {}).get("content") or "") for r in w.env.http_requests[begun:]]
    words = [(method, text[:20]) for method, text in told if text.startswith(("Setting up", "18GA #1 is a practice"))]
    assert words == [("POST", "Setting up the table"), ("PATCH", "18GA #1 is a practic")], "one message, edited"


@pytest.mark.usefixtures("near")
async def test_an_import_says_what_it_is_doing_and_what_the_files_entries_were(w, shared):
    data = (shared / "recorded" / "18GA" / "179942_game_end_stock_market.json").read_bytes()
    count = len(json.loads(data)["actions"])
    begun = len(w.sent("PATCH"))
    done = await w["Ann"].slash(w.channel, "game import", file=("game.json", data), **{"as": "practice"})
    told = [json.dumps(r.json, ensure_ascii=False) for r in w.sent("PATCH")[begun:]]
    steps = ["Reading the file", "Setting up the table", "is a practice table"]
    assert [n for n, s in enumerate(steps) for text in told if s in text] == [0, 1, 2], "one message, edited"
    words = ("entries", "taken back", "orders", "with no action", "automatic", "actions")
    counts = [re.search(rf"(\d+) {word}", said(done)) for word in words]
    entries, undone, orders, rest, automatic, actions = (int(found[1]) for found in counts if found)
    assert entries == count
    assert entries - undone - orders - rest + automatic == actions
    table = await w.game(w.channel.threads[-1])
    assert table.position.seq == actions
