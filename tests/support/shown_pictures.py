"""How wide a phone shows the pictures of a private answer, by what its message and the files say, without a browser."""

from __future__ import annotations

from typing import Any

from bot.views.pictures.picture_stack import TALLEST, read_size
from render.drawing import phone

EMBED_HEIGHT = 280  # pixels at most, whatever the picture
BORDER = 23  # of an embed, beside its picture


async def shown_widths(message: Any) -> dict[str, int]:
    """The pixels of the width of each picture, by the beginning of its file's name. Several attachments stand side by side."""
    embedded = {e.image.url.rpartition("/")[2].partition("?")[0] for e in message.embeds if e.image and e.image.url}
    pictures = [a for a in message.attachments if a.filename.endswith(".png")]
    beside = sum(a.filename not in embedded for a in pictures)
    shown = {}
    for picture in pictures:
        wide, high = read_size(await picture.read())
        room: tuple[int, float] = (phone.WIDTH - BORDER, EMBED_HEIGHT)
        if picture.filename not in embedded:
            room = phone.WIDTH // min(beside, 2), phone.WIDTH * TALLEST
        shown[picture.filename.partition("-")[0]] = min(room[0], round(wide * room[1] / high))
    return shown
