"""Small discs with a word, which picture and map have beside what they mean."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.drawing import fonts, style
from render.drawing.image_cache import keep_drawn, memory_of

ROOM_ON_BADGE = 0.78  # of a badge's width, for its word


def badge(
    image: Image.Image,
    x: float,
    y: float,
    radius: int,
    text: str,
    colour: style.RGB,
    sizes: tuple[int, ...] = style.LADDER,
) -> None:
    """A small disc with a word, white on a colour. `sizes`: of print that the picture has."""
    side = radius * 2 + 1
    sprite = badge_sprite(radius, text, colour, sizes)
    image.paste(sprite, (round(x) - side // 2, round(y) - side // 2), sprite)


@keep_drawn(4, memory_of)
def badge_sprite(radius: int, text: str, colour: style.RGB, sizes: tuple[int, ...] = style.LADDER) -> Image.Image:
    """The disc of a badge alone."""
    side = radius * 2 + 1
    big = Image.new("RGBA", (side * 3, side * 3), (*style.WHITE, 0))
    draw = ImageDraw.Draw(big)
    draw.ellipse((0, 0, side * 3 - 1, side * 3 - 1), fill=style.WHITE)
    step = max(3, round(radius * 0.16 * 3))
    draw.ellipse((step, step, side * 3 - 1 - step, side * 3 - 1 - step), fill=colour)
    image = big.reduce(3)
    room, most = side * ROOM_ON_BADGE, round(radius * 1.25)
    size = fonts.fitting(text, room, most, bold=True, least=6, sizes=sizes)
    cut = fonts.Cut.BOLD if fonts.width(text, size, bold=True) <= room else fonts.NARROW
    middle = side / 2, side / 2
    fonts.write_within(ImageDraw.Draw(image), middle, text, size, int(room), bold=cut, ink=style.on(colour))
    return image
