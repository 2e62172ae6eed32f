"""What a price, an answer or a preview is about is shown: a private, a minor or a train as a row, a start on the market."""

from __future__ import annotations

import re
from typing import Any

import pytest

from bot.model.action_form import Draft, action_digest
from bot.views.console.effect_lines import effects_head, split_by_end
from bot.views.console.message import compose_console
from bot.views.console.state import ConsoleState
from bot.views.formatting import question_words
from bot.views.offer_words import own_offer_words
from bot.views.options.labels import option_labels
from bot.views.options.rows import option_lots
from bot.views.options.screen import make_screen
from bot.views.story.game_log import _move_lines
from game.events import Paid, Passed, PrivateClosed, RoundBegan, RoundEnded
from render.pictures.lots import Lot, alt_lots
from tests.bot.commands.test_eu_decisions import doubling
from tests.bot.views.test_offers_and_routes import asked
from tests.console_report import seated
from tests.support.decisions import table_at
from tests.support.discord_world import answer, labels, said, words
from tests.support.golden_positions import golden_position
from tests.support.india_positions import bare, running
from tests.support.typed_lines import typing_at
from titles.india.events import GuarantyPaid


@pytest.mark.parametrize(
    ("name", "number", "typed", "shows"),
    [
        ("18GA-bank", 0, "bid OSR", "4: OSR, $100, $20 per OR, Ocilla Southern RR"),
        ("18GA-bank", 0, "LTR", "1: LTR, $20, $5 per OR"),
        ("18EU-bank", 0, "bid 8", "8, Ungarische Staatsbahn"),
        ("18GA-bank", 44, "buy MRC", "MRC, $40, $10 per OR, Midland Railroad Co"),
        ("18GA-bank", 44, "pool", "SAL, $60, Seaboard Air Line"),
        ("18EU-bank", 43, "buy 2 from 3", "2T, from minor 3"),
        ("18VA-bank", 151, "start WMR", "2 shares"),
    ],
)
async def test_what_is_asked_about_or_shown_has_a_picture(tmp_path, name, number, typed, shows):
    async with typing_at(tmp_path, name, number) as typist:
        told = await typist.show(typed)
        assert len(told.attachments) == 1, said
        if shows != "2 shares":
            assert told.attachments[0].description.startswith(shows)
        assert not [text for text in labels(told) if text.startswith(("1 · $", "1 · Pay"))]


async def test_an_offer_is_shown_to_who_is_asked_and_named_to_who_made_it(w):
    g = asked()
    thread = await seated(w, g)
    shown = answer(await w["Bob"].slash(thread, "turn"))
    assert shown.attachments[0].description.startswith("2T, $50")
    assert labels(shown) == ["Accept", "Decline"], "an answer has no number"
    own = said(await w["Ann"].slash(thread, "turn")).replace("\\", "")
    assert "You have offered Bob (for SR) $50 for a 2-train. L&N would buy it." in own
    assert own_offer_words(g.view("bob"), g.rules, "bob") == ""


@pytest.mark.parametrize(("typed", "title"), [("start ACL", "18GA"), ("buy MRC", "18GA")])
async def test_holdings_are_seen_at_or_a_press_away_from_every_question_of_a_stock_round(tmp_path, typed, title):
    async with typing_at(tmp_path, f"{title}-bank", 12 if typed.startswith("start") else 44) as typist:
        told = await typist.show(typed)
        seen = any("worth $" in (a.description or "") for a in told.attachments)
        assert (seen, "Holdings" in labels(told)) == (typed.startswith("start"), not typed.startswith("start"))


def test_a_preview_ends_where_the_round_ends():
    """18VA's par price listed who passes in the stock round that begins then."""
    events = [PrivateClosed("P4"), RoundEnded("Auction", {}), RoundBegan("SR 1"), Passed("bob", "stock")]
    own, later = split_by_end(events)
    assert own == events[:1]
    assert effects_head(later) == "Then the round ends. Next:"


def test_no_alt_text_has_an_empty_name():
    assert (
        alt_lots([Lot("LTR", number=1), Lot("", name="Buy a royal bond", number=2)]) == "1: LTR. 2: Buy a royal bond."
    )


async def test_a_pullman_says_what_the_trains_earn_with_each_stop(w):
    shown = answer(await w["Ann"].slash(await table_at(w, doubling()), "turn"))
    assert labels(shown)[:2] == ["1 · £120 · Double Brussels (C8)", "2 · £120 · Double Amsterdam (D3)"]
    assert "without it the trains earn £90" in words(shown)
    assert len(shown.attachments) == 1


def test_a_guaranty_says_what_it_pays():
    g = bare()
    running(g, "TR", "p0", price=71)
    assert list(g.rules.notes(g.state, "TR")) == ["guaranty: ₹3 a share if it pays nothing"]


def test_the_log_of_dividends_says_who_gets_a_guaranty():
    """It ended with “₹3 a share.”"""
    g, paid = bare(), (GuarantyPaid("TR", 3), Paid("bank", "p0", 15, "guaranty"))
    (line,) = _move_lines(paid, g.view(None), g.rules, "dividends")
    assert line.endswith("₹3 a share (p0 ₹15).")


async def test_a_preview_of_an_answer_says_to_what(w):
    """“Accept” stood alone above what would happen."""
    table = await w.game(await seated(w, asked()))
    seat, yes = table.row.seat("bob"), next(a for c in table.choices("bob") for a in c if a.yes)
    state = ConsoleState(Draft(act=action_digest(yes)), 0, table.action_version("bob"))
    assert (await compose_console(table, seat, state)).title.endswith("Accept: may L&N buy a 2-train from SR for $50?")


def hands(message: Any) -> list[str]:
    """What is said of the pictures of a hand, but for which cards are chosen."""
    return [a.description.partition("Your hand")[2] for a in message.attachments]


async def test_cards_to_pick_are_shown_after_a_refusal_too(w):
    thread = await w.table(title="18India")
    actor = await w.actor(thread)
    first = answer(await actor.slash(thread, "turn"))
    for company in ("GIPR", "P1", "P2"):  # of which a hand has some and lacks others
        shown = answer(await actor.slash(thread, "do", action=f"pick {company}"))
        if f"there is no card of {company}" in words(shown):
            assert hands(shown) == hands(first), "the same picture, with what was chosen before"
        else:
            assert any(re.fullmatch(r"[1-3] of 7 chosen", label) for label in labels(shown)), (
                "it is chosen, six are asked"
            )
            assert len(shown.attachments) == len(first.attachments)


def test_what_a_row_says_is_not_said_twice():
    g = golden_position("18VA-bank", 467)
    choices, view = g.choices(g.deciders()[0]), g.view(g.deciders()[0])
    shown = make_screen(choices, Draft())
    rows = option_lots(shown.options, option_labels(shown, choices, view, g.rules), view, g.rules, {})
    assert {row.name for row in rows} <= {"rusts with 5T/4G", "rusts with 4D", "never rusts"}


def test_a_minor_that_asks_is_called_one():
    """“May 1 lay the first tile in B11?”"""
    g = golden_position("18EU-bankruptcy", 41)
    seat = g.deciders()[0]
    assert question_words(g.choices(seat), g.view(seat), g.rules) == "May minor 1 lay the first tile in B11?"
