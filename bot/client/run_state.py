"""Whether people are let in, and the errors they met."""

from __future__ import annotations

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

    def explain_closed_gate(self) -> str:
        """Why the gate is closed, as users are told; empty while interactions are answered."""
        return REFUSALS.get(self.gate, "")

    def record_fault(self, error: Exception) -> None:
        """Count an error that a user met."""
        self.faults += 1
        self.last_fault = error
