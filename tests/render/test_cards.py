"""Cards as data: what both their pictures and their texts say."""

from __future__ import annotations

from game.play import Game
from render.data.card_data import Sign, bank_card, company_card, player_card
from render.text.alt_text import alt_company
from render.text.plain import company_text
from titles import TITLES

PLAYERS = ["ann", "bob", "cid"]


def start(title):
    rules = TITLES[title].rules((), 3)
    return Game.new(rules, PLAYERS, "1").state, rules


def test_percents_are_of_the_companys_size_though_more_shares_are_out():
    """18 India 2.4: bonds become more than ten shares of the GIPR."""
    view, rules = start("18India")
    for n in range(16):
        view.place[f"GIPR.{n}"] = "ann" if n < 12 else "bob"
    card = company_card(view, rules, "GIPR")
    assert card.split == [("ann", 12, 120), ("bob", 4, 40)]
    assert "ann 120%, bob 40%" in company_text(view, rules, "GIPR")
    assert "Shares: ann 120%, bob 40%." in alt_company(view, rules, "GIPR")


def test_holders_are_told_in_words():
    view, rules = start("18India")
    company = "WR"
    for n, place in enumerate(("ann", "hand:bob", "hidden", "row:2", "pool", "EIR")):
        view.place[f"{company}.{n}"] = place
    names = {who for who, _, _ in company_card(view, rules, company).split}
    assert {"ann", "EIR", "in hands", "row 2", "pool"} <= names
    assert not any(":" in name or name == "hidden" for name in names)


def test_a_minor_is_owned_and_has_no_price():
    view, rules = start("18EU")
    view.companies["7"].president, view.place["7.0"] = "ann", "ann"
    (shares,) = (t for t in player_card(view, rules, "ann").tables if t.title == "Shares")
    assert shares.rows == ((Sign("7"), "", "", "", "owner"),)


def test_the_bank_shows_no_empty_tables():
    view, rules = start("18GA")
    before = [t.title for t in bank_card(view, rules).tables]
    assert before == ["Trains for sale", "Privates for sale", "Shares for sale"]
    for card, place in view.place.items():
        view.place[card] = "ann" if place in ("ipo", "bank") else "gone"
    assert bank_card(view, rules).tables == ()
