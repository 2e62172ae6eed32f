"""Animations hold every frame exactly, though each is written as what changed."""

from __future__ import annotations

from io import BytesIO

import pytest
from PIL import Image, ImageDraw
from PIL.GifImagePlugin import GifImageFile

from render.drawing import packing, style
from render.results.animation import Animation
from titles import TITLES

DATA = TITLES["18GA"].rules((), 3).data


def frames():
    for x in range(0, 80, 20):
        image = style.canvas((120, 90), DATA, style.SEA)
        draw = ImageDraw.Draw(image)
        draw.ellipse((x, 10, x + 40, 50), fill=style.RUNS[x // 20], outline=style.INK)
        draw.rectangle((90, 60, 110, 80), fill=style.MARK)
        yield image


def animated(pictures) -> bytes:
    animation = Animation()
    for number, image in enumerate(pictures):
        animation.add(image, 500 + 100 * number)
    return animation.gif()


def as_shown(image):
    """The picture in the colours that every picture of the title has."""
    return Image.open(BytesIO(packing.png(image))).convert("RGB").tobytes()


def test_each_frame_is_the_picture_that_was_added():
    data = animated(frames())
    shown = GifImageFile(BytesIO(data))
    assert shown.n_frames == 4
    assert shown.info["loop"] == 0
    for number, image in enumerate(frames()):
        shown.seek(number)
        assert shown.info["duration"] == 500 + 100 * number
        assert shown.convert("RGB").tobytes() == as_shown(image)


def test_a_frame_like_the_one_before_is_shown_too():
    image = next(frames())
    shown = GifImageFile(BytesIO(animated([image, image])))
    assert shown.n_frames == 2
    shown.seek(1)
    assert shown.convert("RGB").tobytes() == as_shown(image)


def test_only_what_changed_takes_room():
    one = len(animated([next(frames())]))
    assert len(animated([next(frames())] * 20)) - one < 20 * 60


def test_an_animation_has_a_frame():
    with pytest.raises(ValueError, match="without frames"):
        Animation().gif()
