"""Chance: one secret seed per game, named streams, a shuffle that is the same on every machine and in every year."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import blake2b, sha256
from typing import TypeVar

T = TypeVar("T")


def number(seed: str, stream: str, index: int, below: int) -> int:
    """A whole number from 0 to below - 1."""
    digest = blake2b(f"{seed}/{stream}/{index}".encode(), digest_size=16).digest()
    return int.from_bytes(digest, "big") % below


def shuffle(seed: str, stream: str, items: Sequence[T]) -> list[T]:
    """Fisher and Yates, driven by the seed; streams do not depend on each other.

    >>> sorted(shuffle("7", "seats", "abc"))
    ['a', 'b', 'c']
    """
    out = list(items)
    for i in range(len(out) - 1, 0, -1):
        j = number(seed, stream, i, i + 1)
        out[i], out[j] = out[j], out[i]
    return out


def commitment(seed: str) -> str:
    """What is posted at the start; the seed itself follows at the end."""
    return sha256(seed.encode()).hexdigest()
