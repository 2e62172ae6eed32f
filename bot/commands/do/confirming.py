"""`ok`, `yes`, `go`: what the console shows is committed, as *Commit* does."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.commands.console_answers import carry_out
from bot.model.action_form import Draft
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.console.state import load_state
from bot.views.options.screen import next_question
from game.notation import YES

CONSENT = frozenset(
    {
        *(w for w in YES if w != "accept"),
        *("ok", "okay", "sure", "go", "go ahead", "do it", "commit", "confirm", "ja", "yes please", "ok go", "yep"),
    }
)


def says_yes(typed: str) -> bool:
    """Whether somebody agrees to what is shown, and says nothing else."""
    return " ".join(typed.split()).casefold().rstrip(".!") in CONSENT


async def commit_shown(context: InteractionContext, table: Table, seat: Seat) -> bool:
    """Play what the seat's console shows as a preview. False, and nothing is done, where it shows none that was chosen."""
    state = await load_state(context.services.store, table, seat)
    if state.draft == Draft() or state.routes is not None:
        return False
    action = next_question(table.choices(seat.name), state.draft).action
    if action is None:
        return False
    await carry_out(context, table, seat, action, Via.COMMAND, table.action_version(seat.name), confirmed=True)
    return True
