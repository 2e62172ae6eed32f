"""What was drawn is kept within a number of bytes, whatever the sizes of the pictures."""

import pytest
from PIL import Image

from render.drawing import style
from render.drawing.image_cache import OVERHEAD, LockedCache, keep_drawn, keep_packed, memory_of

pytestmark = pytest.mark.unit


@pytest.mark.parametrize("mode", ["L", "1", "RGB", "RGBA"])
def test_the_memory_of_a_picture_is_what_pillow_takes(mode: str) -> None:
    image = Image.new(mode, (300, 200))
    pixels = len(image.tobytes("raw", mode)) if mode in {"L", "RGBA"} else {"1": 60_000, "RGB": 240_000}[mode]
    assert memory_of(image) == pixels + OVERHEAD


def test_parts_of_maps_have_one_palette_together() -> None:
    """Each kept one of its own, 4 MB together after the first maps."""
    flat = style.flattened(Image.new("RGB", (4, 3), style.HEX["green"]))
    again = style.unpacked(flat.size, flat.tobytes())
    assert flat.palette is not None
    assert flat.palette is again.palette is style.flattened(Image.new("RGB", (2, 2))).palette
    assert again.convert("RGB").tobytes() == flat.convert("RGB").tobytes()
    assert style.paled(flat).palette is not flat.palette


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


def test_what_was_asked_for_is_spared_once() -> None:
    kept = LockedCache[str, str](3)
    for key in "abc":
        kept.keep(key, key.upper())
    assert kept.get("a") == "A"
    kept.keep("d", "D")
    assert [kept.get(key) for key in "bad"] == [None, "A", "D"]
    kept.clear()
    for key in "aefgh":
        kept.keep(key, key.upper())
    assert [kept.get(key) for key in "aefgh"] == [None, None, "F", "G", "H"]


def test_a_picture_larger_than_all_room_is_drawn_and_not_kept() -> None:
    drawn: list[int] = []

    @keep_drawn(1, memory_of)
    def draw(side: int) -> Image.Image:
        drawn.append(side)
        return Image.new("RGB", (side, side))

    assert draw(600).size == draw(600).size == (600, 600)
    assert drawn == [600, 600]


def test_packed_pictures_are_drawn_once_and_come_back_as_they_were() -> None:
    drawn: list[int] = []

    @keep_packed(1, lambda made: ((made[0], made[1]), (made[2],)), lambda image, mask, word: (image, mask, word))
    def draw(side: int) -> tuple[Image.Image, Image.Image, str]:
        drawn.append(side)
        return Image.linear_gradient("L").convert("RGBA").resize((side, side)), Image.new("L", (side, 3), 7), f"{side}"

    first, again = draw(900), draw(900)
    for side in (800, 700):  # these take 900 squared times four bytes, if they are not packed
        draw(side)
    assert drawn == [900, 800, 700]
    assert draw(900)[2] == "900"
    assert drawn == [900, 800, 700]
    assert [i.tobytes() for i in first[:2]] == [i.tobytes() for i in again[:2]]
    assert (first[0].mode, first[1].size) == ("RGBA", (900, 3))
    again[0].paste(0, (0, 0, 900, 900))
    assert draw(900)[0].tobytes() == first[0].tobytes()
