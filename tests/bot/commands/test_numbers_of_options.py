"""What has a number in a picture may be typed by it, and keeps it: things that are auctioned, and options of the console."""

from __future__ import annotations

import pytest

from game.actions import Bid
from tests.support.discord_world import answer, labels, world
from tests.support.typed_lines import typing_at, typist_in


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


async def test_a_bare_number_shows_the_option_that_has_it(w):
    bid, buy, unknown, amount = await (await typist_in(w, await w.table(title="18GA"))).ask("2", "1", "9", "bid 4")
    assert "Bid $45 on MRC?" in bid
    assert "Buy LTR for $20?" in buy
    assert "“9” is not possible: nothing here has that number." in unknown
    assert "Bid · OSR" in amount


async def test_a_bare_number_is_the_amount_where_one_is_asked(w):
    assert "Bid $130 on OSR?" in (await (await typist_in(w, await w.table(title="18GA"))).ask("bid 4", "130"))[-1]


async def test_a_bare_purchase_in_an_auction_is_what_can_be_bought(w):
    assert "Buy LTR for $20?" in (await (await typist_in(w, await w.table(title="18GA"))).ask("buy"))[0]


async def test_a_bare_number_is_no_price_of_a_deal(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 44) as typist:
        (told,) = await typist.ask("57")
        assert "“57” is not possible: nothing here has that number." in told


async def test_a_refusal_leaves_the_console_where_it_was(w):
    thread = await w.table(title="18GA")
    actor = await w.actor(thread)
    first = answer(await actor.slash(thread, "turn"))
    before = labels(answer(await actor.click(first, label="Other bid…")))
    refused = answer(await actor.slash(thread, "do", action="bid 44 on MRC"))
    assert labels(refused) != before
    assert labels(answer(await actor.slash(thread, "turn"))) == before, "Take my turn leads there too"
    refused = answer(await actor.slash(thread, "do", action="bid 44 on MRC"))
    assert labels(answer(await actor.click(refused, label="Back"))) == before


@pytest.mark.parametrize(
    ("title", "typed", "reason", "asked"),
    [
        ("18GA", "bid 44 on MRC", "that is too little. You can bid $45 to $600", "Bid · MRC"),
        ("18EU", "bid 45 on 8", "that is too little. You can bid £100 to £450 in steps of £5", "Bid · minor 8"),
        ("18GA", "bid 120 on 9", "nothing for sale has the number 9", "Bid: on which one?"),
    ],
)
async def test_what_is_right_of_a_refused_bid_is_not_asked_again(w, title, typed, reason, asked):
    (told,) = await (await typist_in(w, await w.table(title=title))).ask(typed)
    assert f"“{typed}” is not possible: {reason}." in told
    assert asked in told
