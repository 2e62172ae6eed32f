"""Memory that the C library keeps after use (pictures that go leave holes between those that stay), and what the collector looks
through.
"""

from __future__ import annotations

import ctypes
import gc
from collections.abc import Callable

M_ARENA_MAX = -8  # of glibc's malloc.h: the parameter of `mallopt` that limits the number of heaps
YOUNG_OBJECTS = 5_000  # more than there were, until the collector looks at those that came last


def _find_function(name: str) -> Callable[..., int] | None:
    """A function of glibc; None with another library."""
    try:
        return getattr(ctypes.CDLL(None), name, None)
    except (OSError, TypeError):  # a system without such a library
        return None


def share_heap() -> bool:
    """Let threads that begin from now on allocate from the first one's heap; False where that cannot be asked for.

    Each of its own has holes that no other can fill: pictures drawn in turn by some threads took twice the room of those kept.
    """
    limit = _find_function("mallopt")
    return limit is not None and bool(limit(M_ARENA_MAX, 1))


def return_free_memory() -> bool:
    """Give memory that nothing uses back to the system; False where that cannot be asked for.

    Takes milliseconds, in which other threads may run.
    """
    trim = _find_function("malloc_trim")
    return trim is not None and bool(trim(0))


def spare_collector() -> None:
    """Let the garbage collector leave alone what there is now, and look seldom at what comes.

    What stays for the whole run is most of all objects: to look through it takes a tenth of a second, in which nobody is
    answered.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG_OBJECTS, 10, 10)
