"""Keeping what was drawn within a number of bytes: pictures differ in size too much for counting them."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache, cached
from PIL import Image

P = ParamSpec("P")
T = TypeVar("T")

MILLION = 1_000_000
OVERHEAD = 500  # bytes of an entry beside its pixels: key, objects, the cache's own
PER_PIXEL = {"L": 1, "1": 1, "P": 1}  # bytes in memory; Pillow keeps all other modes that we use in four


def memory_of(image: Image.Image) -> int:
    """Bytes that a picture takes in memory."""
    return OVERHEAD + image.width * image.height * PER_PIXEL.get(image.mode, 4)


def keep_drawn(millions: int, size: Callable[[Any], int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A decorator: what a function of hashable arguments drew is kept, the least recently used is dropped.

    `millions`: of bytes at most, together; `size`: the bytes that one result takes. Safe to call from several threads.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept: LRUCache[object, T] = LRUCache(millions * MILLION, getsizeof=size)
        return cached(kept, lock=Lock())(function)

    return decorate
