"""What the sale of 18EU's minors says to who plays it for the first time."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

import render
from bot.model.kinds import Via
from bot.views.console.hints import step_words
from bot.views.console.question_facts import cash_words
from bot.views.story.move_lines import deeds_of_bot
from game.actions import Bid, Pass
from game.events import AuctionWon, Passed, TokenPlaced
from game.net_worth import free_cash
from render.pictures.bids import Sale, bids_words
from tests.bot.commands.test_eu_decisions import up
from tests.support.discord_world import answer, labels, words, world
from tests.support.eu_positions import game
from tests.support.golden_positions import golden_position
from tests.support.title_positions import play


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid")) as made:
        yield made


def test_lots_that_have_no_room_are_named_with_their_homes():
    """“Also for sale: 9, 10, …”: more than a third of what may be chosen was unknown."""
    g = game()
    minors = tuple(str(n) for n in range(1, 16))
    (later,) = (s for s in bids_words(g.view(None), g.rules, Sale(minors)) if s.startswith("Also"))
    assert "9 (" in later
    assert "15 (" in later
    nine = bids_words(g.view(None), g.rules, Sale(minors[:9]))
    assert not any(s.startswith("Also") for s in nine), "one alone is shown"


def test_what_a_minor_brings_is_said_where_it_is_chosen_and_bid_on():
    """It stood behind *Explain*, of what nobody had seen before."""
    for g, which in ((game(), "Each"), (up(100), "It")):
        said = f"{which} brings a 2-train, half of its income, later a share."
        assert step_words("known", g.view(None), g.rules) == said


def test_who_puts_up_a_minor_with_a_bid_is_told_once():
    g = game()
    events = g.play(Bid("14", 100, by="p0"))
    assert len(lines := render.tell(events, g.view(None), g.rules)) == 1
    assert lines[0].endswith("and bids £100.")


def test_who_would_get_a_minor_for_nothing_is_told_before_all_pass():
    """Nobody knew that passing at £10 gave the minor away."""
    g = up()
    play(g, Pass(by="p1"), Pass(by="p2"))
    for _ in range(8):
        play(g, Pass(by="p0"), Pass(by="p1"), Pass(by="p2"))
    assert render.ask(g.choices("p0"), g.view(None), g.rules).endswith("for £10; if all pass, you get it for nothing")
    play(g, Pass(by="p0"))
    assert render.ask(g.choices("p1"), g.view(None), g.rules).endswith("if all pass, p0 gets it for nothing")


async def test_a_lot_whose_price_fell_leaves_few_lines(w):
    """“Ann passes. Bob passes. It is offered for £80.”, 26 lines, two screens of a phone, for one sale."""
    thread = await w.table(("Ann", "Bob"), title="18EU")
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=0)
    for _ in range(3):
        await (await w.actor(thread)).slash(thread, "play pass")
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=80)
    sold = next(text for text in w.posts(thread) if "Sold to" in text)
    assert "for £80**\n• Nobody wanted it for more.\n• Minor 14 places its home station" in sold


async def test_whoever_is_asked_by_a_new_post_gets_no_second_list(w):
    """The list of all minors stood there twice, one below the other, two screens tall."""
    thread = await w.table(("Ann", "Bob"), title="18EU")
    await (await w.actor(thread)).slash(thread, "play bid", on="14", price=100)
    last = await w.actor(thread)
    done = await last.slash(thread, "play pass")
    assert await w.actor(thread) is last, "whose turn it is to put one up"
    assert "gets minor 14" in words(answer(done))
    assert labels(answer(done)) == [], "the new post has the buttons"


async def test_a_maximum_that_has_bought_says_so_where_it_was_given(w):
    """“But the lowest bid is £100 now, so I do not bid” stayed under “Sold to Ann: 12 for £70”."""
    thread = await w.table(("Ann", "Bob"), title="18EU")
    first = await w.actor(thread)
    await first.slash(thread, "play bid", on="12", price=0)
    second = await w.actor(thread)
    given = answer(await second.slash(thread, "auto bid", on="12", maximum=70))
    assert "so I do not bid" in words(given)
    while (table := await w.game(thread)).position.auction.now:
        await (await w.actor(thread)).slash(thread, "play pass")
        if "(by the bot)" in "".join(w.posts(thread)):
            break
    settled = words(w.env.backend.get_message(given.channel_id, given.id))
    assert settled.endswith("Minor 12 is yours for £70; your maximum was £70.\nOnly you see this."), (
        "no maximum is left"
    )
    assert table.position.auction is not None


def test_free_cash_leaves_out_the_bid_that_leads():
    """“£450 each” stood beside Cid's bid of £100; at other titles' auctions free cash is what is not bid."""
    g = up(100)
    assert cash_words(g.rules, g.view("p1"), "p1", bidding=True) == "Free cash: you £450 · p0 £350 · p2 £450"
    assert any("p0 £350" in text for text in bids_words(g.view(None), g.rules, Sale(("14",), now=("14",))))
    g = golden_position("18India-options", 17)  # Bob has bid ₹127
    assert {p: g.state.cash[p] - free_cash(g.view(None), g.rules, p) for p in g.state.order} == {
        "ann": 0,
        "bob": 127,
        "cid": 0,
        "dee": 0,
    }


async def test_what_follows_from_a_pass_of_the_bot_s_is_nobody_s_deed(w):
    """“Minor 13 places its home station in Munich (by the bot)”: why by the bot?"""
    g = up()
    events = [Passed("p1", "auction"), AuctionWon("p0", "14", 0), TokenPlaced("14", "D13.a.0")]
    move: Any = SimpleNamespace(via=Via.AUTO_PASS, action=Pass(by="p1"))
    told = deeds_of_bot(move, events, lambda some: render.tell(some, g.view(None), g.rules))
    assert told == {"p1 passes."}
