"""A board with track nearly everywhere, to see how best routes do where no game ever comes to."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from hashlib import blake2b

from game.hexes import opposite
from game.places import GONE
from game.play import Game
from game.rules import Rules
from game.state import Card, Company, Hex, Laid, TrainState
from game.tiles import Face, Tile
from game.title_data import TitleData

STATIONS = 5
COLOURS = ("white", "yellow", "green", "brown", "gray")


def fill_board(data: TitleData, seed: str, most: int = 1000, sweeps: int = 4) -> dict[Hex, Laid]:
    """Track nearly everywhere, within the supply of tiles: each hex, time and again, gets the tile and the turn that meet most of
    what lies around it, cities first. No game comes to this; of the hexes `most` are kept, drawn by the seed.
    """
    left, tiles = Counter(data.map.tiles), dict[Hex, Laid]()
    hexes = [hex_ for hex_, place in data.hexes.items() if place.buildable]
    hexes.sort(
        key=lambda hex_: (-len(data.hexes[hex_].print.stops), sum(not side for side in data.hexes[hex_].sides), hex_)
    )
    for _ in range(sweeps):
        for hex_ in hexes:
            left.update([tiles.pop(hex_).tile] if hex_ in tiles else [])
            fits = [t for t in data.tiles.values() if left[t.name] and _may_lie(data, hex_, t)]
            turns = [(t, n) for t in fits for n in range(len(t.faces))]
            options = [
                (_score_exits(data, tiles, hex_, t.faces[n]), COLOURS.index(t.colour), t.name, -n) for t, n in turns
            ]
            if options:
                _, _, name, turned = max(options)
                tiles[hex_] = Laid(name, -turned)
                left.subtract([name])
    kept = sorted(tiles, key=lambda hex_: blake2b(f"{seed}/{hex_}".encode()).digest())[:most]
    return {hex_: tiles[hex_] for hex_ in kept}


def _may_lie(data: TitleData, h: Hex, tile: Tile) -> bool:
    """Whether the tile could lie there one day: the letter of the hex, its towns, and a city where there is one."""
    old, new = data.hexes[h].print.stops, tile.stops
    alike = len(old) == len(new) or bool(tile.label)
    return data.hexes[h].label == tile.label and alike and {s.kind for s in old} == {s.kind for s in new}


def _score_exits(data: TitleData, tiles: Mapping[Hex, Laid], h: Hex, face: Face) -> int:
    """Two for each exit that meets track, one for one that may meet some, less for one that never will."""
    points = 0
    for side in face.exits:
        other = data.hexes[h].sides[side]
        open_ = bool(other) and (other in tiles or not data.hexes[other].buildable)
        meets = bool(other) and opposite(side) in data.face(other, tiles.get(other)).exits
        points += -9 if not other else 2 if meets else -1 if open_ else 1
    return points


def make_position(rules: Rules, seed: str, most: int, crew: Mapping[Card, str]) -> Game:
    """The full board in the last phase, a company with stations in five cities drawn by the seed, with these trains (side up)."""
    g = Game.new(rules, [f"p{n}" for n in range(rules.players)], seed, seated=True)
    data, state = rules.data, g.state
    state.tiles, state.tokens, state.phase = fill_board(data, seed, most), {}, list(data.phases)[-1]
    cities = [f"{h}.{s.name}" for h in data.hexes for s in data.face(h, state.tiles.get(h)).tile.stops if s.slots]
    cities.sort(key=lambda city: blake2b(f"{seed}/{city}".encode()).digest())
    state.tokens = {f"{city}.0": running_company(rules) for city in cities[:STATIONS]}
    for card in data.train_cards:
        state.place[card] = running_company(rules) if card in crew else GONE
    for card, side in crew.items():
        state.trains[card] = TrainState(side=side)
    g.changed()
    return g


def running_company(rules: Rules) -> Company:
    """The company that runs there: the last one, which is no minor."""
    return list(rules.data.companies)[-1]
