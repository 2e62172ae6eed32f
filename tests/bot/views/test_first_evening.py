"""What newcomers stumbled over in their first evenings, each as it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest

from bot.commands.console_presses import step_back
from bot.model.action_form import Draft
from bot.views.console.preview_step import preview_lines
from bot.views.console.question_step import cash_words
from bot.views.options.labels import leave_out_names, option_labels, path_words
from bot.views.options.pictures import find_only_hex
from bot.views.options.rows import option_rows
from bot.views.options.screen import ScreenOption, make_screen
from bot.views.press_verbs import StepVerb
from game.actions import Bid, BuyPrivate, BuyTrain, LayTile, Par, Pass, SellPrivate, SellShares, TakePrivate
from game.play import Game
from render.text.questions import ask
from tests.console_report import walk
from tests.support.discord_world import world
from titles import TITLES


def steps(title: str) -> Iterator[tuple[Game, tuple[Any, ...], Any]]:
    """Positions of a game, with what the first who must act may do and sees."""
    for g, _ in walk(title, 1):
        player = g.deciders()[0]
        yield g, tuple(g.choices(player)), g.view(player)


def started(title: str = "18GA") -> tuple[Game, tuple[Any, ...], Any]:
    g = Game.new(TITLES[title].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    return g, tuple(g.choices("ann")), g.view("ann")


def test_nobody_bids_all_that_they_have_by_one_press():
    g, choices, _ = started()
    offered = [o.choice for o in make_screen(choices, Draft("Bid", {"item": "MRC"})).offers]
    assert offered[:3] == [45, 50, 55]
    assert g.state.cash["ann"] not in offered


def test_money_that_bids_bind_is_told():
    g, _, _ = started()
    g.play(Bid("MRC", 45, by="ann"))
    assert cash_words(g.rules, g.view("ann"), "ann") == "You have $600, $45 of it in bids"


def test_after_a_purchase_nobody_is_asked_to_buy():
    """It said "Buy or sell shares, or pass" when nothing was left but to sell."""
    for g, choices, view in steps("18GA"):
        kinds = {c.kind for c in choices}
        if view.round.startswith("SR") and SellShares in kinds and getattr(view.agenda[-1], "did", ""):
            assert ask(choices, view, g.rules) == "sell shares, or done"
            return
    pytest.fail("nobody sells after a purchase in this game")


def test_the_only_place_for_a_tile_is_named_and_its_tiles_are_drawn():
    for _, choices, _ in steps("18GA"):
        shown = make_screen(choices, Draft())
        if shown.offers and all(o.field == "tile" for o in shown.offers):
            assert find_only_hex(shown) == next(a.hex for c in choices if c.kind is LayTile for a in c)
            return
    pytest.fail("no company has one place only in this game")


def test_back_from_a_price_leads_to_the_beginning():
    for _, choices, _ in steps("18GA"):
        starts = [o for o in make_screen(choices, Draft()).offers if o.kind is Par and o.field == "company"]
        if starts:
            assert step_back(choices, Draft("Par", {"company": starts[0].choice})) == Draft()
            return
    pytest.fail("nobody may start a company in this game")


def test_a_certificate_that_comes_for_nothing_costs_nothing():
    """The L&N's price in 18TN: the picture said "20% for $130. You keep $220"."""
    for g, choices, view in steps("18TN"):
        if view.agenda and view.agenda[-1].key == "par":
            shown = make_screen(choices, Draft())
            lots = option_rows(shown.offers, option_labels(shown, choices, view, g.rules), view, g.rules, {})
            assert lots[0].name.startswith("your 20% is worth $")
            assert not any("keep" in lot.words or " for " in lot.name for lot in lots)
            return
    pytest.fail("nobody sets the L&N's price in this game")


def test_a_train_is_named_and_not_its_card():
    """The path said "Buy a train · 2-1"."""
    for g, choices, view in steps("18GA"):
        found = next((a for c in choices if c.kind is BuyTrain and c.ranges for a in c), None)
        if found is not None:
            said = path_words(make_screen(choices, Draft("BuyTrain", {"train": found.train})), view, g.rules)
            assert found.train not in said
            assert said.endswith(f"-train from {found.seller}")
            return
    pytest.fail("no company may buy another one's train in this game")


def test_shares_without_a_place_on_the_market_sell_at_their_fixed_price():
    """18 India's GIPR: "Sell 1 GIPR for ₹0"."""
    for g, choices, view in steps("18India"):
        found = next((a for c in choices if c.kind is SellShares for a in c if a.company == "GIPR"), None)
        if found is not None:
            offer = ScreenOption(StepVerb.ACT, "x", SellShares, found)
            (lot,) = option_rows([offer], ["Sell"], view, g.rules, {})
            assert lot.note == f"{found.shares} for ₹{112 * found.shares}"
            return
    pytest.fail("nobody may sell the GIPR in this game")


async def test_what_is_sold_names_each_buyer(tmp_path):
    """LTR was told as sold to whoever got MRC with it."""
    async with world(tmp_path) as w:
        thread = await w.table()
        first = await w.actor(thread)
        await first.slash(thread, "play bid", on="MRC", price=45)
        second = await w.actor(thread)
        await second.slash(thread, "play bid", on="LTR", price=20)
        names = {p.id: n for n, p in w.people.items()}
        sold = next(text for text in w.posts(thread) if "Sold to" in text)
        assert f"Sold to {names[second.id]}: LTR" in sold
        assert f"; to {names[first.id]}: MRC" in sold


def test_a_preview_tells_the_lines_that_fit_beside_a_picture():
    """A purchase in 18VA led through three rounds that pass by themselves, in twenty lines."""
    few, many = [str(n) for n in range(10)], [str(n) for n in range(30)]
    assert preview_lines(few).count("•") == 10
    assert preview_lines(many).splitlines()[-1] == "• … and 21 more lines of what follows by itself"
    assert preview_lines(many).count("•") == 10


def test_a_picture_s_buttons_leave_out_the_names_in_it():
    g, choices, view = started()
    shown = make_screen(choices, Draft("Bid"))
    names = option_labels(shown, choices, view, g.rules)
    assert names[:2] == ["MRC · Midland Railroad Co.", "W&SR · Waycross & Southern RR"]
    assert leave_out_names(names, shown, g.rules) == ["MRC", "W&SR", "OSR", "M&BR"]


def test_where_only_privates_are_left_to_buy_nobody_is_asked_for_track():
    seen = set()
    for g, choices, view in steps("18GA"):
        key = getattr(view.agenda[-1], "key", "") if view.agenda else ""
        if key in ("track", "token") and {Pass} < {c.kind for c in choices} <= {BuyPrivate, TakePrivate, Pass}:
            seen.add(ask(choices, view, g.rules).partition(": ")[2])
    assert seen == {"buy a private, or done"}


def test_who_is_to_buy_is_called_by_name():
    for g, choices, view in steps("18GA"):
        sale = next((c for c in choices if c.kind is SellPrivate), None)
        if sale is not None:
            offer = sale.actions[0]
            rules = replace(g.rules, called={offer.buyer: "Zoë van Dijk"})
            shown = make_screen(choices, Draft("SellPrivate", {"private": offer.private, "buyer": offer.buyer}))
            assert " · to Zoë van Dijk" in path_words(shown, view, rules)
            return
    pytest.fail("nobody may sell a private in this game")
