"""Money is told: who pays what to whom, in the log, in the question of a forced purchase, and before an action is played."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace

import pytest
from msgspec import structs

import render
from bot.views.options.outcomes import Outcome, Outcomes
from bot.views.options.start_facts import floating_words, par_row
from game.actions import Bankrupt, BuyTrain, Par, SellShares
from game.events import (
    BankBroke,
    CardMoved,
    Divided,
    Floated,
    Paid,
    ParSet,
    PriceMoved,
    SharesBought,
    TrainBought,
    WentBankrupt,
)
from game.play import Game
from render.text.money_text import dividend_sums, find_unpaid, purse_changes
from tests.support.recorded_tables import recorded_game
from titles import TITLES

GA = TITLES["18GA"].rules((), 3)
VIEW = Game.new(GA, ("ann", "bob", "cid"), "1").view(None)


def paid(src, dst, amount, why):
    return Paid(src=src, dst=dst, amount=amount, why=why)


def told(*events):
    return render.tell(events, VIEW, GA)


def test_a_president_who_helps_is_named_with_the_sum():
    bought = TrainBought(company="GA", train="8-1", seller="depot", price=800)
    assert told(paid("ann", "GA", 50, "help"), paid("GA", "bank", 800, "train"), bought) == [
        "GA buys an 8-train from the bank for $800, $50 of it from ann."
    ]
    assert told(paid("GA", "bank", 800, "train"), bought) == ["GA buys an 8-train from the bank for $800."]


def test_a_company_s_capital_is_told():
    assert told(Floated(company="GA"), paid("bank", "GA", 700, "capital")) == [
        "GA has floated and operates from now on with $700."
    ]
    bought = SharesBought(who="bob", company="GA", shares=1, source="treasury", price=122)
    assert told(bought, paid("bank", "GA", 488, "capital"))[1:] == ["The bank pays GA $488."]
    rest = [CardMoved(card=f"GA.{n}", src="treasury", dst="pool", why="underwritten") for n in range(5, 9)]
    assert told(bought, paid("bank", "GA", 488, "capital"), *rest)[1:] == [
        "The bank pays GA $488 for its last 4 shares, which go to the pool."
    ]
    par = ParSet(who="bob", company="GA", price=100)
    assert "The bank pays GA $200 for its president's certificate." in told(par, paid("bank", "GA", 200, "capital"))


def test_a_dividend_names_everybody_though_the_bank_breaks():
    events = Divided(company="GA", kind="full", revenue=580, each=58), paid("bank", "ann", 232, "dividend")
    lines = told(*events, BankBroke(), paid("bank", "bob", 348, "dividend"))
    assert lines[0] == "GA pays $580: $58 a share (ann $232, bob $348)."


def test_money_that_is_lost_is_told():
    assert told(WentBankrupt(who="ann"), paid("ann", "bank", 221, "forfeit")) == [
        "ann is bankrupt.",
        "ann's $221 goes to the bank.",
    ]
    assert told(paid("GA", "bank", 312, "closed")) == ["GA's $312 goes to the bank."]


def test_every_payment_of_recorded_games_is_told(shared):
    """But for dividends and incomes, of which each player's total is told."""
    silent = []
    for name in ("18GA/18GA_game_end_bankrupt", "18TN/7818", "18EU/74045", "18India/Nationalization-Share-Return-GIPR"):
        for game, events in played(shared, name):
            said = "\n".join(render.tell(events, game.view(None), game.rules))
            payments = [e for e in events if isinstance(e, Paid) and e.why != "private"]
            alike = Counter(payments)  # equal certificates are bought in one line, for what they cost together
            silent += [(name, e) for e in payments if not {f"{e.amount:,}", f"{e.amount * alike[e]:,}"} & sums(said)]
    assert silent == []


def divided(*payments, each=3, kind="full", company="GA"):
    return [Divided(company, kind, 30, each), *(paid("bank", who, n, "dividend") for who, n in payments)]


def test_what_of_a_dividend_nobody_gets_is_told():
    """“GA pays $30: $3 a share (bob $3, cid $12, ann $3)” named $18 of $30."""
    events = divided(("bob", 3), ("cid", 12), ("ann", 3))
    assert told(*events) == ["GA pays $30: $3 a share (bob $3, cid $12, ann $3, $12 stays in the bank)."]
    assert find_unpaid(events) == 12
    assert told(*divided(("bob", 15), ("GA", 15))) == ["GA pays $30: $3 a share (bob $15, GA $15)."]
    assert find_unpaid([Divided("GA", "none", 30, 0), paid("bank", "GA", 30, "revenue")]) == 0


def test_what_is_paid_beside_a_dividend_hides_nothing():
    """“WMR pays $40: $4 a share (ann $16, WMR $8)” named $24 of $40, and of what coal brought it nothing."""
    va = TITLES["18VA"].rules((), 3)
    view = Game.new(va, ("ann", "bob", "cid"), "1").view(None)
    coal = paid("bank", "VR", 20, "coal")
    events = [*divided(("bob", 3), ("VR", 6), company="VR"), coal]
    assert find_unpaid(events) == 21
    assert render.tell([*events, PriceMoved("VR", "4,3", "4,4", "dividend")], view, va) == [
        "VR pays $30: $3 a share (bob $3, VR $6, $21 stays in the bank); price $75 → $82.",
        "The bank pays VR $20 for coal.",
    ]
    later = structs.replace(view, cash=view.cash | {"bob": view.cash["bob"] + 3, "VR": view.cash.get("VR", 0) + 26})
    assert dividend_sums(view, later, events, va) == ["bob $3", "VR $6 and $20 for coal"]
    later.cash["VR"] -= 6
    assert dividend_sums(view, later, events, va, but="bob") == ["VR $20 for coal"]


def played(shared, name):
    """Each action of a recorded game: the game after it and what happened."""
    found = recorded_game(shared, name)
    game = Game.new(
        TITLES[found.title].rules(found.options, len(found.players)), found.players, found.seed, seated=True
    )
    for action in found.actions:
        events = tuple(game.play(action))
        game.past.clear()
        yield game, events


def test_a_forced_purchase_says_step_by_step_what_is_missing(shared):
    asked = {}
    found = recorded_game(shared, "18GA/18GA_game_end_bankrupt")
    game = Game.new(TITLES["18GA"].rules(found.options, len(found.players)), found.players, found.seed, seated=True)
    for action in found.actions:
        if isinstance(action, BuyTrain | SellShares | Bankrupt):
            asked[game.state.seq] = render.ask(game.choices(), game.view(None), game.rules)
        game.play(action)
        game.past.clear()
    forced = [said for said in asked.values() if "The cheapest costs" in said][-5:]
    assert forced == [
        "W&A: must buy a train. The cheapest costs $800: it has $169, Player_3 pays $312, sell shares for $319",
        "W&A: must buy a train. The cheapest costs $800: it has $169, Player_3 pays $631",
        "G&F: must buy a train. The cheapest costs $800: it has $392, Player_3 pays $41, sell shares for $367",
        "G&F: must buy a train. The cheapest costs $800: it has $392, Player_3 pays $161, sell shares for $247",
        "G&F: must buy a train. The cheapest costs $800: it has $392, Player_3 pays $221, $187 is missing",
    ]


def test_whose_cash_changes():
    later = structs.replace(VIEW, cash=VIEW.cash | {"ann": 12, "GA": 100})
    start = VIEW.cash["ann"]
    assert purse_changes(VIEW, later, replace(GA, called={"ann": "Ann"})) == f"Ann ${start} → $12 · GA $0 → $100"
    assert purse_changes(VIEW, VIEW, GA) == ""
    assert dividend_sums(VIEW, later, (), GA) == ["GA $100"]
    assert dividend_sums(VIEW, later, (), GA, but="GA") == []


def sums(text):
    """The amounts in a text."""
    return {*re.findall(r"\d+(?:,\d{3})*", text)}


AT_ONCE = "It floats at once."


@pytest.mark.parametrize(
    ("title", "company", "price", "said"),
    [
        ("18GA", "GA", 70, "It floats once $280 more of it is sold."),
        ("18VA", "B&O", 100, AT_ONCE),
        ("18TN", "L&N", 90, AT_ONCE),
    ],
)
def test_what_is_still_needed_until_it_floats(title, company, price, said):
    g = Game.new(TITLES[title].rules((), 3), ("ann", "bob", "cid"), "1")
    view = g.view(None)
    assert floating_words(company, price, view, g.rules) == said
    action = Par(company, price, by="ann")
    seen = structs.replace(view, cash=view.cash | {company: view.cash.get(company, 0) + 200})
    after: Outcomes = {action: Outcome(seen)}
    row = par_row(
        action, 1, view, g.rules, after
    )  # which is what a price is chosen for: 18VA told it only in the preview
    assert f"{company} gets $200." in row.words
    if title == "18GA":  # a share that came with a private counts
        view.place[f"{company}.1"] = "bob"
        assert floating_words(company, price, view, g.rules) == "It floats once $210 more of it is sold."
