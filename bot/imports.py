"""Files that people give, read in a process of its own."""

from __future__ import annotations

from bot import files
from bot.apart import apart
from bot.files import Incoming
from titles import TITLES


async def read(data: bytes) -> Incoming:
    """The game in a file; raises NotPossible with one sentence about what is wrong with it."""
    late, broken = "That file takes too long to read", "That file cannot be read here"
    return await apart(_read, data, late=late, broken=broken)


def _read(data: bytes) -> Incoming:
    return files.incoming(data, TITLES)
