"""Where the number of a hex stands: inside it, on nothing that must be read."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import sqrt

from PIL import Image, ImageDraw

from game.hexes import Layout
from render.drawing.free_space import Box, Point, Room, middle_of
from render.drawing.sprites import Sprite
from render.drawing.tile_geometry import anatomy, corners, rings

SMALLEST = 0.8  # of the radius that is wanted, before the number covers a name; read on a phone where that is wanted so
TIGHT = 0.55  # the same in a hex that is too small for such a number
LETTERS = 0.85  # of the radius of a station: what its letters take, which a number may come up to
LARGEST = 0.63  # of an apothem: more than that would fill the hex
MINOR = frozenset({"name", "caption", "number", "symbol"})  # what a number may cover where nothing else is free
STEP = 5  # pixels of radius from one disc to the next smaller one that is tried only to see where there is most room
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

    `radius`: pixels wanted; it shrinks a little before a name is covered, then track, then what must be read, and lies within the
    hex in any case. `near`: pixels from the centre. `others`: boxes on the picture of what was written over the hex.
    """
    half = sprite.centre
    wanted = min(radius, round(size * LARGEST))
    least = max(5, min(wanted, round(radius * SMALLEST)))
    aim = [(half[0] + near[0], half[1] + near[1])]
    words = [*sprite.boxes, *(("other", b) for b in others)]
    needed = [w for w in words if w[0] not in MINOR]
    tight = max(5, min(wanted, round(radius * TIGHT)))
    for boxes, clear in ((words, True), (needed, False)):
        box = _find(sprite.taken, boxes, sprite, size, layout, range(wanted, least - 1, -1), aim)
        if box is not None:
            return box, clear
    empty = Image.new("L", sprite.taken.size)
    beside = _find(sprite.taken, needed, sprite, size, layout, range(least - 1, 4, -STEP), aim)
    spot = [middle_of(beside)] if beside else aim
    for share in (1.0, LETTERS, 0.0):
        boxes = [*needed, *(("stop", b) for b in _stops(sprite, size, layout, share))]
        box = _find(empty, boxes, sprite, size, layout, range(wanted, least - 1, -1), spot)
        if box is not None:
            return box, False
    for boxes in (needed, []):
        box = _find(sprite.taken, boxes, sprite, size, layout, range(wanted, tight - 1, -1), aim)
        if box is not None:
            return box, False
    corner = half[0] + size * 0.5, half[1] - size * 0.5
    values = [w for w in words if w[0] == "value"]
    box = _find(empty, values, sprite, size, layout, range(least, 4, -1), [corner, *aim])
    if box is not None:
        return box, False
    r = least
    return (half[0] - r, half[1] - r, half[0] + r + 1, half[1] + r + 1), False


def _stops(sprite: Sprite, size: int, layout: Layout, share: float) -> Iterable[Box]:
    """The circles of a hex's cities and its towns, on its picture, with so much of their radius."""
    ground, (x, y) = sprite.ground, sprite.centre
    for at, radius in rings(anatomy(ground.tile, ground.rotation, layout, ground.circles)):
        middle, r = (x + at[0] * size, y + at[1] * size), radius * size * share
        yield round(middle[0] - r), round(middle[1] - r), round(middle[0] + r), round(middle[1] + r)


def _find(
    track: Image.Image,
    words: Iterable[tuple[str, Box]],
    sprite: Sprite,
    size: int,
    layout: Layout,
    radii: Iterable[int],
    near: Sequence[Point],
) -> Box | None:
    """The box of a disc of the first of these radii that has room in the hex off that track and these words."""
    room = Room(_taken(track, words, sprite.centre, size, layout))
    for r in radii:
        box = room.find_disc(2 * r + 1, near)
        if box is not None and inside(box, sprite.centre, size, layout):
            return box
    return None


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
    for what, b in words:
        draw_taken = draw.ellipse if what == "stop" else draw.rectangle
        draw_taken((b[0] - 1, b[1] - 1, b[2], b[3]), fill=255)
    return mask
