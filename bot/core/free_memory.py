"""Memory that the C library keeps after use: pictures that go leave holes between those that stay."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from functools import cache


@cache
def _find_malloc_trim() -> Callable[[int], int] | None:
    """`malloc_trim` of glibc; None with another library."""
    try:
        return getattr(ctypes.CDLL(None), "malloc_trim", None)
    except (OSError, TypeError):  # a system without such a library
        return None


def return_free_memory() -> bool:
    """Give memory that nothing uses back to the system; False where that cannot be asked for.

    Takes milliseconds, in which other threads may run.
    """
    trim = _find_malloc_trim()
    return trim is not None and bool(trim(0))
