"""What is found out about a position is kept for a moment, in which the press, its answer and the post ask for the same."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from cachetools import LRUCache, cached

from bot.model.results import Position
from game.rules import Rules

KEPT = 32  # answers of each function, with a position of 50 kB at most
P = ParamSpec("P")
T = TypeVar("T")


def cache_by_position(
    find: Callable[Concatenate[Rules, Position, P], T],
) -> Callable[Concatenate[Rules, Position, P], T]:
    """A decorator: the latest answers of a function are kept. Nobody may change them. Safe to call from several threads."""
    return cached(LRUCache(KEPT), key=_position_key, lock=Lock())(find)


def _position_key(rules: Rules, position: Position, *args: object, **options: object) -> tuple[object, ...]:
    """What an answer depends on; refusals call players by their names."""
    called = tuple(rules.called.items())
    return rules.name, rules.options, called, position.move, position.state, args, *options.items()
