"""Snapshots as they are stored: by zlib, with a dictionary of what positions of our titles have in common, in half the room.

The dictionary is part of what is stored: another one needs another file beside it, and what was packed with the first needs that
for good. A snapshot that was packed without is unpacked too.
"""

from __future__ import annotations

import zlib
from pathlib import Path

from game.codec import fingerprint

DICTIONARY = (Path(__file__).parent / "snapshots.dictionary").read_bytes()  # a position in mid-game of each title


def pack_snapshot(state: bytes) -> bytes:
    """A snapshot as it is stored."""
    packer = zlib.compressobj(zdict=DICTIONARY)
    return packer.compress(state) + packer.flush()


def unpack_snapshot(packed: bytes, wanted: str) -> bytes | None:
    """A snapshot; None if it is not the one that was written. `wanted`: its fingerprint."""
    try:
        state = zlib.decompressobj(zdict=DICTIONARY).decompress(packed)
    except zlib.error:
        return None
    return state if fingerprint(state) == wanted else None
