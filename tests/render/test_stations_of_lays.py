"""Pictures of ways to lay a tile have its stations where the game will put them."""

from __future__ import annotations

import pytest

from game.actions import LayTile
from game.transcript import perform, read
from render.pictures.preview import with_lay
from tests.golden import GAMES


def in_hex(tokens, hex_id):
    return {slot: company for slot, company in tokens.items() if slot.startswith(f"{hex_id}.")}


@pytest.mark.parametrize("golden", [g for g in GAMES if g.name.endswith("-bank")], ids=lambda g: g.name)
def test_a_picture_of_a_tile_has_its_stations_where_the_game_puts_them(golden):
    """Kolkata's green tile was shown with EIR's station in the other city, without its route."""
    kept = read(golden.path.read_text("utf-8"))
    g, seen = golden.start(kept.seed), 0
    before = g.view(None)
    for action in perform(g, kept.entries):
        if isinstance(action, LayTile) and in_hex(before.tokens, action.hex):
            pictured = with_lay(before, g.rules, action)
            assert in_hex(pictured.tokens, action.hex) == in_hex(g.state.tokens, action.hex)
            seen += 1
        before = g.view(None)
    assert seen > 2
