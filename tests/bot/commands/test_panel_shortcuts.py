"""What a panel offers by one press, and the picture above it, where a newcomer was misled."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from bot.model.action_form import DEALS, Draft
from bot.views.messages import PASSES, Button
from bot.views.options.powers import drop_dearer_stations
from bot.views.options.screen import make_screen
from bot.views.options.shortcuts import share_reason, shortcut_buttons
from game.actions import Action, LayTile, Par, Pass, PlaceToken
from game.choices import Choice, choice
from game.play import Game
from tests.console_report import seated, walk
from tests.support.discord_world import answer, labels, parts, said, words
from tests.support.golden_positions import golden_position, golden_positions
from tests.support.title_positions import own, start, stock
from titles import TITLES


def first(title: str, seed: int, wanted: Callable[[Game, Sequence[Action]], bool]) -> Game:
    """The first such position of a game."""
    g = next(g for g, legal in walk(title, seed) if wanted(g, [a for _, a in legal]))
    return Game.load(g.rules, g.snapshot())


def picture_words(message: Any) -> list[str]:
    """What is said of each picture to those who cannot see it."""
    return [item.get("description") or "" for part in parts(message) for item in part.get("items", ())]


async def test_a_share_that_costs_more_than_the_market_gives_is_never_proposed(w):
    """“Buy GMO for $65” stood below a market price of $55: green, and a loss."""
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    start(g, "GMO", 65)
    own(g, "bob", "GMO", 4, president=True)
    at_par = labels(await w.panel(await seated(w, stock(g, "ann"))))
    below = next(cell for cell, printed in g.rules.data.cells.items() if printed.price == 55)
    g.state.market = {below: ["GMO"]}
    g.changed()
    cheaper = labels(await w.panel(await seated(w, stock(g, "ann"))))
    assert "Buy GMO for $65" in at_par
    assert not [text for text in cheaper if text.startswith("Buy GMO")]


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
    for card, place in g.state.place.items():  # 18VA: “the only share that Ann can buy” stood beside one from elsewhere
        g.state.place[card] = "pool" if place == "ipo" and card.startswith("GMO.") else place
    g.state.place.update({c: "bob" for c, place in g.state.place.items() if place == "ann" and c.startswith("L&N.")})
    g.changed()
    assert not [text for text in labels(await w.panel(await seated(w, stock(g, "ann")))) if text.startswith("Buy ")]
    alone = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    start(alone, "GMO", 65)
    own(alone, "bob", "GMO", 4, president=True)
    started = words(await w.panel(await seated(w, stock(alone, "ann"))))
    assert "-# Why GMO: no other company has started." in started, (
        "“the only share that Ann can buy”, who may start one"
    )
    alone.state.cash["ann"] = 70
    assert "-# Why GMO: it is the only share that Ann can buy now." in words(
        await w.panel(await seated(w, stock(alone, "ann")))
    )


async def test_a_share_that_loses_money_at_once_is_grey_and_that_of_the_pool_is_proposed(w):
    """18GA, SR 2: the only green button was “Buy ACL at par, $70”, whose price was $60."""
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
    start(g, "GMO", 65)
    own(g, "bob", "GMO", 4, president=True)
    below = next(cell for cell, printed in g.rules.data.cells.items() if printed.price == 55)
    g.state.market = {below: ["GMO"]}
    console = await w["Ann"].click(await w.panel(await seated(w, stock(g, "ann"))), label="Take my turn")
    grey = next(label for label in labels(answer(console)) if "Buy GMO $65" in label)
    assert "GMO $65 costs more than its market price, $55" in words(answer(console))
    assert styles(parts(answer(console)))[grey] == 2
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
    assert [o.action for o in make_screen([holds, choice(Pass(by="ann"))], Draft()).options] == [other, free]


def likely_buttons(g: Game, choices: Sequence[Choice] = ()) -> list[Button]:
    """The buttons of a panel for what the only player who must act does most likely."""
    seat = g.deciders()[0]
    table: Any = SimpleNamespace(
        id=1, rules=g.rules, position=SimpleNamespace(auction=None), choices=lambda _seat: choices or g.choices(seat)
    )
    buttons = shortcut_buttons(table, g.view(None), seat, 1, defaultdict(int), "")
    return [b for b in buttons if b.style != PASSES]


def proposed(g: Game, choices: Sequence[Choice] = ()) -> tuple[list[str], str]:
    """What a panel proposes to the only player who must act, and why."""
    seat, view = g.deciders()[0], g.view(None)
    table: Any = SimpleNamespace(rules=g.rules, choices=lambda _seat: choices or g.choices(seat))
    return [b.label for b in likely_buttons(g, choices)], share_reason(table, view, seat)


OPENED = {
    ("18EU", 194): "Minor 3 → GSR",
    ("18GA", 342): "Buy a train from a company…",
    ("18India", 93): "Sell shares…",
    ("18TN", 309): "Buy a private…",
    ("18EU", 312): "Buy shares back from the pool…",
    ("18VA", 290): "Convert to ten shares",
}  # what opens the console where no press does the likely thing


async def test_where_no_press_does_the_likely_thing_a_grey_button_opens_it(w):
    """18EU, SR 6: with a minor to exchange, the panel named the pass alone; so it did where other companies had trains."""
    made = {(title, n): likely_buttons(golden_position(f"{title}-bank", n)) for title, n in OPENED}
    assert {at: [b.label for b in buttons] for at, buttons in made.items()} == {at: [x] for at, x in OPENED.items()}
    assert {b.style for buttons in made.values() for b in buttons} == {"secondary"}, "nothing is done at once"
    panel = await w.panel(await seated(w, golden_position("18EU-bank", 194)))
    shown = await w["Ann"].click(panel, label="Minor 3 → GSR")
    assert "This would happen:" in said(shown)
    assert labels(answer(shown))[0] == "Exchange it"


def test_one_of_two_tiles_is_not_the_likely_thing_and_both_sides_of_a_train_are_named():
    """18VA: green *Lay tile 7 in G12* cost a port that the other tile led to; nobody learnt that a 3-train has a freight side."""
    g = golden_position("18VA-bank", 40)
    lays = [a for c in g.choices(g.deciders()[0]) for a in c if isinstance(a, LayTile)]
    ending = choice(Pass(by=lays[0].by))
    assert [b.label for b in likely_buttons(g, [choice(*lays[:2]), ending])] == ["Lay a tile"]
    assert [b.style for b in likely_buttons(g, [choice(lays[0]), ending])] == ["success"]
    sides = likely_buttons(golden_position("18VA-bank", 325))
    assert [b.label for b in sides] == ["Buy a 3-train for $200", "Buy a 2G-train for $200"]


def test_powers_last_resorts_and_bonds_are_never_the_likely_thing():
    """18 India: green *Close P1* and *Use P4* stood in place of *Lay a tile*, and a royal bond was the first thing to buy."""
    numbers = [38, 60, 195, 302, 447]
    told = {n: proposed(g)[0] for n, g in zip(numbers, golden_positions("18India-bank", numbers), strict=True)}
    assert told == {38: [], 60: ["Lay a tile"], 195: ["Lay a tile"], 302: [], 447: ["Run for ₹0"]}


def test_a_company_is_proposed_only_to_who_can_float_it():
    """18TN, SR 2: green *Start NC&StL at $65* with $135 left a company that never floats."""
    told = {}
    for dollars in (135, 600):
        g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "7", seated=True)
        g.state.cash["ann"] = dollars
        g = stock(g, "ann")
        told[dollars] = proposed(g, [choice(Par("IC", 65, by="ann")), choice(Pass(by="ann"))])
    assert told[135] == ([], "")
    assert told[600] == (["Start IC at $65"], "-# Why IC: ann can float it alone, for $390 in all.")


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
