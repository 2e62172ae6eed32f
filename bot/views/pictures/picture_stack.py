"""Pictures of a private message as one, one below the other: several would be shown smaller, each in an embed of its own."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence

from PIL import Image

from bot.views.messages import Picture
from render.drawing import style

SIGNATURE = b"\x89PNG"  # with which a file of a picture begins


async def join_pictures(pictures: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """The pictures as one; as they are where they are not of the same width."""
    data = await asyncio.to_thread(stack_files, [p.data for p in pictures])
    return (Picture(pictures[0].name, data, " ".join(p.alt for p in pictures)),) if data else pictures


def stack_files(files: Sequence[bytes]) -> bytes:
    """The pictures of these files as the file of one; b"" where they are of different widths, or one is no picture."""
    if not all(data.startswith(SIGNATURE) for data in files):
        return b""
    parts = [Image.open(io.BytesIO(data)) for data in files]
    if len({part.width for part in parts}) > 1:
        return b""
    palettes = {(part.mode, bytes(part.getpalette() or ())) for part in parts}
    alike = len(palettes) == 1 and parts[0].mode == "P"
    whole = Image.new("P" if alike else "RGB", (parts[0].width, sum(part.height for part in parts)))
    if alike:
        whole.putpalette(parts[0].getpalette() or [])
    y = 0
    for part in parts:
        whole.paste(part if alike else part.convert("RGB"), (0, y))
        y += part.height
    return style.png(whole if alike else whole.quantize())
