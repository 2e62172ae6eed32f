"""When a player is asked once more: before a step is ended in which something is left that is seldom left on purpose."""

from __future__ import annotations

from collections.abc import Iterable

from bot.model.models import Seat
from bot.storage.repositories import users
from bot.tables.preview import PassPlan
from bot.tables.service import Table
from game.actions import Action
from game.choices import Choice


async def wants_doubts(table: Table, seat: Seat) -> bool:
    """Whether whoever acts for that seat is asked before something is left that is seldom left on purpose."""
    if table.row.private:
        return False
    async with table.store.reading() as conn:
        return (await users.load_person(conn, seat.actor)).confirm


async def plan_ending(table: Table, seat: Seat) -> PassPlan | None:
    """What one press of that seat would pass, if that is more than one pass and nothing to be asked about first."""
    plan = await table.plan_passes(seat.name)
    return None if plan is not None and plan.forgoes and await wants_doubts(table, seat) else plan


def left_undone(choices: Iterable[Choice], action: Action) -> str:
    """What the action leaves undone, without a full stop; empty where nothing is worth a question. The engine says it."""
    return next((c.forgoes for c in choices if c.forgoes and action in c), "")


async def doubt_about(table: Table, seat: Seat, action: Action) -> str:
    """What to ask whoever is about to end a step in which something is left that is seldom left on purpose.

    Empty: nothing is left, the player has asked not to be asked, or it is a what-if. The question stands in the preview, where
    there is a press to make anyway, so it costs one more only where the action came by a shortcut or a command.
    """
    undone = left_undone(table.choices(seat.name), action)
    return f"{undone}. Go on without?" if undone and await wants_doubts(table, seat) else ""
