"""Every press within the private console, and the form that it opens."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bot.client.interaction import InteractionContext
from bot.client.lookup import load_access, require_seat
from bot.commands.console_answers import (
    MOVED,
    answer_with_console,
    carry_out,
    find_outcome,
    pass_all,
    report_play,
    store_and_show,
)
from bot.model.action_form import Draft, ask_next, find_by_digest, pass_action
from bot.model.kinds import Via
from bot.model.models import Seat
from bot.reminders import scheduler
from bot.tables.service import Table
from bot.views.console.route_step import choose_route
from bot.views.console.state import ConsoleState, load_state, save_state, with_value
from bot.views.console.value_form import make_value_form, read_value
from bot.views.custom_ids import Id, parse_number
from bot.views.options.card_picks import picked_action, toggle
from bot.views.options.screen import make_screen, open_draft
from bot.views.options.single_press import next_question, played_by_press
from bot.views.options.values import chosen_value
from bot.views.press_verbs import StepVerb
from game.actions import BuyTrain
from game.choices import Choice

ALREADY = "You have already moved on. This is where you are now:"
UNASKED = "I will not ask again. `/me confirm` brings the question back."


async def press_console(context: InteractionContext, id: Id, values: tuple[str, ...]) -> None:
    """Do what a press within a console stands for."""
    if id.verb == StepVerb.FORM:
        await _open_form(context, id)
        return
    await context.defer_update()
    access = await load_access(context, id.table)
    seat = require_seat(access)
    store, table = context.services.store, access.table
    state = await load_state(store, table, seat)
    draft_digest, _, more = id.arg.partition(".")
    if table.action_version(seat.name) != id.action_version:
        await answer_with_console(context, table, seat, state, MOVED)
        return
    choices = table.choices(seat.name)
    gone = id.verb == StepVerb.ACT and find_by_digest(choices, more) is None and not values
    if gone or state.digest() != draft_digest:
        await answer_with_console(context, table, seat, state, await find_outcome(table, seat) or ALREADY)
        return
    if id.verb in {StepVerb.COMMIT, StepVerb.TAKE}:
        taken = id.verb == StepVerb.TAKE
        asked = next_question(choices, state.draft)
        action = picked_action(choices, asked, state.picked) if taken else asked.action
        if action is None:
            await answer_with_console(context, table, seat, state, MOVED)
            return
        if taken:  # what is kept is secret and for good: it is shown first, and *Back* leads to the same cards
            shown = msgspec.structs.replace(with_value(state, asked, state.picked), before=state)
            await store_and_show(context, table, seat, shown)
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
    if id.verb in {StepVerb.TRAINS, StepVerb.ROUTE} or state.routes is not None:
        await store_and_show(context, table, seat, await choose_route(table, seat, state, id.verb, more))
        return
    after = apply_press(choices, state, id.verb, values or ((more,) if more else ()))
    action = played_by_press(choices, id.verb, more, after.draft) if not values else None
    if action is not None:
        await carry_out(context, table, seat, action, Via.PANEL, id.action_version)
        return
    await store_and_show(context, table, seat, after)


async def _end_and_never_ask(
    context: InteractionContext, table: Table, seat: Seat, state: ConsoleState, action_version: int
) -> None:
    """End the step although something is left, and remember that the player wants no such question again."""
    await scheduler.change_settings(context.services.store, context.user, confirm=False)
    action = next_question(table.choices(seat.name), state.draft).action
    if action is None:
        await answer_with_console(context, table, seat, state, UNASKED)
        return
    played = await table.play(
        seat.name, action, Via.PANEL, context.id, user=context.user, action_version=action_version
    )
    await report_play(context, table, seat, played, UNASKED)


def apply_press(choices: Sequence[Choice], state: ConsoleState, verb: str, values: tuple[str, ...]) -> ConsoleState:
    """The console's state after a press; the state as it is for a press that is none of what is offered."""
    draft = state.draft
    if verb == StepVerb.BACK and state.before is not None:
        return state.before
    if verb == StepVerb.BACK:
        return ConsoleState(step_back(choices, draft), _group(state), state.action_version)
    if verb == StepVerb.WORDS:
        return msgspec.structs.replace(state, whole=True)
    if not values:
        return state
    if verb == StepVerb.PAGE:
        return ConsoleState(draft, parse_number(values[0]) or 0, state.action_version)
    if verb == StepVerb.KIND:
        opened = ConsoleState(open_draft(choices, values[0]) or draft, state.page, state.action_version)
        return msgspec.structs.replace(opened, page=_group(opened))
    if verb == StepVerb.TOGGLE:
        picked = toggle(next_question(choices, draft), state.picked, values[0])
        return msgspec.structs.replace(state, picked=picked)
    if verb == StepVerb.ACT:
        chosen = Draft(draft.kind, draft.given, values[0])
        return ConsoleState(chosen, 0, state.action_version, before=state if state.meant else None)
    question = next_question(choices, draft)
    value = chosen_value(question, values) if verb == StepVerb.FIELD and question.field else None
    return with_value(state, question, value) if value is not None else state


def _group(state: ConsoleState) -> int:
    """The group of trains that is open, which *Back* leads to from a train of it; 0 where no train is bought."""
    return state.page if state.draft.kind == BuyTrain.__name__ and "train" in state.draft.given else 0


def step_back(choices: Sequence[Choice], draft: Draft) -> Draft:
    """One step back, to one that is asked: to the beginning where the step before it stands there."""
    back, first, shown = draft.without_last(), make_screen(choices, Draft()), next_question(choices, draft).action
    while (
        back.given and shown is not None and next_question(choices, back).action == shown
    ):  # the last value is the only one
        back = back.without_last()
    beside = [o for o in first.more if o.verb == StepVerb.KIND]
    if not back.given and any(o.value.startswith(f"{back.kind}:") for o in first.options):
        return Draft()  # where it was chosen
    if any(open_draft(choices, o.value) == draft for o in beside):
        return Draft()
    return back if back.given or (back.kind and len(make_screen(choices, back).options) > 1) else Draft()


async def _open_form(context: InteractionContext, id: Id) -> None:
    """Open the console's form, which must be the first answer, so it is built from what is in memory; else show the console
    again.
    """
    table = context.services.tables.table_in_memory(id.table)
    seat = (await load_access(context, id.table)).seat if table is not None else None
    if table is not None and seat is not None and table.action_version(seat.name) == id.action_version:
        state = await load_state(context.services.store, table, seat)
        form = make_value_form(table, seat, state) if state.digest() == id.arg else None
        if form is not None:
            await context.send_modal(form)
            return
    await context.defer_update()
    access = await load_access(context, id.table)
    seat = require_seat(access)
    state = await load_state(context.services.store, access.table, seat)
    await answer_with_console(context, access.table, seat, state, "Please press again.")


async def fill_form(context: InteractionContext, id: Id, inputs: dict[str, str]) -> None:
    """A number or text from the console's modal."""
    await context.defer_update()
    access = await load_access(context, id.table)
    seat = require_seat(access)
    table = access.table
    state = await load_state(context.services.store, table, seat)
    if table.action_version(seat.name) != id.action_version or state.digest() != id.arg:
        await answer_with_console(context, table, seat, state, MOVED)
        return
    question = ask_next(table.choices(seat.name), state.draft)
    text = inputs.get("value", "")
    value, refusal = read_value(table, seat, question, text, await table.view(seat.name))
    if refusal:
        state = msgspec.structs.replace(state, typed=text)
        await save_state(context.services.store, table, seat, state)
        await answer_with_console(context, table, seat, state, refusal)
        return
    await store_and_show(context, table, seat, with_value(state, question, value))
