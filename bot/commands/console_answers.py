"""What commands and presses that act come to: a play, and the private console as the answer."""

from __future__ import annotations

import asyncio

from bot.client.interaction import InteractionContext
from bot.client.lookup import choose_own_seat
from bot.core.errors import NotPossible
from bot.core.text import escape_markup
from bot.model.action_form import Draft, action_digest, pass_action
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.tables.service import Played, Table
from bot.views.console.message import compose_console, whose_turn_words
from bot.views.console.state import ConsoleState, load_state, save_state
from bot.views.formatting import event_lines
from game.actions import ACTIONS, Action
from game.notation import Unclear, parse

WORDS_AFTER = 0.8  # seconds after which a console is shown without its pictures, which follow
MOVED = "Something has happened since that post, so that button did nothing."


def explain_not_your_turn(table: Table) -> str:
    """Why whoever asked has nothing to decide, as a sentence that names who has."""
    return whose_turn_words(table) if table.position.over else f"It is not your turn. {whose_turn_words(table)}"


async def pass_all(context: InteractionContext, table: Table, seat: Seat, via: Via, action_version: int | None) -> None:
    """Pass all that is left of building, or of the turn, and answer; where one pass does that, make that pass."""
    plan = await table.plan_ending(seat)
    if plan is not None:
        played = await table.pass_all(
            seat.name, plan, via, context.id, user=context.user, action_version=action_version
        )
        await report_play(context, table, seat, played)
        return
    ending = pass_action(table.choices(seat.name))
    if ending is None:
        await store_and_show(context, table, seat, await load_state(context.services.store, table, seat), MOVED)
        return
    await carry_out(context, table, seat, ending, via, action_version)


async def carry_out(
    context: InteractionContext,
    table: Table,
    seat: Seat,
    action: Action,
    via: Via,
    action_version: int | None,
    *,
    confirmed: bool = False,
) -> None:
    """Play, and tell the player alone what came of it. The table learns of it through the outbox.

    Unless the player is `confirmed`, what leaves something valuable undone is shown first, to be committed in the console.
    """
    if (
        not confirmed
        and action_version in {None, table.action_version(seat.name)}
        and await table.find_forgone(seat, action)
    ):
        await store_and_show(
            context,
            table,
            seat,
            ConsoleState(Draft(act=action_digest(action)), 0, table.action_version(seat.name)),
        )
        return
    played = await table.play(seat.name, action, via, context.id, user=context.user, action_version=action_version)
    await report_play(context, table, seat, played)


async def report_play(context: InteractionContext, table: Table, seat: Seat, played: Played, also: str = "") -> None:
    """Tell the player alone what came of a play, and what comes next. `also`: said below it."""
    if played.refused is not None:
        await context.notify(str(played.refused))
        return
    if table.row.practice:  # whoever has several seats goes on with the next
        seat = choose_own_seat(table, context.user) or seat
    view = await table.view(seat.name)
    lines = event_lines(played.events, view, table.rules)
    note = "\n".join(f"• {text}" for text in lines) or "Done."
    if played.repeated:
        note = f"That was done already.\n{note}"
    note = f"{note}\n{also}" if also else note
    fresh = ConsoleState(action_version=table.action_version(seat.name))
    await answer_with_console(context, table, seat, fresh, note)


async def answer_with_console(
    context: InteractionContext, table: Table, seat: Seat, state: ConsoleState, note: str = ""
) -> None:
    """Answer with the console: where its pictures take long in words first, and with pictures by an edit.

    Nothing is edited any more once somebody has gone on from the words.
    """
    store, action_version = context.services.store, table.action_version(seat.name)
    drawn = asyncio.ensure_future(compose_console(table, seat, state, note))
    try:
        done, _ = await asyncio.wait({drawn}, timeout=WORDS_AFTER)
        if not done:
            before = await load_state(store, table, seat)
            await context.reply(await compose_console(table, seat, state, note, pictured=False))
            await asyncio.wait({drawn})
            if table.action_version(seat.name) != action_version or await load_state(store, table, seat) != before:
                return
        await context.reply(drawn.result())
    finally:
        drawn.cancel()


async def store_and_show(
    context: InteractionContext, table: Table, seat: Seat, state: ConsoleState, note: str = ""
) -> None:
    """Store a console's state and show it."""
    await save_state(context.services.store, table, seat, state)
    await answer_with_console(context, table, seat, state, note)


def read_typed_action(table: Table, seat: Seat, text: str) -> Action:
    """A typed line as an action; raises NotPossible with what would be understood."""
    try:
        return parse(text, seat.name, table.choices(seat.name), (*ACTIONS, *table.rules.actions))
    except Unclear as error:
        raise NotPossible(f"{escape_markup(str(error))}.") from None
