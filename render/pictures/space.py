"""How much room a list of holdings has beside what stands above it, and how high its rows are then."""

from __future__ import annotations

from enum import Enum, auto

LINE = 56  # pixels of a row
CLOSEST = 46  # where other things stand above them
BAREST = 42  # where these leave hardly any room


class Space(Enum):
    """How much room there is for the lists."""

    WIDE = auto()
    CLOSE = auto()  # rows stand as close as they can
    BARE = auto()  # also without minors that have no numbers, and without words below the companies
    LEAST = auto()  # also without players, who stand elsewhere

    @property
    def line(self) -> int:
        """Pixels of a row of players, of companies where they are few."""
        return {Space.WIDE: LINE, Space.CLOSE: CLOSEST}.get(self, BAREST)

    @property
    def bare(self) -> bool:
        """Whether some things are left out."""
        return self in (Space.BARE, Space.LEAST)
