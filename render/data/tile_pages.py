"""The tiles of a title by colours, in parts that a phone shows as wide as it is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, pairwise

from game.rules import Rules
from game.tiles import COLOURS

ACROSS = 4  # tiles beside each other
FEWER, TOWNS = 3, 3  # the same of tiles with so many towns, which are drawn larger
ROWS = 5  # of a part at most: a phone shows a higher one less wide than a post's picture

TileGroup = tuple[str, Sequence[str]]  # a colour and tiles of it
TilePage = Sequence[TileGroup]


def tile_pages(rules: Rules) -> Sequence[TilePage]:
    """As few parts as have room for all tiles, of rows as equal as can be; a colour stays in one part where it fits."""
    groups = list(_groups(rules))

    def rows(page: TilePage) -> int:
        return count_rows(page, rules)

    for parts in range(1, len(groups)):
        cuts = [(0, *middle, len(groups)) for middle in combinations(range(1, len(groups)), parts - 1)]
        shared = [[groups[a:b] for a, b in pairwise(cut)] for cut in cuts]
        best = min(shared, key=lambda pages: max(map(rows, pages)))
        if max(map(rows, best)) <= ROWS:
            return best
    return [[group] for group in groups]


def count_tiles(counts: Mapping[str, int], name: str, rules: Rules) -> int:
    """How many of all tiles with the number of that one these counts have: a label may say in which city each of them lies."""
    number = rules.data.tile_number(name)
    return sum(count for each, count in counts.items() if rules.data.tile_number(each) == number)


def _groups(rules: Rules) -> Iterator[TileGroup]:
    """The tiles of each colour, one of each number, in several groups of like size where they are too many for one part."""
    data = rules.data
    for colour in COLOURS:
        names = [n for n, tile in data.tiles.items() if tile.colour == colour and data.map.tiles[n]]
        numbers = [data.tile_number(n) for n in names]
        names = [names[numbers.index(number)] for number in dict.fromkeys(numbers)]
        rows = -(-len(names) // ACROSS)
        each = ACROSS * -(-rows // -(-rows // ROWS)) if rows else 1
        for start in range(0, len(names), each):
            yield colour, names[start : start + each]


def rows_of(names: Sequence[str], rules: Rules) -> list[Sequence[str]]:
    """The rows in which tiles of a colour stand: those with many towns come last, fewer beside each other."""
    crowded = [name for name in names if is_crowded(name, rules)]
    plain = [name for name in names if name not in crowded]
    return [part[n : n + most] for part, most in ((plain, ACROSS), (crowded, FEWER)) for n in range(0, len(part), most)]


def is_crowded(name: str, rules: Rules) -> bool:
    """Whether a tile has so many towns that their track and values are told apart on a larger one only."""
    return len(rules.data.tiles[name].towns) >= TOWNS


def count_rows(page: TilePage, rules: Rules) -> int:
    """Rows of tiles in a part."""
    return sum(len(rows_of(names, rules)) for _, names in page)
