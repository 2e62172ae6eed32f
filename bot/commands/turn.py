"""`/turn`, the buttons of the public panel that act, and every press within the private console."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.client.interaction import InteractionContext
from bot.client.lookup import TableAccess, find_table, require_seat, seat_of, table_by_id
from bot.client.registry import Registry
from bot.client.services import Services
from bot.commands.command_builder import CommandGroup
from bot.core.errors import NotPossible
from bot.core.text import plain
from bot.model.action_form import Draft, action_digest, ask_next, find_by_digest, pass_action
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.reminders import scheduler
from bot.tables.service import Played, Table
from bot.views.console.message import compose_console, whose_turn_words
from bot.views.console.preview_step import doubt_about, plan_ending
from bot.views.console.state import ConsoleState, load_state, save_state, with_value
from bot.views.console.value_form import make_value_form, read_value
from bot.views.custom_ids import ACT, CONSOLE, END_ALL, STEP, Id, parse_number
from bot.views.formatting import event_lines
from bot.views.options.screen import make_screen, needs_no_preview, next_question, open_draft
from bot.views.options.values import chosen_value
from bot.views.press_verbs import StepVerb
from game.actions import ACTIONS, Action
from game.choices import Choice
from game.notation import Unclear, parse

WORDS_AFTER = 0.8  # seconds after which a console is shown without its pictures, which follow
UNASKED = "You are not asked again. `/me confirm` brings the question back."
MOVED = "Something has happened since that post, so that button did nothing."


turn_ = CommandGroup()


def setup(registry: Registry, services: Services) -> None:
    """Register `/turn`, the panel's buttons that act, and the console's presses and form."""
    turn_.add_to(registry, services)
    registry.button_handlers.update({CONSOLE: open_console, ACT: press_shortcut, STEP: press_console})
    registry.modal_handlers[STEP] = fill_form


@turn_.command("turn", "Open your private console for this table")
async def open_own_console(context: InteractionContext, game: str | None = None) -> None:
    """Show what the asker has to decide."""
    await context.defer()
    await _open_current(context, await find_table(context, game))


def not_your_turn(table: Table) -> str:
    """Why nothing is to be decided by who asked, as a sentence."""
    return whose_turn_words(table) if table.position.over else f"It is not your turn. {whose_turn_words(table)}"


# ---------------------------------------------------------------------- the public panel


async def open_console(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """`Take my turn`: whatever the presser has to decide now, however old the panel is."""
    await context.defer()
    await _open_current(context, await table_by_id(context, id.table))


async def _open_current(context: InteractionContext, access: TableAccess) -> None:
    """Show the console of the seat that the asker acts with; raises NotPossible where nothing is asked of it."""
    seat = require_seat(access)
    if not access.table.choices(seat.name):
        raise NotPossible(not_your_turn(access.table))
    await answer_with_console(context, access.table, seat, await load_state(context.services.store, access.table, seat))


async def press_shortcut(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """A shortcut of the panel: plays at once what its label says. What is no longer current does nothing and shows what is."""
    await context.defer()
    access = await table_by_id(context, id.table)
    seat, table = require_seat(access), access.table
    choices = table.choices(seat.name)
    if not choices:
        raise NotPossible(not_your_turn(table))
    current = table.action_version(seat.name) == id.action_version
    if current and id.verb == END_ALL:
        await pass_all(context, table, seat, Via.PANEL, id.action_version)
        return
    action = find_by_digest(choices, id.arg) if current else None
    if action is None:
        await answer_with_console(context, table, seat, await load_state(context.services.store, table, seat), MOVED)
        return
    await carry_out(context, table, seat, action, Via.PANEL, id.action_version)


# ---------------------------------------------------------------------- the console


async def press_console(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Do what a press within a console stands for."""
    if id.verb == StepVerb.FORM:
        await _open_form(context, id)
        return
    await context.defer_update()
    access = await table_by_id(context, id.table)
    seat = require_seat(access)
    store, table = context.services.store, access.table
    state = await load_state(store, table, seat)
    draft_digest, _, more = id.arg.partition(".")
    if table.action_version(seat.name) != id.action_version:
        await answer_with_console(context, table, seat, state, MOVED)
        return
    if state.draft.digest() != draft_digest:
        await answer_with_console(context, table, seat, state, "You have already moved on. This is where you are now:")
        return
    choices = table.choices(seat.name)
    if id.verb == StepVerb.COMMIT:
        action = next_question(choices, state.draft).action
        if action is None:
            await answer_with_console(context, table, seat, state, MOVED)
            return
        await carry_out(context, table, seat, action, Via.PANEL, id.action_version, confirmed=True)
        return
    if id.verb == StepVerb.PASS and (ending := pass_action(choices)) is not None:
        await carry_out(context, table, seat, ending, Via.PANEL, id.action_version)
        return
    if id.verb == StepVerb.END:
        await pass_all(context, table, seat, Via.PANEL, id.action_version)
        return
    if id.verb == StepVerb.NEVER:
        await _end_and_never_ask(context, table, seat, state, id.action_version)
        return
    after = next_state(choices, state, id.verb, values or ((more,) if more else ()))
    label_pressed = not values and (
        id.verb in {StepVerb.ACT, StepVerb.FIELD} or (id.verb == StepVerb.KIND and ":" in more)
    )
    action = next_question(choices, after.draft).action if label_pressed else None
    if action is not None and needs_no_preview(choices, action):
        await carry_out(context, table, seat, action, Via.PANEL, id.action_version)
        return
    await store_and_show(context, table, seat, after)


async def pass_all(context: InteractionContext, table: Table, seat: Seat, via: Via, action_version: int | None) -> None:
    """Done building, or the end of the turn: all that is left of it is passed. Where one pass does that, that pass is made."""
    plan = await plan_ending(table, seat)
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


async def _end_and_never_ask(
    context: InteractionContext, table: Table, seat: Seat, state: ConsoleState, action_version: int
) -> None:
    """End what the question was about, and ask no more."""
    await scheduler.change_settings(context.services.store, context.user, confirm=False)
    action = next_question(table.choices(seat.name), state.draft).action
    if action is None:
        await answer_with_console(context, table, seat, state, UNASKED)
        return
    played = await table.play(
        seat.name, action, Via.PANEL, context.id, user=context.user, action_version=action_version
    )
    await report_play(context, table, seat, played, UNASKED)


def next_state(choices: Sequence[Choice], state: ConsoleState, verb: str, values: tuple[str, ...]) -> ConsoleState:
    """The console's state after a press; the state as it is for a press that is none of what is offered."""
    draft = state.draft
    if verb == StepVerb.BACK:
        return ConsoleState(_step_back(choices, draft), 0, state.action_version)
    if not values:
        return state
    if verb == StepVerb.PAGE:
        return ConsoleState(draft, parse_number(values[0]) or 0, state.action_version)
    if verb == StepVerb.KIND:
        return ConsoleState(open_draft(choices, values[0]) or draft, 0, state.action_version)
    if verb == StepVerb.ACT:
        return ConsoleState(Draft(draft.kind, draft.given, values[0]), 0, state.action_version)
    question = ask_next(choices, draft)
    value = chosen_value(question, values) if verb == StepVerb.FIELD and question.field else None
    return with_value(state, question, value) if value is not None else state


def _step_back(choices: Sequence[Choice], draft: Draft) -> Draft:
    """One step back: to the beginning where the step before it stands there."""
    back = draft.without_last()
    if not back.given and any(o.value.startswith(f"{back.kind}:") for o in make_screen(choices, Draft()).offers):
        return Draft()  # where it was chosen
    return back if back.given or (back.kind and len(make_screen(choices, back).offers) > 1) else Draft()


async def _open_form(context: InteractionContext, id: Id) -> None:
    """Open the console's form, which must be the first answer, so it is built from what is in memory; else show the console
    again.
    """
    table = context.services.tables.table_in_memory(id.table)
    seat = (await table_by_id(context, id.table)).seat if table is not None else None
    if table is not None and seat is not None and table.action_version(seat.name) == id.action_version:
        state = await load_state(context.services.store, table, seat)
        form = make_value_form(table, seat, state) if state.draft.digest() == id.arg else None
        if form is not None:
            await context.send_modal(form)
            return
    await context.defer_update()
    access = await table_by_id(context, id.table)
    seat = require_seat(access)
    state = await load_state(context.services.store, access.table, seat)
    await answer_with_console(context, access.table, seat, state, "Press once more.")


async def fill_form(context: InteractionContext, id: Id, inputs: dict[str, str]) -> None:
    """A number or text from the console's modal."""
    await context.defer_update()
    access = await table_by_id(context, id.table)
    seat = require_seat(access)
    table = access.table
    state = await load_state(context.services.store, table, seat)
    if table.action_version(seat.name) != id.action_version or state.draft.digest() != id.arg:
        await answer_with_console(context, table, seat, state, MOVED)
        return
    question = ask_next(table.choices(seat.name), state.draft)
    text = inputs.get("value", "")
    value, refusal = read_value(table, seat, question, text)
    if refusal:
        await answer_with_console(context, table, seat, state, refusal)
        return
    await store_and_show(context, table, seat, with_value(state, question, value))


# ---------------------------------------------------------------------- carrying out


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
        and await doubt_about(table, seat, action)
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
        seat = seat_of(table, context.user) or seat
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
        raise NotPossible(f"{plain(str(error))}.") from None
