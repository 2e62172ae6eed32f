"""What the sandbox is spared of SimCord's work: the same comes out as without."""

from __future__ import annotations

import asyncio
import inspect
from copy import deepcopy
from io import BytesIO
from itertools import product
from typing import Any

import discord
import PIL.Image
import pytest
import simcord

from bot.sandbox.server import run_sandbox
from bot.sandbox.simcord_patches import (
    LOOK,
    PICTURES,
    PREVIEW,
    apply_patches,
    decode_once,
    keep_parsers,
    look_often,
    send_sizes,
)

_markdown, _queries, _snapshot = PREVIEW._markdown, PREVIEW._queries, PREVIEW._snapshot
TEXTS = (
    "**18GA #1** · _OR 2.1_\n> quoted <@7> and </do:12>\n-# small\n- one\n- two",
    "||hidden|| `code` [link](https://example.org) <t:1000:R> :star: <#9>",
    "# Head\n>>> the rest\n```py\nx = 1\n```",
    "",
)
CONTEXTS: tuple[dict[str, Any], ...] = (
    {},
    {"users": {"7": "Ann"}, "commands": {"12": "do"}, "channels": {"9": "tables"}},
    {"users": {"7": "Bob"}},
    {"emojis": {"5": {"name": "star", "animated": False}}},
)


def test_simcord_still_looks_at_times_whether_the_bot_has_come_to_rest() -> None:
    look_often()
    settle: Any = simcord.Env._settle_internal
    assert inspect.signature(settle).parameters["idle"].default == LOOK


@pytest.fixture
def counted(monkeypatch):
    """Parsers that were made while it is kept."""
    made = []
    plain = getattr(_markdown._markdown_parser, "__wrapped__", _markdown._markdown_parser)

    def make(policy, context):
        made.append(policy)
        return plain(policy, context)

    monkeypatch.setattr(_markdown, "_markdown_parser", keep_parsers(make))
    return plain, made


def read():
    return [
        _markdown.markdown_tokens(text, sort, context=context)
        for text in TEXTS
        for sort in _markdown._FIELD_POLICIES
        for context in CONTEXTS
    ]


def test_what_is_kept_reads_as_what_is_made_anew(counted, monkeypatch):
    plain, made = counted
    first, number = deepcopy(read()), len(made)
    assert read() == first, "what was read before is not changed by being shown"
    assert 0 < len(made) - number < number, "only those with pictures are made again"
    monkeypatch.setattr(_markdown, "_markdown_parser", plain)
    assert read() == first
    assert any("Ann" in str(x) for x in first)
    assert any("Bob" in str(x) for x in first)


def test_one_parser_reads_all_texts_of_a_sort(counted):
    _, made = counted
    for number in range(50):
        _markdown.markdown_tokens(f"text {number}", "message", context={"users": {}})
    assert len(made) == 1


async def test_the_list_of_messages_begins_as_it_would_with_all(tmp_path, monkeypatch):
    async with run_sandbox(tmp_path, ("ann", "bob", "cid")) as index:
        box = index.sandbox
        for number in range(4):
            await box.bot.get_partial_messageable(box.lobby.id).send(f"message {number}")
        await box.open_preview(box.lobby.id)
        page = box.preview._open_page()
        listed = _snapshot._message_navigation
        visible = sorted(box.env.backend.messages[box.lobby.id].values(), key=lambda m: m.id)
        seen = []
        for size, query in product((1, 3, len(visible), 50), ("", "message 3")):
            monkeypatch.setattr(_queries, "QUERY_PAGE_SIZE", size)
            page.navigation_query = query
            seen.append(listed(box.preview, page, visible))
            assert seen[-1] == listed.__wrapped__(box.preview, page, visible)
            page.navigation_query, page.navigation_cursor = "", seen[-1][1]["nextCursor"]
            assert listed(box.preview, page, visible) == listed.__wrapped__(box.preview, page, visible)
            page.navigation_cursor = None
        assert len({len(rows) for rows, _ in seen}) > 2


async def test_a_picture_is_decoded_once():
    class Worker:
        asked = 0

        @decode_once
        async def validate(self, digest, blob, *, media_time=None):
            self.asked += 1
            return digest, len(blob), media_time

    worker, another = Worker(), Worker()
    for _ in range(3):
        assert await worker.validate("a", b"12") == ("a", 2, None)
        assert await another.validate("a", b"12") == ("a", 2, None)
        assert await worker.validate("a", b"12", media_time=1.0) == ("a", 2, 1.0)
    assert (worker.asked, another.asked) == (2, 0)
    for number in range(PICTURES):
        await worker.validate(str(number), b"")
    await worker.validate("a", b"12")
    assert worker.asked == 2 + PICTURES + 1, "the oldest are given up"


async def test_a_window_full_of_pictures_is_shown_to_all(tmp_path):
    """SimCord would refuse the ninth that waits, and decode them again for the next player."""
    pictures = [PIL.Image.new("RGB", (64, 64), (n, 0, 0)) for n in range(12)]
    async with run_sandbox(tmp_path, ("ann", "bob", "cid")) as index:
        box = index.sandbox
        for number, picture in enumerate(pictures):
            picture.save(file := BytesIO(), "PNG")
            file.seek(0)
            await box.bot.get_partial_messageable(box.lobby.id).send(file=discord.File(file, f"{number}.png"))
        await box.open_preview(box.lobby.id)
        page = box.preview._open_page()
        shown = [a for a in page.assets if page.assets[a].available]
        assert len(shown) == 12
        found = await asyncio.gather(*(box.preview._prepare_asset(page.id, a) for a in shown))
        assert all(body.startswith(b"\x89PNG") for _, body, _ in found)


async def test_what_is_spared_is_spared_once(tmp_path):
    async with run_sandbox(tmp_path, ("ann", "bob", "cid")) as index:
        await index.sandbox.open_preview(index.sandbox.lobby.id)
        once = _markdown._markdown_parser, _snapshot._message_navigation
        assert all(hasattr(f, "__wrapped__") for f in once)
        apply_patches()
        assert (_markdown._markdown_parser, _snapshot._message_navigation) == once


def test_the_page_knows_the_size_of_a_picture_before_it_is_decoded():
    """So it leaves room for one that is late, and asks for none twice; of other files there is nothing to know."""

    class Asset:
        def __init__(self, digest: str | None) -> None:
            self.digest = digest

    retain, as_sent = send_sizes(lambda _keeper, blob: str(len(blob)), lambda asset: {"id": asset.digest})
    picture = BytesIO()
    PIL.Image.new("1", (30, 20)).save(picture, "PNG")
    drawn, written = retain(None, picture.getvalue()), retain(None, b"words")
    assert as_sent(Asset(drawn)) == {"id": drawn, "displayWidth": 30, "displayHeight": 20, "digest": drawn}
    assert as_sent(Asset(written)) == {"id": written}


async def test_timers_that_the_bot_has_cancelled_are_gone_in_the_simulation_too(w):
    """Waits of minutes that were over at once left hundreds behind, and each wait looked through all of them."""
    thread = await w.table()
    for _ in range(4):
        await w["Ann"].slash(thread, "view market")
    await w.env.settle()
    loop: Any = asyncio.get_running_loop()
    left = [h for h in loop._scheduled if not h.cancelled()]
    assert len(left) <= 3
