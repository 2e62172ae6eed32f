"""A panel went straight to “run trains”, and nothing said that no track could be laid and no station placed."""

from __future__ import annotations

from msgspec import structs

from bot.views.story.skipped_steps import skipped_line
from game.events import Skipped
from game.steps.trains import BuyTrains
from tests.support.board_notation import board

SKIPPED = (Skipped("L&N", "track", "nothing to lay"), Skipped("L&N", "token", "nowhere to place"))


def test_steps_that_end_by_themselves_are_told_with_the_reason():
    g = board("", BuyTrains("L&N"), title="18TN")
    view, rules = g.view(None), g.rules
    assert (
        skipped_line(SKIPPED, view, rules)
        == "-# No track can be laid; no further station: no free city within its reach."
    )
    company = view.companies["L&N"]
    paid = structs.replace(company, tokens=[40])
    poor = structs.replace(view, cash={**view.cash, "L&N": 5}, companies={**view.companies, "L&N": paid})
    assert skipped_line(SKIPPED[1:], poor, rules) == "-# No further station: one costs $40, it has $5."
    bare = structs.replace(view, companies={**view.companies, "L&N": structs.replace(company, tokens=[])})
    assert skipped_line(SKIPPED[1:], bare, rules) == "-# No further station: it has none left."
    assert skipped_line([Skipped("SR", "track", "")], view, rules) == ""
