"""What is done in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncConnection
else:
    AsyncConnection = Any  # a type alone: with it comes what SQLAlchemy maps objects with, 8 MB

__all__ = ["AsyncConnection", "T", "Work"]

T = TypeVar("T")
Work = Callable[[AsyncConnection], Coroutine[Any, Any, T]]  # awaits nothing but the connection that it is given
