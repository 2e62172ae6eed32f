"""Games as files: what is exported can be brought in again; bad files get a sentence."""

from __future__ import annotations

import json

import pytest

from game.actions import LayTile
from tests.bot.harness import answer, said, world
from tests.bot.hasty import asks, midgame


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


def content(w, result) -> bytes:
    (file,) = answer(result).attachments
    data = w.env.backend.cdn.get(file.url)
    assert data is not None
    return bytes(data)


async def test_a_running_game_goes_out_and_comes_in(w):
    thread = await midgame(w, asks(LayTile))
    old = await w.game(thread)
    shown = await w["Ann"].slash(thread, "game export")
    data = content(w, shown)
    assert b"seed hidden" in data
    before = {t.id for t in w.channel.threads}
    done = await w["Ann"].slash(
        w.channel, "game import", file=("game.txt", data), seat1=w["Bob"], seat2=w["Cid"], seat3=w["Ann"]
    )
    assert "is a table in" in said(done)
    new = await w.game(next(t for t in w.channel.threads if t.id not in before))
    assert new.position.seq == old.position.seq
    assert new.position.round == old.position.round
    assert [s.user for s in new.seats] == [w[n].id for n in ("Bob", "Cid", "Ann")]
    assert not new.row.practice


BAD = {
    "empty": (b"", "header lacks"),
    "words": (b"hello", "neither|header|none of the players"),
    "json": (b"{", "cannot be read"),
    "deep": (b"[" * 500, "nested"),
    "binary": (bytes(range(256)), "neither"),
    "title": (b"title 1830\nplayers a b c\nseed 1\n", "do not know"),
    "line": (b"title 18GA\nplayers a b c\nseed 1\n\na bid nothing 5\n", "line 5"),
    "foreign": (json.dumps({"title": "1830", "players": [], "actions": []}).encode(), "cannot be read"),
}


@pytest.mark.parametrize("name", BAD)
async def test_bad_files(w, name):
    import re

    data, word = BAD[name]
    found = said(await w["Ann"].slash(w.channel, "game import", file=("x.json", data)))
    assert re.search(word, found), found
    assert not w.channel.threads
