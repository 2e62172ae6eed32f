"""18EU: labels, preview and log of starting and merging say whose minor it is and all that moves."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs

import render
from bot.views.console.effect_lines import effect_lines, merges
from bot.views.formatting import action_words
from bot.views.options.labels import action_label
from bot.views.options.start_facts import start_words
from game.actions import BuyTrain, Par, Pass, PlaceToken
from game.events import Divided, Floated, Paid, TrainBought
from game.play import Game
from render.text.money_text import dividend_sums, purse_changes
from tests.support.eu_positions import cash, game, give, joined
from tests.support.title_positions import stock
from titles import TITLES
from titles.eu import words
from titles.eu.mergers import Exchange, Exchanged

RULES = replace(TITLES["18EU"].rules((), 3), called={"ann": "Ann", "bob": "Bob", "cid": "Cid"})
VIEW = Game.new(TITLES["18EU"].rules((), 3), ("ann", "bob", "cid"), "1").view(None)
OWNED = structs.replace(
    VIEW,
    cash={**VIEW.cash, "8": 120},
    companies={**VIEW.companies, "8": structs.replace(VIEW.companies["8"], president="ann")},
    tokens={**VIEW.tokens, f"{RULES.data.companies['8'].home[0]}": "8"},
)


def test_the_label_tells_number_name_owner_money_and_trains():
    name = RULES.data.companies["8"].name
    assert words.owned(OWNED, RULES, "8") == f"{name}, Ann, £120 and a 2-train"
    exchange = render.label(Exchange("8", "FS", by="ann"), OWNED, RULES)
    assert exchange == f"minor 8 → FS (share £0; {name}, Ann, £120 and a 2-train)", "£0 read as its price"
    city = RULES.data.companies["8"].home[0]
    start = words.first_minor(PlaceToken(city, by="ann"), OWNED, RULES)
    assert start.startswith(f"minor 8 ({name}, Ann, £120 and a 2-train), ")


def test_the_log_tells_what_moves():
    merged = Exchanged(who="ann", minor="8", company="FS", source="treasury", dollars=120, trains=("2",))
    (line,) = render.tell([merged], OWNED, RULES)
    name = RULES.data.companies["8"].name
    assert line == (f"Ann merges minor 8 ({name}) into FS for a share from its treasury; FS gets £120 and a 2-train.")
    swapped = structs.replace(merged, source="pool", trains=())
    told = render.tell([swapped, Paid("8", "bank", 120, "closed")], OWNED, RULES)
    assert told == [f"Ann exchanges minor 8 ({name}) for a share of FS from the pool; the bank gets £120."], "told once"
    (line,) = render.tell([structs.replace(swapped, trains=("2",))], OWNED, RULES)
    assert line.endswith("from the pool; the bank gets £120 and the pool gets a 2-train."), "18EU 4.2.2: not the bank"


def test_the_preview_tells_whose_money_moves():
    later = structs.replace(OWNED, cash={**OWNED.cash, "8": 0, "FS": 120})
    assert purse_changes(OWNED, later, RULES) == "minor 8 £120 → £0 · FS £0 → £120"


def test_a_minor_pays_half_without_a_share():
    paid = [Paid("8", "ann", 25, "dividend"), Paid("bank", "8", 25, "dividend")]
    lines = render.tell([Divided(company="8", kind="half", revenue=50, each=25), *paid], OWNED, RULES)
    assert lines == ["Minor 8 earns £50: Ann £25, minor 8 £25."]
    later = structs.replace(OWNED, cash={**OWNED.cash, "ann": OWNED.cash["ann"] + 25, "8": 145})
    assert dividend_sums(OWNED, later, (), RULES) == ["Ann £25", "minor 8 £25"]


def told(g, *actions):
    """What is said of actions played one after the other: the preview and the log have the same sentences."""
    return [line for action in actions for line in render.tell(g.play(action), g.view(None), g.rules)]


def test_a_whole_start_tells_tokens_share_cash_train_and_station():
    g = game()
    give(g, "p0", "12", 120, "2-12")
    cash(g, p0=500)
    stock(g)
    lines = told(g, Par("BNR", 100, by="p0"))
    name, minor = g.rules.data.companies["BNR"].name, g.rules.data.companies["12"].name
    assert lines == [
        f"p0 starts BNR ({name}; its four other stations cost it £100) at £100 a share and buys 20% for £200.",
        f"p0 merges minor 12 ({minor}) into BNR for a share from its treasury; BNR gets £120 and a 2-train.",
        "Minor 12's station in Amsterdam (D3) is removed.",
        f"Minor 12 ({minor}) closes.",
        "BNR places a station in Amsterdam (D3).",
    ]
    assert g.state.cash["BNR"] == 200 - 100 + 120


def test_a_whole_merger_tells_share_cash_train_and_station():
    g = joined()
    stock(g)
    minor = g.rules.data.companies["12"].name
    assert told(g, Exchange("12", "BNR", by="p0"), PlaceToken("D3", by="p1")) == [
        f"p0 merges minor 12 ({minor}) into BNR for a share from its treasury; BNR gets £30 and a 2-train.",
        "Minor 12's station in Amsterdam (D3) is removed.",
        f"Minor 12 ({minor}) closes.",
        "BNR places a station in Amsterdam (D3).",
    ]


def test_the_preview_leaves_what_its_card_shows_to_the_card():
    """Who closes, what moves and where the station stands was told twice: in lines, and before and after on the card."""
    g = joined()
    stock(g)
    action, minor = Exchange("12", "BNR", by="p0"), g.rules.data.companies["12"].name
    done = [*g.play(action), *g.play(PlaceToken("D3", by="p1"))]
    wish = "Merge minor 12, Amsterdam"
    assert merges(action, done)
    assert not merges(Pass(by="p0"), done)
    lines = effect_lines(action, done, wish, "p0", g.view(None), g.rules, carded=True)
    assert lines == [f"p0 merges minor 12 ({minor}) into BNR for a share from its treasury."]
    assert len(effect_lines(action, done, wish, "p0", g.view(None), g.rules, carded=False)) == 3


def test_tokens_that_are_paid_for_when_a_company_floats_are_told_then():
    lines = render.tell([Floated("FS"), Paid("FS", "bank", 100, "station")], VIEW, RULES)
    assert lines == ["FS has floated and operates from now on and pays £100 for its other stations."]


def test_a_train_of_a_minor_is_bought_from_a_minor():
    bought = BuyTrain("2-10", 1, "10", by="ann")
    assert action_words(bought, VIEW, RULES) == "Buy a 2-train from minor 10 for £1"
    assert action_label(bought, {}, VIEW, RULES) == "Buy a 2-train £1 (minor 10)"
    sold = TrainBought(company="1", train="2-10", seller="10", price=1)
    assert render.tell([sold], VIEW, RULES) == ["Minor 1 buys a 2-train from minor 10 for £1."]


def test_who_may_start_or_exchange_reads_what_a_minor_has_to_do_with_it():
    """Buttons “Start BNR” and “Minor 2 → BNR” did not say that a minor is given up, and that nothing is paid for it."""
    assert words.hints({Par}, VIEW, RULES).startswith("A company starts with one of your minors")
    assert "for nothing" in words.hints({Exchange}, VIEW, RULES)
    late = next(name for name, phase in RULES.data.phases.items() if "underwritten" in phase.flags)
    assert words.hints({Par}, structs.replace(VIEW, phase=late), RULES) == ""


def test_companies_to_start_are_told_apart_by_their_countries():
    """Eight buttons “Start AIRS” … “Start SNCF”, and nothing that said which was which."""
    assert [start_words(c, VIEW, RULES) for c in ("AIRS", "BNR", "SNCF")] == ["Austrian", "Belgian", "French"]
    started = {**VIEW.companies, "AIRS": structs.replace(VIEW.companies["AIRS"], par=70)}
    assert start_words("AIRS", structs.replace(VIEW, companies=started), RULES) == ""
