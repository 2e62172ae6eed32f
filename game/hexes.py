"""Geometry of a hex map: ids, coordinates, neighbours.

Sides are numbered 0 to 5. Pointy hexes: 0 lower left, 1 left, 2 upper left, 3 upper right, 4 right, 5 lower right.
Flat hexes: 0 bottom, then clockwise to 5 lower right. Doubled coordinates: x grows to the right, y downwards.
"""

from __future__ import annotations

import re
from typing import Literal

Layout = Literal["pointy", "flat"]

HEX_SIDES = 6

OFFSETS: dict[Layout, tuple[tuple[int, int], ...]] = {
    "pointy": ((-1, 1), (-2, 0), (-1, -1), (1, -1), (2, 0), (1, 1)),
    "flat": ((0, 2), (-1, 1), (-1, -1), (0, -2), (1, -1), (1, 1)),
}
DIRECTIONS: dict[Layout, tuple[str, ...]] = {
    "pointy": ("south-west", "west", "north-west", "north-east", "east", "south-east"),
    "flat": ("south", "south-west", "north-west", "north", "north-east", "south-east"),
}
_ID = re.compile(r"([A-Z]{1,2})(\d{1,2})")


def coordinates(hex_id: str, layout: Layout) -> tuple[int, int]:
    """Doubled (x, y) of a hex; ValueError if that is none. Pointy maps letter their rows, flat maps their columns.

    >>> coordinates("D10", "pointy")
    (9, 3)
    >>> coordinates("F1", "flat")
    (5, 0)
    """
    match = _ID.fullmatch(hex_id)
    if match is None:
        raise ValueError(f"{hex_id!r} is not a hex")
    letters, number = match[1], int(match[2]) - 1
    letter = ord(letters[-1]) - ord("A") + 26 * (len(letters) - 1)
    return (number, letter) if layout == "pointy" else (letter, number)


def opposite(side: int) -> int:
    """The side at which the neighbour has the border that a hex has at this side."""
    return (side + HEX_SIDES // 2) % HEX_SIDES


def neighbours(hexes: dict[str, tuple[int, int]], layout: Layout) -> dict[str, tuple[str, ...]]:
    """For each hex its six neighbours by side, "" where the map ends."""
    at = {xy: name for name, xy in hexes.items()}
    return {name: tuple(at.get((x + dx, y + dy), "") for dx, dy in OFFSETS[layout]) for name, (x, y) in hexes.items()}
