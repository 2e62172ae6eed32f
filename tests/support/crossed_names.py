"""Names of a map that a border crosses, or that lie over track."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PIL import Image, ImageChops, ImageDraw

from game.state import Hex
from render.drawing.free_space import Box, moved
from render.drawing.landscape.sea import coastline
from render.drawing.tile_geometry import corners


def count_crossed(drawn: Any, beside: Mapping[Hex, Box]) -> tuple[list[str], list[str]]:
    """The names that a border or the coast crosses, and those that lie on track or a stop.

    `drawn`: the painter of a map, or its names; `beside`: where those stand that are not written on their hex.
    """
    borders, track = (Image.new("L", drawn.image.size) for _ in range(2))
    draw, boxes = ImageDraw.Draw(borders), dict(beside)
    pale = {i: h for i, (h, _) in (getattr(drawn, "beyond", None) or {}).items()}
    coast = drawn.coast if hasattr(drawn, "coast") else coastline(drawn.where, drawn.rules.data)
    for ends in coast:
        draw.line(ends, fill=255)
    for hex_id, h in {**pale, **drawn.shown}.items():
        rim = [drawn.where.point(h, corner) for corner in corners("pointy" if drawn.where.pointy else "flat")]
        draw.line([*rim, rim[0]], fill=255)
        if hex_id not in drawn.sprites:
            continue
        sprite, (x, y) = drawn.sprites[hex_id], drawn.where.centre(h)
        corner = x - sprite.centre[0], y - sprite.centre[1]
        inside = Image.new("L", sprite.taken.size)  # track ends at the side of its hex
        ImageDraw.Draw(inside).polygon([(a - corner[0], b - corner[1]) for a, b in rim], fill=255)
        track.paste(255, corner, ImageChops.darker(sprite.taken, inside))
        written = [moved(box, corner) for what, box in sprite.boxes if what == "name"]
        if written and hex_id not in beside:
            boxes[hex_id] = written[0]
    over, on = (
        [drawn.shown[i].name for i, box in boxes.items() if mask.crop(box).getbbox()] for mask in (borders, track)
    )
    return over, on
