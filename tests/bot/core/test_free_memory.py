"""Memory that is free goes back to the system."""

from __future__ import annotations

import resource
from pathlib import Path

import pytest

from bot.core.free_memory import return_free_memory

BLOCK = 50_000  # bytes: less than what malloc asks the system for apart
BLOCKS = 1_000


def resident() -> int:
    """Bytes of this process in memory."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="tells memory as Linux does")
def test_holes_between_what_stays_are_returned():
    pairs = [(b"x" * BLOCK, bytearray(1_000)) for _ in range(BLOCKS)]
    stays = [small for _, small in pairs]
    del pairs
    before = resident()
    assert return_free_memory()
    assert before - resident() > BLOCK * BLOCKS / 2
    assert len(stays) == BLOCKS
