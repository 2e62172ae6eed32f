"""`/rules term` knows the words that the bot itself uses to newcomers, each title's own among them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import render
from bot.views.guide.title_guide import explain_term
from bot.views.options.ending import BUILT, END_TURN, FINISHED
from game.play import Game
from game.rules import Rules
from game.state import State
from render.data.bank_card import bank_card
from render.data.company_card import company_card
from render.data.names import leader_heading, type_in_table
from render.data.overview import everything
from render.data.player_card import player_card
from render.data.queries import OF_PRIVATES
from render.text.card_words import company_words, price_words, train_words
from render.text.glossary import ALIASES, TERMS, explain_word, title_terms
from render.text.map_key import map_key, phase_key, table_key
from render.text.market_text import COLOURS
from render.text.screen_words import list_screen_words
from render.text.title_words import first_steps, title_summary
from tests.support.golden_positions import golden_position
from titles import TITLES

SAID = {
    "18GA": ("private", "token", "stop", "pool"),
    "18TN": ("Civil War",),
    "18VA": ("mine", "port", "coal mining district", "coal", "convert", "freight", "five shares"),
    "18EU": ("minor", "minors", "corporation", "merge", "Pullman", "Final Exchange Round", "FER", "port", "issue"),
    "18India": (
        *(
            "gauge",
            "gauge marker",
            "best +",
            "best +20",
            "jewelry",
            "goods",
            "ore",
            "open market",
            "royal bond",
            "bonds",
        ),
        *("guaranty", "concession", "row", "hand", "draft", "express", "exchange token", "convert"),
        *(
            "convertible",
            "never rusts",
            "stays at home",
            "printed price",
            "best run",
            "circle",
            "lot",
            "needed to float",
        ),
    ),
}
FLAGS = {
    "war": "civil war",
    "underwritten": "final exchange",
    "gauge": "gauge",
    "guaranty": "guaranty",
    "pullman": "pullman",
}
FLAGS |= {"convert": "convert", "all_ten_shares": "ten shares", "no_coal_income": "coal"}
HEADS = {  # heads of columns, as the program names them
    head
    for file in (Path(render.__file__).parent).rglob("*.py")
    for head in re.findall(r'Column\("([^"]+)"', file.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("title", TITLES)
def test_words_that_the_bot_uses_are_known(title: str) -> None:
    """“I do not know Civil War” was said by the bot that had just told of it."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    unknown = [word for word in SAID.get(title, ()) if not explain_word(word, rules)[1]]
    assert unknown == []


@pytest.mark.parametrize("title", TITLES)
def test_trains_and_tiles_are_known_as_pictures_write_them(title: str) -> None:
    """“I do not know 8T” was said below a picture of “rusts with 8T”."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    view = Game.new(rules, tuple("abcdefg")[: TITLES[title].file.players[0]], "a").view("a")
    for train in rules.data.trains:
        written = type_in_table(rules, train)
        assert train_words(rules, train) in explain_term(rules, view, written).body.replace("\\", ""), written
    for tile in rules.data.map.tiles:
        if not tile.isdigit():
            assert f"Tile {rules.data.tile_number(tile)}: " in explain_term(rules, view, tile).body
    assert explain_word("IPO", rules)[1]
    assert title != "18India" or "It comes with P6" in explain_word("jewelry token", rules)[1]


def test_who_closes_a_private_is_paid_where_that_is_the_rule() -> None:
    """18 India pays its face value; its owner was said to get nothing."""
    told = {t: explain_word("close", TITLES[t].rules((), TITLES[t].file.players[0]))[1] for t in ("18India", "18GA")}
    assert "the bank pays its owner the face value" in told["18India"]
    assert "gets nothing" in told["18GA"]


@pytest.mark.parametrize("title", TITLES)
def test_what_the_data_of_a_title_names_is_known(title: str) -> None:
    """Marks of the map, lines that are no track, kinds of companies, and what phases bring, as far as a title has such."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    data = rules.data
    named = {s.replace("_", " ") for h in data.hexes.values() for s in h.symbols if s not in OF_PRIVATES}
    named |= {kind for h in data.hexes.values() for kind in h.borders.values() if kind == "gauge"}
    named |= {c.kind for c in data.companies.values()} & {"minor"}
    named |= {FLAGS[flag] for phase in data.phases.values() for flag in phase.flags if flag in FLAGS}
    assert sorted(word for word in named if not explain_word(word, rules)[1]) == []


@pytest.mark.parametrize("title", TITLES)
def test_what_stands_on_screens_maps_and_buttons_is_known(title: str) -> None:
    """“I do not know “Y”” was said of a letter on the map; heads of columns, colours and what buttons do are words too."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    hexes, tiles = rules.data.hexes.values(), [rules.data.tiles[t] for t in rules.data.map.tiles]
    letters = {rules.data.printed_label(label) for label in {h.label for h in hexes} | {t.label for t in tiles}} - {""}
    printed = {s.replace("_", " ") for h in hexes for s in h.symbols if s in OF_PRIVATES}
    signs = {key.removeprefix("sign: ") for key in rules.words if isinstance(key, str) and key.startswith("sign: ")}
    done = {a.verb for a in rules.actions if a.verb} - {"selltrain", "untoken", "pick", "border"}  # no word of a button
    ends = {BUILT, END_TURN, *FINISHED.values(), "Done"}
    colours = {c for phase in rules.data.phases.values() for c in phase.tiles}
    looked = {"yellow zone"} if "y" in {c for cell in rules.data.cells.values() for c in cell.codes} else set()
    named = {"pay half", "bankruptcy", "off-board", "in charge", "close", "secret", leader_heading(rules)}
    every = {*HEADS, *letters, *printed, *signs, *done, *ends, *colours, *looked, *named}
    assert sorted(word for word in every if not explain_word(word, rules)[1]) == []
    assert sorted(word for word in list_screen_words(rules) if not explain_word(word, rules)[1]) == []
    assert "and numbers at the edge" not in list_screen_words(rules), (
        "“Letters and numbers at the edge” are none of a tile"
    )


PLURALS = ("companies", "cities", "hexes", "trains", "ferries")  # of words that are listed as one
OF_PAGES = {  # words of these games, wherever one stands in a sentence
    *("bonus", "card", "cost", "disc", "face value", "ferry", "goods", "hex", "hill", "income", "marker", "maximum"),
    *("mountain", "network", "off-map", "river", "rough", "shareholder", "water"),
}


@pytest.mark.parametrize("title", TITLES)
def test_words_of_a_titles_own_pages_and_ground_are_known(title: str) -> None:
    """“I do not know ferry”, “goods” was said where the map and the pages of the title had such."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    pages = [*first_steps(rules), *title_summary(rules), *title_terms(rules).values(), *TERMS.values()]
    pages += [part for line in (*map_key(rules), *table_key(rules), *phase_key(rules)) for part in line[:2]]
    pages += [option.text for option in rules.data.file.option.values()]
    said = " ".join(pages).casefold()
    hexes = rules.data.hexes.values()
    ground = {kind for h in hexes for kind in h.terrain}
    ground |= {kind for h in hexes for border in h.borders.values() for kind in border.split()} - {"impassable"}
    written = {word for word in (*OF_PAGES, *PLURALS) if re.search(rf"\b{word}\b", said)}
    assert len(written) > 5
    assert sorted(word for word in written | ground if not explain_word(word, rules)[1]) == []
    assert title != "18India" or {"ferry", "goods"} <= written


PHRASE = re.compile(r"[A-Za-z][a-z]+(?:[ -][a-z]+){0,2}")  # words of a card that are no names, sums or sentences


def phrases_of(view: State[Any], rules: Rules) -> Iterator[str]:
    """Heads, labels and words in the cells of all cards and tables of a position."""
    cards = [
        *(company_card(view, rules, c) for c in view.companies),
        *(player_card(view, rules, p) for p in view.order),
    ]
    cards.append(bank_card(view, rules))
    tables = [*everything(view, rules), *(t for card in cards for t in card.tables)]
    cells = [str(cell) for t in tables for row in (t.heads, *t.rows) for cell in row]
    cells += [text for card in cards for fact in card.facts for text in fact]
    cells += [owner for card in cards for owner, _, _ in card.split]
    yield from (t.title for t in tables if PHRASE.fullmatch(t.title))
    yield from (part for cell in cells for part in re.split(r"[,;:] | × |\n", cell.strip(" .")))


@pytest.mark.parametrize(("game", "number"), [(f"{title}-bank", number) for title in TITLES for number in (40, 80)])
def test_words_on_cards_and_tables_are_known(game: str, number: int) -> None:
    """“on offer”, “not floated” and “Cash and shares” stand on each card and in each table, and were unknown."""
    g = golden_position(game, number)
    view, rules = g.view(None), g.rules
    names = {*view.order, *rules.data.companies, *rules.data.privates, *TITLES}
    data = rules.data
    for named in (data.companies, data.privates, data.hexes):
        names |= {d.name for d in named.values()}
    phrases = {text for text in phrases_of(view, rules) if PHRASE.fullmatch(text)} - names
    zones = {COLOURS[code] for cell in rules.data.cells.values() for code in cell.codes if code in COLOURS}
    assert sorted(word for word in phrases | zones if not explain_word(word, rules)[1]) == []


def test_a_number_in_a_sign_does_not_matter_but_in_a_name() -> None:
    """18EU's map says `ask minor 2`; P1 is a private of 18VA, whose map has a letter P."""
    eu, va = (TITLES[title].rules((), 3) for title in ("18EU", "18VA"))
    assert explain_word("ask minor 2", eu)[1].startswith("Whoever owns that minor must agree")
    assert "the owner is asked" in explain_word("ask", eu)[1], "the list of words had no such word"
    assert explain_word("P1", va) == ("", "")
    view = Game.new(eu, ("ann", "bob", "cid"), "1", seated=True).view(None)
    assert "Pullman" in str(explain_term(eu, view, "P").body), "a train as well as a letter of the map"
    assert explain_word("express train", TITLES["18India"].rules((), 3))[0] == "Express"


@pytest.mark.parametrize("title", TITLES)
def test_terms_are_sentences(title: str) -> None:
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    for term, text in title_terms(rules).items():
        assert re.fullmatch(r"[“A-Z].*\.", text), term
        assert ".." not in text
        assert len(text) < 330, term
    assert set(ALIASES.values()) <= set(TERMS)


def test_a_word_means_what_its_title_says() -> None:
    """What a port is differs from title to title; where none is named, none of them is meant."""
    va, eu = (explain_word("port", TITLES[title].rules((), 3)) for title in ("18VA", "18EU"))
    assert va[0] == eu[0] == "Port"
    assert "freight train" in va[1]
    assert "counts as a town" in eu[1]
    assert explain_word("port") == ("", "")


def test_a_special_tile_is_known_in_any_case() -> None:
    rules = TITLES["18India"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1", seated=True).view(None)
    assert render.describe(view, rules, "tile ind2").startswith("Tile IND2: ")


@pytest.mark.parametrize(("title", "word"), [("18VA", "1G"), ("18VA", "2/1G"), ("18India", "4E"), ("18EU", "Pullman")])
def test_a_train_is_known_as_its_buttons_name_it(title: str, word: str) -> None:
    rules = TITLES[title].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1", seated=True).view(None)
    assert "train" in render.describe(view, rules, word).partition("\n")[0] or word == "Pullman"
    assert explain_word("free cash", rules)[1]


def test_what_counts_at_the_end_is_what_is_counted() -> None:
    """18 India: “the companies' own money does not” stood beside “share of assets”; 18EU has no private companies."""
    india, eu = (TITLES[name].rules((), 3) for name in ("18India", "18EU"))
    assert "a tenth of all that it owns, money too" in title_summary(india)[0]
    assert "own money does not" not in title_summary(india)[0]
    assert "private companies" not in title_summary(eu)[0]
    assert explain_word("share of assets", india)[1].startswith("What a company owns counts for its shareholders")


@pytest.mark.parametrize("title", TITLES)
def test_what_to_do_first_is_said_for_any_number_of_players(title: str) -> None:
    """Nothing told a newcomer what to do in the first auction or selection, nor how to judge a price."""
    file = TITLES[title].file
    for players in range(file.players[0], file.players[1] + 1):
        lines = first_steps(TITLES[title].rules((), players))
        assert 3 <= len(lines) <= 5
        assert all(re.fullmatch(r"[A-Z].*\.", line) and len(line) < 215 for line in lines), lines
        assert sum("worth?" in line for line in lines) == 1


@pytest.mark.parametrize("title", TITLES)
def test_how_a_game_opens_is_told_before_its_rounds(title: str) -> None:
    """18EU read as if a stock round came first: two operating rounds do, and “Stock round 2” was the first."""
    lines = title_summary(TITLES[title].rules((), 3))
    assert lines[1].startswith("It opens ")
    assert "operating round" in lines[2]
    assert title != "18EU" or lines[1].endswith("then stock round 2: the sale counts as the first.")


def test_what_to_do_first_counts_with_the_players_there_are() -> None:
    eu, india = ("\n".join(first_steps(TITLES[title].rules((), 3))) for title in ("18EU", "18India"))
    assert "All players together have £90 for each of the 15 minors" in eu
    assert "whoever put it up gets it for nothing" in eu
    assert "Choose 7 of the 13 cards" in india
    assert "You have ₹733" in india
    auctioned = "\n".join(first_steps(TITLES["18India"].rules(("certificate_auction",), 3)))
    assert "auctioned" in auctioned
    assert "draft" not in auctioned


@pytest.mark.parametrize(("title", "word"), [("18EU", "auction"), ("18EU", "sale of minors"), ("18India", "selection")])
def test_how_a_game_opens_is_a_word_of_its_title(title: str, word: str) -> None:
    """`/rules term auction` told of 18EU what no auction there does: a minor without a bid gets cheaper."""
    said = explain_word(word, TITLES[title].rules((), 3))[1]
    assert "cheaper" in said or "in secret" in said


def test_words_of_all_games_say_what_they_mean_in_18_india():
    """Of its pool, prices, privates and treasuries the sentences of other games were told, which are wrong there."""
    rules = TITLES["18India"].rules((), 3)
    said = {
        w: explain_word(w, rules)[1]
        for w in ("pool", "par", "market", "private", "treasury", "worth", "rust", "priority", "auction")
    }
    assert "left over" in said["pool"]
    assert "It is printed" in said["par"]
    assert "do not move it" in said["market"]
    assert "bought the card from a player" not in said["private"]
    assert "counts for nobody" not in said["treasury"]
    assert "a tenth of all that it owns" in said["worth"]
    assert "never happens" in said["rust"]
    assert "passed first" in said["priority"]
    assert "optional rule" in said["auction"]
    assert "can be turned into its shares" in company_words(rules, "GIPR"), "not by themselves"


def test_minors_are_known_to_count_for_nothing():
    """18EU has no private companies, of which its “worth” spoke; that minors count for nothing was told after their sale."""
    said = explain_word("worth", TITLES["18EU"].rules((), 3))[1]
    assert "Minors count for nothing" in said
    assert "private" not in said


@pytest.mark.parametrize("title", TITLES)
def test_words_of_all_games_are_true_in_each(title: str) -> None:
    """“Whoever is over it must sell” is not so in 18VA; companies of 18EU and 18 India have money before they float; towns do not
    count for most trains; a company that a bankruptcy closes may start again; 18EU has no private companies.
    """
    rules = TITLES[title].rules((), 3)
    wrong = {"certificate limit": "must sell", "not floated": "money", "not started": "share", "train": "stops"}
    wrong |= {"close": "for good"}
    assert not [word for word, claim in wrong.items() if claim in explain_word(word, rules)[1]]
    assert "private companies" not in next(line.words for line in table_key(rules) if line.sign == "worth")


@pytest.mark.parametrize(("title", "free"), [("18GA", True), ("18EU", True), ("18India", True), ("18TN", False)])
def test_towns_that_do_not_count_for_a_train_are_said_to(title: str, free: bool) -> None:
    """18GA: “Runs to 2 stops” stood on the card of a train that runs through three; some counted by the wrong rule for hours."""
    rules = TITLES[title].rules((), 3)
    assert ("towns on the way pay too, but do not count" in train_words(rules, "2")) is free
    assert ("Towns do not count" in explain_word("town", rules)[1]) is free


def test_a_private_that_no_company_can_buy_says_nothing_of_its_sale() -> None:
    """18TN's LNR closes before any company operates: its card said "for $0 to $0"."""
    rules = TITLES["18TN"].rules((), 3)
    assert price_words(rules, "LNR") == ""
    assert "$50 to $150" in price_words(rules, "OWR")


def test_the_bank_is_told_by_what_it_has() -> None:
    """“All money outside the game.” stood there, and players own money too."""
    assert explain_word("bank")[1].startswith("The money that no player and no company has. ")


@pytest.mark.parametrize("title", TITLES)
def test_each_card_is_told_by_itself(title: str) -> None:
    """Of `phase 2`, which the option itself names, only the word phase was explained, and of the company SR a stock round."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    names = [f"player{n}" for n in range(1, rules.players + 1)]
    view = Game.new(rules, names, "", seated=True).view(None)
    for phase in rules.data.phases:
        assert "train limit" in explain_term(rules, view, f"phase {phase}").body
    for company, known in rules.data.companies.items():
        assert known.name in explain_term(rules, view, company).body
        assert known.name in explain_term(rules, view, known.name).body, "a full name was not known"
    if title == "18India":
        drawn = sum("not in this game" not in explain_term(rules, view, c).body for c in rules.data.companies)
        assert drawn == 10, "of those left out it was said that they had closed"
    if "SR" in rules.data.companies:
        assert "Players in turn buy and sell" in explain_term(rules, view, "SR").body
        assert "Southern Railway" in explain_term(rules, view, "sr").body
    if title == "18EU":
        assert "État Belge" in explain_term(rules, view, "minor 2").body, "only what a minor is was told"


def test_the_end_is_told_as_the_rules_have_it() -> None:
    """18VA and 18EU go on without who is bankrupt; 18 India's market goes on beyond the price that ends the game."""
    said = {name: title_summary(TITLES[name].rules((), 3))[-1] for name in TITLES}
    for name in ("18VA", "18EU"):
        assert said[name].endswith("at once when all but one of you are bankrupt.")
    assert "reaches $300" in said["18GA"]
    assert "reaches $250" in title_summary(TITLES["18GA"].rules(("end_price=250",), 3))[-1]
    assert "reaches ₹400" in said["18India"]


def test_words_that_mean_something_else_in_a_title_are_its_own() -> None:
    """18VA: a beaten bid is free again; its first presidents have 40%; 18EU: four stations were “free” and cost £100."""
    va, eu = (TITLES[name].rules((), 3) for name in ("18VA", "18EU"))
    assert "yours to bid again" in explain_word("free cash", va)[1]
    assert "costs you nothing" in explain_word("auction", va)[1]
    assert "two of these, 40%" in company_words(va, "C&O")
    assert "20%." in company_words(va, "B&O")
    assert "free)" not in company_words(eu, "FS")
    assert "to the pool" in explain_word("float", eu)[1]
    assert "must not have operated yet" in explain_word("merge", eu)[1]
    tn = TITLES["18TN"].rules((), 3)
    assert "all 4-trains run once more" in train_words(tn, "6"), "the second 6-train ends them"


def test_a_word_of_a_button_is_known_with_its_number():
    """“NWR director 30% ₹300” stood on a button, and `/rules term director 30%` knew nothing of it."""
    rules = TITLES["18India"].rules((), 4)
    assert "and 10% more" in explain_word("director 30%", rules)[1]
    assert explain_word("guaranty companies", rules)[0] == "Guaranty"
    assert explain_word("rows", rules)[0] == "Row"


def test_what_a_train_runs_is_told_of_a_title_whose_towns_count() -> None:
    """18TN's rules in short were silent, and previews then had $40 for a city and a town."""
    assert "A 2-train runs to two stops: cities, towns or places off the map." in title_summary(
        TITLES["18TN"].rules((), 3)
    )
    assert any("at most two cities" in line for line in title_summary(TITLES["18EU"].rules((), 3)))
