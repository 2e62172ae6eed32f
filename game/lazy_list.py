"""A list that is made as far as somebody looks at it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import tee
from typing import Any, Generic, TypeVar

T = TypeVar("T")


class LazyList(Generic[T]):
    """What an iterator gives, kept: it can be gone through again and again, and nothing is asked of it before it is needed.

    >>> squares = LazyList(n * n for n in range(1, 4))
    >>> bool(squares), [*squares], [*squares]
    (True, [1, 4, 9], [1, 4, 9])
    """

    __slots__ = ("_beginning",)

    def __init__(self, source: Iterable[T]) -> None:
        # Never moved on itself: its copies share what they have found. (An iterator by its type, which has no `__copy__`.)
        self._beginning: Any = tee(source, 1)[0]

    def __bool__(self) -> bool:
        """Whether there is anything."""
        for _ in self._beginning.__copy__():
            return True
        return False

    def __iter__(self) -> Iterator[T]:
        found: Iterator[T] = self._beginning.__copy__()
        return found
