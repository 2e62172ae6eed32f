"""Errors of the database, under the names by which the rest of the bot knows them."""

from __future__ import annotations

from sqlalchemy.exc import IntegrityError
from sqlalchemy.exc import (
    SQLAlchemyError as DatabaseError,  # of a driver, a broken connection too, or no connection free
)

from bot.core.errors import NotPossible

__all__ = ["ChannelTaken", "DatabaseError", "cause_of", "is_channel_conflict", "is_lock_timeout"]

LOCK_NOT_AVAILABLE = "55P03"  # PostgreSQL's code


class ChannelTaken(NotPossible):
    """A channel has one live table at most."""

    def __init__(self) -> None:
        super().__init__("There is a table in this channel already")


def is_channel_conflict(error: IntegrityError) -> bool:
    """Whether a statement would have made a second live table in a channel; by the index's name, or SQLite's words for it."""
    why = str(error.orig)
    return "uq_games_channel" in why or "games.channel" in why


def is_lock_timeout(error: DatabaseError) -> bool:
    """Whether PostgreSQL gave a statement up because a lock was not free in time."""
    return getattr(cause_of(error), "sqlstate", "") == LOCK_NOT_AVAILABLE


def cause_of(error: OSError | DatabaseError) -> BaseException:
    """The error of the driver, without SQLAlchemy's words for it; any other error itself."""
    return getattr(error, "orig", None) or error
