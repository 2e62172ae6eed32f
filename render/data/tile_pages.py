"""The tiles of a title by colours, in parts that a phone shows as wide as it is."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from game.rules import Rules
from game.tiles import COLOURS

ACROSS = 4  # tiles beside each other
ROWS = 5  # of a part at most: a phone shows a higher one less wide than a post's picture

TileGroup = tuple[str, Sequence[str]]  # a colour and tiles of it
TilePage = Sequence[TileGroup]


def tile_pages(rules: Rules) -> Sequence[TilePage]:
    """As few parts as have room for all tiles, of rows as equal as can be; a colour stays in one part where it fits."""
    groups = list(_groups(rules))
    for parts in range(1, len(groups)):
        cuts = [(0, *middle, len(groups)) for middle in combinations(range(1, len(groups)), parts - 1)]
        shared = [[groups[a:b] for a, b in pairwise(cut)] for cut in cuts]
        best = min(shared, key=lambda pages: max(map(count_rows, pages)))
        if max(map(count_rows, best)) <= ROWS:
            return best
    return [[group] for group in groups]


def _groups(rules: Rules) -> Iterator[TileGroup]:
    """The tiles of each colour, in several groups of like size where they are too many for one part."""
    data = rules.data
    for colour in COLOURS:
        names = [n for n, tile in data.tiles.items() if tile.colour == colour and data.map.tiles[n]]
        rows = -(-len(names) // ACROSS)
        each = ACROSS * -(-rows // -(-rows // ROWS)) if rows else 1
        for start in range(0, len(names), each):
            yield colour, names[start : start + each]


def count_rows(page: TilePage) -> int:
    """Rows of tiles in a part."""
    return sum(-(-len(names) // ACROSS) for _, names in page)
