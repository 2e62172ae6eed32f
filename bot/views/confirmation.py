"""Asks once more before somebody ends a step in which something is left that is seldom left on purpose.

What that is, the engine says (`Choice.forgoes`). The question stands in the preview of the console, where there is a press to
make anyway, so it costs one more only where the action came by a shortcut or a command. Nothing of it is known to the rules.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.models import Seat
from bot.storage import users
from bot.tables.service import Table
from game.actions import Action
from game.choices import Choice

ANYWAY, NEVER = "End anyway", "Never ask me"


def forgone(choices: Iterable[Choice], action: Action) -> str:
    """What the action leaves undone, without a full stop; empty where nothing is worth a question."""
    return next((c.forgoes for c in choices if c.forgoes and action in c), "")


async def question(table: Table, seat: Seat, action: Action) -> str:
    """What to ask whoever acts with the seat before that action.

    Empty: nothing is left, the player has asked not to be asked, or it is a what-if.
    """
    left = forgone(table.choices(seat.name), action)
    if not left or table.row.private:
        return ""
    async with table.store.reading() as conn:
        person = await users.load(conn, seat.actor)
    return f"{left}. End anyway?" if person.confirm else ""
