"""Whether people are let in, and the errors they met."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum


class GateState(StrEnum):
    """Whether interactions are answered."""

    STARTING = "starting"
    OPEN = "open"
    STOPPING = "stopping"


REFUSALS = {
    GateState.STARTING: "The bot is starting. Try again in a moment; nothing was done.",
    GateState.STOPPING: "The bot is restarting. Try again in a minute; nothing was done.",
}


class RunState:
    """The gate that every interaction passes, and the count of faults that users met."""

    def __init__(self) -> None:
        self.gate = GateState.STARTING
        self.faults = 0
        self.last_fault: Exception | None = None
        self._answering: set[asyncio.Task[object]] = set()

    def explain_closed_gate(self) -> str:
        """Why the gate is closed, as users are told; empty while interactions are answered."""
        return REFUSALS.get(self.gate, "")

    @contextmanager
    def answering(self) -> Iterator[None]:
        """The present task answers an interaction."""
        task = asyncio.current_task()
        assert task is not None
        self._answering.add(task)
        try:
            yield
        finally:
            self._answering.discard(task)

    async def finish_answers(self, seconds: float) -> bool:
        """Wait until all interactions that came before are answered, at most so long; whether they are."""
        if not self._answering:
            return True
        _, pending = await asyncio.wait(self._answering, timeout=seconds)
        return not pending

    def record_fault(self, error: Exception) -> None:
        """Count an error that a user met."""
        self.faults += 1
        self.last_fault = error
