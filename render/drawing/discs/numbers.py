"""Numbers of buttons in pictures: as large as words, so that each is found at once."""

from __future__ import annotations

from PIL import Image, ImageDraw

from render.drawing import fonts, style
from render.drawing.discs.badges import badge
from render.drawing.free_space import Box
from render.drawing.image_cache import keep_drawn, memory_of
from render.drawing.style import RGB

LEAST_NUMBER = 20  # pixels of the radius of one on a map


@keep_drawn(4, memory_of)
def number_sprite(radius: int, text: str, size: int = style.HEAD) -> Image.Image:
    """The number of a button in print of that size, as high as a disc of that radius, and as wide as it needs."""
    high = radius * 2 + 1
    wide = max(high, fonts.width(text, size, bold=True) + radius // 2 + 4)
    big = Image.new("RGBA", (wide * 3, high * 3), (*style.WHITE, 0))
    draw, step = ImageDraw.Draw(big), max(3, round(radius * 0.16 * 3))
    draw.rounded_rectangle((0, 0, wide * 3 - 1, high * 3 - 1), high * 3 // 2, fill=style.WHITE)
    inner = (step, step, wide * 3 - 1 - step, high * 3 - 1 - step)
    draw.rounded_rectangle(inner, (high * 3 - 2 * step) // 2, fill=style.MARK)
    image, ink = big.reduce(3), style.on(style.MARK)
    fonts.write(ImageDraw.Draw(image), (wide / 2, high / 2), text, size, bold=True, ink=ink, anchor="mm")
    return image


def paste_number(image: Image.Image, x: float, y: float, radius: int, text: str, size: int = style.HEAD) -> int:
    """The number of a button round that middle; half of its width in pixels."""
    sprite = number_sprite(radius, text, size)
    image.paste(sprite, (round(x) - sprite.width // 2, round(y) - sprite.height // 2), sprite)
    return sprite.width // 2


def write_number(
    image: Image.Image,
    at: tuple[float, float],
    radius: int,
    text: str,
    sizes: tuple[int, ...],
    colour: RGB,
    *,
    choice: bool,
) -> Box:
    """A number on the map round that middle, of a `choice` as large as its button has it, else on that colour; what it
    covers.
    """
    wide = high = radius
    if choice:
        high = max(radius, LEAST_NUMBER)
        wide = paste_number(image, *at, high, text)
    else:
        badge(image, *at, radius, text, colour, sizes)
    return round(at[0]) - wide, round(at[1]) - high, round(at[0]) + wide + 1, round(at[1]) + high + 1
