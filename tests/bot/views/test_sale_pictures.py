"""What may be bought is one picture with the numbers of the buttons: cards of 18 India's stock rounds, trains of all titles."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest

from bot.client.components import PASSING
from bot.model.action_form import Draft, action_digest
from bot.views.console.layout import ROWS, join_facts
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.messages import Button, Menu, Private
from bot.views.options.card_sales import find_card_sale, shorten_purchases
from bot.views.options.labels import option_labels
from bot.views.options.pictures.train_sales import find_train_sale
from bot.views.options.screen import make_screen, open_draft
from bot.views.turn_panel import compose_panel
from game.actions import Choose, Pass
from render import TrainSale, alt_trains
from render.pictures.choices.entries import EDGE, WIDE
from render.pictures.choices.trains import _bank_rows, owned_entries
from tests.support.console_measures import SCREEN, height_of
from tests.support.decisions import table_at
from tests.support.golden_positions import golden_position
from tests.support.india_positions import bare, buying, give
from tests.support.title_positions import new
from titles import TITLES


async def console_at(w, name: str, number: int, draft: Draft | None = None) -> Private:
    """The console of whoever must act at that position."""
    g = golden_position(name, number)
    table = await w.game(await table_at(w, g))
    seat = table.row.seat(g.deciders()[0])
    state = ConsoleState(draft or Draft(), 0, table.action_version(seat.name))
    return await compose_console(table, seat, state)


def labels_of(shown: Private) -> list[str]:
    return [part.label for row in shown.rows for part in row if isinstance(part, Button)]


@pytest.mark.parametrize("number", [43, 110, 255, 842])  # few rows and holdings, much in the pool, a full hand, late
async def test_a_stock_turn_with_a_hand_and_rows_is_a_screen_at_most(full, number):
    """Rows, hand and options were three pictures one below the other: 1,400 to 1,760 pixels."""
    shown = await console_at(full, "18India-bank", number)
    assert len(shown.pictures) == 1
    assert height_of(shown) <= SCREEN


def test_the_numbers_stand_on_the_cards_that_their_buttons_buy():
    g = golden_position("18India-bank", 43)
    view, choices = g.view("ann"), g.choices("ann")
    screen = make_screen(choices, Draft())
    sale = find_card_sale(screen.options, option_labels(screen, choices, view, g.rules), view, g.rules)
    labels = shorten_purchases(option_labels(screen, choices, view, g.rules), screen.options, view, g.rules)
    by_number = dict(enumerate(labels, 1))
    assert [by_number[n] for n in sale.cards["MR.0"]] == ["MR with director 20% ₹180"]
    two = next(c for c in sale.cards if c.startswith("WIP."))
    assert [by_number[n] for n in sale.cards[two]] == ["WIP 10% ₹76", "WIP 20% ₹152"]
    assert [by_number[n] for n in sale.shares["BNR", "pool"]] == ["BNR ₹82"]
    assert [lot.name for lot in sale.others] == ["Buy a royal bond for ₹100"]
    silent = replace(g.rules, words={k: v for k, v in g.rules.words.items() if k != "short label"})
    offered = option_labels(screen, choices, view, g.rules)
    assert len(set(shorten_purchases(offered, screen.options, view, silent))) == len(offered), (
        "a title may have no words"
    )


def test_of_many_ways_to_buy_a_company_each_button_says_percent_and_price():
    """“How many shares?” had buttons “1 · 1” to “5 · 5”, each of which was two purchases."""
    g = bare(2)
    give(g, "hand:p0", "MR", 5, director=True)
    choices, view = buying(g).choices("p0"), g.view("p0")

    def words(draft: Draft) -> list[str]:
        """The labels after that much was chosen."""
        screen = make_screen(choices, draft)
        return shorten_purchases(option_labels(screen, choices, view, g.rules), screen.options, view, g.rules)

    assert words(Draft("BuyHand")) == ["MR 10% ₹90, up to 50% ₹450", "MR with director 20% ₹180, up to 70% ₹630"]
    many = Draft("BuyHand", {"company": "MR", "director": True})
    assert words(many)[2] == "40% ₹360", "the question says the rest"
    sale = find_card_sale(make_screen(choices, many).options, words(many), view, g.rules)
    assert {*sale.cards.values()} == {()}, "one card had eight red numbers, the next seven"
    assert make_screen(choices, Draft("BuyHand", {"company": "MR", "shares": 2})).question.field == "director"


async def test_a_row_asks_a_question_and_numbers_its_cards(full):
    """The question was the description of an option: “Which row, 1 to 3”."""
    g = golden_position("18India-bank", 255)
    draft = open_draft(g.choices(g.deciders()[0]), "BuyRow")
    shown = await console_at(full, "18India-bank", 255, draft)
    assert shown.title.endswith("from which row?")
    assert "1 · Row 1: EIR ₹100" in labels_of(shown)
    assert len(shown.pictures) == 1


async def test_the_picture_of_an_offer_is_over_once_that_is_answered(full):
    """“TC buys TCC from Cid for $20” stood above “Cid's, for $20”."""
    table = await full.game(await table_at(full, golden_position("18GA-bank", 84)))
    (drawn,) = (await compose_panel(table, [], first=True)).pictures
    assert drawn.name.startswith(PASSING), drawn.name


TRAINS = [("18GA-bank", 278), ("18TN-bank", 368), ("18VA-bank", 242), ("18EU-bank", 212), ("18India-bank", 80)]


@pytest.mark.parametrize(("name", "number"), TRAINS)
async def test_buying_trains_shows_the_bank_and_what_others_own(full, name, number):
    """The panel showed a piece of the map, where nothing of it can be read."""
    g = golden_position(name, number)
    table = await full.game(await table_at(full, g))
    panel = await compose_panel(table, [], first=True)
    (drawn,) = panel.pictures
    assert "Bank: " in drawn.alt
    assert re.search(r" (?:\d of \d trains: |no trains \(limit \d\))", drawn.alt)
    assert drawn.name.startswith(PASSING), "a train that was bought stood below as one of the bank's, for good"
    shown = await console_at(full, name, number)
    assert "Bank: " in shown.pictures[0].alt


async def test_a_train_of_the_bank_that_costs_another_says_so_and_is_not_green_on_the_panel(full):
    """“Is done at once” stood over a train with which the company's Pullman went; trains of others went 1, 4, 5, 3 / 2."""
    shown = await console_at(full, "18EU-bank", 264)
    assert "With a train of the bank GSR discards a Pullman" in shown.body
    g = golden_position("18EU-bank", 264)
    table = await full.game(await table_at(full, g))
    panel = await compose_panel(table, [], first=True)
    assert "Buy a train…" in [b.label for row in panel.rows for b in row if isinstance(b, Button)]
    view, seat = g.view(None), g.deciders()[0]
    screen = make_screen(g.choices(seat), Draft())
    sale = find_train_sale(screen.options, option_labels(screen, g.choices(seat), view, g.rules), view, g.rules, {})
    numbers = [[*entry.numbers] for entry in owned_entries(view, g.rules, "GSR", sale) if entry.numbers]
    assert numbers == sorted(numbers)


def test_each_train_has_the_number_of_its_button():
    g = golden_position("18TN-bank", 368)
    seat = g.deciders()[0]
    view, choices = g.view(seat), g.choices(seat)
    screen = make_screen(choices, Draft())
    labels = option_labels(screen, choices, view, g.rules)
    sale = find_train_sale(screen.options, labels, view, g.rules, {})
    owners = {view.place[card]: labels[n - 1] for card, (n, *_) in sale.cards.items()}
    assert owners["depot"] == "3-train for $180"
    assert owners["GMO"] == "2-train from GMO"
    assert sorted(n for numbers in sale.cards.values() for n in numbers) == [1, 2, 3, 4]
    assert not sale.others


@pytest.mark.parametrize("title", TITLES)
def test_no_word_of_what_trains_bring_is_cut(title):
    """“2 ORs … row” stood in the table of 18VA's trains: lines were folded for two pixels more than they had."""
    g = new(title, 3)
    view = g.view(None)
    for cards in ({}, {f"{next(iter(g.rules.data.trains))}-1": (1, 2)}):
        rows = _bank_rows(view, g.rules, TrainSale(cards))
        assert rows.tightest() <= WIDE - 2 * EDGE


def test_what_a_train_brings_is_said_of_trains():
    """“2s rust” was no sentence for a newcomer."""
    g = golden_position("18GA-bank", 278)
    words = alt_trains(g.view(None), g.rules, "GA", TrainSale())
    assert "Bank: 4-train $300, × 3, 2-trains rust, train limit 3." in words
    assert "GA $45, 3 of 4 trains: 2T, 2T, 3T, dee $86." in words


async def test_cards_of_rows_that_nobody_may_buy_are_no_part_of_the_draft(full):
    """What was asked about stood two screens further down."""
    shown = await console_at(full, "18India-bank", 5)
    assert not any("Row 1" in p.alt for p in shown.pictures)


async def test_certificates_that_are_bid_for_are_called_by_company_and_part(full):
    """“GIPR.0 for ₹0” was a button, “Bid” the whole question, and thirteen long ones more than the rows that Discord takes."""
    shown = await console_at(full, "18India-options", 40)
    assert "3 · GIPR 10% for ₹0" in labels_of(shown)
    assert shown.title.endswith("Put one of these up for auction, with a bid")
    assert len(shown.rows) <= ROWS


@pytest.mark.parametrize(
    ("number", "told"), [(8, "In the draft: P1"), (60, "In the draft: P2"), (102, "Cid ₹113, next ₹114")]
)
async def test_cards_that_are_bid_for_stand_in_the_picture_alone(full, number, told):
    """With rows, pool, draft and hand it was three screens high, and a list of twenty had no numbers at all."""
    shown = await console_at(full, "18India-options", number)
    (picture,) = shown.pictures
    wide, tall = (int.from_bytes(picture.data[at : at + 4], "big") for at in (16, 20))
    assert tall <= 1.7 * wide
    assert told in picture.alt
    assert not re.search("Row 1|hand", picture.alt)
    if number == 8:
        ((menu,),) = shown.rows
        assert isinstance(menu, Menu)
        assert [o.label for o in menu.options][3:5] == ["4 · GIPR 10%", "5 · EIR 20%"]


async def test_what_each_minor_has_is_told_where_one_of_them_starts_a_company(full):
    """It stood behind *Explain*: five lines had no room beside the map."""
    shown = await console_at(full, "18EU-bank", 98)
    assert (
        "-# Minor 1: a 2-train · 3: £50 and a 2-train · 5: a 2-train · 10: £121 · 15: £19 and two 2-trains"
        in shown.body
    )
    assert "Explain" not in labels_of(shown)
    assert height_of(shown) <= SCREEN


def test_a_short_line_keeps_the_capitals_of_a_company():
    """“sR $30 → $31”."""
    assert (
        join_facts(["You have $5", "SR $30 → $31", "A 2-train left"])
        == "-# You have $5 · SR $30 → $31 · a 2-train left"
    )


@pytest.mark.parametrize(
    ("name", "number"),
    [
        ("18GA-bank", 12),
        ("18VA-bank", 63),
        ("18VA-bank", 77),
        ("18EU-bank", 290),  # shares and five companies to start, which stood in a line each with names cut alike
        ("18India-bank", 46),
        ("18India-bank", 92),
    ],
)
async def test_holdings_are_seen_with_what_is_started_or_sold_where_a_screen_has_room(full, name, number):
    """They stood behind a press: nobody compares what to start, or what to sell, without what others hold."""
    shown = await console_at(full, name, number)
    assert "Holdings" not in labels_of(shown)
    assert shown.pictures[0].name.startswith(("holdings-", "cards-"))
    assert height_of(shown) <= SCREEN


async def test_holdings_are_a_press_away_where_cards_and_buttons_fill_the_screen(full):
    """Cards for sale, companies and players were up to 830 pixels high, with the buttons below the screen."""
    shown = await console_at(full, "18India-bank", 113)
    assert "Holdings" in labels_of(shown)
    assert height_of(shown) <= SCREEN


async def test_what_a_price_of_a_start_brings_stands_above_everybodys_holdings(full):
    """They were a press away, and the rows of five prices alone filled a screen."""
    g = golden_position("18EU-bank", 290)
    draft = open_draft(g.choices(g.deciders()[0]), "Par:SNCF")
    shown = await console_at(full, "18EU-bank", 290, draft)
    assert "Holdings" not in labels_of(shown)
    (drawn,) = shown.pictures
    assert "1: £70, 20% for £140" in drawn.alt
    assert ": cash £363, AIRS 60%" in drawn.alt
    assert height_of(shown) <= SCREEN


@pytest.mark.parametrize(
    ("name", "number", "said"),
    [
        ("18EU-bank", 336, ["1 · Buy 1 share back from the pool", "2 · Sell 1 GSR, £90"]),
        ("18India-bank", 302, ["1 · Sell P6 for ₹150", "2 · Sell 1 MR, ₹64"]),
        ("18GA-bank", 173, ["2-train from ACL"]),
    ],
)
async def test_each_thing_that_can_be_done_has_a_button_and_its_row(full, name, number, said):
    """Two buttons stood below a picture of one of them, and the rest behind “Sell shares…” and “Buy a train…”."""
    shown = await console_at(full, name, number)
    assert labels_of(shown)[: len(said)] == said
    (drawn,) = shown.pictures
    assert len(said) < 2 or all(f"{n}: " in drawn.alt for n in range(1, len(said) + 1))
    assert drawn.alt.count("1 for £90") == (2 if name == "18EU-bank" else 0), (
        "what shares that are bought back cost, too"
    )
    assert not re.search(r"\bRB\d|a train of another company", drawn.alt)


async def test_whoever_is_asked_about_a_private_sees_that(full):
    """“Sell MCR to TC for $70?” stood below the last run of TC."""
    panel = await compose_panel(await full.game(await table_at(full, golden_position("18GA-bank", 15))), [], first=True)
    assert [p.alt.partition(",")[0] for p in panel.pictures] == ["LTR"]


async def test_what_is_passed_on_is_shown(full):
    """“No track” asked over the table of who holds what."""
    choices = golden_position("18GA-bank", 168).choices()
    passing = Draft(act=action_digest(next(a for c in choices for a in c if isinstance(a, Pass))))
    shown = await console_at(full, "18GA-bank", 168, passing)
    assert [p.alt.partition(" ")[0] for p in shown.pictures] == ["Part"]


async def test_a_company_converts_only_after_its_preview_which_says_what_it_brings(full):
    """*Convert to ten shares* was green and did at once what is for good; nothing said what money it brings."""
    shown = await console_at(full, "18VA-bank", 279)
    assert "Converting is for good. It gives SR 5 more shares to sell: $200 at today's $40 each." in shown.body
    convert = shown.rows[0][0]
    assert isinstance(convert, Button)
    assert (convert.label, convert.style) == ("Convert to ten shares", "secondary")
    g = golden_position("18VA-bank", 279)
    action = next(a for c in g.choices(g.deciders()[0]) for a in c if isinstance(a, Choose))
    preview = await console_at(full, "18VA-bank", 279, Draft("Choose", {}, action_digest(action)))
    assert "it can sell – → 5 shares, $200" in preview.pictures[0].alt
