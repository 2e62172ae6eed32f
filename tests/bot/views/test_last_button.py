"""The last button of a preview says what it does: `Lay it`, `Buy it`, `Run it`; and that can be typed."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import pytest

from bot.views.console.last_button import GO_ON, last_label, last_labels, means_action
from game.actions import ACTIONS, Action, Bid, BuyPrivate, BuyTrain, LayTile, Pass, PayDividend, PlaceToken, SellShares
from tests.support.discord_world import commit_label
from tests.support.typed_lines import typing_at
from titles import TITLES
from titles.eu.mergers import Exchange

RULES = TITLES["18EU"].rules((), 4)  # where half may be paid


@pytest.mark.parametrize("title", TITLES)
def test_every_kind_of_action_has_a_label_that_names_it(title):
    for kind in (*ACTIONS, *TITLES[title].make((), 4).actions):
        if kind.__name__ in ("Bankrupt", "PayDividend"):  # which have labels of their own, by what is meant
            continue
        label = last_label(cast("Action", SimpleNamespace(verb=kind.verb, word=kind.word, button=kind.button)), RULES)
        assert label in last_labels(RULES)
        assert (label == GO_ON) == (kind is Pass), kind


def test_labels_say_how_many_whom_it_asks_and_what_it_costs_nobody():
    assert last_label(SellShares("GA", 1), RULES) == "Sell it"
    assert last_label(SellShares("GA", 3), RULES) == "Sell them"
    assert last_label(Bid("LTR", 40), RULES) == "Bid it"
    assert last_label(Bid("LTR", 40), RULES, fixed=True) == "Buy it"
    assert last_label(Bid("3", 0), RULES) == "Put it up"
    assert last_label(BuyPrivate("MRC", 40), RULES, asks=True) == "Offer it"
    assert last_label(LayTile("C12", "8", 0), RULES, asks=True) == "Ask for it"
    assert [last_label(PayDividend(kind), RULES) for kind in ("full", "half", "none")] == [
        "Pay it out",
        "Split it",
        "Withhold it",
    ]
    assert last_label(BuyPrivate("MRC", 40), RULES, withdraws=True) == "Take it back"
    assert last_label(PlaceToken("C9.0"), RULES, merges=True) == "Merge it"
    assert means_action("merge it", PlaceToken("C9.0"), RULES)
    assert [last_label(Exchange("8", company), RULES) for company in ("FS", "")] == ["Exchange it", "Give it up"]


def test_what_a_button_says_of_another_act_does_not_agree():
    lay = LayTile("C12", "8", 0)
    assert means_action("Lay  it!", lay, RULES)
    assert not means_action("buy it", lay, RULES)
    assert not means_action("take it back", lay, RULES)
    assert not means_action("offer it", SellShares("CoG", 1), RULES)
    for asked in ("offer it", "ask for it", "ask him"):
        assert means_action(asked, BuyTrain("2-1", 5, "ACL"), RULES)
        assert means_action(asked, BuyPrivate("MRC", 40), RULES)
        assert not means_action(asked, BuyTrain("2-1", 100), RULES), "of the bank"
    assert means_action("take it back", BuyPrivate("MRC", 40), RULES, withdraws=True)


async def test_what_the_last_button_says_is_done_when_it_is_typed(tmp_path):
    async with typing_at(tmp_path, "18GA-bank", 585) as at:
        shown = await at.show("63")
        assert commit_label(shown) == "Lay it"
        await at.show("buy it")
        await at.show("63")
        assert await at.play("lay it") == LayTile("I9", "63", 0, by=at.table.position.deciders[0])
