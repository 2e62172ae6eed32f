"""Every power, company and train of every title is told in words, from the data that the rules read."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from msgspec import structs

import render
from game.actions import Bid
from game.play import Game
from game.state import Laid
from game.title_data import Ability
from render.data import queries
from render.text.card_words import (
    ability_words,
    company_words,
    phase_words,
    power_words,
    private_words,
    tile_places,
    train_words,
)
from render.text.title_words import option_sentences, title_summary
from tests.support.golden_positions import golden_position
from tests.support.india_positions import bare
from tests.support.title_positions import new
from titles import TITLES, find
from titles.india import cards as india_cards
from titles.india import words as india_words

RULES = [(t, options) for t, title in TITLES.items() for options in ((), *((p,) for p in title.file.preset))]


def test_data_name_only_kinds_of_abilities_that_the_title_declares():
    rules = TITLES["18VA"].rules((), 3)
    with pytest.raises(ValueError, match="18VA declares no kind of ability called bonus or limit"):
        replace(rules, abilities=())


def test_data_set_only_what_a_kind_of_ability_reads():
    """A field that nobody reads looked as if it were a rule."""
    data = TITLES["18GA"].rules((), 3).data
    private = data.privates["MRC"]
    wrong = structs.replace(private, abilities=(Ability("blocks", shares=2),))
    with pytest.raises(ValueError, match="18GA: an ability of kind blocks does not read shares"):
        replace(TITLES["18GA"].rules((), 3), data=structs.replace(data, privates={**data.privates, "MRC": wrong}))


@pytest.mark.parametrize(("title", "options"), RULES)
def test_every_power_has_words_that_name_what_it_names(title, options):
    rules = TITLES[title].rules(options, TITLES[title].file.players[0])
    for private, data in rules.data.privates.items():
        said = private_words(rules, private)
        assert f"{rules.data.file.currency}{data.revenue}" in said or not data.revenue
        assert "It closes " in said or "It never closes." in said
        for ability in data.abilities:
            spots = {rules.data.hexes[h].spot for h in ability.hexes}
            assert all(s in said for s in (*spots, *ability.tiles, ability.company)), f"{private}: {said}"
            if ability.kind != "close":
                assert ability_words(rules, private, ability) in said
        for dollars in filter(None, data.price):
            assert f"{rules.data.file.currency}{dollars}" in said
        assert f" to {rules.data.file.currency}0" not in said


def test_what_comes_with_a_private_is_told_first():
    """The call's card has two lines: “Whoever gets it from the bank also gets a …” was cut off there."""
    rules = find("18GA").rules((), 3)
    assert power_words(rules, "M&BR").startswith("The bank gives a 10% share of CoG (")
    view = new("18GA", 3).view(None)
    assert "10% share" in power_words(rules, "M&BR", view)
    view.place["M&BR"] = "p0"
    assert "10% share" not in power_words(rules, "M&BR", view), "no company that buys it gets another"


def test_a_power_without_words_is_an_error():
    rules = find("18GA").rules((), 3)
    with pytest.raises(TypeError, match="no words for the power 'discount' of LTR"):
        ability_words(rules, "LTR", Ability("discount"))


def test_what_a_city_is_worth_more_is_told_in_dollars():
    rules = TITLES["18VA"].rules((), 3)
    (bonus,) = (a for a in rules.data.privates["P1"].abilities if a.kind == "bonus")
    assert "one city worth $10 more" in ability_words(rules, "P1", bonus)


@pytest.mark.parametrize(("title", "options"), RULES)
def test_companies_trains_and_phases(title, options):
    rules = TITLES[title].rules(options, TITLES[title].file.players[0])
    for company, data in rules.data.companies.items():
        said = company_words(rules, company)
        assert all(rules.data.hexes[h.partition(".")[0]].spot in said for h in data.home)
        assert "floats" in said or data.size == 1, said
    for train, kind in rules.data.trains.items():
        said = train_words(rules, train)
        assert f"{rules.data.file.currency}{kind.price:,}" in said
        assert f"first {queries.type_called(rules, kind.rusts_on)}-train" in said or not kind.rusts_on
        assert all(side.name in said for side in kind.sides if side.name != train), said
    assert all(phase_words(rules, p) for p in rules.data.phases)


def test_what_some_cards_say():
    rules = find("18GA").rules((), 3)
    assert "no company may build in F12" in private_words(rules, "MRC")
    assert "closes when the first 5-train is bought" in private_words(rules, "MRC")
    assert "10% share of CoG" in private_words(rules, "M&BR")
    assert "loses one train's run, once" in train_words(find("18TN").rules((), 3), "3")
    assert "$200 less" in private_words(find("18VA").rules((), 3), "P2")
    assert "Pullman" in train_words(find("18EU").rules((), 3), "P")
    assert tile_places(rules, "451a") == "Only for Atlanta (D4)."
    assert tile_places(rules, "57") == ""


def test_cards_are_described_by_their_names():
    rules = find("18GA").rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "x", seated=True).view(None)
    assert "Face value $20. It is with the bank." in render.describe(view, rules, "ltr")
    assert "no company may build in F12" in render.describe(view, rules, "Midland Railroad Co.")
    assert "Costs $180" in render.describe(view, rules, "3-train")
    assert "2 operating rounds" in render.describe(view, rules, "phase 3")
    assert "Only for Atlanta" in render.describe(view, rules, "tile 451a")
    assert "It floats once 60%" in render.describe(view, rules, "CoG")


def test_a_share_that_comes_with_a_private_is_told():
    rules = find("18GA").rules((), 3)
    g = Game.new(rules, ("ann", "bob", "cid"), "x", seated=True)
    for name, dollars in (("LTR", 20), ("MRC", 40), ("W&SR", 70), ("OSR", 100), ("M&BR", 150)):
        g.play(Bid(name, dollars, by=g.deciders()[0]))
    assert "bob also gets 10% of CoG." in render.tell(g.events, g.view(None), rules)


@pytest.mark.parametrize("title", TITLES)
def test_a_title_in_ten_lines(title):
    rules = TITLES[title].rules((), TITLES[title].file.players[1])
    lines = title_summary(rules)
    assert 6 <= len(lines) <= 10
    assert all(line[0].isupper() and line.endswith(".") and len(line) < 260 for line in lines)
    assert "game ends" in lines[-1]
    preset = TITLES[title].rules(tuple(TITLES[title].file.preset), TITLES[title].file.players[1])
    said = option_sentences(preset)
    assert len(said) == len(preset.options)
    assert not any("_" in s or "[" in s for s in said), said


def test_only_stops_are_doubled_and_the_card_says_so() -> None:
    """18 India 8.4.3.6, 8.4.3.7."""
    said = india_cards.train("3x2", find("18India").rules((), 3))
    assert said == "Runs to 3 cities, and its cities and towns count twice; bonuses for routes and goods count once."


def test_a_minor_is_given_up_only_before_phase_5() -> None:
    """18EU 4.1.3, 4.3."""
    rules = find("18EU").rules((), 3)
    assert company_words(rules, "GSR").startswith("Before phase 5 whoever starts it gives up a minor")


def test_a_row_is_named_only_where_it_is_for_sale() -> None:
    """18 India 7.2.2."""
    g = bare()
    ask = india_words.WORDS["stock"]
    g.state.round = "SR 1"
    assert ask(None, g.state, g.rules) == "buy from hand, the pool or the bank, or pass"
    g.state.round = "SR 2"
    assert ask(None, g.state, g.rules) == "buy from hand, a row, the pool or the bank, or pass"


def test_a_right_to_a_first_tile_is_void_where_track_lies():
    """“May once lay tile 7, 8 or 9 in F19” was said though F19 had track already."""
    g = new("18TN")
    rules, view = g.rules, g.view(None)
    private, ability = next(
        (p, a) for p, d in rules.data.privates.items() for a in d.abilities if a.kind == "lay" and a.tiles
    )
    assert "may once lay" in power_words(rules, private, view)
    built = {where: Laid(ability.tiles[0], 0) for where in ability.hexes}
    said = power_words(rules, private, structs.replace(view, tiles={**view.tiles, **built}))
    assert "may once lay" not in said
    assert "Its own tile can no longer be laid" in said


def test_a_private_that_is_gone_is_out_of_the_game():
    """“Held by out of the game.” was said, and “Held by a hand.”"""
    g = golden_position("18GA-bank", 700)
    told = render.describe(g.view(None), g.rules, "LTR")
    assert "It is out of the game." in told
    assert "owns it" not in told


def test_cards_that_are_alike_have_no_numbers():
    """A royal bond was headed “RB0”, and held by whoever had the first of them."""
    rules = find("18India").rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "x", seated=True).view(None)
    told = render.describe(view, rules, "royal bond")
    assert told.startswith("Royal Bond\n")
    assert "owns it" not in told


def test_cities_of_a_hex_are_told_apart_by_their_track():
    """“Brown tile 44, turned 2; city a 20 … city b 20” named what stands nowhere on the map."""
    g = golden_position("18GA-bank", 700)
    told = render.describe(g.view(None), g.rules, "Atlanta")
    assert "turned" not in told
    assert not re.search(r"city [a-z] ", told)


def test_trains_of_the_last_run_have_names():
    """“Last run: $230 (3 $100, 3 $70, 3 $60)” read as sums of three numbers."""
    g = golden_position("18GA-bank", 700)
    told = [render.describe(g.view(None), g.rules, c) for c, s in g.state.companies.items() if s.ran]
    assert told
    assert all(re.search(r"\dT \$\d", " ".join(text.split())) for text in told)


@pytest.mark.parametrize("private", ["MRC", "OSR", "M&BR"])
def test_what_a_private_forbids_comes_last(private):
    """In a list of lots with bids the power itself was cut: “A company that owns it may once lay a tile …”."""
    rules = find("18GA").rules((), 3)
    first, *_, last = power_words(rules, private).split(". ")
    assert last.startswith("While a player owns it")
    assert not first.startswith("While a player owns it")


def test_a_company_that_has_not_begun_is_told_once():
    """18EU's minor 1 had its home told twice, and “one station” beside “Minor 1 has no station.”; its one train read as a 2."""
    rules = find("18EU").rules((), 3)
    told = render.describe(Game.new(rules, ("ann", "bob", "cid"), "x", seated=True).view(None), rules, "1")
    assert told.count("Paris (A10)") == 1
    assert "no station" not in told
    assert "Trains: 2T (rusts with 4T)" in told


def test_the_largest_share_is_called_as_its_title_calls_it():
    assert "The director's certificate is 20%." in company_words(find("18India").rules((), 3), "EIR")
    assert "The president's certificate is 20%." in company_words(find("18GA").rules((), 3), "CoG")


def test_what_a_title_adds_of_a_company_replaces_no_other_fact():
    """A sentence of a title in which “home”, “floats”, “stations” or “%” stood left out the sentence of that subject."""
    rules = find("18GA").rules((), 3)
    more = "Its home bank floats 5% bonds for stations."
    told = company_words(replace(rules, words={**rules.words, "company": lambda _c, _r: more}), "CoG")
    assert told == f"{company_words(rules, 'CoG')} {more}"
    own = replace(rules, words={**rules.words, "company: floats": lambda _c, _r: "It never floats."})
    assert "60%" in company_words(rules, "CoG")
    assert "60%" not in company_words(own, "CoG")


def test_a_phase_calls_trains_as_the_list_of_trains_does():
    """18 India's phase III' began with “4-train no. 3”, which its list called a 4/4E-train."""
    assert phase_words(find("18India").rules((), 3), "III'").startswith("Begins with 4/4E-train no. 3.")
