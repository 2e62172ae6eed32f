"""What newcomers stumbled over in their first evenings, each as it is mended."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec import structs

import render
from bot.commands.console_presses import step_back
from bot.model.action_form import Draft
from bot.model.results import sort_by_seller
from bot.tables.lookahead.pass_plans import PassPlan
from bot.views.console.effect_lines import effects_head, head_effects, join_effects, preview_lines, split_by_end
from bot.views.console.hints import MORE_STATIONS, hints, run_hints, step_hints, step_words, train_effects
from bot.views.console.layout import ConsoleIds, colour_words, more_buttons, row_lines
from bot.views.console.layout import option_button_rows as buttons_of_options
from bot.views.console.question_facts import cash_words, station_words
from bot.views.console.questions import path_words
from bot.views.formatting import purse_words
from bot.views.messages import Button, playing_words
from bot.views.offer_words import next_train_words
from bot.views.options.ending import pass_label, plan_words
from bot.views.options.labels import (
    cut_labels,
    have_own_numbers,
    leave_out_names,
    letter_labels,
    option_hints,
    option_labels,
    picture_labels,
)
from bot.views.options.pictures.step_pictures import find_only_hex
from bot.views.options.rows import option_lots
from bot.views.options.screen import ScreenOption, make_screen, open_draft
from bot.views.options.single_press import needs_no_preview
from bot.views.options.start_facts import start_facts
from bot.views.press_verbs import StepVerb
from game.actions import (
    Bid,
    BuyPrivate,
    BuyTrain,
    LayTile,
    Par,
    Pass,
    PlaceToken,
    Route,
    RunTrains,
    SellPrivate,
    SellShares,
    TakePrivate,
)
from game.choices import choice
from game.events import Passed, Skipped, TileLaid, TokenPlaced, TrainBought, TurnEnded
from game.numbering import by_number
from game.play import Game
from game.steps.trains import BuyTrains
from render.data import queries
from render.text.questions import ask
from tests.console_report import walk
from tests.support import eu_positions
from tests.support.discord_world import answer, labels, words, world
from tests.support.title_positions import operate, play, stock
from titles import TITLES


def steps(title: str) -> Iterator[tuple[Game, tuple[Any, ...], Any]]:
    """Positions of a game, with what the first who must act may do and sees."""
    for g, _ in walk(title, 1):
        player = g.deciders()[0]
        yield g, tuple(g.choices(player)), g.view(player)


def started(title: str = "18GA") -> tuple[Game, tuple[Any, ...], Any]:
    g = Game.new(TITLES[title].rules((), 3), ("ann", "bob", "cid"), "1", seated=True)
    return g, tuple(g.choices("ann")), g.view("ann")


def test_companies_that_nobody_has_started_are_told_apart_by_facts():
    """Six companies to start, each with a town and “floats at 60%”: nothing spoke for one of them."""
    g, _, _ = started()
    play(g, Bid("MRC", 45, by="ann"), Pass(by="bob"), Bid("LTR", 20, by="cid"))
    view = g.view("ann")
    assert [*map(str, start_facts("SAL", view, g.rules))] == [
        "starts in Savannah (G13), near Statesboro and Brunswick",
        "3 stations",
        "ann's MRC builds in F12, 1 hex away",
    ]
    assert start_facts("W&A", view, g.rules) == [
        render.Fact("starts in Atlanta (D4)", near="Rome and Montgomery"),
        render.Fact("2 stations"),
    ]
    assert next_train_words(view, g.rules) == "A 2-train costs $100 now."


def test_who_can_only_start_a_company_is_told_so_and_whose_share_is_missing():
    """“Buy shares, or pass” where none could be bought; “90% on offer” of a company that nobody had started."""
    g, _, _ = started()
    while g.state.round.startswith("Auction"):
        player = g.deciders()[0]
        cheapest = next(a for c in g.choices(player) if c.kind is Bid for a in c)
        g.play(cheapest)
    player = g.deciders()[0]
    view, choices = g.view(player), tuple(g.choices(player))
    assert ask(choices, view, g.rules) == "start a company, or pass"
    owner, company = next(
        (p, c) for c, at in view.companies.items() for p in view.order if queries.holdings(view, g.rules, c).get(p)
    )
    shown = make_screen(choices, Draft())
    rows = option_lots(shown.options, option_labels(shown, choices, view, g.rules), view, g.rules, {})
    assert any(f"90% on offer, {owner}'s 10%" in lot.words for lot in rows), company


def test_minors_for_sale_have_no_second_numbers_and_one_row_each():
    """“12 · Minor 13: £100” stood below “5 · Put up minor 13 without a bid”, and the picture listed each minor twice."""
    g, _, _ = started("18EU")
    for minor in range(1, 9):
        eu_positions.give(g, "bob", str(minor), 0)
    choices, view = tuple(g.choices("ann")), g.view("ann")
    shown = make_screen(choices, Draft())
    labels = option_labels(shown, choices, view, g.rules)
    assert have_own_numbers(shown.options, g.rules)
    rows = option_lots(shown.options, labels, view, g.rules, {})
    assert [row.key for row in rows] == [str(minor) for minor in range(9, 16)]
    assert {row.number for row in rows} == {0}


def test_the_buttons_of_many_minors_fill_their_rows_on_a_phone():
    """Fifteen of “Minor 1: £100” wrapped to nine ragged rows, and the console was 1,275 px high."""
    g, _, _ = started("18EU")
    choices, view = tuple(g.choices("ann")), g.view("ann")
    shown = make_screen(choices, Draft())
    said = picture_labels(option_labels(shown, choices, view, g.rules), shown, g.rules)
    assert said == [f"{n} · £100" for n in range(1, 16)], "each says that it bids at once"
    rows = buttons_of_options(ConsoleIds(1, 1, ""), shown, said, 0, choices, view, g.rules)
    assert sum(map(row_lines, rows)) <= 5
    dearer = [f"{n} · £{95 + 5 * n}" for n in range(1, 16)]
    rows = buttons_of_options(ConsoleIds(1, 1, ""), shown, dearer, 0, choices, view, g.rules)
    assert sum(map(row_lines, rows)) <= 5


async def test_a_button_of_a_minor_says_what_it_bids(w):
    """Fifteen green numbers, each of which spent £100: that was said out of sight, above the picture."""
    thread = await w.table(title="18EU")
    shown = answer(await (await w.actor(thread)).slash(thread, "turn"))
    assert labels(shown)[:15] == [f"{n} · £100" for n in range(1, 16)]


async def test_back_from_what_is_put_up_without_a_bid_leads_to_where_it_was_chosen(w):
    """It led to *Other bid…*, which nobody had opened; and nothing said what comes of a minor that nobody bids on."""
    thread = await w.table(title="18EU")
    actor = await w.actor(thread)
    first = await actor.slash(thread, "turn")
    unpaid = await actor.click(answer(first), label="Without a bid…")
    assert "If nobody does, it is offered to all for £90, then for £10 less each time; at £0 it is yours." in words(
        answer(unpaid)
    )
    back = await actor.click(answer(unpaid), label="Back")
    assert labels(answer(back)) == labels(answer(first))


def test_certificates_in_a_list_say_their_price_and_where_their_company_starts():
    """18 India: seven cards were to be kept of which nothing was told but letters; equal ones bore numbers of no picture."""
    g, choices, view = started("18India")
    shown = make_screen(choices, Draft())
    labels, notes = option_labels(shown, choices, view, g.rules), option_hints(shown.options, view, g.rules)
    assert labels[1:4] == ["10% of EIR, 1 of 2", "10% of EIR, 2 of 2", "10% of NCR"]
    assert notes[1] == "10% for ₹100 · East India Railway, Kolkata (P17)"
    gipr = replace(shown.options[1], choice="GIPR.1")
    assert option_hints([gipr], view, g.rules)[0].startswith("10% for ₹112 · "), "of a company with twenty shares too"


def test_one_train_of_the_bank_a_turn_is_said_before_it_is_bought():
    """The bank's trains were just gone, with $600 left to spend."""
    g, _, view = started()
    asked: Any = SimpleNamespace(agreeing=())
    offer: Any = SimpleNamespace(kind=BuyTrain, action=None, choice=None, question=None)
    bank: Any = SimpleNamespace(question=asked, options=(offer,), more=())
    sentence = "In this phase a company may buy only one train a turn from the bank."
    for name, phase in g.rules.data.phases.items():
        assert hints(bank, structs.replace(view, phase=name), g.rules) == [sentence] * ("one_train" in phase.flags)
    assert any("one_train" in phase.flags for phase in g.rules.data.phases.values())
    first = next(name for name, phase in g.rules.data.phases.items() if "one_train" in phase.flags)
    bought = structs.replace(view, phase=first, agenda=[BuyTrains("CoG", bank=1)])
    # What it can still do is said once, by what is on offer: “It can only buy trains of other companies, if their owner agrees”.
    assert hints(bank, bought, g.rules) == ["It has bought its one train from the bank."]
    several = TITLES["18GA"].rules(("several_bank_trains",), 3)
    assert "one train" in hints(bank, bought, several)[0], "no other company has a train"
    sold = structs.replace(bought, place={**bought.place, "2-1": "ACL"})
    assert "one train" not in " ".join(hints(bank, sold, several))


def test_what_a_train_brings_is_said_before_one_press_buys_it():
    """It was said in a preview, which a train of the bank had in one place and not in another."""
    g, _, view = started()

    def said(train: str) -> list[str]:
        bought = BuyTrain(train, 180, by="ann")
        shown: Any = SimpleNamespace(options=(SimpleNamespace(kind=BuyTrain, action=bought),), more=())
        return train_effects(shown, view, g.rules)

    (line,) = said("4-1")
    assert line.startswith("Buying a 4-train: 2-trains rust, ")
    assert said("2-1") == [], "nothing goes with the first trains"
    rules = TITLES["18VA"].rules((), 3)
    sides = [SimpleNamespace(kind=BuyTrain, action=BuyTrain("4-1", 400, side=side, by="a")) for side in ("4", "3G")]
    (line,) = train_effects(SimpleNamespace(options=sides), Game.new(rules, ("a", "b", "c"), "x").state, rules)  # type: ignore[arg-type]
    assert line.startswith("Buying a 4/3G-train: 2/1G-trains rust, "), (
        "bought for freight, it was not said that they rust"
    )
    bank, ours = BuyTrain("4-1", 180, by="ann"), BuyTrain("4-1", 180, "CoG", by="ann")
    assert needs_no_preview([choice(bank)], bank)
    assert not needs_no_preview([choice(ours)], ours), "somebody is asked"


def test_nobody_bids_all_that_they_have_by_one_press():
    g, choices, _ = started()
    offered = [o.choice for o in make_screen(choices, Draft("Bid", {"item": "MRC"})).options]
    assert offered[:3] == [45, 50, 55]
    assert g.state.cash["ann"] not in offered


def test_money_that_bids_bind_is_told():
    g, _, _ = started()
    g.play(Bid("MRC", 45, by="ann"))
    assert cash_words(g.rules, g.view("ann"), "ann", bidding=True).startswith("Free cash: you $555 (of $600) · ")


def test_an_auction_s_console_has_everybody_s_free_cash():
    """The panel's picture had it, the console said “You have $450” alone."""
    g, _, _ = started()
    g.play(Bid("MRC", 45, by="ann"))
    others = [p for p in g.state.order if p != "bob"]
    said = cash_words(g.rules, g.view("bob"), "bob", bidding=True)
    assert said.startswith("Free cash: you $600 · ")
    assert "nn $555" in said
    assert all(g.rules.person(p) in said for p in others)


def test_after_a_purchase_nobody_is_asked_to_buy():
    """It said "Buy or sell shares, or pass" when nothing was left but to sell."""
    for g, choices, view in steps("18GA"):
        kinds = {c.kind for c in choices}
        if view.round.startswith("SR") and SellShares in kinds and queries.has_traded(view):
            assert ask(choices, view, g.rules) == "choose Done, unless you want to sell shares too"
            return
    pytest.fail("nobody sells after a purchase in this game")


def test_the_only_place_for_a_tile_is_named_and_its_tiles_are_drawn():
    for _, choices, _ in steps("18GA"):
        shown = make_screen(choices, Draft())
        if shown.options and all(o.field == "tile" for o in shown.options):
            assert find_only_hex(shown) == next(a.hex for c in choices if c.kind is LayTile for a in c)
            return
    pytest.fail("no company has one place only in this game")


def test_back_from_a_price_leads_to_the_beginning():
    for _, choices, _ in steps("18GA"):
        starts = [o for o in make_screen(choices, Draft()).options if o.kind is Par and o.field == "company"]
        if starts:
            assert step_back(choices, Draft("Par", {"company": starts[0].choice})) == Draft()
            return
    pytest.fail("nobody may start a company in this game")


def test_a_certificate_that_comes_for_nothing_costs_nothing():
    """The L&N's price in 18TN: the picture said "20% for $130. You keep $220"."""
    for g, choices, view in steps("18TN"):
        if view.agenda and view.agenda[-1].key == "par":
            shown = make_screen(choices, Draft())
            lots = option_lots(shown.options, option_labels(shown, choices, view, g.rules), view, g.rules, {})
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
            chosen = Draft("BuyTrain", {"train": found.train, "seller": found.seller})
            assert path_words(make_screen(choices, chosen), view, g.rules) == said, "the seller is not said twice"
            return
    pytest.fail("no company may buy another one's train in this game")


def test_shares_without_a_place_on_the_market_sell_at_their_fixed_price():
    """18 India's GIPR: "Sell 1 GIPR for ₹0"."""
    for g, choices, view in steps("18India"):
        found = next((a for c in choices if c.kind is SellShares for a in c if a.company == "GIPR"), None)
        if found is not None:
            offer = ScreenOption(StepVerb.ACT, "x", SellShares, found)
            (lot,) = option_lots([offer], ["Sell"], view, g.rules, {})
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


async def test_each_sale_is_told_by_one_post(tmp_path):
    """What ended one lot was told again when the next one was sold."""
    async with world(tmp_path) as w:
        thread = await w.table()
        for on, price in (("MRC", 45), ("MRC", 50), ("LTR", 20)):
            await (await w.actor(thread)).slash(thread, "play bid", on=on, price=price)
        assert (await w.game(thread)).position.auction.lot == "MRC"
        await (await w.actor(thread)).slash(thread, "play pass")
        await (await w.actor(thread)).slash(thread, "play bid", on="W&SR", price=70)
        sold = [text.split("**")[1] for text in w.posts(thread) if text.startswith("**Sold to")]
        assert [sum(lot in text for text in sold) for lot in ("LTR", "MRC", "W&SR")] == [1, 1, 1]


def test_a_preview_tells_the_lines_that_fit_beside_a_picture():
    """A purchase in 18VA led through three rounds that pass by themselves, in twenty lines."""
    few, many = [str(n) for n in range(10)], [str(n) for n in range(30)]
    assert preview_lines(few).count("•") == 10
    assert preview_lines(many).splitlines()[-1] == "• … and 21 more lines"
    assert preview_lines(many).count("•") == 10


def test_a_long_preview_keeps_all_payments():
    """A bankruptcy's ended with `… and 5 more lines`, among them who was paid what."""
    stations = [f"DR's station in C{n} is removed." for n in range(12)]
    lines = [
        "**ann is bankrupt.**",
        "ann's £2 goes to the bank.",
        "**DR closes.**",
        *stations,
        "DR's £30 goes to the bank.",
    ]
    told = join_effects(lines, "", []).splitlines()
    assert told[:3] == ["• **ann is bankrupt.**", "• ann's £2 goes to the bank.", "• **DR closes.**"]
    assert told[-2:] == ["• DR's £30 goes to the bank.", "• … and 7 more lines without payments"]
    assert len(told) == 10
    paid = [f"ann sells 10% of C{n} for £{n}." for n in range(12)]
    assert len(join_effects(paid, "", []).splitlines()) == 12


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


def test_minors_stand_in_the_order_of_their_numbers():
    """Trains were offered from minors 10, 12, 2 and 3, in that order."""
    g = eu_positions.game()
    for minor in ("1", "3", "10", "2"):
        eu_positions.give(g, "p0", minor, 100)
    operate(g, "1", BuyTrains("1"))
    traded = [a for c in sort_by_seller(g.choices("p0")) for a in c if isinstance(a, BuyTrain) and a.seller]
    assert [a.seller for a in traded] == [str(n) for n in range(2, 16)]
    view = g.view("p0")
    assert [c for c in view.companies if c.isdigit()] == [str(n) for n in range(1, 16)]
    assert purse_words(g.rules, view, "p0").startswith("You have £450 · minor 1 £100 · minor 2 £100 · minor 3")
    assert by_number(["SNCF", "10", "2", "B11", "B9"]) == ["2", "10", "B9", "B11", "SNCF"]


def test_a_corporation_s_first_minor_is_named_before_its_city():
    """Buttons, list and picture named cities, and nothing said what becomes of the minor."""
    g = eu_positions.game()
    for minor in ("1", "5"):
        eu_positions.give(g, "p0", minor, 55)
    stock(g)
    play(g, Par("SNCF", 82, by="p0"))
    choices, view = tuple(g.choices("p0")), g.view("p0")
    shown = make_screen(choices, Draft())
    said = option_labels(shown, choices, view, g.rules)
    assert said[1] == "Minor 5 (Ferrovia Adriatica, p0, £55 and a 2-train), Venice (H19)"
    assert cut_labels(letter_labels(said)) == ["A · Minor 1, Paris: £55", "B · Minor 5, Venice: £55"], "what decides"
    question = ask(choices, view, g.rules)
    assert question.endswith(
        "That minor closes: SNCF gets its station, money and trains, and you get a share of SNCF: 30% in all, it floats at 50%"
    )
    lines = station_words(shown, said, view, g.rules).splitlines()
    assert lines[0] == "-# Your minors on the map:"
    assert lines[2] == "-# B · Minor 5 (£55 and a 2-train), Venice (H19)", (
        "two lines each, and the picture was off the screen"
    )
    assert step_words("city", view, g.rules) == "Which minor?"


def test_minors_at_one_price_are_told_apart_and_may_be_put_up_without_a_bid():
    g, choices, view = started("18EU")
    shown = make_screen(choices, Draft())
    rows = option_lots(shown.options, option_labels(shown, choices, view, g.rules), view, g.rules, {})
    assert rows[14].words == "Lyon £30 once built; tiles to £120; near Marseille, Geneva"
    assert len({row.words for row in rows}) == 15
    high = render.lots_height(render.shorten_many(rows)) / 3
    assert high < 430, "its picture was 792 pixels high on a phone: fifteen names and “from £100” fifteen times"
    assert render.shorten_many(rows[:10]) == rows[:10]
    assert ask(choices, view, g.rules) == "put up one of the minors, with a bid (£100 or more) or without"
    ids = ConsoleIds(1, 1, "")
    buttons = more_buttons(ids, shown, choices, view, g.rules)
    assert [b.label for b in buttons] == ["Without a bid…", "Other bid…"]
    inner = make_screen(choices, open_draft(choices, shown.more[0].value) or Draft())
    assert [o.action for o in inner.options] == [Bid(str(n), 0, by="ann") for n in range(1, 16)]
    assert option_labels(inner, choices, view, g.rules)[4] == "Minor 5"
    assert path_words(inner, view, g.rules) == "Put up without a bid"


def test_hands_rows_and_bonds_of_18_india_are_explained():
    parts = [
        "you may buy the cards in your hand, at their printed prices",
        "three rows of cards open to companies after this round",
        "20%: the director's certificate",
        "20% of it are the director's certificate",
        "the first of each is for sale",
        "₹10 each",
        "not change any price",
    ]
    for g, choices, view in steps("18India"):
        said = hints(make_screen(choices, Draft()), view, g.rules)
        parts = [part for part in parts if not any(part in line for line in said)]
        if not parts:
            return
    pytest.fail(f"nothing is said of: {parts}")


def test_a_sale_is_said_to_lower_the_price_and_a_pass_to_end_a_turn_only():
    for g, choices, view in steps("18GA"):
        if view.round.startswith("SR") and SellShares in {c.kind for c in choices}:
            shown = make_screen(choices, Draft())
            if shown.action is not None:  # its preview says what the price becomes
                continue
            falls = "After a sale the price falls a step for each share, to the bottom at most."
            assert hints(shown, view, g.rules) == [falls], "“if it can”: can what?"
            assert pass_label(Pass(by=choices[0].by), choices, view, g.rules) in ("Pass this turn", "Done")
            return
    pytest.fail("nobody sells in this game")


def test_what_the_next_company_does_is_no_effect_of_a_purchase():
    """“If you choose it: SAL places a station”: the turn ended, and SAL's began."""
    later = (TurnEnded("CoG"), TokenPlaced("SAL", "J12.a"))
    assert split_by_end((TrainBought("CoG", "2-1", "depot", 100), *later))[1] == later


def test_a_station_says_what_it_is_good_for_and_a_train_what_it_costs():
    g, _, view = started()
    key = SimpleNamespace(key="token")
    asked: Any = structs.replace(view, agenda=[key])
    company = next(iter(view.companies))
    assert step_hints({PlaceToken, Pass}, asked, g.rules)[0] == MORE_STATIONS
    assert step_hints({LayTile, Pass}, asked, g.rules) == []
    poor: Any = structs.replace(view, agenda=[BuyTrains(company)], cash={**view.cash, company: 55})
    (sentence,) = step_hints({Pass}, poor, g.rules)
    assert sentence == f"A 2-train costs $100, {company} has $55."
    rich = structs.replace(poor, cash={**view.cash, company: 100})
    assert step_hints({Pass}, rich, g.rules) == []


def test_a_train_that_stays_at_home_says_why():
    g, _, view = started()
    company = next(iter(view.companies))
    agenda: Any = [BuyTrains(company)]
    fleet: Any = structs.replace(view, agenda=agenda, place={**view.place, "2-1": company, "2-2": company})
    run = RunTrains((Route("2-1", ("F6.a", "E5.a")),), by="ann")
    assert run_hints([run], fleet, g.rules) == ["A 2-train stays at home: no route is left for it."]
    passing = RunTrains((Route("2-1", ("F6.a", "E7.a", "D10.a")), Route("2-2", ("F6.a", "I9.a"))), by="ann")
    towns = ["Towns do not count for a train's number."]
    assert run_hints([passing], fleet, g.rules) == towns
    assert run_hints([run, passing], fleet, g.rules) == towns, "of a list what holds of all, and of any of it"


def test_what_follows_by_itself_stands_apart_from_a_lay():
    """It read as if the tile were the reason that the company earned nothing."""
    later = (Skipped("CoG", "run", "no train can run"), TurnEnded("CoG"))
    done, ended = split_by_end((TileLaid("CoG", "F6", "5", 0), *later))
    assert (len(done), tuple(ended)) == (1, later)
    head = effects_head(ended)
    assert join_effects(["CoG lays 5."], head, ["CoG earns nothing."]).splitlines() == [
        "• CoG lays 5.",
        "Then the turn ends by itself. Next:",
        "• CoG earns nothing.",
    ]
    one = "a company may buy one train a turn from the bank"
    assert effects_head(ended, one) == f"Then the turn ends by itself ({one}). Next:"
    assert effects_head(ended[:1]) == "Then the turn goes on by itself:"
    assert join_effects(["CoG lays 5."], head, []) == "• CoG lays 5."


def test_what_comes_of_the_only_thing_to_do_names_it():
    """“If you do: ACL $900 → $860” stood below “Then the turn goes on by itself:”, and that below “My advice: No station.”"""
    station, lines = PlaceToken("I11", by="ann"), "Then the turn goes on by itself:\n• ACL earns nothing."
    told, small = head_effects(station, lines, "-# ACL $900 → $860 · then you again", own=False)
    assert told == f"With the station: ACL $900 → $860 · then you again\n{lines}"
    assert small == ""
    assert head_effects(station, "", "-# ACL $900 → $860", own=False) == ("", "-# With the station: ACL $900 → $860")
    free = head_effects(station, lines, "", own=False)[0]
    assert free.startswith("With the station, the turn goes on by itself:")
    assert head_effects(LayTile("I11", "6", 0, by="ann"), "• It lays.", "", own=True)[0].startswith("With the tile:\n")
    assert head_effects(None, "• It lays.", "", own=True)[0] == "This would happen:\n• It lays."


def test_colours_are_explained_in_the_same_words_in_panel_and_console():
    """“grey asks further” stood on nearly every answer, and in other words than on the panel."""
    green, grey = (Button("x", "Pay out", "success"), Button("y", "Other runs…", "secondary"))
    assert (
        colour_words(((green, grey),), TITLES["18GA"].rules((), 3))
        == playing_words((green, grey))
        == "The first button does it at once"
    )
    assert playing_words((grey, green)) == "*Pay out* is done at once"
    assert playing_words((green, green, grey)) == "Green does it at once"


def test_one_press_names_only_what_a_company_skips():
    """“End the turn: skips trains, treasury, stock round and stock round.”"""
    _, _, view = started()
    passes = (
        Passed("GSR", "trains"),
        Passed("GSR", "treasury"),
        Passed("ann", "stock round"),
        Passed("bob", "stock round"),
    )
    plan = PassPlan(2, False, True, passes, view)
    rules = TITLES["18EU"].rules((), 3)
    assert plan_words(plan, rules) == "End the turn: skips buying trains and trading its own shares."
