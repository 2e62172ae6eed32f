"""Which tile becomes which: every lay of played games is in it, and what it says without a game."""

from __future__ import annotations

import pytest

from bot.files.transcripts import read_incoming
from game.events import TileLaid
from game.play import Game
from render.data.tile_upgrades import Successor, predecessors, successors, tiles_to_come
from render.drawing import phone
from render.pictures.reference.tile_upgrades import draw_upgrades, tile_words, upgrade_words
from titles import TITLES

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("title", sorted(TITLES))
def test_every_tile_that_was_replaced_had_that_successor(title, shared):
    file = max((shared / "recorded" / title).glob("*.json"), key=lambda f: f.stat().st_size)
    found = read_incoming(file.read_bytes(), TITLES)
    rules = TITLES[title].rules(found.options, len(found.players))
    g = Game.new(rules, found.players, found.seed, seated=found.seated)
    met = 0
    for action in found.actions:
        for event in g.play(action):
            if isinstance(event, TileLaid) and event.old and rules.data.map.tiles.get(event.old):
                known = {s.tile: s.hexes for s in successors(rules, event.old)}
                assert event.tile in known, event
                assert not known[event.tile] or event.hex in known[event.tile], event
                assert event.old in predecessors(rules, event.tile)
                met += 1
    assert met, "no tile was replaced"


@pytest.mark.parametrize("title", sorted(TITLES))
def test_all_tiles_of_a_title_have_a_place_in_it(title):
    """What is no first tile comes from another one, or is made for a hex that is printed in the colour before."""
    rules = TITLES[title].rules((), TITLES[title].file.players[0])
    view = Game.new(rules, ("ann", "bob", "cid", "dora")[: TITLES[title].file.players[0]], "1").view(None)
    tiles = [t for t in rules.data.tiles if rules.data.map.tiles[t]]
    lines = upgrade_words(view, rules)
    assert {line.partition(" ")[0] for line in lines} == {
        rules.data.tile_number(t) for t in tiles if successors(rules, t)
    }
    for name in tiles:
        image = draw_upgrades(view, rules, name)
        assert image.width == phone.CARD_WIDTH
        assert f"Tile {rules.data.tile_number(name)}, {rules.data.tiles[name].colour}, ×" in tile_words(
            view, rules, name
        )


def test_one_tile_in_words():
    rules = TITLES["18GA"].rules((), 3)
    view = Game.new(rules, ("ann", "bob", "cid"), "1").view(None)
    assert successors(rules, "453a") == (Successor("456a", ("D10",)),)
    assert [s.tile for s in successors(rules, "3")] == ["141", "142", "143"]
    assert successors(rules, "63") == ()
    known = rules.data.map.tiles
    assert tile_words(view, rules, "57") == (
        f"Tile 57, yellow, ×{known['57']}/{known['57']}. "
        f"Becomes 14 ×{known['14']}/{known['14']}, 15 ×{known['15']}/{known['15']}, 453a ×1/1 in Augusta."
    )
    assert tile_words(view, rules, "63").endswith("Becomes nothing.")


def test_a_hex_says_which_tiles_fit_it_in_the_colours_to_come():
    """Where nothing could be laid now, the answer said only that."""
    rules = TITLES["18GA"].rules((), 3)
    blank = tiles_to_come(rules, "C3")
    assert next(iter(blank)) == "yellow"
    assert "57" in blank["yellow"]
    upgrades = tiles_to_come(rules, "C3", "57")
    assert "yellow" not in upgrades
    assert set(upgrades["green"]) <= set(blank["green"])
    off = next(h.id for h in rules.data.hexes.values() if not h.buildable)
    assert tiles_to_come(rules, off) == {}


def test_a_tile_with_a_letter_becomes_only_what_is_made_for_its_hex():
    """The gray 513 was told to follow in Venice, and a company that its city kept away, to wait for that."""
    rules = TITLES["18EU"].rules((), 3)
    assert tiles_to_come(rules, "H19", "582") == {}
    assert tiles_to_come(rules, "H19", "579") == {"brown": ("582",)}
    assert "513" in tiles_to_come(rules, "I18", "611")["gray"]
    assert tiles_to_come(TITLES["18India"].rules((), 3), "J37", "IF1") == {}
