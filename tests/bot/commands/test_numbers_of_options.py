"""What has a number in a picture may be typed by it, and keeps it: things that are auctioned, and options of the console."""

from __future__ import annotations

import pytest

from game.actions import Bid
from tests.support.discord_world import answer, labels, world


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path) as made:
        yield made


@pytest.mark.parametrize(
    ("title", "typed", "wanted"),
    [
        ("18GA", "bid 120 on 4", Bid("OSR", 120, by="")),
        ("18TN", "120 on 4", Bid("OWR", 120, by="")),
        ("18VA", "bid 65 on #2", Bid("P2", 65, by="")),
        ("18EU", "bid 120 on 4", Bid("4", 120, by="")),
    ],
)
async def test_a_lot_is_named_by_its_number_in_the_picture(w, title, typed, wanted):
    thread = await w.table(title=title)
    actor = await w.actor(thread)
    await actor.slash(thread, "do", action=typed)
    made = (await (await w.game(thread)).history())[-1].action
    assert (made.item, made.amount) == (wanted.item, wanted.amount)


@pytest.mark.parametrize("title", ["18GA", "18TN"])
async def test_a_lot_keeps_its_number_when_earlier_ones_are_sold(w, title):
    thread = await w.table(title=title)
    await (await w.actor(thread)).slash(thread, "do", action="buy 1")
    actor = await w.actor(thread)
    told = answer(await actor.slash(thread, "turn"))
    assert [text[0] for text in labels(told) if " · " in text] == ["2", "3", "4", "5"]
    for message in (told, await w.panel(thread)):
        alt = message.attachments[0].description
        assert [f"{n}: " in alt for n in range(1, 6)] == [False, True, True, True, True]
