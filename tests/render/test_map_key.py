"""Every sign on the map of every title and every column of tables is explained in words."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import Any

import pytest

import render
from bot.core.discord_limits import EMBED_TEXT
from bot.views.pictures.picture_stack import TALLEST
from game.play import Game
from render.data.card_data import Sign
from render.data.company_card import company_card
from render.data.overview import everything
from render.drawing.hex_appearance import look
from render.pictures import holdings, panel
from render.pictures.reference.key import draw_key, part_heading
from render.text.map_key import SIGN, map_key, map_key_parts, phase_key, symbol_words, table_key
from tests.console_report import walk
from titles import TITLES


def rules_of(title: str) -> Any:
    return TITLES[title].rules((), TITLES[title].file.players[0])


@pytest.mark.parametrize("title", TITLES)
def test_every_label_of_hexes_and_tiles_is_explained(title):
    data, lines = rules_of(title).data, map_key(rules_of(title))
    made = [t for t in data.tiles.values() if t.label and data.map.tiles.get(t.name)]
    for label in {h.label for h in data.hexes.values() if h.label} | {t.label for t in made}:
        (line,) = [line for line in lines if re.fullmatch(rf"Letters? {data.printed_label(label)}", line.sign)]
        assert all(re.search(rf"\b{data.tile_number(t.name)}\b", line.words) for t in made if t.label == label)
        assert all((h.name or h.id) in line.words for h in data.hexes.values() if h.label == label)


@pytest.mark.parametrize("title", TITLES)
def test_examples_of_the_key_show_what_they_stand_beside(title):
    data, lines = rules_of(title).data, map_key(rules_of(title))
    shown = {line.sign: [e.name for e in line.examples] for line in lines}
    symbols = {s.replace("_", " ").capitalize() for h in data.hexes.values() for s in h.symbols}
    for sign, names in shown.items():
        if sign in symbols:
            assert any(sign.casefold() == s.replace("_", " ") for n in names for s in data.hexes[n].symbols)
        if label := re.fullmatch(r"Letters? (\w+)", sign):
            assert {(data.tiles.get(n) or data.hexes[n]).label for n in names} == {label[1]}
    assert data.tiles[shown["Colours of tiles"][0]].colour == "yellow"
    assert all(s.kind == "city" for n in shown["White circle"] for s in data.hexes[n].print.stops)
    unlike = [line.sign for line in lines if not line.examples and line.sign not in rules_of(title).words]
    assert all(part.height <= TALLEST * part.width for part in draw_key(rules_of(title))), "a phone shows it less wide"
    for named in map_key_parts(rules_of(title)):
        assert part_heading(rules_of(title), named).endswith(f"map: {named}"), "it was cut"
    assert len(unlike) <= 6, "a sign that could be shown is only told"


@pytest.mark.parametrize("title", TITLES)
def test_every_cost_symbol_and_changing_value_of_the_map_is_explained(title):
    rules = rules_of(title)
    data, lines = rules.data, map_key(rules)
    whole = "\n".join(f"{line.sign}: {line.words}" for line in lines)
    for place in data.hexes.values():
        if place.cost:
            ground, cost = place.terrain[0].capitalize(), data.money(place.cost)
            assert any(ground in line.sign and cost in line.sign for line in lines)
        for symbol in place.symbols:
            assert symbol.replace("_", " ") in whole.lower()
            assert symbol_words(rules, symbol) in whole
    assert ("Two numbers" in whole) == any(len(s.values) > 1 for h in data.hexes.values() for s in h.print.stops)
    assert len({line.sign for line in lines}) == len(lines)


@pytest.mark.parametrize("title", TITLES)
def test_signs_that_come_onto_the_map_in_play_are_explained(title):
    said = any(isinstance(key, str) and (key.startswith(SIGN) or key == "cost") for key in rules_of(title).words)
    shown = any(set(g.rules.signs(g.view(None))) & set(g.rules.data.hexes) for g, _ in walk(title, 1))
    assert said or not shown


def test_a_sign_without_words_is_an_error():
    rules = rules_of("18VA")
    left = {k: v for k, v in rules.words.items() if k != "symbol: mine"}
    with pytest.raises(TypeError, match="18VA has no words for the symbol 'mine'"):
        map_key(replace(rules, words=left))
    rules = rules_of("18India")
    left = {k: v for k, v in rules.words.items() if k != "border: gauge"}
    with pytest.raises(TypeError, match="no words for the border 'gauge'"):
        map_key(replace(rules, words=left))


@pytest.mark.parametrize("title", TITLES)
def test_every_column_is_explained(title, monkeypatch):
    rules, heads = rules_of(title), set[str]()
    for module in (holdings, panel):

        def record(head: str, *args: Any, known: Any = module.Column, **more: Any) -> Any:
            heads.add(head)
            return known(head, *args, **more)

        monkeypatch.setattr(module, "Column", record)
    g = Game.new(rules, ["ann", "bob", "cid"][: rules.players], "1", seated=True)
    render.draw_holdings(g.view(None), rules, ())
    render.draw_map(g.view(None), rules, canvas=render.TALL)
    worths = dict.fromkeys(g.state.order, 0)
    for table in everything(g.view(None), rules, worths, worths):
        heads |= {h for h in table.heads if not isinstance(h, Sign)}
    assert {"offer", "pool", "certs"} <= heads
    explained = {line.sign for line in table_key(rules)}
    assert heads - {"", "player", "company"} <= explained | {"privates", "minors"}
    assert ("minors" in explained) == any(c.kind == "minor" for c in rules.data.companies.values())


@pytest.mark.parametrize("title", TITLES)
def test_stations_names_of_hexes_places_to_choose_and_phases_are_explained(title):
    rules = rules_of(title)
    data, said = rules.data, {line.sign: line.words for line in map_key(rules)}
    companies = {c for c, d in data.companies.items() if d.kind != "minor"}
    assert all(re.search(rf"(?<!\w){re.escape(c)}(?!\w)", said["Disc with letters"]) for c in companies)
    assert ("Disc with a number" in said) == (len(companies) < len(data.companies))
    assert {"Pink outline and number", "Violet outline"} <= {*said}
    example = re.search(r"is ([A-Z]+\d+)\. .*“to ([A-Z]+\d+)”", said["Letters and numbers at the edge"])
    assert example is not None
    assert example[2] in data.hexes[example[1]].sides
    assert [line.sign for line in phase_key(rules)] == [f"Phase {p}" for p in data.phases]


def test_a_phase_tells_what_begins_it_and_what_changes():
    assert [line.words for line in phase_key(rules_of("18TN"))][:5] == [
        "at the start: yellow tiles, train limit 4, one OR",
        "from the first 2-train on: nothing changes",
        "from the first 3-train on: green tiles, 2 ORs in a row, companies may buy privates",
        "from 3-train no. 4 on: the Civil War costs companies with a route one train's run",
        "from the first 4-train on: 2-trains rust, train limit 3",
    ]
    assert phase_key(rules_of("18VA"))[1].words.startswith("from the first 3/2G-train on:")


@pytest.mark.parametrize("title", TITLES)
def test_a_key_fits_one_answer(title):
    rules = rules_of(title)
    assert (
        len("\n".join(f"**{k.sign}**: {k.words}" for k in (*map_key(rules), *phase_key(rules), *table_key(rules))))
        < EMBED_TEXT - 100
    )


def test_the_map_says_whose_power_a_free_tile_is():
    """Nothing said what "free tile" was, nor whose."""
    g = Game.new(TITLES["18TN"].rules((), 3), ["ann", "bob", "cid"], "1")
    seen = {h: look(g.state, g.rules, g.rules.data.hexes[h], 60).symbols for h in ("H17", "H5", "D9")}
    assert seen == {"H17": ("free_tile: TCC",), "H5": ("free_tile: MCR",), "D9": ()}


def test_rounds_and_stars_of_a_title_are_explained():
    """ "FER 4" stood in headings and "4T*" among trains, and nothing said what they are."""
    eu, tn, india = ({line.sign: line.words for line in table_key(rules_of(t))} for t in ("18EU", "18TN", "18India"))
    assert eu["FER"].startswith("the Final Exchange Round")
    assert "“4T*” runs once more" in tn["trains"], "as pictures write it"
    assert "*" not in eu["trains"]
    assert "director" in india["in charge"]


def test_a_card_calls_who_runs_a_company_as_its_title_does():
    """18 India's said president, where all else said director or manager."""
    for g, _ in walk("18India", 1):
        led = next((c for c, s in g.state.companies.items() if s.president), "")
        if led:
            break
    facts = dict(company_card(g.view(None), g.rules, led).facts)
    assert "President" not in facts
    assert {"Director", "Manager"} & facts.keys()
