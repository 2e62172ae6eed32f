"""What somebody who had never played read wrongly: what a line, a row or a button says of the moment, and no more."""

from __future__ import annotations

from collections.abc import Mapping

import render
from bot.model.action_form import Draft, ask_next
from bot.views.console.questions import question_text
from bot.views.formatting import value_hints
from bot.views.options.ending import pass_label
from bot.views.options.outcomes import loses_money
from bot.views.options.pictures.step_pictures import _bid_note
from bot.views.options.rows import _next_train_row
from bot.views.options.screen import make_screen
from game.actions import Bid, BuyTrain, Pass
from game.choices import Span, choice
from game.play import Game
from game.state import Laid
from game.steps.trains import BuyTrains
from tests.support.title_positions import new, operate, start
from titles import TITLES

NOWHERE: Mapping[str, str] = {}
RULES = TITLES["18TN"].rules((), 3)


def buying(bank: int = 0, places: Mapping[str, str] = NOWHERE) -> Game:
    """A game in which L&N buys trains. `bank`: how many it has bought from the bank in this turn; `places`: where cards lie."""
    g = new("18TN")
    for company in ("L&N", "SR"):
        start(g, company, 70, cash=500)
        g.company(company).president = "p0"
    g.state.place |= dict(places)
    return operate(g, "L&N", BuyTrains("L&N", bank=bank))


def test_after_its_one_train_the_bank_s_next_is_not_shown():
    """“Only those of other companies are left” stood above “2-train, from the bank, 3 left, $80”."""
    without = buying()
    row = _next_train_row(1, without.view(None), without.rules)
    assert row is not None
    assert row.name.startswith("from the bank")
    bought = buying(1, {"2-1": "L&N", "2-4": "SR"})
    row = _next_train_row(1, bought.view(None), bought.rules)
    assert row is not None
    assert (row.name, row.words) == ("a train of another company", "SR: 2T")


def test_a_bid_on_what_one_leads_keeps_its_place_and_is_not_green():
    """It stood last, and lots 1, 3, 4, 2 were looked through for the second."""
    view = new("18TN").view(None)
    view.bids["LNR"] = {"ann": 187}
    bids = [Bid("LNR", 192, by="ann"), Bid("OWR", 105, by="ann")]
    choices = [choice(bid, amount=Span(bid.amount, 300, 1)) for bid in bids]
    assert [o.action for o in make_screen(choices, Draft()).options] == bids
    assert [loses_money(bid, view, RULES) for bid in bids] == [True, False], "what does so is shown first, and gray"


def test_a_bid_that_is_shown_first_stands_above_the_one_that_it_tops():
    """The picture of “Bid $187?” said “Bob $180, next $187”."""
    view = new("18TN").view(None)
    view.bids["LNR"] = {"bob": 180}
    assert _bid_note(Bid("LNR", 187, by="ann"), view, RULES) == "you $187\nbob $180"
    own = _bid_note(Bid("LNR", 187, by="bob"), view, RULES)
    assert own == "you $187\nbefore $180", "as if one's own bid were somebody else's"
    view.bids.clear()
    assert _bid_note(Bid("LNR", 187, by="ann"), view, RULES) == "you $187"


def test_a_range_of_money_says_that_any_sum_may_be_named():
    bid = Bid("LNR", 185, by="ann")
    for step, said in ((1, "Any amount from $185 to $600"), (5, " $185 to $600, in steps of $5")):
        choices = [choice(bid, amount=Span(185, 600, step))]
        assert question_text(ask_next(choices, Draft("Bid", {"item": "LNR"})), RULES).endswith(said)


def test_who_must_buy_a_train_is_told_why_and_passing_says_what_is_not_bought():
    g = buying()
    forced = [choice(*(a for c in g.choices("p0") if c.kind is BuyTrain for a in c))]
    assert render.ask(forced, g.view(None), g.rules).endswith("must buy a train: it has none")
    may = [*forced, choice(done := Pass(by="p0"))]
    assert pass_label(done, may, g.view(None), g.rules) == "No train"
    assert render.ask(may, g.view(None), g.rules).endswith("buy a train, or no train")
    g = buying(places={"2-1": "L&N"})
    assert pass_label(done, may, g.view(None), g.rules) == "No more trains"
    assert render.ask(may, g.view(None), g.rules).endswith("buy trains, or no more")


def test_a_menu_does_not_promise_a_power_that_is_over():
    """The card said that track lies there already, the menu below it still that a tile may be laid."""
    view = new("18TN").view(None)
    private, lay = next(
        (name, ability)
        for name, known in RULES.data.privates.items()
        for ability in known.abilities
        if ability.kind == "lay" and ability.hexes
    )
    (before,) = value_hints(RULES, view, [private])
    view.tiles |= {place: Laid(lay.tiles[0]) for place in lay.hexes}
    (after,) = value_hints(RULES, view, [private])
    assert before.endswith(render.power_words(RULES, private))
    assert after.endswith("has track already.")
