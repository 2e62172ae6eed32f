"""A simulation in which whatever moves it has it to itself meanwhile: what people do, the clock and the sandbox's own work.

SimCord moves for one task at a time and refuses a second one that comes meanwhile. Here the second one waits. A task that has
exclusive access may take it again: a press of the page is also a press of the person who looks at it.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable
from functools import wraps
from typing import Any

import simcord
from simcord.actors import MemberActor


class ExclusiveAccess:
    """A lock that its holder may take again."""

    def __init__(self) -> None:
        self._lock = asyncio.Lock()
        self._holder: asyncio.Task[Any] | None = None
        self._taken = 0  # times, by the holder

    async def __aenter__(self) -> None:
        current = asyncio.current_task()
        if self._holder is not current:
            await self._lock.acquire()
            self._holder = current
        self._taken += 1

    async def __aexit__(self, *_: object) -> None:
        self._taken -= 1
        if not self._taken:
            self._holder = None
            self._lock.release()


def exclusively(act: Callable[..., Awaitable[Any]]) -> Callable[..., Awaitable[Any]]:
    """A method of something with `exclusive`, which waits until nobody else holds that."""

    @wraps(act)
    async def wait_and_act(self: Any, *args: Any, **options: Any) -> Any:
        """Wait until nobody else acts, then act."""
        async with self.exclusive:
            return await act(self, *args, **options)

    return wait_and_act


class Simulation(simcord.Env):
    """SimCord's world; its clock and its rest wait for their turn."""

    def __init__(self, bot: Any, **options: Any) -> None:
        super().__init__(bot, **options)
        self.exclusive = ExclusiveAccess()


class Person(MemberActor):
    """A member of a `Simulation`'s guild: whatever that person does waits for its turn."""

    _env: Any

    @property
    def exclusive(self) -> ExclusiveAccess:
        """The lock that all people of a simulation share."""
        shared: ExclusiveAccess = self._env.exclusive
        return shared


for _act in (simcord.Env.settle, simcord.Env.advance_time):
    setattr(Simulation, _act.__name__, exclusively(_act))
for _name, _does in inspect.getmembers(MemberActor, inspect.iscoroutinefunction):
    if not _name.startswith("_"):
        setattr(Person, _name, exclusively(_does))
