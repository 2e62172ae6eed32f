"""What is done in one transaction."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

T = TypeVar("T")
Work = Callable[[AsyncConnection], Coroutine[Any, Any, T]]  # awaits nothing but the connection that it is given
