"""Cards as data: what both their pictures and their texts say."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, pairwise

import pytest

from game.actions import PayDividend
from game.play import Game
from render.data import queries
from render.data.bank_card import bank_card
from render.data.card_data import Card, Dividend, Sign, Table
from render.data.company_card import company_card
from render.data.names import owner_name
from render.data.overview import everything
from render.data.player_card import player_card
from render.data.queries import acting_company
from render.drawing import fonts, phone
from render.pictures import table_images
from render.pictures.table_images import LEAST, WIDE, _blocks, _large_facts, _number, draw_bank, draw_card
from render.text.alt_text import alt_company
from render.text.descriptions import describe
from render.text.plain import company_text, table_text
from tests.support.golden_positions import golden_position
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
    view.place["P6"] = "row:2"
    assert "It is in row 2." in describe(view, rules, "P6"), "“Held by 2.”"


def test_a_minor_is_owned_and_has_no_price():
    view, rules = start("18EU")
    view.companies["7"].president, view.place["7.0"] = "ann", "ann"
    view.cash["7"], view.place["2-1"] = 40, "7"
    tables = {t.title: t.rows for t in player_card(view, rules, "ann").tables}
    assert tables == {"Minors": ((Sign("7"), "minor 7", "£40", "2T, 2T (rust with 4T)"),)}


def test_what_a_player_is_worth_adds_up_on_the_card():
    """18 India counts a tenth of the companies' assets for each share: without it, the rest would look like a secret."""
    view, rules = start("18India")
    for card, place in list(view.place.items()):
        if place == "bank" or card == "EIR.0":
            view.place[card] = "ann"
    view.cash["EIR"] = 500
    card = player_card(view, rules, "ann")
    facts = dict(card.facts)
    dollars = {label: int(text[1:].replace(",", "")) for label, text in facts.items() if text.startswith("₹")}
    assert dollars["Share of assets"] == 100
    rest = dollars["Privates"] + dollars["Share of assets"]
    assert dollars["Cash and shares"] + rest == dollars["Worth"] == queries.worth(view, rules, "ann")
    shares = next(t for t in card.tables if t.title == "Shares")
    assert sum(int(row[4][1:].replace(",", "")) for row in shares.rows) == dollars["Shares"]


def test_equal_privates_are_one_row_and_unsold_rows_count_as_for_sale():
    view, rules = start("18India")
    privates = next(t for t in bank_card(view, rules).tables if t.title == "Privates for sale")
    assert [row[1] for row in privates.rows].count("Royal Bond") == 1
    assert ("× 10", "Royal Bond", "₹100") in privates.rows
    lying = {"EIR.1": "row:1", "EIR.2": "row:2", "EIR.3": "pool"}
    for card in [c for c in view.place if c.startswith("EIR.")]:
        view.place[card] = lying.get(card, "ann")
    view.companies["EIR"].president = "ann"
    (row,) = (r for r in everything(view, rules)[1].rows if r[0] == Sign("EIR"))
    assert row[-1] == "20% + 10% pool", "one unit for shares: percent"


def test_a_closed_company_is_only_closed_and_its_runs_stay():
    view, rules = start("18GA")
    view.companies["GA"].closed = True
    card = company_card(
        view, rules, "GA", [Dividend("OR 1.1", 60, "full", 6, 80), Dividend("OR 1.2", 90, "none", 0, 70)]
    )
    assert card.facts == (("Was", "at home in Augusta (D10)"), ("State", "closed"))
    assert not card.bar
    (runs,) = card.tables
    assert runs.heads[-2:] == ("a share", "price then")
    assert runs.rows == (("OR 1.2", "$90", "withheld", "–", "$70"), ("OR 1.1", "$60", "paid out", "$6", "$80"))


def test_the_bank_shows_no_empty_tables():
    view, rules = start("18GA")
    before = [t.title for t in bank_card(view, rules).tables]
    assert before == ["Trains for sale", "Privates for sale", "Shares for sale"]
    for card, place in view.place.items():
        view.place[card] = "ann" if place in ("ipo", "bank") else "gone"
    assert bank_card(view, rules).tables == ()


@pytest.mark.parametrize("title", list(TITLES))
def test_the_trains_of_the_bank_stand_in_one_table_of_legible_words(title, monkeypatch):
    """18TN's train that rusts later has many words in one column: these are folded, and nothing else becomes smaller.

    18India's headings ran together, “rusts with the first one brings”, and a train's name touched its price.
    """
    view, rules = start(title)
    sizes: dict[str, set[int]] = {}
    ends: list[tuple[float, float, float]] = []  # of words: their level, left and right in pixels
    real = fonts.write

    def write(draw, at, text, size, *, anchor="la", bold=False, **more):
        sizes.setdefault(text, set()).add(size)
        wide = fonts.width(text, size, bold=bold)
        left = at[0] - wide * (anchor[0] == "r")
        ends.extend([(at[1], left, left + wide)] if anchor in ("lm", "rm") and wide else [])
        real(draw, at, text, size, anchor=anchor, bold=bold, **more)

    monkeypatch.setattr(fonts, "write", write)
    draw_bank(view, rules)
    names = [row[0] for row in bank_card(view, rules).tables[0].rows]
    assert set.intersection(*(sizes[name] for name in names)), "all rows have one size"
    rusts = sizes.get("rusts with") or sizes["rusts"]  # a narrow heading is folded
    assert (sizes.get("the first one brings") or sizes["the first"]) == rusts == sizes["left"]
    assert min(sizes[names[0]]) >= LEAST + (0 if title == "18India" else 3)
    beside = [(one, other) for one, other in pairwise(sorted(ends)) if one[0] == other[0]]
    assert min(other[1] - one[2] for one, other in beside) >= 15, "words of two columns read as one"


def test_no_figure_of_a_card_stands_alone_below_others():
    """The treasury of a company of five shares stood alone on a second line."""
    facts = [(what, "$100") for what in ("Owner", "Price", "Par", "Shares", "Treasury")]
    assert [what for what, _ in _large_facts(Card("VR", facts=tuple(facts)))] == ["Owner", "Price", "Par", "Treasury"]
    assert len(_large_facts(Card("VR", facts=tuple(facts[1:])))) == 4


def test_minors_are_tokens_in_their_owners_row():
    """ "100*" stood thirteen times in a table that was read at seven pixels."""
    rules = TITLES["18EU"].rules((), 4)
    view = Game.new(rules, ["ann", "bob", "cid", "dee"], "1").view(None)
    owners = {"1": "ann", "2": "bob", "5": "ann", "7": "cid"}
    for minor, player in owners.items():
        view.companies[minor].president, view.companies[minor].floated = player, True
        view.place[f"{minor}.0"] = player
    table = everything(view, rules)[0]
    column = table.heads.index("minors")
    assert {row[0].removesuffix(" ◂"): row[column] for row in table.rows} == {
        "ann": "1 5",
        "bob": "2",
        "cid": "7",
        "dee": "",
    }
    assert not any(head in owners for head in table.heads)
    assert not any("100" in cell for row in table.rows for cell in row[column:])
    assert "1 5" in table_text(view, rules)
    assert "\n1 ann " in table_text(view, rules).replace("  ", " ").replace("  ", " "), (
        "its number once, where its sign is none"
    )
    view.place |= dict.fromkeys(("P-1", "P-2", "2-15"), "pool")
    assert dict(bank_card(view, rules).facts)["In the pool"] == "2T, P × 5"
    assert "last run" not in table_text(view, rules), "no heading stands above nothing"


def test_the_blocks_of_a_table_are_about_as_wide_as_each_other():
    """The second half of 18 India's had one company."""
    blocks = _blocks([110, 90, 100, 90, *[80] * 10])
    assert [b[0] for b in blocks] == [0] * len(blocks)
    assert sorted(i for b in blocks for i in b if i) == list(range(1, 14))
    sizes = [len(b) for b in blocks]
    assert len(blocks) == 2
    assert abs(sizes[0] - sizes[1]) <= 2


def test_one_wide_cell_does_not_break_a_table_in_two(monkeypatch):
    """“30% + 30% pool” made two blocks of the companies of 18 India, of which the second was half empty."""
    heads = ("", "", "manager", "price", "treasury", "trains", "stations left", "last run", "for sale")
    row = (Sign("GIPR"), "GIPR", "Player 2", "₹1,112", "₹1,090", "4E 4E", "2", "₹1,090", "30% + 30% pool")
    rules = start("18India")[1]
    blocks = []
    real = table_images._block

    def note_block(*given):
        blocks.append(given[1])
        real(*given)

    monkeypatch.setattr(table_images, "_block", note_block)
    sizes, write = dict[str, int](), fonts.write

    def note_write(draw, at, text, size, **more):
        sizes[text] = size
        write(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", note_write)
    draw_card(Card("Companies", tables=(Table("", heads, (row,)),)), rules)
    told = [word for head in heads for word in head.split()]
    on_phone = [sizes[head] * phone.WIDTH / WIDE for head in told if head in sizes]
    assert min(on_phone) >= 11, "headings had nine pixels on a phone"
    assert {"manager", "treasury", "stations"} <= {*sizes}
    assert not _number(["2T, 3T", "2T"]), "trains began where the numbers of stations did"
    assert _number(["$50", "–", "2"])
    assert [len(columns) for columns in blocks] == [len(heads)]
    blocks.clear()
    tightest = (Sign("AIRS"), "AIRS", "bob", "£200", "£376", "3T, 3T, 4T", "2", "£240", "30% + 40% pool")
    europe = start("18EU")[1]
    draw_card(Card("", tables=(Table("", (*heads[:2], "president", *heads[3:]), (tightest,)),)), europe, LEAST)
    assert [len(columns) for columns in blocks] == [len(heads)], "the space behind the last column made two blocks"
    signs = [Sign(company) for company in list(rules.data.companies)[:10]]
    held = ("Player 2", "₹1,112", "₹1,090", "10/18", *(["30*"] * len(signs)))
    blocks.clear()
    draw_card(Card("Players", tables=(Table("", ("", "cash", "worth", "certs", *signs), (held,)),)), rules)
    assert len(blocks) == 2, "a table of many columns has print that a phone shows instead"


def test_players_have_their_colours_in_the_table_of_everything(monkeypatch):
    """“Player 1” had none where people are called otherwise than their seats."""
    view, rules = start("18GA")
    named = replace(rules, called={p: f"Player {n}" for n, p in enumerate(view.order, 1)})
    orders, prints = [], []
    real = table_images.draw_card

    def note_order(card, rules, print_):
        orders.append(card.order)
        prints.append(print_)
        return real(card, rules, print_)

    monkeypatch.setattr(table_images, "draw_card", note_order)
    table_images.draw_table(view, named)
    assert orders == [tuple(map(named.person, view.order))] * 2
    few, many = Table("", ("", "cash"), (("ann", "$1"),)), Table("", ("", *["treasury"] * 9), (("GA", *["$10"] * 9),))
    monkeypatch.setattr(table_images, "everything", lambda *_about: (few, many))
    table_images.draw_table(view, named)
    assert prints[2:] == [LEAST, LEAST], "rows of one answer had two sizes, the smaller of nine pixels on a phone"


def test_a_run_whose_dividend_is_to_come_has_not_earned_nothing():
    """ "Last run: $50, nothing earned" stood beside the question whether to pay out $50."""
    for name, number, paid in (("18GA-bank", 250, "full"), ("18EU-bank", 189, "half")):
        g = golden_position(name, number)
        company = acting_company(g.state)
        assert ", dividend to come (" in dict(company_card(g.view(None), g.rules, company).facts)["Last run"]
        g.play(PayDividend(paid, by=g.deciders()[0]))
        said = {"full": ", paid out (", "half": ", paid half ("}[paid]
        assert said in dict(company_card(g.view(None), g.rules, company).facts)["Last run"]


@pytest.mark.parametrize("game", ["18GA-bank", "18EU-bank"])
def test_long_names_lie_on_nothing_in_the_table_of_everything(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """“Player 3” with the mark of the priority deal lay on that player's cash, and a longer name on the worth too."""
    g = golden_position(game, 400)
    view = g.view(None)
    names = ("Maximilian Bergmann", "Player 3", "Wolfeschlegelsteinhausen", "Sebastian Sturm")
    rules = replace(g.rules, called=dict(zip(view.order, names, strict=False)))
    view.priority = view.order[1]
    boxes: list[tuple[float, float, float]] = []
    real = fonts.write

    def note(draw, at, text, size, *, anchor="la", bold=False, **more):
        wide = fonts.width(text, size, bold=bold)
        left = at[0] - wide if anchor[0] == "r" else at[0]
        if anchor in ("lm", "rm"):  # not the letters of a token
            boxes.append((at[1], left, left + wide))
        real(draw, at, text, size, anchor=anchor, bold=bold, **more)

    monkeypatch.setattr(fonts, "write", note)
    for n in range(len(everything(view, rules, None, dict.fromkeys(view.order, 100)))):
        boxes.clear()
        table = everything(view, rules, None, dict.fromkeys(view.order, 100))[n]
        draw_card(Card("", tables=(table,), order=tuple(map(rules.person, view.order))), rules)
        for (level, left, right), (below, other, end) in combinations(boxes, 2):
            assert level != below or right <= other or end <= left, (level, left, other)


def test_shares_that_nobody_has_bought_are_on_offer_whoever_holds_them():
    """A card had “offering” for those of the bank and “treasury” for those of the company, whose money it called so too."""
    assert {owner_name(place) for place in ("ipo", "treasury")} == {"on offer"}


def test_tables_have_one_print_and_their_headings_end_on_one_line(monkeypatch):
    """18TN's had larger print than its neighbours', and a gap stood below headings of one line beside those of two."""
    written, real = dict[str, tuple[float, int]](), fonts.write

    def write(draw, at, text, size, **more):
        written[text] = at[1], size
        real(draw, at, text, size, **more)

    monkeypatch.setattr(fonts, "write", write)
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "1")
    view = g.view(None)
    table_images.draw_table(view, g.rules)
    assert {written[text][1] for text in ("cash", "worth", "certs")} == {LEAST}
    heads = ("", *["stations left"] * 4, *["treasury"] * 3)
    rows = tuple((name, *["$10"] * 7) for name in ("GA", "SR"))
    draw_card(Card("", tables=(Table("", heads, rows),)), g.rules, LEAST)
    assert written["stations"][0] < written["left"][0] == written["treasury"][0]
    assert written["SR"][0] - written["GA"][0] < 2 * LEAST, "rows were half empty"
