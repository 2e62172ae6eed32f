"""Random boards for tests: real tiles on a real map, more tangled than any game would lay them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from random import Random

from game.hexes import opposite
from game.state import Laid
from game.tiles import Tile
from game.title_data import TitleData


def random_tiles(data: TitleData, rng: Random, share: float = 1.0) -> dict[str, Laid]:
    """Tiles on a share of the hexes that can be built on, turned at random."""
    tiles = {}
    for h, place in data.hexes.items():
        fits = fitting(data, h) if place.buildable and rng.random() <= share else []
        if fits:
            tiles[h] = Laid(rng.choice(fits).name, rng.randrange(6))
    return tiles


def fitting(data: TitleData, h: str) -> list[Tile]:
    """Tiles with stops of the kinds printed in a hex."""
    shape = [s.kind for s in data.hexes[h].print.stops]
    return [t for t in data.tiles.values() if [s.kind for s in t.stops] == shape]


def tangle(data: TitleData, rng: Random, size: int, tries: int = 8) -> dict[str, Laid]:
    """A region of so many tiles about a random hex, each the best joined to its neighbours of a few tries."""
    start = rng.choice([h for h, place in data.hexes.items() if place.buildable])
    region, todo = [start], [start]
    while todo and len(region) < size:
        h = todo.pop(rng.randrange(len(todo)))
        around = [o for o in data.hexes[h].sides if o and data.hexes[o].buildable and o not in region]
        region += around
        todo += around
    tiles: dict[str, Laid] = {}
    for h in region[:size]:
        fits = fitting(data, h)
        options = [Laid(rng.choice(fits).name, rng.randrange(6)) for _ in range(tries)]
        tiles[h] = max(options, key=lambda o: joined(data, tiles, h, o))
    return tiles


def joined(data: TitleData, tiles: Mapping[str, Laid], h: str, laid: Laid) -> int:
    """How well a tile meets its neighbours: sides with track on both, less those where one of the two has none."""
    score = 0
    exits = data.tiles[laid.tile].faces[laid.rotation].exits
    for side, other in enumerate(data.hexes[h].sides):
        if side in exits and not other:
            score -= 2
        elif other in tiles or (other and not data.hexes[other].buildable):
            face = data.face(other, tiles.get(other))
            score += 2 * (side in exits and opposite(side) in face.exits) - (
                (side in exits) != (opposite(side) in face.exits)
            )
    return score


def random_tokens(
    data: TitleData,
    rng: Random,
    tiles: Mapping[str, Laid],
    companies: list[str],
    count: int,
    hexes: Iterable[str] | None = None,
) -> dict[str, str]:
    """Stations in random circles, of these hexes only."""
    circles = []
    for h in data.hexes if hexes is None else hexes:
        circles += [f"{h}.{s.name}.{n}" for s in data.face(h, tiles.get(h)).tile.cities for n in range(s.slots)]
    return {slot: rng.choice(companies) for slot in rng.sample(circles, min(count, len(circles)))}
