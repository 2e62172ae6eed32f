"""The tiles of a title by colours, in parts that a phone shows without much scrolling."""

from __future__ import annotations

from game.rules import Rules
from game.tiles import COLOURS

ACROSS = 4  # tiles beside each other
ROWS = 7  # of a part at most

TileGroup = tuple[str, list[str]]  # a colour and tiles of it
TilePage = list[TileGroup]


def tile_pages(rules: Rules) -> list[TilePage]:
    """Colours share a part where all their tiles find room in it; one with too many for a part has several, of like size."""
    data, pages, rows = rules.data, list[TilePage](), ROWS
    for colour in COLOURS:
        names = [n for n, tile in data.tiles.items() if tile.colour == colour and data.map.tiles[n]]
        parts = -(-count_rows(names) // ROWS)
        each = -(-count_rows(names) // max(parts, 1)) * ACROSS
        for part in range(parts):
            group = names[part * each : (part + 1) * each]
            if rows + count_rows(group) > ROWS:
                pages.append([])
                rows = 0
            pages[-1].append((colour, group))
            rows += count_rows(group)
    return pages


def count_rows(names: list[str]) -> int:
    """Rows that so many tiles take."""
    return -(-len(names) // ACROSS)
