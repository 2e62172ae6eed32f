"""What a panel offers by one press, and the picture above it, where a newcomer was misled."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from bot.model.action_form import DEALS, Draft
from bot.views.options.screen import drop_dearer_stations, make_screen
from game.actions import Action, Par, Pass, PlaceToken
from game.choices import choice
from game.play import Game
from tests.console_report import seated, walk
from tests.support.discord_world import labels, parts, words
from tests.support.title_positions import own, start, stock
from titles import TITLES


def first(title: str, seed: int, wanted: Callable[[Game, Sequence[Action]], bool]) -> Game:
    """The first such position of a game."""
    g = next(g for g, legal in walk(title, seed) if wanted(g, [a for _, a in legal]))
    return Game.load(g.rules, g.snapshot())


def picture_words(message: Any) -> list[str]:
    """What is said of each picture to those who cannot see it."""
    return [item.get("description") or "" for part in parts(message) for item in part.get("items", ())]


async def test_a_share_that_costs_its_par_price_says_so(w):
    """“Buy GMO for $65” stood below a market price of $55, and nobody knew why."""
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    start(g, "GMO", 65)
    own(g, "bob", "GMO", 4, president=True)
    at_par = labels(await w.panel(await seated(w, stock(g, "ann"))))
    below = next(cell for cell, printed in g.rules.data.cells.items() if printed.price == 55)
    g.state.market = {below: ["GMO"]}
    g.changed()
    cheaper = labels(await w.panel(await seated(w, stock(g, "ann"))))
    assert "Buy GMO for $65" in at_par
    assert "Buy GMO for $65 (market $55)" in cheaper


async def test_a_panel_says_why_it_proposes_a_share_or_proposes_none(w):
    """“Buy GMO for $65” stood there among six companies, and nobody knew why that one."""
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    for company in ("GMO", "L&N"):
        start(g, company, 65)
        own(g, "bob", company, 2, president=True)
    without = await w.panel(await seated(w, stock(g, "ann")))
    assert not [text for text in labels(without) if text.startswith("Buy ")]
    own(g, "ann", "L&N", 2)
    g.state.companies["L&N"].floated = False
    held = await w.panel(await seated(w, stock(g, "ann")))
    assert "Buy L&N for $65" in labels(held)
    assert "-# Why L&N: Ann owns 20%." in words(held)
    alone = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    start(alone, "GMO", 65)
    own(alone, "bob", "GMO", 4, president=True)
    assert "-# Why GMO: the only share for sale." in words(await w.panel(await seated(w, stock(alone, "ann"))))


async def test_a_share_that_loses_money_at_once_is_not_green_and_the_pools_comes_first(w):
    """18GA, SR 2: the only green button was “Buy ACL at par, $70”, whose price was $60."""
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    start(g, "GMO", 65)
    own(g, "bob", "GMO", 4, president=True)
    below = next(cell for cell, printed in g.rules.data.cells.items() if printed.price == 55)
    g.state.market = {below: ["GMO"]}
    shown = parts(await w.panel(await seated(w, stock(g, "ann"))))
    assert styles(shown)["Buy GMO for $65 (market $55)"] == 2, "grey"
    card = next(c for c, place in g.state.place.items() if c.startswith("GMO.") and place == "ipo")
    g.state.place[card] = "pool"
    shown = parts(await w.panel(await seated(w, stock(g, "ann"))))
    assert styles(shown)["Buy GMO for $55"] == 3, "green"


def styles(shown: Sequence[Any]) -> dict[str, int]:
    """The colour of each button, by its label."""
    rows = [part.get("components", ()) for part in shown]
    return {b["label"]: b["style"] for row in rows for b in row if "label" in b}


def test_a_station_that_is_free_is_not_offered_for_money_too():
    """“Station in Waycross for $40” stood beside “free, using W&SR”, whose number the picture had not."""
    paid, free, other = (
        PlaceToken("I9.a", by="ann"),
        PlaceToken("I9.a", using="W&SR", by="ann"),
        PlaceToken("F6.a", by="ann"),
    )
    holds = choice(paid, other, free)
    assert drop_dearer_stations([paid, other, free]) == [other, free]
    assert [o.action for o in make_screen([holds, choice(Pass(by="ann"))], Draft()).offers] == [other, free]


async def test_where_a_par_price_is_asked_the_market_is_shown(w):
    """A piece of the map was shown."""
    g = first("18TN", 1, lambda _, legal: all(isinstance(a, Par) for a in legal))
    shown = picture_words(await w.panel(await seated(w, g)))
    assert [words.startswith("Stock market of 18TN") for words in shown] == [True]


async def test_a_deal_in_privates_is_no_single_press(w):
    """One press beside *Done* bought a private, and took its owner's by surprise."""
    for title in ("18GA", "18TN"):
        g = first(title, 1, lambda _, legal: any(isinstance(a, DEALS) for a in legal))
        deals = {a.private for c in g.choices(g.deciders()[0]) for a in c if isinstance(a, DEALS)}
        shown = labels(await w.panel(await seated(w, g)))
        assert "Take my turn" in shown
        assert not [label for label in shown if any(private in label.split() for private in deals)]
