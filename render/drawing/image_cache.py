"""Keeping what was drawn within a number of bytes: pictures differ in size too much for counting them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from functools import wraps
from threading import Lock
from typing import Any, Generic, ParamSpec, TypeVar

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


@dataclass(slots=True)
class _Entry(Generic[T]):
    """What is kept for a key. `asked`: since it came in, or was last spared."""

    value: T
    size: int
    asked: bool = False


class LockedCache(Generic[K, T]):
    """Values by key within some room: so many of them, or so many bytes. Safe to use from several threads.

    What was not asked for since it came goes first. A value that was is spared once: to note that takes no second look at its
    key, as the order of last use would, and keys are hashed as long as a word is pasted.
    """

    def __init__(self, most: int) -> None:
        """`most`: the sizes of all values together, at most."""
        self._kept: OrderedDict[K, _Entry[T]] = OrderedDict()
        self._most = self._left = most
        self._lock = Lock()

    def get(self, key: K) -> T | None:
        """What is kept for a key, if anything is."""
        entry = self._kept.get(key)
        if entry is None:
            return None
        entry.asked = True
        return entry.value

    def keep(self, key: K, value: T, size: int = 1) -> None:
        """Keep a value of that size; one larger than all room is not kept."""
        if size > self._most:
            return
        with self._lock:
            before = self._kept.pop(key, None)
            self._left += before.size if before is not None else 0
            while self._left < size:
                oldest, entry = self._kept.popitem(last=False)
                if entry.asked:
                    entry.asked = False
                    self._kept[oldest] = entry
                else:
                    self._left += entry.size
            self._kept[key] = _Entry(value, size)
            self._left -= size

    def clear(self) -> None:
        """Forget all."""
        with self._lock:
            self._kept.clear()
            self._left = self._most


def keep_drawn(millions: int, size: Callable[[Any], int]) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A decorator: what a function of hashable arguments drew is kept for each theme, in a `LockedCache`.

    `millions`: of bytes at most, together; `size`: the bytes that one result takes. Safe to call from several threads.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept = LockedCache[Hashable, T](millions * MILLION)

        @wraps(function)
        def draw(*args: P.args, **options: P.kwargs) -> T:
            key = (theme_now(), args, *options.items())
            value = kept.get(key)
            if value is None:
                value = function(*args, **options)
                kept.keep(key, value, size(value))
            return value

        draw.kept = kept  # type: ignore[attr-defined]  # for tests, which forget what is kept
        return draw

    return decorate


def keep_packed(
    millions: int, split: Callable[[T], Parts], join: Callable[..., T]
) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """A decorator as `keep_drawn`, which keeps pictures packed: flat colours take a twentieth of the room, and unpacking takes a
    tenth of the time of drawing.

    `split`: the pictures of a result, and what else it has; `join`: makes one of all these. Every call returns new pictures.
    """

    def decorate(function: Callable[P, T]) -> Callable[P, T]:
        kept = LockedCache[Hashable, AllPacked](millions * MILLION)

        @wraps(function)
        def draw(*args: P.args, **options: P.kwargs) -> T:
            key = (theme_now(), args, *options.items())
            packed = kept.get(key)
            if packed is None:
                made = function(*args, **options)
                images, rest = split(made)
                packed = tuple((i.mode, i.size, zlib_ng.compress(i.tobytes(), 1, RAW)) for i in images), rest
                kept.keep(key, packed, _packed_size(packed))
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
    """The picture as it is."""
    return image


ONE = _alone, _itself  # for `keep_packed`: the result is one picture
