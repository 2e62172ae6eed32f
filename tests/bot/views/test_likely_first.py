"""What is wanted nearly always comes first; what seldom is, is a press away: best runs, and to be done after a purchase."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.views.error_words import say_to
from bot.views.formatting import action_words, event_lines
from game.actions import LayTile, RunTrains
from game.events import TileLaid
from tests.console_report import seated, walk
from tests.support.decisions import table_at
from tests.support.discord_world import NAMES, answer, labels, parts, words, world
from tests.support.golden_positions import golden_position
from tests.support.title_positions import new


def position(title: str, seed: int, number: int) -> Any:
    """The position of a game of people in a hurry after so many actions."""
    return next(g for n, (g, _) in enumerate(walk(title, seed)) if n == number)


async def console(w, g):
    """What *Take my turn* shows there: whose it is, the answer, and the thread."""
    thread = await table_at(w, g)
    actor = await w.actor(thread)
    return actor, answer(await actor.slash(thread, "turn")), thread


def style(message, label):
    """The colour of a button, as Discord numbers it."""
    return next(p["style"] for p in parts(message) if p.get("label") == label)


async def test_a_run_that_leaves_a_train_idle_stands_behind_other_runs(w):
    g = position("18TN", 0, 141)
    actor, shown, thread = await console(w, g)
    assert labels(shown) == ["Run for $80", "Train by train…", "Other runs…"]
    assert "Danville" not in words(shown), "the picture says it"
    assert "Danville" in shown.attachments[0].description
    others = answer(await actor.click(shown, label="Other runs…"))
    assert labels(others)[:3] == ["1 · $80", "2 · $40 via Danville", "3 · $40 via Bowling Green"], "a screen has room"
    assert "Type a route…" in labels(others), "where others are compared, and there alone"
    back = answer(await actor.click(others, label="Back"))
    await actor.click(back, label="Run for $80")
    assert (await w.game(thread)).position.step == "dividend"


async def test_the_same_run_by_another_train_is_no_choice(w):
    g = position("18GA", 1, 150)
    assert sum(isinstance(a, RunTrains) for c in g.choices() for a in c) == 2
    _, shown, _ = await console(w, g)
    assert labels(shown)[0] == "Run for $60"
    assert not {"Other runs…", "Type a route…"} & {*labels(shown)}, "there are none"
    assert "A 3-train stays at home: no route is left for it." in words(shown)


async def test_of_runs_that_earn_the_same_one_is_proposed_and_the_others_are_a_press_away(w):
    """Two pictures made the answer higher than a screen, for a choice that nobody could judge: both brought $150."""
    actor, shown, _ = await console(w, position("18India", 0, 274))
    assert [label for label in labels(shown) if "₹" in label] == ["Run for ₹100"]
    others = answer(await actor.click(shown, label="Other runs…"))
    assert [label for label in labels(others) if "₹100" in label] == [
        "1 · ₹100 · Mumbai … Pune not over D25",
        "2 · ₹100 · Mumbai … Pune over D25 and E26",
    ]


async def test_after_a_purchase_done_comes_first_and_sales_are_a_press_away(w):
    g = position("18TN", 1, 39)
    actor, shown, thread = await console(w, g)
    assert labels(shown) == ["Done", "Sell shares…", "Sell a private…"]
    assert style(shown, "Done") == 3, "green: it gives nothing up"
    sales = answer(await actor.click(shown, label="Sell shares…"))
    assert any(label.startswith("1 · Sell 1 IC") for label in labels(sales))
    w.bot.sender.wake()
    await w.bot.sender.drain()
    assert style(await w.panel(thread), "Done") == 3, "the same colour everywhere"


async def test_a_pass_that_gives_a_turn_up_stays_red(w):
    g = position("18TN", 1, 42)
    _, shown, _ = await console(w, g)
    assert style(shown, "Pass this turn") == 4
    held = shown.attachments[0].description
    assert [p for p in g.state.order if f"cash ${g.state.cash[p]}" not in held] == [], held


async def test_18tn_says_when_companies_buy_privates_and_no_tile_takes_it_back(w):
    """“Companies may buy privates once the first 3-train is sold” stood a press further, and beside tiles of later rounds."""
    said = "In this operating round a company may buy one private at the printed price"
    actor, shown, _ = await console(w, position("18TN", 1, 33))
    assert said in words(shown)
    assert "p to 2 yellow tiles a turn" in words(shown)
    where = next(label for label in labels(shown) if re.match(r"(\d+ · )?[A-Z]\d", label))
    tiles = answer(await actor.click(shown, label=where))
    assert "which" in words(tiles)
    assert "private" not in words(tiles)
    assert "yellow tiles a turn" not in words(tiles), "it is said once"
    private = answer(await actor.click(answer(await actor.click(tiles, label="Back")), label="Buy a private…"))
    assert said in words(private)
    _, later, _ = await console(w, position("18TN", 1, 45))
    assert "private" not in words(later)


async def test_the_only_run_looks_like_the_best_of_several(w):
    """It was previewed, the route told three times, with a form for others that there were not."""
    g = next(
        g
        for g, _ in walk("18TN", 0)
        if (runs := [a for c in g.choices() for a in c if c.kind is RunTrains]) and len(runs) == 1
    )
    _, shown, _ = await console(w, g)
    (run,) = labels(shown)[:1]
    assert run.startswith("Run for $")
    assert style(shown, run) == 3
    assert "is the best possible." in words(shown)
    assert not {"Run it", "Type a route…"} & {*labels(shown)}


async def test_who_reads_why_is_no_third_person():
    assert say_to("Ann", "Ann may own at most 60% of CoG") == "You may own at most 60% of CoG"
    assert (
        say_to("Ann", "“buy from Ann” is not possible: MRC belongs to Ann")
        == "“buy from Ann” is not possible: MRC is yours"
    )
    assert say_to("Ann", "Ann owns 11 certificates, the limit is 11") == "You own 11 certificates, the limit is 11"


async def test_an_upgrade_is_called_one():
    upgrades = (
        (g, a) for g, legal in walk("18TN", 0) for _, a in legal if isinstance(a, LayTile) and a.hex in g.state.tiles
    )
    g, upgrade = next(upgrades)
    assert action_words(upgrade, g.view(None), g.rules).startswith("Upgrade ")
    assert f" to tile {upgrade.tile}" in action_words(upgrade, g.view(None), g.rules)
    g = new("18TN")
    over_print, view = LayTile("H15", "TN1", 0, by="p0"), g.view(None)
    assert action_words(over_print, view, g.rules).startswith("Upgrade Chattanooga (H15) to tile TN1, city 20 → 40, ")
    (told,) = event_lines([TileLaid("L&N", "H15", "TN1", 0)], view, g.rules)
    assert "upgrades Chattanooga (H15) to tile TN1, " in told
    assert told.endswith("the city there is worth $40 now, $20 before.")


async def test_what_is_passed_is_called_by_the_buttons_name(w):
    """It said *Done* above *Go on without*."""
    actor, shown, _ = await console(w, position("18TN", 1, 33))
    assert "· No track" in words(answer(await actor.click(shown, label="No track")))


@pytest.mark.parametrize(
    ("name", "number", "said"), [("18TN-bank", 317, "free tile of TCC"), ("18India-bank", 134, "extra tile of P2")]
)
async def test_a_tile_by_a_power_alone_says_so(tmp_path, name, number, said):
    """It was asked like a tile of the turn, far from the company's track."""
    g = golden_position(name, number)
    async with world(tmp_path, NAMES) as w:
        actor, shown, _ = await console(w, g)
        assert f"lay the {said}, or done" in words(shown) or f", the {said}: which tile in" in words(shown)
        ways = next((label for label in labels(shown) if "ways" in label), "")
        if ways:
            assert f"the {said}" in words(answer(await actor.click(shown, label=ways))), "in its title"


async def test_a_panel_that_asks_for_track_has_a_button_that_leads_to_it(w):
    """Among its buttons was *No track* alone."""
    thread = await seated(w, position("18TN", 1, 33))
    actor, panel = await w.actor(thread), await w.panel(thread)
    assert labels(panel) == ["Take my turn", "Lay a tile", "No track", "Map", "Market, more"]
    shown = answer(await actor.click(panel, label="Lay a tile"))
    assert labels(shown)[-1] == "No track", "the console as it begins"
    assert shown.attachments, "with the map of where one may be laid"
