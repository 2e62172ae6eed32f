"""What stands on a map already, as masks in which names look for room."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from enum import Enum, auto
from functools import lru_cache
from typing import Any, NamedTuple

from PIL import Image, ImageDraw

from game.hexes import Layout
from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts, style
from render.drawing.free_space import Box, Line, Room
from render.drawing.geometry import polar
from render.drawing.hex_appearance import Look
from render.drawing.image_cache import OVERHEAD, keep_drawn
from render.drawing.layout import Layout as MapLayout
from render.drawing.sprites import half_size, taken_by
from render.drawing.tile_geometry import BASE, anatomy, corners, rings

NEAR, FAR = 2.9, 4.4  # apothems round a hex in which its name may stand; the second where the first has no place
FINE = 46  # pixels of an apothem of the mask, about: a part of a map is searched at half or a third of its pixels
EACH = 3  # pixels of a line of which one is looked at
FILLED = [0] + [255] * 255
# Apothems round the end of track at the side of a hex, where no name touches it.
TRACK_END = style.TRACK_WIDTH / 2 + 0.05
STOP_RIM = 0.08  # apothems round a stop's circle
WORD_GAP = 0.08  # apothems to a word in the same line: closer it seems to be a part of the name
AIR = 1  # pixels above and below the letters of a name that are its own
OUTLINE = 0.865  # of a hex within the outline over it
INNER = 0.88  # of the hex of another place, where no name stands


def grain(size: int) -> int:
    """How many pixels of the picture, in each direction, are one of the mask. `size`: the apothem."""
    return max(1, round(size / FINE))


def reach_of(size: int, apothems: float = NEAR) -> int:
    """Pixels round the middle of a hex in which its name may stand. `size`: its apothem."""
    return grain(size) * math.ceil(size * apothems / grain(size))


def line_height(points: int) -> int:
    """Pixels from a line of a name to the next."""
    return round(points * 1.1)


class Lines(NamedTuple):
    """A name in lines as it is written: pixels that it takes, and from its top to the middle of its first line."""

    wide: int
    high: int
    middle: int


@lru_cache(maxsize=1 << 12)
def measure_name(text: str, points: int) -> Lines:
    """How much room the letters of a name take, with a little air: less where none goes below the line."""
    lines = text.split("\n")
    wide = max(fonts.width(line, points, fonts.NARROW) for line in lines) + 2
    top = fonts.bounds(lines[0], points, fonts.NARROW, "mm")[1]
    bottom = fonts.bounds(lines[-1], points, fonts.NARROW, "mm")[3]
    return Lines(wide, line_height(points) * (len(lines) - 1) + bottom - top + 2 * AIR, AIR - top)


def coarse(part: Image.Image, size: int) -> Room:
    """The room of a part of a map's mask as it is searched: taken wherever a pixel of it is."""
    by = grain(size)
    return Room(part.reduce(by).point(FILLED) if by > 1 else part)


class Walls(Enum):
    """What a name may not cross: nothing, hexes with a place, hexes with one or with track, all borders."""

    NONE = auto()
    PLACES = auto()
    BUILT = auto()
    BORDERS = auto()


class Ground(NamedTuple):
    """What a map has drawn. `frame`: pixels round the picture that its mask has too; `boxes`: of words; `grounds`: of all hexes
    that are seen, those of pale ground round a part of the map as well; `shared`: of other boards with the same names;
    `outlined`: hexes that are stressed.
    """

    size: tuple[int, int]
    frame: int
    where: MapLayout
    shown: Mapping[Hex, HexData]
    grounds: Mapping[Hex, Look]
    boxes: Sequence[Box]
    shared: Sequence[Mapping[Hex, Look]] = ()
    outlined: Sequence[Hex] = ()


def taken_mask(layout: Layout, ground: Ground, spots: Sequence[tuple[int, int]], *, rivers: bool = True) -> Image.Image:
    """A mask of the whole picture in a frame as wide as a name reaches: track, stops, words, all beyond its edge, and `rivers`.

    What no name reaches is left out. `spots`: the middles of the hexes that still want theirs.
    """
    (wide, high), frame, where, shown, grounds, boxes, shared, _ = ground
    mask = Image.new("L", (wide + 2 * frame, high + 2 * frame), 255)
    mask.paste(0, (frame + 3, frame + 3, frame + wide - 3, frame + high - 3))
    ends: list[tuple[int, int, int]] = []
    for i, h in shown.items():
        every, (x, y) = [grounds[i], *(board[i] for board in shared if i in board)], where.centre(h)
        half = half_size(every[0])
        far = frame + half[0], frame + half[1]
        if not any(abs(x - a) < far[0] and abs(y - b) < far[1] for a, b in spots):
            continue
        for seen in every:
            mask.paste(255, (x - half[0] + frame, y - half[1] + frame), taken_by(seen))
            ends += [(x + frame, y + frame, side) for side in _exits(seen)]
    draw = ImageDraw.Draw(mask)
    for x, y, side in ends:
        (across, down), r = polar(BASE[layout] + 60 * side, where.size), TRACK_END * where.size
        draw.ellipse((x + across - r, y + down - r, x + across + r, y + down + r), fill=255)
    rim = corners(layout)
    for h in shown.values() if rivers else ():
        for side in (s for s, kind in h.borders.items() if kind):
            river = (where.point(h, rim[side - 1]), where.point(h, rim[side]))
            line = [(x + frame, y + frame) for x, y in river]
            draw.line(line, fill=255, width=max(2, round(where.size * 0.2)))
    apart = max(1, round(where.size * WORD_GAP))
    for b in boxes:
        draw.rectangle((b[0] + frame - apart, b[1] + frame - 1, b[2] + frame + apart - 1, b[3] + frame), fill=255)
    wide = round(where.size * (1 - OUTLINE))
    for i in ground.outlined:
        line = [where.point(shown[i], c) for c in corners(layout, (1 + OUTLINE) / 2)]
        draw.line([(x + frame, y + frame) for x, y in (*line, line[0])], fill=255, width=wide)
    return mask


def stops_mask(layout: Layout, ground: Ground) -> Image.Image:
    """That mask without track and rivers: stops, words, all beyond the edge."""
    (wide, high), frame, where, shown, grounds, boxes, shared, _ = ground
    mask = Image.new("L", (wide + 2 * frame, high + 2 * frame), 255)
    mask.paste(0, (frame + 3, frame + 3, frame + wide - 3, frame + high - 3))
    draw = ImageDraw.Draw(mask)
    for i, h in shown.items():
        for seen in (grounds[i], *(board[i] for board in shared if i in board)):
            spots = [
                (*where.point(h, at), (radius + STOP_RIM) * where.size)
                for at, radius in rings(anatomy(seen.tile, seen.rotation, layout, seen.circles))
            ]
            for x, y, r in spots:
                draw.ellipse((x + frame - r, y + frame - r, x + frame + r, y + frame + r), fill=255)
    for b in boxes:
        draw.rectangle((b[0] + frame - 1, b[1] + frame - 1, b[2] + frame, b[3] + frame), fill=255)
    return mask


def _exits(seen: Look) -> set[int]:
    """The sides of a hex to which its track leads."""
    ends = (end for t in seen.tile.tracks for end in (t.a, t.b))
    return {(end + seen.rotation) % 6 for end in ends if isinstance(end, int)}


def covered(line: Line, pixels: Any, frame: int, size: int) -> int:
    """How many pixels of a line lie on what that mask has, about, without its two ends. `size`: the apothem."""
    steps = round(math.dist(*line))
    ends = max(2, round(size * 0.1))
    (a, b), (c, d) = line
    a, b, across, down = a + frame, b + frame, (c - a) / max(steps, 1), (d - b) / max(steps, 1)
    return EACH * sum(1 for i in range(ends, steps - ends, EACH) if pixels[int(a + across * i), int(b + down * i)])


@keep_drawn(2, lambda room: OVERHEAD + room.memory)
def find_walls(layout: Layout, size: int, reach: int, around: tuple[tuple[int, int], ...], walls: Walls) -> Room:
    """The room round the middle of a hex beside what a name may not cross. `around`: the hexes there."""
    mask = Image.new("L", (2 * reach, 2 * reach))
    draw, wide = ImageDraw.Draw(mask), max(3, round(2 * style.BORDER_WIDTH * size) + 1)
    for x, y in ((0, 0), *around) if walls == Walls.BORDERS else around:
        rim = [
            (reach + x + size * a, reach + y + size * b)
            for a, b in corners(layout, INNER if walls == Walls.PLACES else 1)
        ]
        if walls != Walls.BORDERS:
            draw.polygon(rim, fill=255)
        if walls != Walls.PLACES:
            draw.line([*rim, rim[0]], fill=255, width=wide)
    return coarse(mask, size)
