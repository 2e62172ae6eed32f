"""Errors that carry a sentence for whoever asked, or the values that `bot/views/error_words.py` makes one of.

A sentence that calls a user, shows a time in the reader's zone or names a command is Discord's: such an error has values only.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

# What is refused in several places, each in the same words.
NO_SEAT = "You have no seat at this table"
NO_TABLE = "There is no such table"
NO_QUESTION = "There is no such question"
DECIDED = "That has been decided already"
TOO_LATE = "Too late: no answer counts as no"
GAME_OVER = "The game is over"
NOTHING_AUCTIONED = "Nothing is being auctioned now"


class NotPossible(Exception):
    """Something that cannot be done now, in a sentence for the one who asked. Nothing has changed."""


class Busy(NotPossible):
    """Too many are waiting for the same thing; nothing was done."""


class NotPossibleFor(NotPossible):
    """What cannot be done now, as values; `str` shows them for logs."""

    def __str__(self) -> str:
        return repr(self)


@dataclass(eq=False)
class SeatedAlready(NotPossibleFor):
    """That user has a seat at the table already."""

    user: int


@dataclass(eq=False)
class AskedAlready(NotPossibleFor):
    """That user was offered the seat and has not answered yet."""

    user: int


@dataclass(eq=False)
class OfferedTooOften(NotPossibleFor):
    """A seat was offered so often within a day; from `until` on it may be offered again."""

    times: int
    until: datetime


class QuestionOpen(NotPossibleFor):
    """The table was asked the same by the same seat, and the question is still open."""


@dataclass(eq=False)
class AskedTooOften(NotPossibleFor):
    """A seat has put so many questions of a kind to the table within a day; from `until` on it may ask again."""

    times: int
    until: datetime


@dataclass(eq=False)
class AskedTooOftenHere(NotPossibleFor):
    """A seat has put so many questions of a kind to the table since the last move."""

    times: int


@dataclass(eq=False)
class NotYoursToOffer(NotPossibleFor):
    """Only who has the seat or that host may offer it."""

    host: int


@dataclass(eq=False)
class NotLateYet(NotPossibleFor):
    """A seat has time until then, before the host may look for somebody else."""

    until: datetime


@dataclass(eq=False)
class OfferedToAnother(NotPossibleFor):
    """Only that user was asked to take the seat."""

    user: int


@dataclass(eq=False)
class BroughtByAnother(NotPossibleFor):
    """Only that user, who brings the game, may change it."""

    host: int


class PausedTable(NotPossibleFor):
    """Nobody is late at a table that is paused."""


class NoWhatIf(NotPossibleFor):
    """A user has no what-if."""


class ZoneUnknown(NotPossibleFor):
    """Quiet hours need the person's time zone first."""


class AlwaysQuiet(NotPossibleFor):
    """Quiet hours would leave hardly any time for reminders."""


class UsageError(ValueError):
    """What was asked for on the command line cannot be done; the sentence, for whoever typed it, says why."""
