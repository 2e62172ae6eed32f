"""What a hex prints for the value of its stop where that is no plain number: on the map, in its key, in words."""

from __future__ import annotations

from functools import cache
from inspect import unwrap

import pytest
from msgspec import structs
from PIL import Image, ImageDraw

from bot.views.formatting import action_phrase
from game.ability_kinds import BLOCKS
from game.actions import LayTile
from game.checks import LayPermit
from game.events import AuctionWon, PrivateSold, TileLaid
from game.play import Game
from game.state import Laid
from game.tile_checks import made_for
from game.tile_lays import propose
from render.drawing import fonts, style, symbols, terrain
from render.drawing.hex_appearance import look
from render.drawing.sprites import hex_sprite, unwritten
from render.pictures.bands import signs_of
from render.pictures.choices.lays import caption_of, lay_words
from render.pictures.reference.tile_upgrades import tile_words as upgrades_of
from render.pictures.reference.tile_upgrades import to_come_words, upgrade_words
from render.text.alt_text import alt_map, alt_tiles
from render.text.descriptions import ground_words, hex_words, network_words
from render.text.labels import label
from render.text.map_key import map_key
from render.text.reach_words import to_build_words
from render.text.text import tile_words
from render.text.turn_words import news
from titles import TITLES
from titles.india.routes import BASE, variable_bonuses


@cache
def opening(name):
    rules = TITLES[name].rules((), 3)
    return Game.new(rules, ("ann", "bob", "cid"), "demo").view(None), rules


def written(name, hex_id, size, monkeypatch):
    """What is written on a hex, and its picture."""
    (view, rules), texts, write = opening(name), [], fonts.write

    def note(draw, at, text, points, **more):
        texts.append(text)
        write(draw, at, text, points, **more)

    monkeypatch.setattr(fonts, "write", note)
    return texts, unwrap(hex_sprite)(look(view, rules, rules.data.hexes[hex_id], size))


@pytest.mark.parametrize("size", [34, 70])
@pytest.mark.parametrize(
    ("name", "hex_id", "worth"),
    [
        ("18VA", "A6", ["$20 × G"]),
        ("18VA", "I4", ["+30", "+20"]),
        ("18India", "D3", ["+30"]),
        ("18India", "M10", ["+10"]),
    ],
)
def test_a_hex_shows_for_a_value_what_the_map_prints(name, hex_id, worth, size, monkeypatch):
    texts, sprite = written(name, hex_id, size, monkeypatch)
    values = [text for text in dict.fromkeys(texts) if any(c.isdigit() for c in text) and "best" not in text]
    assert values == worth
    assert [what for what, _ in sprite.boxes].count("value") == 1


def test_coal_districts_are_red_with_the_sign_of_mines_and_no_word(monkeypatch):
    texts, sprite = written("18VA", "A12", 70, monkeypatch)
    assert sprite.ground.tile.colour == "red"
    assert "symbol" in [what for what, _ in sprite.boxes]
    assert "coal" not in texts
    assert symbols.symbol("coal", 40).tobytes() == symbols.symbol("mine", 40).tobytes()


def test_track_points_into_a_port_and_has_no_dot_there():
    view, rules = opening("18VA")
    port = unwritten(look(view, rules, rules.data.hexes["I4"], 70)).convert("RGB")
    middle = port.width // 2, port.height // 2
    assert port.getpixel(middle) == style.HEX["blue"], "a dot looked like a town"


def test_variable_cities_print_their_bonus_until_nothing_is_built_there():
    _, rules = opening("18India")
    bonuses = {"A16": 20, "D3": 30, "D23": 40, "G36": 20, "K30": 30, "K40": 20, "M10": 10, "Q10": 20, "R17": 10}
    assert variable_bonuses(rules.data) == bonuses
    for hex_id, bonus in bonuses.items():
        place = rules.data.hexes[hex_id]
        assert place.worth == f"+{bonus}"
        assert {s.value(frozenset()) for s in place.print.stops} == {BASE + bonus}


def test_a_tile_has_its_own_value():
    view, rules = opening("18VA")
    laid = structs.replace(view, tiles={"A6": Laid("57", 0)})
    assert look(laid, rules, rules.data.hexes["A6"], 70).worth == ""


@pytest.mark.parametrize(
    ("name", "hex_id", "said"),
    [
        ("18VA", "A6", "city $20 × G: "),
        ("18VA", "I4", "off the map +30 (+20 from brown)"),
        ("18India", "D3", "city +30: "),
    ],
)
def test_words_have_what_the_picture_has(name, hex_id, said):
    view, rules = opening(name)
    assert said in hex_words(view, rules, hex_id)


def test_a_company_reads_what_it_reaches_as_the_map_prints_it():
    view, rules = opening("18India")
    view = structs.replace(view, tokens={"K30.a.0": "MR"})
    assert "Chennai (K30) +30 with its station" in network_words(view, rules, "MR")


def test_the_key_of_a_small_map_names_each_good_and_each_pair_of_cities():
    view, rules = opening("18India")
    lines = signs_of(view, rules)
    pairs = [line.words for line in lines if not line.symbol]
    assert pairs == ["Delhi–Kochi ₹100", "Karachi–Chennai ₹80", "Lahore–Kolkata ₹80", "Nepal–Mumbai ₹70"]
    goods = {line.symbol: line.words for line in lines if line.symbol}
    assert goods == {good: good for good in {s for h in rules.data.hexes.values() for s in h.symbols} | {"jewelry"}}


def test_the_key_says_what_points_into_ports():
    _, rules = opening("18VA")
    assert "Black wedge in a blue hex" in {line.sign for line in map_key(rules)}


def test_hexes_kept_for_a_minor_are_gray_from_the_auction_until_it_closes():
    """18EU 4.6: whoever bids for a minor sees what it keeps, and at 390 pixels the words cannot be read."""
    view, rules = opening("18EU")

    def shaded(position):
        return {h for h, place in rules.data.hexes.items() if look(position, rules, place, 34).shaded}

    assert shaded(view) == {"C8", "B11", "I6", "F19", "F21"}
    gray = unwritten(look(view, rules, rules.data.hexes["C8"], 34)).convert("RGB")
    assert gray.getpixel((gray.width // 2, gray.height - 8)) == style.HEX["gray"]
    sold = view.companies | {"3": structs.replace(view.companies["3"], president="ann")}
    assert shaded(structs.replace(view, companies=sold)) == shaded(view), "the owner keeps it too"
    closed = view.companies | {"10": structs.replace(view.companies["10"], closed=True)}
    assert shaded(structs.replace(view, companies=closed)) == {"C8", "B11", "I6"}
    assert shaded(structs.replace(view, tiles={"C8": Laid("57", 0)})) == {"B11", "I6", "F19", "F21"}


def test_hexes_of_privates_say_so_in_the_auction():
    view, rules = opening("18GA")
    assert {h: words[0] for h, words in rules.signs(view).items()} == {
        h: f"kept for {p}"
        for p, d in rules.data.privates.items()
        for a in d.abilities
        if a.kind == BLOCKS.name
        for h in a.hexes
    }


@pytest.mark.parametrize("theme", ["light", "print"])
def test_a_port_is_deeper_than_the_sea(theme):
    """They had 1.2 : 1, in print less."""
    with style.drawn_in(theme):
        assert style.contrast(style.HEX["blue"], style.SEA) > (1.5 if theme == "light" else 1.1)


def test_a_mountain_has_a_larger_triangle_than_rough_ground():
    """A mound and a triangle of the same size were alike on a phone."""
    painted = {}
    for ground in ("rough", "mountain"):
        image = Image.new("RGB", (60, 40))
        terrain.mark(ground)(ImageDraw.Draw(image), 30, 10, 20, 20)
        painted[ground] = image.convert("L").histogram()[0]
    assert (2400 - painted["mountain"]) > 2 * (2400 - painted["rough"])


def test_cities_with_p_bear_it_on_the_map_and_on_their_brown_tiles_under_its_printed_number():
    """18VA 4.5.2.1: two of five had letters of their own, and none on tile 170, which was a `170was`."""
    view, rules = opening("18VA")
    place = rules.data.hexes["G4"]
    assert {look(view, rules, rules.data.hexes[h], 60).label for h in ("F5", "F11", "F13", "G4", "H3")} == {"P"}
    built = structs.replace(view, tiles={"G4": Laid("170was", 0)})
    assert look(built, rules, place, 60).label == "P"
    assert "brown tile 170;" in hex_words(built, rules, "G4")
    (line,) = [line for line in map_key(rules) if line.letters == "P"]
    assert "brown 170; gray 171, 172" in line.words
    assert "Richmond" in line.words


def test_tiles_are_read_by_their_published_numbers():
    """18VA's 170 for Washington was 170was in events, on buttons, in captions, below pictures and in refusals."""
    view, rules = opening("18VA")
    built = structs.replace(view, tiles={"G4": Laid("170was", 0)})
    lay = LayTile(by="ann", hex="G4", tile="170was", rotation=0)
    g = Game.new(rules, ["ann", "bob", "cid"], "1")
    elsewhere = propose(g, "C&O", "F5", "170was", 0, LayPermit())
    said = [
        tile_words(TileLaid("C&O", "G4", "170was", 0, "15"), rules),
        ground_words(built, rules, "G4"),
        to_build_words(built, rules, "G4"),
        label(lay, view, rules),
        action_phrase(lay, view, rules),
        lay_words(view, rules, lay),
        caption_of(view, rules, lay, [lay, structs.replace(lay, tile="171")]),
        alt_map(built, rules),
        *alt_tiles(view, rules),
        *upgrade_words(view, rules),
        *to_come_words(built, rules, "G4"),
        *(upgrades_of(view, rules, tile) for tile in ("170was", "171", "172")),
        made_for(g, elsewhere) or "",
    ]
    assert all("170" in words for words in said[:6])
    assert not [words for words in said if "170was" in words or "170ric" in words]


def test_cities_with_tiles_of_their_own_bear_a_letter():
    """18TN: green in Nashville is the tile with N alone."""
    view, rules = opening("18TN")
    labels = {h.id: look(view, rules, h, 60).label for h in rules.data.hexes.values() if h.name}
    assert {h: label for h, label in labels.items() if label} == {"F11": "N", "H15": "C", "H3": "P"}


def test_privates_of_a_number_are_told_by_name_in_frames():
    """“dora buys RB4 for ₹100. bob buys P1”: an id below a picture."""
    view, india = opening("18India")
    _, ga = opening("18GA")
    _, va = opening("18VA")
    events = (PrivateSold("RB4", "bank", "dora", 100), PrivateSold("P1", "hand", "bob", 40))
    assert news(events, view, india) == [
        "dora buys a royal bond for ₹100",
        "bob buys the Swedish East India Co. for ₹40",
    ]
    assert news((AuctionWon("ann", "P3", 70),), view, va) == ["ann gets the Potomac Yards for $70"]
    assert news((AuctionWon("ann", "MRC", 70),), view, ga) == ["ann gets MRC for $70"]
