"""What is found out about a position is kept for a moment, in which the press, its answer and the post ask for the same."""

from __future__ import annotations

from collections.abc import Callable
from threading import Lock
from typing import Concatenate, ParamSpec, TypeVar

from cachetools import LRUCache, cached

from bot.model.results import Position
from game.rules import Rules

KEPT = 32  # answers of each function
VERDICTS = 512  # the same of one that says yes or no: what a panel asked of all its buttons is asked by the press again
P = ParamSpec("P")
T = TypeVar("T")


def cache_by_position(
    find: Callable[Concatenate[Rules, Position, P], T],
) -> Callable[Concatenate[Rules, Position, P], T]:
    """A decorator: the latest answers of a function are kept. Nobody may change them. Safe to call from several threads."""
    return cached(LRUCache(KEPT), key=_position_key, lock=Lock())(find)


def cache_verdict(
    find: Callable[Concatenate[Rules, Position, P], bool],
) -> Callable[Concatenate[Rules, Position, P], bool]:
    """A decorator: many answers of a function that says yes or no are kept, as they take no room. Safe for several threads."""
    return cached(LRUCache(VERDICTS), key=_position_key, lock=Lock())(find)


def _position_key(rules: Rules, position: Position, *args: object, **options: object) -> tuple[object, ...]:
    """What an answer depends on; refusals call players by their names. Of the state 64 bits, so that no old one is kept."""
    called = tuple(rules.called.items())
    return rules.name, rules.options, called, position.move, hash(position.state), args, *options.items()
