"""Where the number of a hex stands: inside it, on nothing that must be read."""

from __future__ import annotations

from collections.abc import Iterable
from math import sqrt

from PIL import Image, ImageDraw

from game.hexes import Layout
from render.drawing.free_space import Box, Point, Room
from render.drawing.sprites import Sprite
from render.drawing.tile_geometry import corners

SMALLEST = 0.7  # of the radius that is wanted, before the number covers a name
TIGHT = 0.55  # the same before it covers what must be read
LARGEST = 0.6  # of an apothem: more than that would fill the hex
MINOR = frozenset({"name", "caption", "number", "symbol"})  # what a number may cover where nothing else is free
RIM = 0.03  # apothems that stay free along the sides of the hex


def inside(box: Box, half: tuple[int, int], size: int, layout: Layout) -> bool:
    """Whether the disc in a box of a hex's picture lies within the hex.

    `half`: the middle of the picture, `size`: the apothem.
    """
    x, y = (box[0] + box[2]) / 2 - half[0], (box[1] + box[3]) / 2 - half[1]
    far = (box[2] - box[0]) / 2
    ways = ((1.0, 0.0), (0.5, sqrt(3) / 2), (0.5, -sqrt(3) / 2))
    normals = ways if layout == "pointy" else tuple((b, a) for a, b in ways)
    return all(abs(x * a + y * b) + far <= size for a, b in normals)


def number_box(
    sprite: Sprite, layout: Layout, size: int, radius: int, near: Point, others: Iterable[Box] = ()
) -> tuple[Box, bool]:
    """The box of a number's disc on the picture of its hex, and whether it covers nothing.

    `radius`: pixels wanted; it shrinks a little before a word is covered, and lies within the hex in any case. `near`: pixels
    from the centre. `others`: boxes on the picture of what was written over the hex.
    """
    half = sprite.centre
    wanted = min(radius, round(size * LARGEST))
    least = max(5, min(wanted, round(radius * SMALLEST)))
    aim = [(half[0] + near[0], half[1] + near[1])]
    words = [*sprite.boxes, *(("other", b) for b in others)]
    needed = [w for w in words if w[0] not in MINOR]
    tight = max(5, min(wanted, round(radius * TIGHT)))
    for boxes, clear, smallest in (
        (words, True, least),
        (needed, False, least),
        (needed, False, tight),
        ([], False, tight),
    ):
        room = Room(_taken(sprite.taken, boxes, half, size, layout))
        for r in range(wanted, smallest - 1, -1):
            box = room.find_disc(2 * r + 1, aim)
            if box is not None and inside(box, half, size, layout):
                return box, clear
    empty = Image.new("L", sprite.taken.size)
    room = Room(_taken(empty, [w for w in words if w[0] == "value"], half, size, layout))
    for r in range(least, 4, -1):
        box = room.find_disc(2 * r + 1, [(half[0] + size * 0.5, half[1] - size * 0.5), *aim])
        if box is not None and inside(box, half, size, layout):
            return box, False
    r = least
    return (half[0] - r, half[1] - r, half[0] + r + 1, half[1] + r + 1), False


def _taken(
    track: Image.Image, words: Iterable[tuple[str, Box]], half: tuple[int, int], size: int, layout: Layout
) -> Image.Image:
    """A mask of everything beyond the hex, of its track, and of these words."""
    mask = Image.new("L", track.size, 255)
    share = size * (1 - RIM)
    rim = [(half[0] + x * share, half[1] + y * share) for x, y in corners(layout)]
    ImageDraw.Draw(mask).polygon(rim, fill=0)
    mask.paste(255, (0, 0), track)
    draw = ImageDraw.Draw(mask)
    for _, b in words:
        draw.rectangle((b[0] - 1, b[1] - 1, b[2], b[3]), fill=255)
    return mask
