"""What 18 India's selection and purchases say, once and in the order in which people need it."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

import render
from bot.model.action_form import Draft
from bot.model.kinds import PostKind, Via
from bot.model.models import NewPost
from bot.views.console.action_worth import worth_facts
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.options.card_picks import cost_words
from bot.views.options.ending import pass_label
from game.actions import LayTile, Pass
from game.events import Paid, SharesBought
from game.state import Laid
from game.steps.track import LayTrack
from game.tile_lays import Built
from render.text.money_text import gain_words
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, labels, said, words
from tests.support.golden_positions import golden_position
from tests.support.india_positions import bare, give, operate, running, selling
from titles.india.events import GuarantyPaid
from titles.india.track import tell_laid


async def act(full: Any, number: int, line: str) -> Any:
    """What whoever must act is shown for a line at a position of a recorded game; for none, the console."""
    g = golden_position("18India-bank", number)
    thread = await table_at(full, g)
    actor = full[NAMES[g.state.order.index(g.deciders()[0])]]
    return answer(await (actor.slash(thread, "do", action=line) if line else actor.slash(thread, "turn")))


async def test_cards_to_keep_are_listed_once_before_they_are_kept(full):
    """The headline, the line below it and the picture had the same list."""
    shown = await act(full, 0, "keep P4 EIR EIR GIPR MR")
    assert words(shown).count("10% of MR") == 1
    assert shown.attachments[0].description.startswith("Chosen: ")


async def test_a_stock_turn_offers_the_hand_first(full):
    """What one does most in a stock round was a grey button below the fold."""
    shown = await act(full, 46, "")
    assert labels(shown)[0] == "Buy shares from your hand…"


async def test_shares_that_are_bought_together_are_told_together(full):
    """“10% of WR from their hand for ₹64” stood there four times."""
    told = words(await act(full, 46, "buy WR 4 hand"))
    assert "buys 10% of WR" not in told
    assert "Buy 40% of WR for ₹256" in told


def test_purchases_of_two_people_stay_apart():
    g = golden_position("18India-bank", 46)
    bought = [SharesBought(who, "WR", 1, "hand", 64) for who in ("dee", "dee", "eve")]
    assert len(render.tell(bought, g.view(None), g.rules)) == 2


def test_what_cards_cost_together_is_said_while_they_are_picked():
    rules = golden_position("18India-bank", 0).rules
    assert cost_words(("P4", "EIR.1", "EIR.2"), rules) == "To buy all 3 costs ₹275."
    assert not cost_words(("EIR.1",), rules)


async def test_gauge_markers_are_chosen_from_a_map(full):
    """The picture was the table of holdings; twelve markers were pairs of hexes in a list."""
    console = await act(full, 811, "")
    actor = full[NAMES[(g := golden_position("18India-bank", 811)).state.order.index(g.deciders()[0])]]
    shown = answer(await actor.click(console, label="Remove a gauge marker…"))
    assert shown.attachments[0].description.startswith("Places to choose from")


async def test_a_button_of_somebody_else_says_who_acts(full):
    """“Something has happened since that post” was said to who pressed the button of another player; nothing had."""
    g = golden_position("18India-bank", 60)
    thread = await table_at(full, g)
    table = await full.game(thread)
    await table.play(
        "bob", next(a for c in table.choices("bob") for a in c), Via.COMMAND
    )  # whose counter is another one now
    await full.store.enqueue(NewPost(kind=PostKind.PANEL, game=table.id))
    full.bot.sender.wake()
    await full.bot.sender.drain()
    bob = full[NAMES[g.state.order.index("bob")]]
    refused = said(await bob.click(full.last(thread), label="No track"))
    assert "This waits for " in refused
    assert "You get a ping when it is your turn." in refused


async def test_track_across_a_gauge_line_says_that_its_marker_takes_a_stop(full):
    """“The gauge changes between J31 and Chennai” told nobody that a 2-train reaches no other city that way."""
    g = bare(2)
    give(g, "p0", "MR", 0, director=True)
    running(g, "MR", "p0", cash=300)
    g = operate(g, "MR", LayTrack("MR"))
    table = await full.game(await table_at(full, g))
    view = await table.view("p0")

    async def told(action: LayTile) -> str:
        """What its preview says of it beside its effects."""
        return " ".join(await worth_facts(table, action, view, (await table.preview(action, "p0"))[1]))

    dashes = "Red dashes at Chennai: track across gets a marker; past it a 2-train reaches no second city."
    assert dashes in g.rules.words["hints"]({LayTile}, view, g.rules), (
        "told a tile too late, by that tile's preview alone"
    )
    over = LayTile("J31", "9", 1, by="p0")
    assert "The marker there takes one of a train's stops: across it a 2-train reaches no second city." in await told(
        over
    )
    view.place["3-1"] = "MR"
    assert "across it a 3-train reaches only 2 cities." in await told(over)
    assert "marker" not in await told(LayTile("J29", "9", 2, by="p0"))


async def test_ways_of_the_home_tile_say_that_the_city_of_the_station_is_chosen_next(full):
    """“I thought the other company gets my track”: one's own station is in none of the pictures."""
    console = await act(full, 60, "")
    assert "which tile in Kolkata (P17)?" in words(console)
    assert "next you choose the city of EIR's station" in words(console)
    preview = await full["Bob"].click(console, label=next(text for text in labels(console) if text.startswith("1 ·")))
    (drawn,) = [a.description for a in answer(preview).attachments]
    assert "Only possible: tile 235" in drawn
    assert "EIR in Kolkata" not in drawn, "a third circle, which the tile has not"


async def test_what_the_ground_of_the_only_hex_costs_stays_on_the_screen(full):
    """I28 costs ₹30: neither the pictures of the ways nor their buttons said it, and its line had no room."""
    g = bare(2)
    give(g, "p0", "MR", 0, director=True)
    running(g, "MR", "p0", cash=300)
    g.state.tiles["J29"] = Laid("9", 2)
    g.changed()
    table = await full.game(await table_at(full, operate(g, "MR", LayTrack("MR", laid=[Built("J29", "9")]))))
    seat = table.row.seat("p0")
    shown = await compose_console(table, seat, ConsoleState(Draft(), 0, table.action_version("p0")))
    assert shown.title.endswith("which tile in I28?")
    assert "building in I28 costs ₹30 · 1 of 4 tiles laid in this turn" in shown.body


async def test_what_a_card_in_the_hand_is_stays_on_the_screen(full):
    """The longer the hand, the sooner the sentence that one needs most went behind a button."""
    for number in (0, 5):
        assert "a card is only the right to buy it" in words(await act(full, number, ""))


def test_a_guaranty_says_what_it_is_where_it_pays():
    """“Withhold: you get ₹20”: money for withholding? Two companies' prices fell without a run, two did not."""
    g = golden_position("18India-bank", 60)
    view, paid = g.view(None), Paid("bank", "ann", 20, "guaranty")
    after = replace(view, cash={**view.cash, "ann": view.cash["ann"] + 20})
    assert gain_words("ann", view, after, [paid], g.rules) == "₹20 from its guaranty"
    (line,) = render.tell([GuarantyPaid("MR", 4)], view, g.rules)
    assert line == "In place of a dividend MR's guaranty pays ₹4 a share."


def test_a_pass_of_the_turn_to_sell_says_that_nothing_is_sold():
    """“Pass”, red, beside “Sell shares…”: of the whole round?"""
    g = bare(2)
    give(g, "p0", "MR", 2)
    running(g, "MR", "p1", price=90)
    g = selling(g)
    assert pass_label(Pass(by="p0"), g.choices("p0"), g.view("p0"), g.rules) == "Sell nothing"


def test_yellow_tiles_of_a_turn_are_counted_against_those_that_it_has():
    rules = golden_position("18India-bank", 60).rules
    two = (Built("J29", "9"), Built("I28", "9"))
    assert tell_laid(two, rules) == "2 of 4 tiles laid in this turn."
    assert tell_laid((*two, Built("H27", "8", "P2")), rules) == "2 of 4 tiles laid in this turn."
    assert not tell_laid((Built("H25", "15"),), rules), "an upgrade is the only one"
