"""Pictures of a private message as one, one below the other: several attachments are shown as small tiles."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Sequence

from PIL import Image

from bot.views.messages import Picture
from render.drawing import packing

SIGNATURE = b"\x89PNG"  # with which a file of a picture begins
TALLEST = 1.7  # its height to its width: a phone shows a taller picture less wide than a post's


async def join_pictures(pictures: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """The pictures as one, however high that is; as they are where one of them is no picture."""
    data = await asyncio.to_thread(stack_files, [p.data for p in pictures])
    return (Picture(pictures[0].name, data, " ".join(p.alt for p in pictures)),) if data else pictures


async def fit_pictures(pictures: tuple[Picture, ...]) -> tuple[Picture, ...]:
    """The pictures as few ones, in their order: those that a phone shows at full width together are joined."""
    joined = [await join_pictures(group) if len(group) > 1 else group for group in group_pictures(pictures)]
    return tuple(p for some in joined for p in some)


def group_pictures(pictures: Sequence[Picture]) -> list[tuple[Picture, ...]]:
    """The pictures in groups of which a phone shows each at full width as one picture."""
    groups: list[tuple[Picture, ...]] = []
    for picture in pictures:
        if groups and relative_height((*groups[-1], picture)) <= TALLEST:
            groups[-1] = (*groups[-1], picture)
        else:
            groups.append((picture,))
    return groups


def relative_height(pictures: Sequence[Picture]) -> float:
    """The height of these pictures one below the other, each as wide as the others, to that width."""
    sizes = [read_size(p.data) for p in pictures]
    return sum(high / wide if wide else TALLEST for wide, high in sizes)


def read_size(data: bytes) -> tuple[int, int]:
    """Width and height of a picture in pixels, by what its file says of itself; zeros where it is no picture of ours."""
    if not data.startswith(SIGNATURE):
        return 0, 0
    return int.from_bytes(data[16:20], "big"), int.from_bytes(data[20:24], "big")


def stack_files(files: Sequence[bytes]) -> bytes:
    """The pictures of these files as the file of one, all as wide as the widest; b"" where one is no picture."""
    if not all(data.startswith(SIGNATURE) for data in files):
        return b""
    parts: list[Image.Image] = [Image.open(io.BytesIO(data)) for data in files]
    wide = max(part.width for part in parts)
    parts = [part if part.width == wide else _widen(part, wide) for part in parts]
    palettes = {(part.mode, bytes(part.getpalette() or ())) for part in parts}
    alike = len(palettes) == 1 and parts[0].mode == "P"
    whole = Image.new("P" if alike else "RGB", (wide, sum(part.height for part in parts)))
    if alike:
        whole.putpalette(parts[0].getpalette() or [])
    y = 0
    for part in parts:
        whole.paste(part if alike else part.convert("RGB"), (0, y))
        y += part.height
    return packing.png(whole if alike else whole.quantize())


def _widen(part: Image.Image, wide: int) -> Image.Image:
    """A picture as large as it is shown beside a wider one."""
    return part.convert("RGB").resize((wide, round(part.height * wide / part.width)), Image.Resampling.LANCZOS)
