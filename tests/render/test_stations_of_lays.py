"""Pictures of ways to lay a tile have its stations where the game will put them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from game.actions import LayTile, PlaceToken
from game.play import Game
from game.transcript import perform, read
from render.pictures.choices import lays, places
from render.pictures.painter import Painter
from render.pictures.preview import with_lay
from tests.golden import GAMES
from tests.support.golden_positions import golden_position


def in_hex(tokens, hex_id):
    return {slot: company for slot, company in tokens.items() if slot.startswith(f"{hex_id}.")}


@pytest.mark.parametrize("name", ["18India-bank", "18EU-options"])
def test_a_picture_of_a_tile_has_its_stations_where_the_game_puts_them(name):
    """Kolkata's green tile was shown with EIR's station in the other city, without its route."""
    golden = next(g for g in GAMES if g.name == name)
    kept = read(golden.path.read_text("utf-8"))
    g, seen, moved = golden.start(kept.seed), set(), 0
    for _ in perform(g, kept.entries):
        for action in [a for by in g.deciders()[:1] for c in g.choices(by) for a in c if isinstance(a, LayTile)]:
            before = in_hex(g.state.tokens, action.hex)
            several = len(g.rules.data.tiles[action.tile].faces[action.rotation].tile.cities) > 1
            way = action.hex, action.tile, action.rotation, *before
            if not before or not several or way in seen:
                continue
            seen.add(way)
            pictured = in_hex(with_lay(g.view(None), g.rules, action).tokens, action.hex)
            after = Game.load(g.rules, g.snapshot())
            after.play(action)
            put = in_hex(after.state.tokens, action.hex)
            if len(put) == len(before):  # none is taken off by what the tile leads to
                assert pictured == put
                moved += before != put
    assert moved


def test_a_station_without_a_city_is_no_third_circle(monkeypatch) -> None:
    """Where the EIR chooses its city in Kolkata, its disc stood beside both as if there were three."""
    drawn = []
    monkeypatch.setattr(places, "draw_crop", lambda view, *_, **__: drawn.append(view))
    g = golden_position("18India-bank", 61)
    slots = [f"{a.city}.0" for c in g.choices() for a in c if isinstance(a, PlaceToken)]
    places.draw_places(g.state, g.rules, (), slots)
    assert "P17.+.0" in g.state.tokens
    assert "P17.+.0" not in drawn[0].tokens


def test_ways_of_a_tile_do_not_show_the_homes_of_others_where_a_station_has_yet_to_choose() -> None:
    """EBR's ways in Kolkata had the pale disc of the EIR at the track: it was read as the one that gets it."""
    g, stamped = golden_position("18India-bank", 60), list[str]()
    view, ways = g.view(None), [LayTile("P17", "235", rotation) for rotation in (0, 1)]
    later = replace(view.companies["EIR"], tokens=[*g.rules.data.companies["EIR"].tokens])  # its home is yet to come
    free = replace(view, tokens={}, companies={**view.companies, "EIR": later})
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "stamp", lambda _self, slot, company, **_: stamped.append(f"{slot} {company}"))
        lays.draw_lays(replace(free, tokens={"P17.+.0": "MR"}), g.rules, ways)
        assert not [s for s in stamped if s.startswith("P17")]
        lays.draw_lays(free, g.rules, ways)
    assert "P17.a.0 EIR" in stamped, "elsewhere they stay"
