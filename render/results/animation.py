"""Animated pictures: GIF, since every client plays it, in the fixed palette of a title; of each frame only what has changed."""

from __future__ import annotations

import struct
from io import BytesIO

from PIL import GifImagePlugin, Image, ImageChops

from render.drawing import packing

CLEAR = 255  # the colour that lets the frame before show through
FOR_EVER = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"  # the block that repeats an animation


class Animation:
    """Frames of one size, written one by one: only the last is kept in memory. The same frames give the same bytes."""

    def __init__(self) -> None:
        self._out = BytesIO()
        self._shown: Image.Image | None = None  # numbers of colours of the frame before
        self._palette = Image.new("P", (1, 1))
        self.frames = 0

    def add(self, image: Image.Image, milliseconds: int) -> None:
        """Show this picture for so long. All pictures have the size and the title (`style.canvas`) of the first."""
        if self._shown is None:
            self._begin(image)
        plain = image.quantize(palette=self._palette, dither=Image.Dither.NONE)
        numbers = Image.frombytes("L", plain.size, plain.tobytes())
        part, at = numbers, (0, 0)
        if self._shown is not None:
            difference = ImageChops.difference(numbers, self._shown)
            box = difference.getbbox() or (0, 0, 1, 1)
            same = difference.crop(box).point([CLEAR] + [0] * 255)
            part, at = numbers.crop(box), box[:2]
            part.paste(CLEAR, mask=same)
        frame = Image.frombytes("P", part.size, part.tobytes())
        frame.putpalette(self._palette.getpalette() or [])
        blocks = GifImagePlugin.getdata(frame, at, duration=milliseconds, transparency=CLEAR, disposal=1)
        self._out.writelines(blocks)
        self._shown = numbers
        self.frames += 1

    def _begin(self, image: Image.Image) -> None:
        """The head of the file: size, the colours of the first picture's title, and that it repeats."""
        shown = (packing.file_palette(image).getpalette() or [])[: CLEAR * 3]
        self._palette.putpalette(shown)
        colours = bytes(shown) + bytes(3)
        self._out.write(b"GIF89a" + struct.pack("<HHBBB", *image.size, 0xF7, 0, 0) + colours + FOR_EVER)

    def gif(self) -> bytes:
        """The file so far; raises ValueError where there is no frame."""
        if not self.frames:
            raise ValueError("an animation without frames")
        return self._out.getvalue() + b";"
