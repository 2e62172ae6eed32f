"""Shares that the bot buys in a stock round for who asked for it: when, where, for how much, what ends it, who knows of it."""

from __future__ import annotations

from typing import Any

import pytest

from bot.model.kinds import Via
from bot.model.orders.auto_buy import BuyOrder
from bot.storage.repositories import orders
from game.actions import BuyShare, Pass
from game.events import SharesSold
from game.play import Game
from render.data.queries import asking, holdings
from tests.support.discord_world import said, world
from tests.support.prepared_games import midgame


@pytest.fixture
async def w(tmp_path):
    async with world(tmp_path, ("Ann", "Bob", "Cid", "Eve")) as made:
        yield made


def started(g: Game) -> bool:
    """Whether a company has just been started, which its neighbour may buy shares of."""
    by = g.deciders()[:1]
    offered = {a.company for p in by for c in g.choices(p) for a in c if isinstance(a, BuyShare) and a.source == "ipo"}
    return bool(by) and any(s.par and not s.floated and c in offered for c, s in g.state.companies.items())


@pytest.fixture
async def thread(w):
    return await midgame(w, started)


def seat(w, person) -> str:
    return str(next(n for n, p in w.people.items() if p is person)).lower()


async def company(w, thread) -> str:
    view = await (await w.game(thread)).view(None)
    return next(str(c) for c, s in view.companies.items() if s.par and not s.floated)


async def shares(w, thread, person, name) -> int:
    table = await w.game(thread)
    return int(holdings(await table.view(None), table.rules, name).get(seat(w, person), 0))


async def moves(w, thread, since) -> list[Any]:
    """What was played since that move, oldest first: who, what, how it came about."""
    found = await (await w.game(thread)).history(limit=60)
    return [(m.seat, type(m.action), m.via) for m in found if m.id > since]


async def pass_round(w, thread, people) -> None:
    """Everybody who is asked passes, once."""
    for person in people:
        if await w.actor(thread) is person:
            await person.slash(thread, "play pass")


async def test_one_share_in_each_turn_until_the_company_floats(w, thread):
    first, second, third = await w.in_turn(thread)
    name, before = await company(w, thread), (await w.game(thread)).position.move
    had = await shares(w, thread, first, name)
    told = said(await first.slash(thread, "auto buy", company=name))
    assert f"I buy shares of {name} until it floats, one in each of your turns, for you in stock round" in told
    assert await w.actor(thread) is second, "bought at once, and the turn is over"
    assert await shares(w, thread, first, name) == had + 1
    assert (await moves(w, thread, before))[0] == (seat(w, first), BuyShare, Via.AUTO_BUY)
    assert f"{seat(w, first).title()} buys" in w.posts(thread)[-2], "the panel before tells of it"
    assert "(by the bot)." in w.posts(thread)[-2]
    posts = len(w.posts(thread))
    await second.slash(thread, "play pass")
    assert len(w.posts(thread)) == posts + 1
    await third.slash(thread, "play pass")
    assert await shares(w, thread, first, name) == had + 2
    assert await w.actor(thread) is second, "one post and one hand-over for the pass and what the bot bought after it"


async def test_when_it_is_done_the_player_decides_again(w, thread):
    first, second, third = await w.in_turn(thread)
    name = await company(w, thread)
    goal = await shares(w, thread, first, name) + 1
    await first.slash(thread, "auto buy", company=name, shares=goal)
    assert await shares(w, thread, first, name) == goal
    await pass_round(w, thread, (second, third))
    assert await w.actor(thread) is first
    assert "1 share of" in said(await first.slash(thread, "auto show"))
    again = said(await first.slash(thread, "auto buy", company=name, shares=goal))
    assert f"You own that many shares of {name} already" in again


async def test_what_was_told_to_be_done_buys_no_more_once_it_is_taken_back(w, thread):
    """“Done: you own 1 share. From now on it is up to you” was said, and the bot bought again."""
    first, second, _ = await w.in_turn(thread)
    name = await company(w, thread)
    goal = await shares(w, thread, second, name) + 1
    await second.slash(thread, "auto buy", company=name, shares=goal)
    before = (await w.game(thread)).position.move
    await first.slash(thread, "play pass")
    assert await shares(w, thread, second, name) == goal
    await first.slash(thread, "undo", to=f"#{before}")
    await second.click(w.last(thread), label="Agree")
    assert await w.actor(thread) is first
    await first.slash(thread, "play pass")
    assert await w.actor(thread) is second


async def test_no_share_is_bought_above_the_price_or_from_elsewhere(w, thread):
    first, *_ = await w.in_turn(thread)
    name, table = await company(w, thread), await w.game(thread)
    par = asking(await table.view(None), table.rules, name, "ipo")
    for given in ({"price": par - 1}, {"source": "pool"}):
        told = said(await first.slash(thread, "auto buy", company=name, **given))
        assert f"I buy shares of {name}" in told
        assert await w.actor(thread) is first, "the player decides"
    assert len(await orders.load_orders(w.store, table.id, BuyOrder)) == 1, (
        "the later one has taken the place of the first"
    )
    await first.slash(thread, "auto buy", company=name.lower(), price=par, source="ipo")
    assert await w.actor(thread) is not first


async def test_what_is_bought_first_and_passed_later(w, thread):
    first, second, third = await w.in_turn(thread)
    name, before = await company(w, thread), (await w.game(thread)).position.move
    await second.slash(thread, "auto buy", company=name, shares=await shares(w, thread, second, name) + 1)
    await second.slash(thread, "auto pass", until="round")
    for _ in range(2):
        await pass_round(w, thread, (first, third))
    own = [m[1:] for m in await moves(w, thread, before) if m[0] == seat(w, second)]
    assert own == [(BuyShare, Via.AUTO_BUY), (Pass, Via.AUTO_BUY), (Pass, Via.AUTO_PASS)], (
        "a purchase and the end of its turn; later a pass"
    )


async def test_a_sale_of_somebody_else_stops_it(w, thread):
    first, *_ = await w.in_turn(thread)
    wish = BuyOrder(seat=seat(w, first), round="SR 2", company="GA")
    table = await w.game(thread)
    state = await table.view(None)
    assert wish.update_after([SharesSold("eve", "GA", 1, 70)], state).stopped == "eve sold shares of GA"
    assert wish.update_after([SharesSold("eve", "CoG", 1, 70), SharesSold(wish.seat, "GA", 1, 70)], state) == wish


async def test_nobody_else_hears_of_it_and_it_can_be_switched_off(w, thread):
    first, second, _ = await w.in_turn(thread)
    name, posts = await company(w, thread), w.posts(thread)
    await second.slash(thread, "auto buy", company=name)
    assert w.posts(thread) == posts
    assert "Nothing." in said(await first.slash(thread, "auto show"))
    assert "Stopped: purchases." in said(await second.slash(thread, "auto off"))
    assert "not doing that for you" in said(await second.slash(thread, "auto off"))
    await first.slash(thread, "play pass")
    assert await w.actor(thread) is second
    offers = await second.autocomplete(thread, "auto buy", "company", name[:2])
    assert name in [c["value"] for c in offers]
    assert await w["Eve"].autocomplete(thread, "auto buy", "company", "") == []


async def test_what_cannot_be_asked_for_is_said(w, thread):
    first, *_ = await w.in_turn(thread)
    view = await (await w.game(thread)).view(None)
    idle = next(c for c, s in view.companies.items() if not s.par)
    assert f"{idle} has not been started" in said(await first.slash(thread, "auto buy", company=idle))
    assert "There is no company @everyone" in said(await first.slash(thread, "auto buy", company="@everyone"))
    assert "no seat" in said(await w["Eve"].slash(thread, "auto buy", company=idle))
    floated = [c for c, s in view.companies.items() if s.floated]
    for name in floated[:1]:
        assert f"{name} has floated already" in said(await first.slash(thread, "auto buy", company=name))


async def test_a_stop_of_the_bot_loses_no_wish(w, thread):
    first, second, third = await w.in_turn(thread)
    name = await company(w, thread)
    had = await shares(w, thread, second, name)
    await second.slash(thread, "auto buy", company=name)
    await w.restart()
    await first.slash(thread, "play pass")
    assert await shares(w, thread, second, name) == had + 1
    assert await w.actor(thread) is third


async def test_outside_a_stock_round_nothing_is_bought(w):
    thread = await midgame(w, lambda g: g.state.round.startswith("OR"))
    view = await (await w.game(thread)).view(None)
    name = next(c for c, s in view.companies.items() if s.floated)
    told = said(await w["Ann"].slash(thread, "auto buy", company=name, shares=9))
    assert "I can only buy for you in a stock round" in told
