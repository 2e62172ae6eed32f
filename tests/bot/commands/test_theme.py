"""Light, dark and printable pictures: a table's posts as its host chose, private answers as their reader did."""

from __future__ import annotations

from io import BytesIO
from typing import get_args

import pytest
from PIL import Image

from render.drawing.colours import TABLES, Theme
from tests.support.discord_world import answer, said, world

DAY, NIGHT, PRINTED = (TABLES[theme].PAPER for theme in get_args(Theme))


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


async def corner(attachment) -> tuple[int, int, int]:
    """The colour of a picture's first pixel."""
    image = Image.open(BytesIO(await attachment.read())).convert("RGB")
    red, green, blue = image.tobytes()[:3]
    return red, green, blue


async def seen(w, name, thread) -> tuple[int, int, int]:
    """The paper on which somebody is shown the market."""
    (shown,) = answer(await w[name].slash(thread, "view market")).attachments
    return await corner(shown)


async def test_a_table_has_a_theme_and_a_person_another(w):
    thread = await w.table()
    assert await seen(w, "Ann", thread) == DAY
    assert "pictures are dark now" in said(await w["Ann"].slash(thread, "host theme", colours="dark"))
    assert await seen(w, "Ann", thread) == NIGHT
    settings = said(await w["Bob"].slash(thread, "me theme", colours="light"))
    assert "Pictures that only you see: light" in settings
    assert (await seen(w, "Ann", thread), await seen(w, "Bob", thread)) == (NIGHT, DAY)
    assert "in the colours of the table" in said(await w["Bob"].slash(thread, "me theme", colours="table"))
    assert await seen(w, "Bob", thread) == NIGHT
    await w["Bob"].slash(thread, "me theme", colours="print")
    assert await seen(w, "Bob", thread) == PRINTED == (255, 255, 255)
    assert "pictures are for printing now" in said(await w["Ann"].slash(thread, "host theme", colours="print"))
    assert await seen(w, "Ann", thread) == PRINTED


async def test_posts_follow_the_table_alone(w):
    thread = await w.table()
    await w["Ann"].slash(thread, "me theme", colours="light")
    await w["Ann"].slash(thread, "host theme", colours="dark")
    await (await w.actor(thread)).slash(thread, "do", action="pass")
    await w.env.settle()
    shown = (await w.panel(thread)).attachments
    assert shown
    assert {await corner(a) for a in shown} == {NIGHT}


async def test_only_the_host_chooses_for_the_table(w):
    thread = await w.table()
    assert "host" in said(await w["Bob"].slash(thread, "host theme", colours="dark"))
    assert await seen(w, "Bob", thread) == DAY
