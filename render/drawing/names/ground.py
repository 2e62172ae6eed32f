"""What stands on a map already, as masks in which names look for room."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
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
from render.drawing.layout import Layout as MapLayout
from render.drawing.names.belonging import Ring
from render.drawing.sprites import half_size, taken_by
from render.drawing.tile_geometry import BASE, corners

NEAR, FAR, ANYWHERE = 2.9, 4.6, 9.0  # apothems round a hex in which its name may stand, the next where there is no room
FINE = 46  # pixels of an apothem of the mask, about: a part of a map is searched at half or a third of its pixels
EACH = 3  # pixels of a line of which one is looked at
FILLED = [0] + [255] * 255
# Apothems round the end of track at the side of a hex, where no name touches it.
TRACK_END = style.TRACK_WIDTH / 2 + 0.05
WORD_GAP = 0.08  # apothems to a word in the same line: closer it seems to be a part of the name
AIR = 1  # pixels above and below the letters of a name that are its own
RIVER = 0.22  # apothems that a river along a side takes
OUTLINE = 0.865  # of a hex within the outline over it
LAND_GRAIN = 4  # pixels in each direction that are on one ground, about
RIM = 0.03  # apothems from a name to the border of a hex


def grain(size: int) -> int:
    """How many pixels of the picture, in each direction, are one of the mask. `size`: the apothem."""
    return max(1, round(size / FINE))


def reach_of(size: int, apothems: float = NEAR) -> int:
    """Pixels round the middle of a hex in which its name may stand. `size`: its apothem."""
    by = grain(size) * LAND_GRAIN
    return by * math.ceil(size * apothems / by)


def line_height(points: int) -> int:
    """Pixels from a line of a name to the next."""
    return round(points * 1.1)


class Lines(NamedTuple):
    """A name in lines as it is written: pixels that it takes, and from its top to the middle of its first line."""

    wide: int
    high: int
    middle: int


@lru_cache(maxsize=1 << 12)
def measure_name(text: str, points: int, cut: fonts.Weight = fonts.NARROW) -> Lines:
    """How much room the letters of a name take, with a little air: less where none goes below the line."""
    lines = text.split("\n")
    wide = max(fonts.width(line, points, cut) for line in lines) + 2
    top = fonts.bounds(lines[0], points, cut, "mm")[1]
    bottom = fonts.bounds(lines[-1], points, cut, "mm")[3]
    return Lines(wide, line_height(points) * (len(lines) - 1) + bottom - top + 2 * AIR, AIR - top)


def coarse(part: Image.Image, size: int) -> Room:
    """The room of a part of a map's mask as it is searched: taken wherever a pixel of it is."""
    by = grain(size)
    return Room(part.reduce(by).point(FILLED) if by > 1 else part)


class Ground(NamedTuple):
    """What a map has drawn. `frame`: pixels round the picture that its mask has too; `boxes`: of words; `grounds`: of all hexes
    that are seen, those of pale ground round a part of the map as well; `shared`: of other boards with the same names;
    `outlined`: hexes that are stressed; `runs`: where the lines of runs lie, which pointers cross as they cross track;
    `coast`: of land without hexes.
    """

    size: tuple[int, int]
    frame: int
    where: MapLayout
    shown: Mapping[Hex, HexData]
    grounds: Mapping[Hex, Look]
    boxes: Sequence[Box]
    shared: Sequence[Mapping[Hex, Look]] = ()
    outlined: Sequence[Hex] = ()
    runs: Sequence[Box] = ()
    coast: Sequence[Line] = ()


def framed(ground: Ground) -> Image.Image:
    """A mask of the whole picture in a frame as wide as a name reaches: taken is all beyond its edge."""
    (wide, high), frame = ground.size, ground.frame
    mask = Image.new("L", (wide + 2 * frame, high + 2 * frame), 255)
    mask.paste(0, (frame + 3, frame + 3, frame + wide - 3, frame + high - 3))
    return mask


def track_mask(layout: Layout, ground: Ground) -> Image.Image:
    """Such a mask of track, stops, rivers and runs: what pointers had better not cross."""
    mask, frame, where = framed(ground), ground.frame, ground.where
    ends: list[tuple[int, int, int]] = []
    for i, h in ground.shown.items():
        x, y = where.centre(h)
        for seen in (ground.grounds[i], *(board[i] for board in ground.shared if i in board)):
            half = half_size(seen)
            if seen.tile.tracks or seen.tile.stops:
                taken = taken_by(seen)
                mask.paste(255, (x - half[0] + frame, y - half[1] + frame), taken)
                ends += [(x + frame, y + frame, side) for side in _exits(seen)]
    draw = ImageDraw.Draw(mask)
    for x, y, side in ends:
        (across, down), r = polar(BASE[layout] + 60 * side, where.size), TRACK_END * where.size
        draw.ellipse((x + across - r, y + down - r, x + across + r, y + down + r), fill=255)
    rim = corners(layout)
    for h in ground.shown.values():
        for side in (s for s, kind in h.borders.items() if kind):
            river = where.point(h, rim[side - 1]), where.point(h, rim[side])
            line = [(x + frame, y + frame) for x, y in river]
            draw.line(line, fill=255, width=max(2, round(where.size * RIVER)))
    for b in ground.runs:
        draw.rectangle((b[0] + frame, b[1] + frame, b[2] + frame, b[3] + frame), fill=255)
    return mask


def taken_mask(layout: Layout, ground: Ground, track: Image.Image) -> Image.Image:
    """A mask of borders, words and outlines beside track: where no name stands. `track`: what `track_mask` gives."""
    mask, frame, where = track.copy(), ground.frame, ground.where
    draw, rim = ImageDraw.Draw(mask), corners(layout)
    border = 2 * round(RIM * where.size) + max(1, round(2 * style.BORDER_WIDTH * where.size))
    for h in ground.shown.values():
        ends = [where.point(h, corner) for corner in rim]
        line = [(x + frame, y + frame) for x, y in ends]
        draw.line([*line, line[0]], fill=255, width=border)
    for side in ground.coast:
        draw.line([(x + frame, y + frame) for x, y in side], fill=255, width=border)
    apart = max(1, round(where.size * WORD_GAP))
    for b in ground.boxes:
        draw.rectangle((b[0] + frame - apart, b[1] + frame - 1, b[2] + frame + apart - 1, b[3] + frame), fill=255)
    wide = round(where.size * (1 - OUTLINE))
    for i in ground.outlined:
        ends = [where.point(ground.shown[i], c) for c in corners(layout, (1 + OUTLINE) / 2)]
        line = [(x + frame, y + frame) for x, y in ends]
        draw.line([*line, line[0]], fill=255, width=wide)
    return mask


def stops_mask(ground: Ground, stops: Iterable[Ring]) -> Image.Image:
    """Such a mask of words and stops alone. `stops`: where they are, in pixels."""
    mask, frame = framed(ground), ground.frame
    draw = ImageDraw.Draw(mask)
    for x, y, r in stops:
        draw.ellipse((x + frame - r, y + frame - r, x + frame + r, y + frame + r), fill=255)
    for b in ground.boxes:
        draw.rectangle((b[0] + frame - 1, b[1] + frame - 1, b[2] + frame, b[3] + frame), fill=255)
    return mask


def land_map(layout: Layout, ground: Ground, kinds: Mapping[Hex, int]) -> Image.Image:
    """Whose ground each part of that mask is: a pixel for `LAND_GRAIN` of it in each direction. `kinds`: by hex; 0 is open."""
    (wide, high), frame, where = ground.size, ground.frame, ground.where
    image = Image.new("L", (-(-(wide + 2 * frame) // LAND_GRAIN), -(-(high + 2 * frame) // LAND_GRAIN)))
    draw, rim = ImageDraw.Draw(image), corners(layout)
    for i, h in ground.shown.items():
        ends = [where.point(h, corner) for corner in rim]
        draw.polygon([((x + frame) / LAND_GRAIN, (y + frame) / LAND_GRAIN) for x, y in ends], fill=kinds[i])
    return image


def _exits(seen: Look) -> set[int]:
    """The sides of a hex to which its track leads."""
    ends = (end for t in seen.tile.tracks for end in (t.a, t.b))
    return {(end + seen.rotation) % 6 for end in ends if isinstance(end, int)}


def crossings(line: Line, pixels: Any, frame: int, size: int, most: float = math.inf) -> tuple[int, int]:
    """How many pixels of a line lie on what that mask has, about, without its two ends; and the longest piece of these.

    `size`: the apothem; `most`: pixels of a piece from which on no more of the line is looked at.
    """
    steps = round(math.dist(*line))
    ends = max(2, round(size * 0.1))
    (a, b), (c, d) = line
    a, b, across, down = a + frame, b + frame, (c - a) / max(steps, 1), (d - b) / max(steps, 1)
    total = longest = piece = 0
    for i in range(ends, steps - ends, EACH):
        piece = piece + EACH if pixels[int(a + across * i), int(b + down * i)] else 0
        total += EACH if piece else 0
        if piece > longest:
            longest = piece
            if piece > most:
                break
    return total, longest
