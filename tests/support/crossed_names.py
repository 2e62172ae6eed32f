"""Names of a map that a border crosses."""

from __future__ import annotations

from collections.abc import Sequence

from PIL import Image, ImageDraw

from render.drawing.free_space import Box
from render.drawing.names.placing import PlaceNames
from render.drawing.tile_geometry import corners


def count_crossed(names: PlaceNames, boxes: Sequence[Box]) -> tuple[int, int]:
    """How many of these boxes a border crosses, and how many lie on track or a stop."""
    borders, track = (Image.new("L", names.image.size) for _ in range(2))
    draw = ImageDraw.Draw(borders)
    for hex_id, h in names.shown.items():
        rim = [names.where.point(h, corner) for corner in corners(names.layout)]
        draw.line([*rim, rim[0]], fill=255)
        sprite, (x, y) = names.sprites[hex_id], names.where.centre(h)
        track.paste(255, (x - sprite.centre[0], y - sprite.centre[1]), sprite.taken)
    over, on = (sum(mask.crop(box).getbbox() is not None for box in boxes) for mask in (borders, track))
    return over, on
