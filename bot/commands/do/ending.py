"""`done` and `end turn`: a step passed, or all that is left of building; the end of a whole turn is asked first."""

from __future__ import annotations

from bot.client.interaction import InteractionContext
from bot.commands.action_commands import carry_out_typed, is_asked_about
from bot.commands.console_answers import pass_all, store_and_show
from bot.core.errors import NotPossible
from bot.model.action_form import pass_action
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.tables.service import Table
from bot.views.console.state import ConsoleState
from bot.views.formatting import question_sentence
from bot.views.options.ending import ending_label

DONE = ("done", "fertig", "i am done", "i'm done", "done building", "end", "finish")
END_ALL = ("end turn", "end the turn", "end my turn", "pass all", "skip all")


async def end_part(context: InteractionContext, table: Table, seat: Seat, typed: str) -> None:
    """Pass what is asked, or all that is left of building. What more the end of a turn skips is asked first."""
    ending = pass_action(table.choices(seat.name))
    if ending is None:
        question = question_sentence(table.choices(seat.name), await table.view(seat.name), table.rules)
        raise NotPossible(f"You cannot end your turn yet. Now: {question}")
    if is_asked_about(ending):
        await carry_out_typed(context, table, seat, ending, None)
        return
    plan = await table.plan_ending(seat)
    if plan is None or not plan.ends_turn:
        await pass_all(context, table, seat, Via.COMMAND, None)
    elif " ".join(typed.split()).casefold() in DONE:
        await carry_out_typed(context, table, seat, ending, None)
    else:
        stands = ConsoleState(action_version=table.action_version(seat.name))
        await store_and_show(context, table, seat, stands, f"Press *{ending_label(plan)}* for all of this.")
