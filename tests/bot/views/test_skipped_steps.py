"""A panel went straight to “run trains”, and nothing said that no track could be laid and no station placed, or why."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

from bot.model.board.track_end import explain_no_track, find_awaited_colour
from bot.views.story.skipped_steps import skipped_line
from game.checks import LayPermit
from game.events import Paid, Skipped
from game.steps.trains import BuyTrains
from render.data.queries import acting_company
from tests.support.board_notation import board
from tests.support.golden_positions import golden_position

SKIPPED = (Skipped("L&N", "track", "nothing to lay"), Skipped("L&N", "token", "nowhere to place"))


async def test_steps_that_end_by_themselves_are_told_with_the_reason():
    g = board("", BuyTrains("L&N"), title="18TN")
    view, rules = g.view(None), g.rules
    told = "-# No track can be laid: it has no station on the map; no further station: no free city within its reach."
    assert await skipped_line(SKIPPED, view, rules) == told
    company = view.companies["L&N"]
    paid = structs.replace(company, tokens=[40])
    poor = structs.replace(view, cash={**view.cash, "L&N": 5}, companies={**view.companies, "L&N": paid})
    assert await skipped_line(SKIPPED[1:], poor, rules) == "-# No further station: one costs $40, it has $5."
    bare = structs.replace(view, companies={**view.companies, "L&N": structs.replace(company, tokens=[])})
    assert await skipped_line(SKIPPED[1:], bare, rules) == "-# No further station: it has none left."
    assert await skipped_line([Skipped("SR", "track", "")], view, rules) == ""


async def test_a_train_that_cannot_be_paid_is_told_with_its_price():
    """18 India's EIR went on to certificates, and no screen said that its chance of a train was gone."""
    g = golden_position("18India-preset", 95)
    told = "-# No train: a 2-train costs ₹180, it has ₹0."
    assert await skipped_line([Skipped("NSR", "trains", "")], g.view(None), g.rules) == told


async def test_what_a_run_has_paid_since_is_not_counted():
    """18EU's minors keep half of a run: “one costs $40, it has $65” then."""
    g = board("", BuyTrains("L&N"), title="18TN")
    view = g.view(None)
    paid = structs.replace(view.companies["L&N"], tokens=[40])
    rich = structs.replace(view, cash={**view.cash, "L&N": 65}, companies={**view.companies, "L&N": paid})
    later = [SKIPPED[1], Paid("bank", "L&N", 60, "dividend"), Paid("bank", "ann", 20, "dividend")]
    assert await skipped_line(later, rich, g.rules) == "-# No further station: one costs $40, it has $5."


def test_a_minor_that_upgrades_nothing_does_not_wait_for_green_tiles():
    """18EU 4.4.1: it was said to wait for them, or nothing was said where a corporation could have laid some."""
    g = golden_position("18EU-bank", 174)
    view, only = g.view(None), "it lays yellow tiles only, and reaches no place for one"
    assert acting_company(view) == "3"
    assert explain_no_track(g.rules, view, "3") == only
    assert explain_no_track(g.rules, structs.replace(view, phase="2"), "3") == only
    assert find_awaited_colour(g.rules, structs.replace(view, phase="2"), "3") == ""


def test_why_no_track_can_be_laid():
    """“No track can be laid.” left the player to find out why: no tile, no money, the wrong colour, or nowhere to go."""
    g = golden_position("18VA-bank", 231)
    view, none_left = g.view(None), dict.fromkeys(g.state.supply, 0)
    assert explain_no_track(g.rules, view, "SR") == "it waits for green tiles"
    assert find_awaited_colour(g.rules, view, "SR") == "green"
    anywhere = replace(g.rules.track, powers=lambda *_: [LayPermit(connected=False, using="OWR")])
    assert find_awaited_colour(replace(g.rules, track=anywhere), view, "SR") == "", "it may lay a private's tile"
    later = structs.replace(view, phase="3")
    assert explain_no_track(g.rules, later, "SR") == "", "nothing is in its way"
    assert (
        explain_no_track(g.rules, structs.replace(later, supply=none_left), "SR")
        == "none of the tiles that fit is left"
    )
    closed = structs.replace(view, supply=none_left)
    assert explain_no_track(g.rules, closed, "SR") == "nothing that it reaches can be built on"
    dear = replace(g.rules, track=replace(g.rules.track, cost=lambda *_: 10_000))
    assert explain_no_track(dear, later, "SR") == "it cannot pay for the ground"
