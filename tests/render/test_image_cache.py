"""What was drawn is kept within a number of bytes, whatever the sizes of the pictures."""

import pytest
from PIL import Image

from render.drawing.image_cache import OVERHEAD, keep_drawn, memory_of

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("mode", ["L", "1", "RGB", "RGBA"])
def test_the_memory_of_a_picture_is_what_pillow_takes(mode: str) -> None:
    image = Image.new(mode, (300, 200))
    pixels = len(image.tobytes("raw", mode)) if mode in {"L", "RGBA"} else {"1": 60_000, "RGB": 240_000}[mode]
    assert memory_of(image) == pixels + OVERHEAD


def test_small_pictures_are_kept_and_large_ones_push_them_out() -> None:
    drawn: list[int] = []

    @keep_drawn(1, memory_of)
    def draw(side: int) -> Image.Image:
        drawn.append(side)
        return Image.new("L", (side, side))

    for side in (10, 20, 10, 20):
        draw(side)
    assert drawn == [10, 20]
    draw(990)  # nearly all of the million bytes
    draw(400)
    assert drawn == [10, 20, 990, 400]
    draw(400)
    assert drawn == [10, 20, 990, 400]
    draw(990)
    assert drawn == [10, 20, 990, 400, 990]


def test_a_picture_larger_than_all_room_is_drawn_and_not_kept() -> None:
    drawn: list[int] = []

    @keep_drawn(1, memory_of)
    def draw(side: int) -> Image.Image:
        drawn.append(side)
        return Image.new("RGB", (side, side))

    assert draw(600).size == draw(600).size == (600, 600)
    assert drawn == [600, 600]
