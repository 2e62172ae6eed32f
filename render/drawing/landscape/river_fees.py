"""What rivers cost, written on the sides of hexes that they run along."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterator, Mapping

from PIL import Image, ImageDraw

from game.rules import Rules
from game.state import Hex
from game.title_data import HexData
from render.drawing import fonts, style
from render.drawing.free_space import Box, overlap
from render.drawing.geometry import Point
from render.drawing.layout import Layout
from render.drawing.sprites import Sprite
from render.drawing.tile_geometry import corners

FEES_APART = 2.6  # apothems from one fee to the next
River = tuple[list[Hex], tuple[int, int], str]  # the hexes beside it, its middle, what it costs


def write_fees(
    image: Image.Image,
    rules: Rules,
    where: Layout,
    shown: Mapping[Hex, HexData],
    sprites: Mapping[Hex, Sprite],
    taken: Collection[Box],
    *,
    points: int,
) -> list[Box]:
    """Write the fees of rivers that no track crosses yet; says where. `points`: pixels of their print."""
    size, kept, boxes = where.size, list[Point](), list[Box]()
    draw = ImageDraw.Draw(image)
    for hexes, (x, y), fee in _rivers(rules, where, shown):
        left, top, right, bottom = fonts.bounds(fee, points, bold=True, anchor="mm")
        box = x + left - 2, y + top - 1, x + right + 2, y + bottom + 1
        far = all(math.dist((x, y), other) > FEES_APART * size for other in kept)
        free = not any(overlap(box, other) for other in (*taken, *boxes)) if far else False
        if free and not _is_on_track(box, {i: where.centre(shown[i]) for i in hexes}, sprites):
            draw.rounded_rectangle(box, 3, fill=style.WHITE)
            fonts.write(draw, (x, y), fee, points, bold=True, ink=style.BARRIER, anchor="mm")
            kept.append((x, y))
            boxes.append(box)
    return boxes


def _rivers(rules: Rules, where: Layout, shown: Mapping[Hex, HexData]) -> Iterator[River]:
    """The middles of sides that cost something, each with the hexes beside it."""
    numbers, rim = rules.data.file.numbers, corners(rules.data.layout)
    for h in shown.values():
        for side, kind in h.borders.items():
            fee = next((numbers[word] for word in kind.split() if word in numbers), 0)
            if fee:
                a, b = where.point(h, rim[side - 1]), where.point(h, rim[side])
                beside = [i for i in (h.id, h.sides[side]) if i in shown]
                yield beside, (round((a[0] + b[0]) / 2), round((a[1] + b[1]) / 2)), rules.data.money(fee)


def _is_on_track(box: Box, hexes: Mapping[Hex, tuple[int, int]], sprites: Mapping[Hex, Sprite]) -> bool:
    """Whether track or a stop of one of these hexes, with their middles, lies below a box."""
    for hex_id, (x, y) in hexes.items():
        sprite = sprites[hex_id]
        left, top = x - sprite.centre[0], y - sprite.centre[1]
        if sprite.taken.crop((box[0] - left, box[1] - top, box[2] - left, box[3] - top)).getbbox():
            return True
    return False
