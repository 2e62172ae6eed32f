"""Keeping what was drawn within a number of bytes: pictures differ in size too much for counting them."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from contextlib import suppress
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

from cachetools import LRUCache, cached
from cachetools.keys import hashkey
from PIL import Image
from zlib_ng import zlib_ng

from render.drawing import style
from render.drawing.colours import theme_now

P = ParamSpec("P")
T = TypeVar("T")
K = TypeVar("K")
Packed = tuple[str, tuple[int, int], bytes]  # mode, size, pixels
AllPacked = tuple[tuple[Packed, ...], Any]
Parts = tuple[Sequence[Image.Image], Any]  # of what was drawn: its pictures, and the rest

MILLION = 1_000_000
OVERHEAD = 500  # bytes of an entry beside its pixels: key, objects, the cache's own
RAW = -15  # of zlib's formats, the one without a checksum: a fifth of the time of unpacking
PER_PIXEL = {"L": 1, "1": 1, "P": 1}  # bytes in memory; Pillow keeps all other modes that we use in four
AS_THEY_ARE = frozenset({"L", "RGBA"})  # modes whose pixels Pillow keeps in memory as `tobytes` gives them


def memory_of(image: Image.Image) -> int:
    """Bytes that a picture takes in memory."""
    return OVERHEAD + image.width * image.height * PER_PIXEL.get(image.mode, 4)


class LockedCache(Generic[K, T]):
    """So many values by key, the least recently used is dropped; safe to use from several threads."""

    def __init__(self, most: int) -> None:
        self._kept: LRUCache[K, T] = LRUCache(most)
        self._lock = Lock()

    def get(self, key: K) -> T | None:
        """What is kept for a key, if anything is."""
        with self._lock:
            return self._kept.get(key)

    def __setitem__(self, key: K, value: T) -> None:
        with self._lock:
            self._kept[key] = value

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()


def _key_in_theme(*args: Hashable, **options: Hashable) -> Hashable:
    """What tells one drawing from others: its arguments, and the theme."""
    return hashkey(theme_now(), *args, **options)


def keep_drawn(millions: int, size: Callable[[Any], int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A decorator: what a function of hashable arguments drew is kept for each theme, the least recently used is dropped.

    `millions`: of bytes at most, together; `size`: the bytes that one result takes. Safe to call from several threads.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept: LRUCache[object, T] = LRUCache(millions * MILLION, getsizeof=size)
        return cached(kept, key=_key_in_theme, lock=Lock())(function)

    return decorate


def keep_packed(
    millions: int, split: Callable[[T], Parts], join: Callable[..., T]
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A decorator as `keep_drawn`, which keeps pictures packed: flat colours take a twentieth of the room, and unpacking takes a
    tenth of the time of drawing.

    `split`: the pictures of a result, and what else it has; `join`: makes one of all these. Every call returns new pictures.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept: LRUCache[object, AllPacked] = LRUCache(millions * MILLION, getsizeof=_packed_size)
        lock = Lock()

        @wraps(function)
        def draw(*args: P.args, **options: P.kwargs) -> T:
            key = _key_in_theme(*args, *options.items())
            with lock:
                packed = kept.get(key)
            if packed is None:
                made = function(*args, **options)
                images, rest = split(made)
                packed = tuple((i.mode, i.size, zlib_ng.compress(i.tobytes(), 1, RAW)) for i in images), rest
                with lock, suppress(ValueError):  # larger than all room
                    kept[key] = packed
                return made
            return join(*map(_unpack, packed[0]), *packed[1])

        return draw

    return decorate


def _unpack(packed: Packed) -> Image.Image:
    """A picture as it was packed. Where Pillow keeps pixels as they are here, it takes them over and copies nothing."""
    mode, size, data = packed
    pixels = zlib_ng.decompress(data, RAW, size[0] * size[1] * PER_PIXEL.get(mode, 4))
    if mode in AS_THEY_ARE:
        return Image.frombuffer(mode, size, pixels, "raw", mode, 0, 1)
    return style.unpacked(size, pixels) if mode == "P" else Image.frombytes(mode, size, pixels)


def _packed_size(made: AllPacked) -> int:
    """Bytes that a packed result takes in memory."""
    return sum(OVERHEAD + len(data) for _, _, data in made[0])


def _alone(image: Image.Image) -> Parts:
    """A picture that is all of a result."""
    return (image,), ()


def _itself(image: Image.Image) -> Image.Image:
    """The same picture."""
    return image


ONE = _alone, _itself  # for `keep_packed`: the result is one picture
